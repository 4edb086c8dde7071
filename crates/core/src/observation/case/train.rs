//! Training of transformers: tokens a second.

use super::inputs::shape_of;
use super::{Case, Estimate, about, unit_unknown};
use crate::model::{ModelConstants, ModelShape};
use crate::observation::Observation;
use crate::predict::{Arithmetic, Refusal, Rig, TrainStep};
use crate::workload::Method;

/// Tokens of a sequence where the row states none.
const SEQUENCE: f64 = 2048.0;
/// Micro-batch where the row states none.
const MICRO_BATCH: f64 = 4.0;

struct TrainCase {
    shape: ModelShape,
    rig: Rig,
    framework: String,
    method: Method,
    arithmetic: Arithmetic,
    recomputed: f64,
    compiled: bool,
    micro_batch: f64,
    sequence: f64,
    sharded: bool,
    /// What the seconds of one token of one device are turned into: units of the row a token.
    rate_of_token: f64,
}

/// How a row's `method` begins.
pub(super) fn method_of(row: &Observation) -> Method {
    match row.note.get("method") {
        Some(method) if method.starts_with("qlora") => Method::Qlora,
        Some(method) if method.starts_with("lora") => Method::Lora,
        _ => Method::Full,
    }
}

pub(super) fn prepare(
    row: &Observation,
    rig: &Rig,
    framework: &str,
) -> Result<(Box<dyn Case>, bool), Refusal> {
    let shape = shape_of(row)?;
    let from_params = shape.from_params;
    let sequence = row.seq.unwrap_or(SEQUENCE);
    let devices = f64::from(rig.count);
    let rate_of_token = match row.unit.as_str() {
        "tokens/s/gpu" => 1.0,
        "tokens/s" => devices,
        "sequences/s" | "samples/s" => devices / sequence,
        _ => return Err(unit_unknown(row)),
    };
    let arithmetic = Arithmetic::by_name(super::precision_key(&row.precision))
        .ok_or_else(|| about("row_precision_unknown", "precision", &row.precision))?;
    let method = method_of(row);
    let shares = method == Method::Full || row.note.get("method") == Some("lora-zero3");
    let case = TrainCase {
        method,
        arithmetic,
        recomputed: recomputed(row, framework),
        compiled: row.note.is_on("compile"),
        micro_batch: row.note.number("mbs").unwrap_or(MICRO_BATCH),
        sequence,
        sharded: shares && rig.count > 1,
        rate_of_token,
        framework: framework.to_owned(),
        rig: rig.clone(),
        shape,
    };
    Ok((Box::new(case), from_params))
}

/// Share of a forward pass that is done again.
fn recomputed(row: &Observation, framework: &str) -> f64 {
    match row.note.get("ckpt") {
        Some("none") => 0.0,
        Some("selective") => 0.15,
        Some("full") => 1.0,
        Some(_) => 0.5,
        None if framework == "hf-trainer+deepspeed" => 1.0,
        None => 0.0,
    }
}

impl Case for TrainCase {
    fn estimate(&self, constants: &ModelConstants) -> Result<Estimate, Refusal> {
        let step = TrainStep {
            shape: &self.shape,
            method: self.method,
            arithmetic: self.arithmetic,
            recomputed: self.recomputed,
            framework: &self.framework,
            compiled: self.compiled,
            micro_batch: self.micro_batch,
            sequence: self.sequence,
            sharded: self.sharded,
        };
        let time = step.token_time(&self.rig, constants)?;
        Ok(Estimate {
            value: self.rate_of_token / time.total(),
            assumed: time.assumed,
        })
    }
}
