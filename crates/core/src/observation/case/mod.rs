//! From a row to the inputs of the formulas (workload model, section 8.1): one file a kind.

mod decode;
mod diffusion;
mod inputs;
mod memory;
mod prefill;
mod samples;
#[cfg(test)]
mod samples_tests;
mod serving;
mod train;
mod vision;

use super::Observation;
use crate::message::{Message, Param};
use crate::model::ModelConstants;
use crate::predict::{Kind, Refusal, Rig, recognise};

/// What the formulas say of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// In the row's unit.
    pub value: f64,
    /// A fall-back stands in for a constant nobody measured.
    pub assumed: bool,
}

/// A row's inputs, found.
pub trait Case: Send + Sync {
    /// What the formulas say with these constants.
    fn estimate(&self, constants: &ModelConstants) -> Result<Estimate, Refusal>;
}

/// A row's case, and whether its model is known by its size only.
pub(super) fn prepare(
    row: &Observation,
    rig: &Rig,
    framework: &str,
) -> Result<(Box<dyn Case>, bool), Refusal> {
    if is_no_rate(&row.metric) {
        return Err(about("row_metric_not_predicted", "metric", &row.metric));
    }
    match row.kind() {
        Kind::TrainLlm => train::prepare(row, rig, framework),
        Kind::TrainCnnBert | Kind::InferCnnBert => vision::prepare(row, rig, framework),
        Kind::Decode => decode::prepare(row, rig, framework),
        Kind::Prefill => prefill::prepare(row, rig, framework),
        Kind::Serving => serving::prepare(row, rig, framework),
        Kind::Diffusion => diffusion::prepare(row, rig, framework),
        Kind::MemoryInfer => memory::prepare_infer(row, rig, framework),
        Kind::MemoryTrain => memory::prepare_train(row, rig, framework),
    }
}

/// Ratios, and times that hold more than the work, are not predicted (section 8.1).
fn is_no_rate(metric: &str) -> bool {
    metric.starts_with("speedup_") || matches!(metric, "latency" | "seconds_per_image")
}

/// The framework by its name in the constants: builds of llama.cpp that were measured over several
/// servers, and a user's own, have flash attention.
pub(super) fn framework_of(row: &Observation) -> &str {
    let newer = row.note.get("servers").is_some() || row.source.is_none();
    let served = matches!(row.kind(), Kind::Decode | Kind::Prefill | Kind::Serving);
    let name = match row.framework.as_str() {
        framework if served => recognise(framework).0,
        framework => framework,
    };
    match name {
        "llama.cpp" if newer => "llama.cpp-fa",
        name => name,
    }
}

/// The precision by its name in the constants: one key for every 16-bit format, one for FP32 and TF32.
pub(super) fn precision_key(precision: &str) -> &str {
    match precision {
        "bf16" | "f16" | "fp16" | "fp16-amp" | "bf16-amp" => "16",
        "fp32/tf32" | "fp32" | "tf32" => "32",
        other => other,
    }
}

fn about(code: &'static str, name: &'static str, text: &str) -> Refusal {
    Refusal::new(Message::new(code).with(name, Param::Text(text.to_owned())))
}

/// The row's unit is none of those its kind is predicted in.
fn unit_unknown(row: &Observation) -> Refusal {
    about("row_unit_unknown", "unit", &row.unit)
}
