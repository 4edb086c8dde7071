//! Use case: a file of measurements beside what the model predicts for each row, and how good that is.

use tiaoka_core::message::Message;
use tiaoka_core::model::constants;
use tiaoka_core::observation::{
    self, Accuracy, Observation, Point, Problem as RowProblem, accuracy, predict_row,
};

use super::{SCHEMA, problems, readable};
use crate::app::App;
use crate::problem::{Code, Problem};
use crate::views::MessageView;
use crate::views::predict::{KindAccuracy, PredictView, PredictedRow};
use crate::wording::{Language, Wording};

impl App {
    /// What the model predicts for each row of a file in the form of the published measurements, `name`
    /// being the file. Needs no data.
    ///
    /// A row that cannot be read or predicted is refused with its reason, and the others are not the
    /// worse for it. A file that holds no such rows is a problem.
    pub fn predict_file(
        name: &str,
        bytes: &[u8],
        language: Language,
    ) -> Result<PredictView, Problem> {
        let wording = Wording::of(language);
        let decoded = readable(name, bytes)?;
        let read = observation::read(decoded.text.as_bytes());
        if let Some(whole) = read
            .problems
            .iter()
            .find(|found| problems::is_of_the_file(found))
        {
            return Err(Problem {
                notes: vec![problems::message(name, whole)],
                ..Problem::new(Code::MeasurementsUnreadable).with("file", name)
            });
        }
        let mut points = Vec::new();
        let mut rows = Vec::new();
        for (row, line) in read.rows.iter().zip(&read.lines) {
            rows.push(predicted(row, *line, &wording, &mut points));
        }
        for found in &read.problems {
            rows.push(unreadable(name, found, &wording));
        }
        rows.sort_by_key(|row| row.line);
        let kinds = accuracy(&points).into_iter();
        Ok(PredictView {
            schema: SCHEMA,
            rows,
            accuracy: kinds.map(|line| of_kind(line, &wording)).collect(),
            notes: decoded.note.iter().map(|note| wording.view(note)).collect(),
        })
    }
}

/// A row with its prediction; where it has a value that counts, also a point of its kind.
fn predicted(
    row: &Observation,
    line: u64,
    wording: &Wording,
    points: &mut Vec<Point>,
) -> PredictedRow {
    let answer = predict_row(row, constants());
    if let (Ok(predicted), Some(measured), false) = (&answer, row.value, row.is_flagged()) {
        points.push(Point {
            kind: row.kind(),
            measured,
            predicted: *predicted,
        });
    }
    let of = |figure: fn(&observation::Predicted) -> f64| answer.as_ref().ok().map(figure);
    PredictedRow {
        line,
        id: row.id.clone(),
        kind: Some(row.kind().key().to_owned()),
        task: row.task.name().to_owned(),
        model: row.model.clone(),
        gpu: row.gpu.clone(),
        gpu_count: Some(row.gpu_count),
        precision: row.precision.clone(),
        batch: row.batch,
        seq: row.seq,
        metric: row.metric.clone(),
        value: row.value,
        unit: row.unit.clone(),
        framework: row.framework.clone(),
        source: row.source.clone(),
        year: row.year,
        note: row.note.text().to_owned(),
        predicted: of(|found| found.value),
        low: of(|found| found.low),
        high: of(|found| found.high),
        evidence: answer.as_ref().ok().map(|found| found.evidence),
        refused: refusal(
            answer.as_ref().err().map(|refusal| &refusal.reason),
            wording,
        ),
    }
}

fn refusal(reason: Option<&Message>, wording: &Wording) -> Option<MessageView> {
    reason.map(|reason| wording.view(reason))
}

/// A row of which only the line is known.
fn unreadable(name: &str, found: &RowProblem, wording: &Wording) -> PredictedRow {
    let line = match found {
        RowProblem::NotCsv { line } | RowProblem::Cell { line, .. } => *line,
        RowProblem::Empty | RowProblem::ColumnsMissing { .. } => 1,
    };
    PredictedRow {
        line,
        refused: refusal(Some(&problems::message(name, found)), wording),
        ..PredictedRow::default()
    }
}

fn of_kind(line: Accuracy, wording: &Wording) -> KindAccuracy {
    KindAccuracy {
        kind: line.kind.key().to_owned(),
        kind_label: wording.plain(&format!("kind.{}", line.kind.key())),
        rows: u32::try_from(line.rows).unwrap_or(u32::MAX),
        median_ape: line.median_ape,
        p90_ape: line.p90_ape,
        within_25: line.within_25,
        in_80_interval: line.in_80_interval,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str =
        "id,task,model,gpu,gpu_count,precision,batch,seq,metric,value,unit,framework,note\n";
    const DECODE: &str =
        "a,decode,llama3-8b,RTX4090,1,f16,1,1024,throughput,54.3,tokens/s,llama.cpp,\n";

    fn view(text: &str) -> PredictView {
        App::predict_file("rows.csv", text.as_bytes(), Language::En).unwrap()
    }

    #[test]
    fn a_row_with_a_value_is_predicted_and_scored() {
        let found = view(&format!("{HEAD}{DECODE}"));
        let row = &found.rows[0];
        let (low, mid, high) = (row.low.unwrap(), row.predicted.unwrap(), row.high.unwrap());
        assert!(low < mid && mid < high && row.refused.is_none());
        assert_eq!((found.accuracy.len(), found.accuracy[0].rows), (1, 1));
        assert_eq!(found.accuracy[0].kind, "decode");
        // One row: median and 90th percentile are its error.
        assert!((found.accuracy[0].median_ape - (mid / 54.3 - 1.0).abs()).abs() < 1e-12);
    }

    #[test]
    fn a_row_without_a_value_is_predicted_and_one_with_a_flag_is_not_scored() {
        let asked = DECODE.replace("54.3", "");
        let doubted = DECODE.replace("llama.cpp,", "llama.cpp,flag=odd");
        let found = view(&format!("{HEAD}{asked}{doubted}"));
        assert!(found.rows.iter().all(|row| row.predicted.is_some()));
        assert_eq!(found.accuracy, []);
    }

    #[test]
    fn what_cannot_be_predicted_or_read_is_refused_in_its_place() {
        let unknown = DECODE.replace("RTX4090", "H900");
        let broken = DECODE.replace("decode", "dance");
        let found = view(&format!("{HEAD}{unknown}{broken}{DECODE}"));
        let codes: Vec<_> = found
            .rows
            .iter()
            .map(|row| row.refused.as_ref().map(|why| why.code.as_str()))
            .collect();
        assert_eq!(codes, [Some("card_unknown"), Some("rows_cell_task"), None]);
        assert_eq!(found.rows[1].line, 3);
    }

    #[test]
    fn a_file_of_something_else_says_what_it_lacks() {
        let problem = App::predict_file("prices.csv", b"provider,price\nx,3\n", Language::En);
        let problem = problem.unwrap_err();
        assert_eq!(problem.code, Code::MeasurementsUnreadable);
        assert_eq!(problem.notes[0].code, "rows_columns_missing");
    }
}
