//! The measured rows, each ready to be predicted again and again.

use tiaoka_core::model::ModelConstants;
use tiaoka_core::observation::{Observation, Prepared, shipped};
use tiaoka_core::predict::Kind;

/// A scored row: it has a value, no flag, and the engine has an answer for it.
pub(crate) struct Row {
    pub(crate) seen: &'static Observation,
    pub(crate) case: Prepared,
    /// Repository or publisher.
    pub(crate) source: String,
    /// The measured value, in the row's unit.
    pub(crate) measured: f64,
    /// From `published.csv`, not from the later sources.
    pub(crate) is_first_collection: bool,
}

impl Row {
    /// Repository or publisher.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// Id of the card.
    pub(crate) fn card(&self) -> &str {
        &self.case.rig.card.id.0
    }

    /// ln(predicted ÷ measured); `None` where these constants have no answer.
    pub(crate) fn residual(&self, constants: &ModelConstants) -> Option<f64> {
        let predicted = self.case.value(constants).ok()?;
        let ln = (predicted / self.measured).ln();
        ln.is_finite().then_some(ln)
    }
}

/// Rows that are scored, and those that are not with the reason.
#[derive(Default)]
pub(crate) struct Rows {
    pub(crate) scored: Vec<Row>,
    pub(crate) refused: Vec<(&'static Observation, String)>,
}

/// Every shipped row of these kinds.
pub(crate) fn load(kinds: &[Kind], constants: &ModelConstants) -> Rows {
    let mut rows = Rows::default();
    for seen in shipped() {
        let Some(measured) = seen.value else { continue };
        if seen.is_flagged() || !kinds.contains(&seen.kind()) {
            continue;
        }
        let case = Prepared::of(seen).and_then(|case| {
            case.value(constants)?;
            Ok(case)
        });
        match case {
            Ok(case) => rows.scored.push(Row {
                source: seen.source_name().unwrap_or_default(),
                is_first_collection: seen.id.starts_with('m'),
                seen,
                case,
                measured,
            }),
            Err(refusal) => {
                let params = refusal.reason.params.values();
                let figures: Vec<String> = params.map(|value| format!("{value:?}")).collect();
                let reason = format!("{} {}", refusal.reason.code, figures.join(" "));
                rows.refused.push((seen, reason));
            }
        }
    }
    rows
}
