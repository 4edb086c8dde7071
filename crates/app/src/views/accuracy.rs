//! How good predictions are: errors by kind, the rows behind them, own measurements, checked claims.

use serde::Serialize;

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
