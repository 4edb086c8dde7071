//! How good predictions are: errors by kind, the rows behind them, own measurements, checked claims.

use serde::{Deserialize, Serialize};

use super::MessageView;
use super::chart::ChartView;

/// Figures of articles, checked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ClaimsView {
    /// Version of this shape.
    pub schema: u32,
    /// The claims.
    pub claims: Vec<ClaimView>,
}

/// A figure that an article states, and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ClaimView {
    /// Code; stable.
    pub id: String,
    /// Who states it.
    pub article: String,
    /// What is stated.
    pub claim: String,
    /// What the check found, in words.
    pub check: String,
    /// The sums of the check, in symbols.
    pub sums: Vec<String>,
    /// Code of the verdict.
    pub verdict: String,
    /// The verdict in words.
    pub verdict_text: String,
    /// Code of what follows.
    pub consequence: String,
    /// What follows, in words.
    pub consequence_text: String,
}

/// How good predictions are, kind by kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct AccuracyView {
    /// Version of this shape.
    pub schema: u32,
    /// Published measurements that ship with the program.
    pub rows: u32,
    /// Repositories and publishers they come from.
    pub sources: u32,
    /// Of these rows, held back while the rest of their source was fitted.
    pub held_back: u32,
    /// Predicted by constants that never saw their source.
    pub left_out: u32,
    /// Every kind, in a fixed order.
    pub kinds: Vec<KindView>,
    /// Where the model is weak, the worst first.
    pub weak: Vec<MessageView>,
}

/// One kind of prediction.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct KindView {
    /// `train_llm`, `decode`, …
    pub kind: String,
    /// In words.
    pub label: String,
    /// Rows held back inside known sources; `null` without rows.
    pub known: Option<ErrorsView>,
    /// Rows of sources that were left out.
    pub left_out: Option<ErrorsView>,
    /// The user's own measurements.
    pub own: Option<ErrorsView>,
    /// Simple methods on the same rows.
    pub methods: Vec<MethodView>,
}

/// Errors of one kind; shares of one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ErrorsView {
    /// Rows.
    pub rows: u32,
    /// Median of the relative error.
    pub median_ape: f64,
    /// The 90th percentile.
    pub p90_ape: f64,
    /// Rows with an error of at most a quarter.
    pub within_25: f64,
    /// Rows inside the 80 % interval.
    pub in_80_interval: f64,
    /// One in ten is off by more than two fifths.
    pub weak: bool,
}

/// A simple method beside the model.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MethodView {
    /// `bandwidth`, `flops`, `fixed_share`, `fixed_bandwidth`.
    pub code: String,
    /// In words.
    pub label: String,
    /// Held-back rows that it can answer; `null` without one.
    pub known: Option<MethodErrors>,
    /// The same on left-out sources.
    pub left_out: Option<MethodErrors>,
}

/// A simple method and the model on exactly the rows that the method can answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MethodErrors {
    /// Rows.
    pub rows: u32,
    /// Median error of the method.
    pub median_ape: f64,
    /// Median error of the model.
    pub model_ape: f64,
}

/// Predicted against measured, drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ScatterView {
    /// The picture, with one mark a row. A label has three lines: what ran, its figures, the verdict.
    pub chart: ChartView,
    /// Beside each mark, in the same order.
    pub points: Vec<PointView>,
}

/// What a mark of the scatter leads to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PointView {
    /// Who measured it, as the data says; empty for the user's own.
    pub source: String,
    /// A page of it; `null` where the source has none.
    pub url: Option<String>,
    /// The measured value lies outside the 80 % interval.
    pub outside: bool,
}

/// The user's own measurements.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MeasurementsView {
    /// Version of this shape.
    pub schema: u32,
    /// The rows, in the order they came.
    pub rows: Vec<MeasurementView>,
}

/// A row of the user's own, beside what the model says of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MeasurementView {
    /// `train_llm`, `decode`, …
    pub kind: String,
    /// In words.
    pub kind_label: String,
    /// What ran: card, model, framework.
    pub title: String,
    /// What was measured, in `unit`.
    pub measured: f64,
    /// Its unit.
    pub unit: String,
    /// What is predicted without own measurements; `null` where the model says nothing.
    pub predicted: Option<f64>,
    /// Its 80 % interval.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
    /// Measured over predicted.
    pub ratio: Option<f64>,
    /// More than three times off and not confirmed: it corrects nothing.
    pub kept_out: bool,
    /// What usually is the cause where it is that far off.
    pub causes: Vec<MessageView>,
    /// Why the model says nothing of it.
    pub refused: Option<MessageView>,
    /// The day it counts from.
    pub measured_on: String,
    /// What is needed to have it back after it was deleted.
    pub kept: KeptRow,
}

/// A row as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct KeptRow {
    /// Its number.
    pub id: u32,
    /// The row as CSV, in the columns of an exported file.
    pub line: String,
    /// The file it came from.
    pub file: String,
    /// When, RFC 3339 UTC.
    pub imported_at: String,
    /// The user has said that a figure far off is right.
    pub confirmed: bool,
}

/// What an import of measurements did.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MeasurementsOutcome {
    /// Version of this shape.
    pub schema: u32,
    /// Rows taken.
    pub imported: u32,
    /// Rows that were there already.
    pub known: u32,
    /// Rows refused; 0 unless partial.
    pub refused: u32,
    /// Rows taken that are more than three times off and wait to be confirmed.
    pub kept_out: u32,
    /// One message a refused row: line, column, remedy.
    pub notes: Vec<MessageView>,
}
