//! Throughput of a loaded server, all cards together.

use super::inputs::Served;
use super::{Case, Estimate, unit_unknown};
use crate::model::ModelConstants;
use crate::observation::Observation;
use crate::predict::{Engine, GIB, Refusal, Rig, server_capacity};

struct ServingCase {
    served: Served,
    /// Cards of one copy, each way that the row leaves open.
    degrees: Vec<u32>,
}

pub(super) fn prepare(
    row: &Observation,
    rig: &Rig,
    framework: &str,
) -> Result<(Box<dyn Case>, bool), Refusal> {
    if row.unit != "tokens/s" {
        return Err(unit_unknown(row));
    }
    let mut served = Served::of(row, rig, framework)?;
    served.batch = served.batch.filter(|requests| *requests > 0.0);
    let from_params = served.shape.from_params;
    // A fully loaded machine whose layout is not stated ran in the best one (guard G3).
    let open = served.batch.is_none() && row.note.get("parallel").is_none();
    let degrees = (1..=rig.count).filter(|degree| rig.count.is_multiple_of(*degree));
    let degrees =
        degrees.filter(|degree| *degree == rig.count || open && holds_one(&served, *degree));
    let degrees = degrees.collect();
    Ok((Box::new(ServingCase { served, degrees }), from_params))
}

impl Case for ServingCase {
    fn estimate(&self, constants: &ModelConstants) -> Result<Estimate, Refusal> {
        let mut best = Estimate {
            value: 0.0,
            assumed: false,
        };
        for degree in &self.degrees {
            let (value, assumed) = self.rate(*degree, constants)?;
            let all = value * f64::from(self.served.rig.count / degree);
            if all > best.value {
                best = Estimate {
                    value: all,
                    assumed,
                };
            }
        }
        Ok(best)
    }
}

impl ServingCase {
    /// Tokens a second of one copy on so many cards.
    fn rate(&self, degree: u32, constants: &ModelConstants) -> Result<(f64, bool), Refusal> {
        let served = &self.served;
        let engine = Engine::new(&served.setting_of(f64::from(degree), constants))?;
        let requests = served.batch.unwrap_or_else(|| {
            let limit = constants.correction("inflight").exp();
            let room =
                (room_tokens(served, degree) / (served.prompt + served.answer / 2.0)).max(1.0);
            (room.powi(-3) + limit.powi(-3)).cbrt().recip()
        });
        // A row that states no answer counts the tokens of one step.
        let answer = served.answer.max(1.0);
        Ok((
            engine.output_rate(requests, served.prompt, answer),
            engine.decoder.assumed,
        ))
    }
}

/// A copy on so many cards has room for a request.
fn holds_one(served: &Served, degree: u32) -> bool {
    room_tokens(served, degree) >= served.prompt + served.answer
}

/// Tokens that the cache of so many cards holds; negative where the weights do not fit.
fn room_tokens(served: &Served, degree: u32) -> f64 {
    let kappa = served.shape.kv_bytes(served.kv_value_bytes);
    let weights = served.format.weight_bytes(&served.shape);
    server_capacity(
        weights,
        kappa,
        served.rig.usable_gib * GIB,
        f64::from(degree),
    )
}
