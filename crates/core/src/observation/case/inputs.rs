//! What decoding, prefill, serving and the memory of serving have in common.

use super::about;
use crate::model::{ModelConstants, ModelShape};
use crate::observation::Observation;
use crate::predict::{Format, Refusal, Rig, Setting, Split, YEARS, recognise};

/// Model, weights, server and machine of a row.
#[derive(Debug, Clone)]
pub(super) struct Served {
    pub(super) shape: ModelShape,
    pub(super) format: Format,
    pub(super) framework: String,
    pub(super) rig: Rig,
    pub(super) split: Split,
    /// Bytes of one value of the KV cache.
    pub(super) kv_value_bytes: f64,
    /// Sequences or requests together; `None` = not stated.
    pub(super) batch: Option<f64>,
    /// Tokens of the prompt.
    pub(super) prompt: f64,
    /// Tokens of the answer; 0 = not stated.
    pub(super) answer: f64,
    /// Year of the program; the newest measured where the row states none.
    pub(super) year: f64,
}

impl Served {
    pub(super) fn of(row: &Observation, rig: &Rig, framework: &str) -> Result<Served, Refusal> {
        let format = format_of(row)?;
        let layers = row.note.get("parallel") == Some("layer-split");
        // TensorRT-LLM keeps an 8-bit cache beside 8-bit and 4-bit floating-point weights.
        let (program, ..) = recognise(framework);
        let small_cache = program == "tensorrt-llm" && matches!(format.key, "fp8" | "fp4");
        Ok(Served {
            shape: shape_of(row)?,
            format,
            framework: framework.to_owned(),
            rig: rig.clone(),
            split: if layers { Split::Layer } else { Split::Tensor },
            kv_value_bytes: if small_cache { 1.0 } else { 2.0 },
            batch: row.batch,
            prompt: row.seq.unwrap_or(1.0),
            answer: row.note.number("osl").unwrap_or(0.0),
            year: row.year.map_or(YEARS.1, f64::from),
        })
    }

    pub(super) fn setting<'a>(&'a self, constants: &'a ModelConstants) -> Setting<'a> {
        self.setting_of(f64::from(self.rig.count), constants)
    }

    /// The same for a copy on some of the cards.
    pub(super) fn setting_of<'a>(
        &'a self,
        devices: f64,
        constants: &'a ModelConstants,
    ) -> Setting<'a> {
        Setting {
            shape: &self.shape,
            format: self.format,
            framework: &self.framework,
            kv_value_bytes: self.kv_value_bytes,
            rig: &self.rig,
            devices,
            split: self.split,
            year: self.year,
            constants,
        }
    }
}

/// The model of a row; `params` in its note replaces both counts of parameters.
pub(super) fn shape_of(row: &Observation) -> Result<ModelShape, Refusal> {
    let stated = row.note.number("params");
    let by_size = || ModelShape::from_params(stated? / 1e9, stated? / 1e9);
    let mut shape = ModelShape::preset(&row.model)
        .or_else(by_size)
        .ok_or_else(|| about("row_model_unknown", "model", &row.model))?;
    if let Some(params) = stated {
        shape.params = params;
        shape.active_params = params;
    }
    Ok(shape)
}

/// How the weights of a row are stored.
pub(super) fn format_of(row: &Observation) -> Result<Format, Refusal> {
    Format::by_name(super::precision_key(&row.precision))
        .ok_or_else(|| about("row_precision_unknown", "precision", &row.precision))
}
