//! What both faces show: rows and cards, ready to print, the JSON of the terminal and of the window.
//!
//! Shapes of `tiaoka … --format json` are fixed by the command line's contract: fields are added,
//! never renamed. Amounts of money are decimal text. Unknown is `null`, never 0.

pub mod accuracy;
pub mod advice;
pub mod chart;
pub mod cost;
pub mod offers;
pub mod predict;
pub mod settings;
pub mod wizard;

use serde::Serialize;

/// An amount: `{"amount": "8.04", "currency": "CNY"}`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MoneyView {
    /// Decimal text.
    pub amount: String,
    /// ISO code.
    pub currency: String,
}

/// A figure with its 80 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct IntervalView {
    /// Lower end.
    pub low: f64,
    /// Median.
    pub mid: f64,
    /// Upper end.
    pub high: f64,
}

/// A fact in words, beside its code and figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MessageView {
    /// Code; stable.
    pub code: String,
    /// Figures by name, for programs.
    #[cfg_attr(feature = "bindings", ts(type = "Record<string, unknown>"))]
    pub params: serde_json::Map<String, serde_json::Value>,
    /// The sentence in the reader's language.
    pub text: String,
}

/// One line of a sum.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct StepView {
    /// Code; stable.
    pub code: String,
    /// What is added, in the reader's language.
    pub label: String,
    /// The formula with its figures, symbols only.
    pub formula: String,
    /// The summand.
    pub value: f64,
    /// Its unit: `gib`, `s`, `ms`.
    pub unit: String,
}
