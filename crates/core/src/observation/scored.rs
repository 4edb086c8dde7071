//! Published rows beside what was predicted for them while they were not fitted.
//!
//! `data/accuracy.csv` is written by the refit, one line a scored row:
//! `id,known,known_sigma,known_evidence,left_out,left_out_sigma,left_out_evidence`. *Known*: the row was
//! held back while other rows of its source were fitted; empty for rows that were not. *Left out*: its
//! whole source was kept from the fit. Values are in the row's unit, σ is of the logarithm.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::{Observation, Point, Predicted, shipped};
use crate::predict::{Evidence, Kind};

/// Which of two predictions of a row is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Split {
    /// The row was held back, its source was not.
    Known,
    /// Its whole source was left out.
    LeftOut,
}

/// A published row with its predictions.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// The row.
    pub row: &'static Observation,
    /// Predicted by constants that knew its source.
    pub known: Option<Predicted>,
    /// Predicted by constants that did not.
    pub left_out: Option<Predicted>,
}

impl Scored {
    /// The prediction of one split.
    pub fn predicted(&self, split: Split) -> Option<Predicted> {
        match split {
            Split::Known => self.known,
            Split::LeftOut => self.left_out,
        }
    }

    /// Measured and predicted; `None` where the split has no prediction of this row.
    pub fn point(&self, split: Split) -> Option<Point> {
        Some(Point {
            kind: self.row.kind(),
            measured: self.row.value?,
            predicted: self.predicted(split)?,
        })
    }

    /// Its kind of prediction.
    pub fn kind(&self) -> Kind {
        self.row.kind()
    }
}

#[derive(Debug, Deserialize)]
struct Line {
    id: String,
    known: Option<f64>,
    known_sigma: Option<f64>,
    known_evidence: Option<String>,
    left_out: Option<f64>,
    left_out_sigma: Option<f64>,
    left_out_evidence: Option<String>,
}

/// Every scored row, in the order of the file; read once.
pub fn scored() -> &'static [Scored] {
    static ROWS: OnceLock<Vec<Scored>> = OnceLock::new();
    ROWS.get_or_init(|| read(include_str!("../../data/accuracy.csv"), shipped()))
}

/// Lines whose row is not there are left out.
fn read(text: &str, rows: &'static [Observation]) -> Vec<Scored> {
    let by_id: HashMap<&str, &'static Observation> =
        rows.iter().map(|row| (row.id.as_str(), row)).collect();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let lines = reader.deserialize().filter_map(Result::ok);
    lines
        .filter_map(|line: Line| {
            Some(Scored {
                row: by_id.get(line.id.as_str())?,
                known: predicted(line.known, line.known_sigma, line.known_evidence.as_deref()),
                left_out: predicted(
                    line.left_out,
                    line.left_out_sigma,
                    line.left_out_evidence.as_deref(),
                ),
            })
        })
        .collect()
}

fn predicted(value: Option<f64>, sigma: Option<f64>, grade: Option<&str>) -> Option<Predicted> {
    let evidence = match grade? {
        "A" => Evidence::A,
        "B" => Evidence::B,
        _ => Evidence::C,
    };
    Some(Predicted::new(value?, sigma?, evidence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_shipped_file_belongs_to_a_row_that_is_scored() {
        let text = include_str!("../../data/accuracy.csv");
        assert_eq!(scored().len(), text.lines().count() - 1);
        for scored in scored() {
            assert!(
                !scored.row.is_flagged() && scored.row.value.is_some(),
                "{}",
                scored.row.id
            );
        }
    }

    #[test]
    fn a_line_gives_both_predictions_with_their_intervals() {
        let text = "id,known,known_sigma,known_evidence,left_out,left_out_sigma,left_out_evidence\n\
                    m0002,,,,150,0.2,B\nnobody,1,0.1,A,1,0.1,A\n";
        let lines = read(text, shipped());
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].known, None);
        let point = lines[0].point(Split::LeftOut).unwrap();
        assert_eq!((point.measured, point.predicted.value), (146.0, 150.0));
        assert!((point.predicted.high - 150.0 * (1.2816_f64 * 0.2).exp()).abs() < 1e-9);
    }
}
