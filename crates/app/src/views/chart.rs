//! A drawn chart: its picture, its marks, its words and its table.

use serde::{Deserialize, Serialize};

/// How a chart is to be drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ChartSize {
    /// CSS pixels.
    pub width: u32,
    /// CSS pixels.
    pub height: u32,
    /// `light` or `dark`.
    pub theme: String,
}

/// A chart, drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ChartView {
    /// The picture, to be put inline.
    pub svg: String,
    /// What can be hovered and focused, in data order.
    pub marks: Vec<Mark>,
    /// What it shows, in one or two sentences.
    pub summary: String,
    /// Head of the table of the same figures.
    pub columns: Vec<String>,
    /// Its rows, in the order of the marks.
    pub rows: Vec<Vec<String>>,
}

/// A point drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Mark {
    /// `ChoiceView::id` of its plan.
    pub key: String,
    /// Pixels from the left.
    pub x: f64,
    /// Pixels from the top.
    pub y: f64,
    /// What it stands for, with its figures.
    pub label: String,
}
