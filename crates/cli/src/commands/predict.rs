//! `tiaoka predict`: a file of measurements beside what the model says of each row.

use std::path::Path;

use tiaoka_app::App;
use tiaoka_app::problem::Problem;
use tiaoka_app::views::predict::{KindAccuracy, PredictView, PredictedRow};
use tiaoka_app::wording::figures;
use tiaoka_core::observation::COLUMNS;

use super::prices::{name_of, read};
use super::{Answer, Face, cell, plans::dash};
use crate::args::Format;
use crate::sheet::{Head, Sheet, shortened};

/// Characters of a reason or a note that a table shows.
const REASON_MOST: usize = 70;

/// Predicts every row; the answer is "no" where none could be.
pub(crate) fn run(face: &Face, file: &Path) -> Result<Answer, Problem> {
    let view = App::predict_file(&name_of(file), &read(file)?, face.language)?;
    for note in &view.notes {
        face.note(&note.text);
    }
    let any = view.rows.iter().any(|row| row.predicted.is_some());
    let answer = match face.format {
        Format::Json => Answer::json(&view)?,
        Format::Csv => {
            for kind in &view.accuracy {
                face.note(&line_of(face, kind));
            }
            Answer::csv(
                &[&COLUMNS[..], &ADDED].concat(),
                view.rows.iter().map(record).collect(),
            )?
        }
        Format::Table => Answer::text(table(face, &view)),
    };
    Ok(answer.or_no(any))
}

fn table(face: &Face, view: &PredictView) -> String {
    let words = &face.words;
    let figure = |value: Option<f64>| value.map_or_else(dash, figures::three);
    let mut sheet = Sheet::new(vec![
        Head::Words(words.plain("cli.id")),
        Head::Words(words.plain("cli.kind_of")),
        Head::Words(words.plain("cli.run")),
        Head::Numbers(words.plain("cli.measured")),
        Head::Numbers(words.plain("cli.predicted")),
        Head::Words(words.plain("cli.interval")),
        Head::Words(words.plain("cli.unit")),
        Head::Words(words.plain("cli.evidence")),
    ]);
    for row in &view.rows {
        let name = if row.id.is_empty() {
            row.line.to_string()
        } else {
            row.id.clone()
        };
        let interval = match (row.low, row.high) {
            (Some(low), Some(high)) => format!("{}–{}", figures::three(low), figures::three(high)),
            _ => dash(),
        };
        let last = match (&row.evidence, &row.refused) {
            (Some(grade), _) => format!("{grade:?}"),
            (None, Some(why)) => shortened(&why.text, REASON_MOST),
            (None, None) => dash(),
        };
        sheet.row(vec![
            name,
            row.kind.clone().unwrap_or_else(dash),
            run_of(row),
            figure(row.value),
            figure(row.predicted),
            interval,
            row.unit.clone(),
            last,
        ]);
    }
    let mut text = sheet.text();
    if !view.accuracy.is_empty() {
        text += &format!(
            "\n{}\n{}",
            words.plain("cli.accuracy"),
            accuracy(face, view)
        );
    }
    text
}

/// `8 × H100-SXM-80GB · llama3-8b · vllm · fp8`.
fn run_of(row: &PredictedRow) -> String {
    let cards = match row.gpu_count {
        Some(count) if count > 1 => format!("{count} × {}", row.gpu),
        _ => row.gpu.clone(),
    };
    let parts = [&cards, &row.model, &row.framework, &row.precision];
    let parts: Vec<&str> = parts
        .into_iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(" · ")
}

fn accuracy(face: &Face, view: &PredictView) -> String {
    let words = &face.words;
    let mut sheet = Sheet::new(vec![
        Head::Words(words.plain("cli.kind_of")),
        Head::Numbers(words.plain("cli.rows")),
        Head::Numbers(words.plain("cli.median_error")),
        Head::Numbers(words.plain("cli.p90_error")),
        Head::Numbers(words.plain("cli.within_25")),
        Head::Numbers(words.plain("cli.in_interval")),
    ]);
    for kind in &view.accuracy {
        let mut cells = vec![kind.kind_label.clone(), kind.rows.to_string()];
        cells.extend(shares(kind));
        sheet.row(cells);
    }
    sheet.text()
}

fn shares(kind: &KindAccuracy) -> [String; 4] {
    [
        kind.median_ape,
        kind.p90_ape,
        kind.within_25,
        kind.in_80_interval,
    ]
    .map(|share| format!("{:.1}\u{a0}%", share * 100.0))
}

/// The accuracy of a kind as a line of its own, where standard output holds rows only.
fn line_of(face: &Face, kind: &KindAccuracy) -> String {
    let [median, p90, within, inside] = shares(kind);
    let rows = kind.rows.to_string();
    let values = [
        ("kind", kind.kind_label.as_str()),
        ("rows", &rows),
        ("median", &median),
        ("p90", &p90),
        ("within", &within),
        ("inside", &inside),
    ];
    face.words.fill("cli.accuracy_line", &values)
}

/// What is added behind the columns of the file.
const ADDED: [&str; 5] = ["predicted", "low", "high", "evidence", "refused"];

fn record(row: &PredictedRow) -> Vec<String> {
    vec![
        if row.id.is_empty() {
            row.line.to_string()
        } else {
            row.id.clone()
        },
        row.task.clone(),
        row.model.clone(),
        row.gpu.clone(),
        cell(row.gpu_count),
        row.precision.clone(),
        cell(row.batch),
        cell(row.seq),
        row.metric.clone(),
        cell(row.value),
        row.unit.clone(),
        row.framework.clone(),
        cell(row.source.as_ref()),
        cell(row.year),
        row.note.clone(),
        cell(row.predicted),
        cell(row.low),
        cell(row.high),
        row.evidence
            .map(|grade| format!("{grade:?}"))
            .unwrap_or_default(),
        row.refused
            .as_ref()
            .map(|why| why.text.clone())
            .unwrap_or_default(),
    ]
}
