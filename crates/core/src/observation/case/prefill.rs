//! Reading a prompt: time to the first token, or tokens of the prompt a second.

use super::inputs::Served;
use super::{Case, Estimate, unit_unknown};
use crate::model::ModelConstants;
use crate::observation::Observation;
use crate::predict::{Prefiller, Refusal, Rig};

struct PrefillCase {
    served: Served,
    requests: f64,
    in_ms: bool,
}

pub(super) fn prepare(
    row: &Observation,
    rig: &Rig,
    framework: &str,
) -> Result<(Box<dyn Case>, bool), Refusal> {
    let in_ms = match row.unit.as_str() {
        "ms" => true,
        "tokens/s" => false,
        _ => return Err(unit_unknown(row)),
    };
    let served = Served::of(row, rig, framework)?;
    let from_params = served.shape.from_params;
    let case = PrefillCase {
        requests: served.batch.unwrap_or(1.0),
        served,
        in_ms,
    };
    Ok((Box::new(case), from_params))
}

impl Case for PrefillCase {
    fn estimate(&self, constants: &ModelConstants) -> Result<Estimate, Refusal> {
        let prefiller = Prefiller::new(&self.served.setting(constants))?;
        let prompt = self.served.prompt;
        let seconds = prefiller.seconds(prompt, self.requests) + prefiller.overhead_s;
        let value = if self.in_ms {
            seconds * 1e3
        } else {
            self.requests * prompt / seconds
        };
        Ok(Estimate {
            value,
            assumed: prefiller.assumed,
        })
    }
}
