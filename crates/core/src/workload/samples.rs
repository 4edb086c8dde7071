//! Jobs that are counted in samples: images, sequences, pictures to be made.

use serde::{Deserialize, Serialize};

use crate::model::SampleModel;

/// Arithmetic of a job that is counted in samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SamplePrecision {
    /// IEEE half or bfloat16: mixed with single in training (`amp`), whole in inference (`fp16`).
    Half,
    /// IEEE single with matrices rounded to TF32; IEEE single where the card has no TF32.
    Tf32,
    /// IEEE single.
    Fp32,
    /// 8-bit floating point matrices.
    Fp8,
    /// 8-bit integer matrices; inference only.
    Int8,
}

/// How a trained model is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Engine {
    /// Operation by operation, as written (PyTorch, diffusers).
    Eager,
    /// Compiled by a framework's own compiler (`torch.compile`, onediff).
    Compiled,
    /// Built for the card beforehand (TensorRT, MIGraphX and the like).
    Tensorrt,
}

/// How much is asked of a service.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SampleLoad {
    /// Images or sequences a second, while the service runs.
    PerSecond(f64),
    /// Images or sequences a month.
    PerMonth(f64),
}

/// Training of a network on pictures, or of BERT.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleTraining {
    /// The model; not one of diffusion, whose training nobody measured.
    pub model: SampleModel,
    /// Arithmetic.
    pub precision: SamplePrecision,
    /// The user named the precision, so a card without it is refused.
    pub precision_chosen: bool,
    /// Samples of one step of one device.
    pub batch: u32,
    /// Side of a picture in pixels, or tokens of a sequence.
    pub size: u32,
    /// Samples of one epoch.
    pub samples: f64,
    /// Passes over the data.
    pub epochs: f64,
    /// Framework by the name that measured rows give it; `None` = PyTorch as it comes.
    pub framework: Option<String>,
    /// The job must be done within so many hours.
    pub deadline_h: Option<f64>,
}

/// A network on pictures, BERT or an image generator that answers requests.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleInference {
    /// The model.
    pub model: SampleModel,
    /// Arithmetic.
    pub precision: SamplePrecision,
    /// The user named the precision, so a card without it is refused.
    pub precision_chosen: bool,
    /// Samples that are answered together.
    pub batch: u32,
    /// Side of a picture in pixels, or tokens of a sequence.
    pub size: u32,
    /// Denoising steps of an image; 1 for the other families.
    pub steps: u32,
    /// The load.
    pub load: SampleLoad,
    /// Hours of service a day.
    pub hours_per_day: f64,
    /// How the model is run.
    pub engine: Engine,
    /// Longest time of one batch, ms.
    pub latency_ms_max: Option<f64>,
}

/// Days that a month of service has (workload model, section 5).
const DAYS_PER_MONTH: f64 = 30.0;

impl SampleInference {
    /// GB of weights that a start reads: text encoders and denoiser of an image generator.
    pub fn load_gb(&self) -> f64 {
        let bytes = match self.precision {
            SamplePrecision::Half => 2.0,
            SamplePrecision::Tf32 | SamplePrecision::Fp32 => 4.0,
            SamplePrecision::Fp8 | SamplePrecision::Int8 => 1.0,
        };
        let text = self.model.text_params_m.unwrap_or(0.0) * 2.0; // encoders stay at 16 bit
        (self.model.params_m * bytes + text) / 1e3
    }

    /// Samples a second while the service runs.
    pub fn per_second(&self) -> f64 {
        match self.load {
            SampleLoad::PerSecond(rate) => rate,
            SampleLoad::PerMonth(count) => count / (DAYS_PER_MONTH * self.hours_per_day * 3_600.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_of_a_million_images_at_eight_hours_a_day_is_1_16_a_second() {
        let service = SampleInference {
            model: SampleModel::named("sdxl").unwrap(),
            precision: SamplePrecision::Half,
            precision_chosen: false,
            batch: 1,
            size: 1024,
            steps: 30,
            load: SampleLoad::PerMonth(1e6),
            hours_per_day: 8.0,
            engine: Engine::Eager,
            latency_ms_max: None,
        };
        // 1e6 / (30 · 8 · 3600 s)
        assert!((service.per_second() - 1.157).abs() < 1e-3);
    }
}
