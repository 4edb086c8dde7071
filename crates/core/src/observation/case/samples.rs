//! What rows of CNN, BERT and diffusion have in common.

use super::about;
use crate::model::SampleModel;
use crate::observation::{Observation, Task};
use crate::predict::{Refusal, Stack};
use crate::workload::SamplePrecision;

/// The model of a row that is counted in samples.
pub(super) fn model_of(row: &Observation) -> Result<SampleModel, Refusal> {
    SampleModel::named(&row.model).ok_or_else(|| about("row_model_unknown", "model", &row.model))
}

/// The arithmetic of a row. What is called fp32 runs on TF32 where the card has it: frameworks do so
/// unless they are told otherwise.
pub(super) fn precision_of(row: &Observation) -> Result<SamplePrecision, Refusal> {
    match row.precision.to_lowercase().as_str() {
        "fp16-amp" | "bf16-amp" | "fp16" | "f16" | "bf16" | "amp" | "mixed" | "fp16/bf16" => {
            Ok(SamplePrecision::Half)
        }
        "fp32/tf32" | "fp32" | "tf32" | "f32" => Ok(SamplePrecision::Tf32),
        "fp8" | "fp8-e4m3" => Ok(SamplePrecision::Fp8),
        "int8" | "w8a8" => Ok(SamplePrecision::Int8),
        _ => Err(about("row_precision_unknown", "precision", &row.precision)),
    }
}

/// A submission to MLPerf, whose software is built for its card even where the row does not name it.
pub(super) fn is_mlperf(row: &Observation) -> bool {
    let source = row.source.as_deref().unwrap_or_default();
    row.framework.starts_with("mlperf") || source.starts_with("MLPerf ")
}

/// How a row's network was run. Closed submissions to MLPerf inference that name no software are built
/// for their cards.
pub(super) fn stack_of(row: &Observation, framework: &str) -> Stack {
    if row.note.is_on("compile") {
        Stack::compiled(framework)
    } else if is_mlperf(row) && framework == "other" && row.task != Task::Train {
        Stack::Engine
    } else {
        Stack::of(framework)
    }
}
