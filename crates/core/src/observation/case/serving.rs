//! Throughput of a loaded server, all cards together.

use super::inputs::Served;
use super::{Case, Estimate, unit_unknown};
use crate::model::ModelConstants;
use crate::observation::Observation;
use crate::predict::{Engine, GIB, Refusal, Rig, server_capacity};

struct ServingCase {
    served: Served,
}

pub(super) fn prepare(
    row: &Observation,
    rig: &Rig,
    framework: &str,
) -> Result<(Box<dyn Case>, bool), Refusal> {
    if row.unit != "tokens/s" {
        return Err(unit_unknown(row));
    }
    let served = Served::of(row, rig, framework)?;
    let from_params = served.shape.from_params;
    Ok((Box::new(ServingCase { served }), from_params))
}

impl Case for ServingCase {
    fn estimate(&self, constants: &ModelConstants) -> Result<Estimate, Refusal> {
        let served = &self.served;
        let setting = served.setting(constants);
        let engine = Engine::new(&setting)?;
        let requests = served.batch.unwrap_or_else(|| {
            let limit = setting.quantity("bmax").ln.exp();
            let room = room(served);
            (room.powi(-3) + limit.powi(-3)).cbrt().recip()
        });
        // A row that states no answer counts the tokens of one step.
        let answer = served.answer.max(1.0);
        Ok(Estimate {
            value: engine.output_rate(requests, served.prompt, answer),
            assumed: engine.decoder.assumed,
        })
    }
}

/// Requests that the cache of all cards holds; one where it would hold none, since the row ran.
fn room(served: &Served) -> f64 {
    let kappa = served.shape.kv_bytes(served.kv_value_bytes);
    let weights = served.format.weight_bytes(&served.shape);
    let rig = &served.rig;
    let tokens = server_capacity(weights, kappa, rig.usable_gib * GIB, f64::from(rig.count));
    (tokens / (served.prompt + served.answer / 2.0)).max(1.0)
}
