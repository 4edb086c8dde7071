//! Own measurements: in, twice, faulty, odd, deleted, back, out.

use tiaoka_core::observation::Basis;

use super::*;
use crate::store::samples::now;
use tempfile::TempDir;

/// A house of its own, with the shipped catalogue.
fn house() -> (App, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (App::open(folder.path(), now).unwrap(), folder)
}

const HEAD: &str = "task,model,gpu,gpu_count,precision,batch,seq,metric,value,unit,framework,note";
/// Half of what it should be, not yet three times off.
const DECODE: &str =
    "decode,llama3.1-8b,RTX 4090,1,bf16,1,1024,throughput,40,tokens/s,vllm,osl=256;date=2026-11-20";

fn file(rows: &[&str]) -> String {
    let lines = std::iter::once(&HEAD).chain(rows);
    lines.map(|line| format!("{line}\n")).collect()
}

fn take(app: &App, text: &str, partial: bool) -> Result<MeasurementsOutcome, Problem> {
    app.import_measurements("mine.csv", text.as_bytes(), partial, Language::En)
}

fn rows(app: &App) -> MeasurementsView {
    app.measurements(Language::En).unwrap()
}

#[test]
fn a_measured_run_is_kept_and_shown_beside_its_prediction() {
    let (app, _folder) = house();
    let outcome = take(&app, &file(&[DECODE]), false).unwrap();
    assert_eq!(
        (outcome.imported, outcome.known, outcome.refused),
        (1, 0, 0)
    );
    let view = rows(&app);
    let row = &view.rows[0];
    assert_eq!(row.kind, "decode");
    assert_eq!(row.title, "GeForce RTX 4090 · llama3.1-8b · vllm");
    assert_eq!((row.measured, row.unit.as_str()), (40.0, "tokens/s"));
    assert_eq!(row.measured_on, "2026-11-20");
    let ratio = row.measured / row.predicted.unwrap();
    assert!((row.ratio.unwrap() - ratio).abs() < 1e-12);
    assert!(!row.kept_out && row.refused.is_none());
}

#[test]
fn the_same_run_from_two_files_is_there_once() {
    let (app, _folder) = house();
    take(&app, &file(&[DECODE]), false).unwrap();
    let again = app
        .import_measurements("copy.csv", file(&[DECODE]).as_bytes(), false, Language::En)
        .unwrap();
    assert_eq!((again.imported, again.known), (0, 1));
    assert_eq!(rows(&app).rows.len(), 1);
}

#[test]
fn a_file_with_faulty_rows_is_taken_as_a_whole_or_not_at_all_unless_the_good_ones_are_wanted() {
    let (app, _folder) = house();
    let text = file(&[
        DECODE,
        "decode,llama3.1-8b,RTX 4090,1,bf16,1,1024,throughput,,tokens/s,vllm,",
        "decode,llama3.1-8b,RTX 9999,1,bf16,1,1024,throughput,40,tokens/s,vllm,",
        "decode,llama3.1-8b,RTX 4090,1,bf16,1,many,throughput,40,tokens/s,vllm,",
    ]);
    let problem = take(&app, &text, false).unwrap_err();
    assert_eq!(problem.code, Code::MeasurementsRows);
    assert_eq!(
        (
            problem.params["count"].as_str(),
            problem.params["good"].as_str()
        ),
        ("3", "1")
    );
    let said = problem.view(&Wording::of(Language::En)).notes;
    let said: Vec<&str> = said.iter().map(|note| note.text.as_str()).collect();
    assert!(
        said[0].starts_with("mine.csv, line 5, seq: “many”"),
        "{}",
        said[0]
    );
    assert!(
        said[1].starts_with("mine.csv, line 3: No value"),
        "{}",
        said[1]
    );
    assert!(said[2].starts_with("mine.csv, line 4: ") && said[2].contains("RTX 9999"));
    assert!(rows(&app).rows.is_empty());
    let outcome = take(&app, &text, true).unwrap();
    assert_eq!(
        (outcome.imported, outcome.refused, outcome.notes.len()),
        (1, 3, 3)
    );
}

#[test]
fn a_file_of_something_else_is_refused_and_says_which_columns_it_lacks() {
    let (app, _folder) = house();
    let problem = take(&app, "provider,price\nx,3\n", true).unwrap_err();
    assert_eq!(problem.code, Code::MeasurementsUnreadable);
    let said = &problem.view(&Wording::of(Language::ZhCn)).notes[0].text;
    assert!(said.contains("task") && said.contains("unit"), "{said}");
    assert_eq!(
        take(&app, &file(&[]), true).unwrap_err().code,
        Code::MeasurementsEmpty
    );
}

#[test]
fn a_run_three_times_off_waits_with_its_usual_causes_until_it_is_confirmed() {
    let (app, _folder) = house();
    let slow = DECODE.replace(",40,", ",10,");
    let outcome = take(&app, &file(&[&slow]), false).unwrap();
    assert_eq!((outcome.imported, outcome.kept_out), (1, 1));
    let view = rows(&app);
    assert!(view.rows[0].kept_out && view.rows[0].causes.len() == 5);
    let id = view.rows[0].kept.id;
    let view = app.confirm_measurements(&[id], true, Language::En).unwrap();
    assert!(!view.rows[0].kept_out && view.rows[0].kept.confirmed);
    let missing = app.confirm_measurements(&[id + 1], true, Language::En);
    assert_eq!(missing.unwrap_err().code, Code::UnknownId);
}

#[test]
fn a_deleted_run_comes_back_as_it_was() {
    let (app, _folder) = house();
    take(&app, &file(&[DECODE]), false).unwrap();
    let before = rows(&app);
    let id = before.rows[0].kept.id;
    assert!(
        app.delete_measurements(&[id], Language::En)
            .unwrap()
            .rows
            .is_empty()
    );
    let kept = [before.rows[0].kept.clone()];
    assert_eq!(
        app.restore_measurements(&kept, Language::En).unwrap(),
        before
    );
}

#[test]
fn what_is_exported_can_be_imported_elsewhere() {
    let (app, _folder) = house();
    take(&app, &file(&[DECODE]), false).unwrap();
    let exported = String::from_utf8(app.export_measurements().unwrap()).unwrap();
    let (other, _folder) = house();
    assert_eq!(take(&other, &exported, false).unwrap().imported, 1);
    assert_eq!(rows(&other).rows[0].title, rows(&app).rows[0].title);
}

#[test]
fn the_template_counts_only_once_its_values_are_filled_in() {
    let (app, _folder) = house();
    let template = String::from_utf8(App::measurements_template()).unwrap();
    let examples = template.lines().count() - 1;
    assert!(examples >= 6, "{template}");
    let problem = take(&app, &template, true).unwrap_err();
    assert_eq!(problem.code, Code::MeasurementsEmpty);
    assert!(problem.notes.iter().all(|note| note.code == "rows_refused"));
    let mut rows = observation::read(template.as_bytes()).rows;
    rows.iter_mut().for_each(|row| row.value = Some(100.0));
    let filled = observation::write(&rows);
    assert_eq!(
        take(&app, &filled, false).unwrap().imported as usize,
        examples
    );
}

#[test]
fn what_was_measured_reaches_the_next_recommendation() {
    let (app, _folder) = house();
    assert!(app.market().unwrap().reports.is_empty());
    take(&app, &file(&[DECODE]), false).unwrap();
    let stock = app.market().unwrap();
    let report = &stock.reports[0];
    let found = observation::correction(&report.subject, &stock.reports, now()).unwrap();
    assert_eq!((found.basis, found.reports), (Basis::Measured, 1));
}
