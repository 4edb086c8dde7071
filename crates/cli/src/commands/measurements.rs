//! `tiaoka measurements`, `import measurements` and `export measurements`: what the user measured.

use std::path::Path;

use tiaoka_app::App;
use tiaoka_app::problem::Problem;
use tiaoka_app::views::accuracy::{MeasurementView, MeasurementsView};
use tiaoka_app::wording::figures;

use super::prices::{name_of, read};
use super::{Answer, Face, cell, plans::dash};
use crate::args::{Format, Measurements};
use crate::sheet::{Head, Sheet};

/// Lists, confirms or deletes own measurements; the list is the answer of all three.
pub(crate) fn run(face: &Face, app: &App, what: Measurements) -> Result<Answer, Problem> {
    let view = match what {
        Measurements::List => app.measurements(face.language)?,
        Measurements::Confirm { ids, undo } => {
            app.confirm_measurements(&ids, !undo, face.language)?
        }
        Measurements::Delete { ids } => app.delete_measurements(&ids, face.language)?,
        Measurements::Template => {
            return Ok(Answer {
                bytes: App::measurements_template(),
                exit_code: 0,
            });
        }
    };
    match face.format {
        Format::Json => Answer::json(&view),
        Format::Csv => Answer::csv(&COLUMNS, view.rows.iter().map(record).collect()),
        Format::Table => Ok(Answer::text(table(face, &view))),
    }
}

/// Takes a file; each row that is refused is named with line and reason.
pub(crate) fn import(
    face: &Face,
    app: &App,
    file: &Path,
    partial: bool,
) -> Result<Answer, Problem> {
    let outcome = app.import_measurements(&name_of(file), &read(file)?, partial, face.language)?;
    if face.format == Format::Json {
        return Answer::json(&outcome);
    }
    for note in &outcome.notes {
        face.note(&note.text);
    }
    let count = |n: u32| n.to_string();
    let values = [
        ("count", count(outcome.imported)),
        ("known", count(outcome.known)),
        ("refused", count(outcome.refused)),
    ];
    let values = values
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let mut text = face.words.fill("cli.measurements_done", &values) + "\n";
    if outcome.kept_out > 0 {
        let kept_out = count(outcome.kept_out);
        let said = face
            .words
            .fill("cli.measurements_kept_out", &[("count", &kept_out)]);
        text += &(said + "\n");
    }
    Ok(Answer::text(text))
}

/// Own measurements as CSV: the only form a file of them has.
pub(crate) fn export(app: &App) -> Result<Answer, Problem> {
    Ok(Answer {
        bytes: app.export_measurements()?,
        exit_code: 0,
    })
}

fn table(face: &Face, view: &MeasurementsView) -> String {
    let words = &face.words;
    if view.rows.is_empty() {
        return words.plain("cli.measurements_none") + "\n";
    }
    let figure = |value: Option<f64>| value.map_or_else(dash, figures::three);
    let mut sheet = Sheet::new(vec![
        Head::Numbers(words.plain("cli.id")),
        Head::Words(words.plain("cli.kind_of")),
        Head::Words(words.plain("cli.run")),
        Head::Numbers(words.plain("cli.measured")),
        Head::Numbers(words.plain("cli.predicted")),
        Head::Words(words.plain("cli.unit")),
        Head::Numbers(words.plain("cli.ratio")),
        Head::Words(words.plain("cli.measured_on")),
        Head::Words(words.plain("cli.state")),
        Head::Words(words.plain("cli.file")),
    ]);
    for row in &view.rows {
        sheet.row(vec![
            row.kept.id.to_string(),
            row.kind_label.clone(),
            row.title.clone(),
            figures::three(row.measured),
            figure(row.predicted),
            row.unit.clone(),
            figure(row.ratio),
            row.measured_on.clone(),
            state(face, row),
            row.kept.file.clone(),
        ]);
    }
    let mut text = sheet.text();
    for row in view.rows.iter().filter(|row| row.kept_out) {
        let causes: Vec<&str> = row.causes.iter().map(|cause| cause.text.as_str()).collect();
        text += &format!(
            "{}: {} {}\n",
            row.kept.id,
            words.plain("cli.causes"),
            causes.join("; ")
        );
    }
    text
}

fn state(face: &Face, row: &MeasurementView) -> String {
    if let Some(refused) = &row.refused {
        return refused.text.clone();
    }
    let key = match (row.kept_out, row.kept.confirmed) {
        (true, _) => "cli.kept_out",
        (false, true) => "cli.confirmed",
        (false, false) => "cli.counts",
    };
    face.words.plain(key)
}

const COLUMNS: [&str; 12] = [
    "id",
    "kind",
    "run",
    "measured",
    "predicted",
    "low",
    "high",
    "unit",
    "ratio",
    "measured_on",
    "kept_out",
    "file",
];

fn record(row: &MeasurementView) -> Vec<String> {
    vec![
        row.kept.id.to_string(),
        row.kind.clone(),
        row.title.clone(),
        row.measured.to_string(),
        cell(row.predicted),
        cell(row.low),
        cell(row.high),
        row.unit.clone(),
        cell(row.ratio),
        row.measured_on.clone(),
        row.kept_out.to_string(),
        row.kept.file.clone(),
    ]
}
