//! A row with everything found that does not depend on the constants.

use super::case::{self, Case};
use super::{Observation, Predicted};
use crate::gpu::{GpuName, published};
use crate::message::{Message, Param};
use crate::model::ModelConstants;
use crate::predict::{Evidence, Kind, Refusal, Rig, card};

/// A row ready to be predicted, once or, while constants are fitted, thousands of times.
pub struct Prepared {
    /// Kind of prediction.
    pub kind: Kind,
    /// The machine.
    pub rig: Rig,
    /// Framework by its name in the constants.
    pub framework: String,
    /// Precision as the lists of measured rows name it: `16`, `awq-int4`.
    pub precision: String,
    /// The model is known by its size only.
    pub from_params: bool,
    case: Box<dyn Case>,
}

impl Prepared {
    /// Finds card, model and formats of a row; refused where one of them is unknown.
    pub fn of(row: &Observation) -> Result<Prepared, Refusal> {
        let rig = rig_of(row)?;
        let framework = case::framework_of(row).to_owned();
        let (case, from_params) = case::prepare(row, &rig, &framework)?;
        Ok(Prepared {
            kind: row.kind(),
            rig,
            framework,
            precision: case::precision_key(&row.precision).to_owned(),
            from_params,
            case,
        })
    }

    /// The median in the row's unit, without an interval.
    pub fn value(&self, constants: &ModelConstants) -> Result<f64, Refusal> {
        Ok(self.case.estimate(constants)?.value)
    }

    /// How well a prediction of this row would be grounded.
    pub fn evidence(&self, constants: &ModelConstants, assumed: bool) -> Evidence {
        if assumed {
            Evidence::C
        } else {
            self.kind
                .grade(constants, &self.rig, &self.framework, &self.precision)
        }
    }

    /// The prediction with its interval.
    pub fn predict(&self, constants: &ModelConstants) -> Result<Predicted, Refusal> {
        let estimate = self.case.estimate(constants)?;
        let evidence = self.evidence(constants, estimate.assumed);
        let sigma = self.kind.sigma(evidence, self.from_params);
        Ok(Predicted::new(estimate.value, sigma, evidence))
    }
}

/// The cards of a row, in hosts of eight. Of several cards that a name may mean, the first.
fn rig_of(row: &Observation) -> Result<Rig, Refusal> {
    let about = |code| Refusal::new(Message::new(code).with("card", Param::Text(row.gpu.clone())));
    let id = match published(&row.gpu) {
        GpuName::Known(id) => id,
        GpuName::OneOf(ids) => ids
            .into_iter()
            .next()
            .ok_or_else(|| about("card_unknown"))?,
        GpuName::Unknown(_) => return Err(about("card_unknown")),
    };
    let card = card(&id).ok_or_else(|| about("card_unknown"))?;
    if card.is_nvidia() && card.arch.is_none() {
        return Err(about("card_generation_unknown"));
    }
    Rig::of_card(card, row.gpu_count).ok_or_else(|| about("card_memory_unknown"))
}
