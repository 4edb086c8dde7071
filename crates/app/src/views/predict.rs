//! A file of measurements beside what is predicted for each row: the JSON of `tiaoka predict`.

use serde::Serialize;
use tiaoka_core::predict::Evidence;

use super::MessageView;

/// Every row of a file, and how good the predictions are.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PredictView {
    /// Version of this shape.
    pub schema: u32,
    /// The rows, in the order of the file.
    pub rows: Vec<PredictedRow>,
    /// Kinds of which the file has measured values, in the order of the kinds.
    pub accuracy: Vec<KindAccuracy>,
    /// What else is to be said of the file.
    pub notes: Vec<MessageView>,
}

/// A row as the file has it, with the prediction in its unit or the reason for none.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PredictedRow {
    /// Line of the file; the header is line 1.
    pub line: u64,
    /// Name of the row, or its line.
    pub id: String,
    /// Kind of prediction; `null` where the row cannot be read.
    pub kind: Option<String>,
    /// As in the file.
    pub task: String,
    /// As in the file.
    pub model: String,
    /// As in the file.
    pub gpu: String,
    /// As in the file; 1 where it says none.
    pub gpu_count: Option<u32>,
    /// As in the file.
    pub precision: String,
    /// As in the file.
    pub batch: Option<f64>,
    /// As in the file.
    pub seq: Option<f64>,
    /// As in the file.
    pub metric: String,
    /// The measured value.
    pub value: Option<f64>,
    /// Its unit, and that of the prediction.
    pub unit: String,
    /// As in the file.
    pub framework: String,
    /// As in the file.
    pub source: Option<String>,
    /// As in the file.
    pub year: Option<u32>,
    /// As in the file.
    pub note: String,
    /// The median.
    pub predicted: Option<f64>,
    /// Lower end of the 80 % interval.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
    /// How well it is grounded.
    pub evidence: Option<Evidence>,
    /// Why there is no prediction.
    pub refused: Option<MessageView>,
}

/// Accuracy of one kind; shares of one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KindAccuracy {
    /// Code of the kind.
    pub kind: String,
    /// The kind in words.
    pub kind_label: String,
    /// Rows with a measured value and a prediction.
    pub rows: u32,
    /// Median of |predicted − measured| ÷ measured.
    pub median_ape: f64,
    /// Its 90th percentile.
    pub p90_ape: f64,
    /// Rows with an error of at most a quarter.
    pub within_25: f64,
    /// Rows whose measured value lies inside the 80 % interval.
    pub in_80_interval: f64,
}
