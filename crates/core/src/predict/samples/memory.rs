//! GPU memory of jobs that are counted in samples (workload model, section 3.4, last paragraphs).
//!
//! No measured row covers it: the figures rest on the batches that fill six cards and on published
//! requirements, so every one of them is evidence C.

use super::value_bytes;
use crate::model::{SampleFamily, SampleModel};
use crate::predict::formula::{bytes, figure, params};
use crate::predict::memory::{GB, GIB, Part, total};
use crate::predict::rig::Rig;
use crate::workload::SamplePrecision;

/// Bytes per parameter of training: 32-bit weights, gradients and two moments of AdamW.
const STATES: f64 = 16.0;
/// Bytes that training keeps per value of a convolution's output at 16 bit; twice at 32. From the
/// batches that fill six cards: ResNet-50 takes 55 MB an image with 11.1 M values.
const KEPT_16: f64 = 4.95;
/// The same for an encoder, whose values are counted more finely: BERT-large takes 0.65 GB a sequence
/// of 384 tokens.
const KEPT_ENCODER_16: f64 = 3.6;
/// Part of a forward pass's values that inference holds at once (assumed).
const HELD: f64 = 0.3;
/// Context and workspace of the framework, GB (workload model, section 3.4).
const FRAMEWORK_GB: f64 = 0.7;
/// σ of the logarithm: figures of section 3.4 spread by a tenth in training and are assumed in inference.
pub(super) const SIGMA_TRAINING: f64 = 0.15;
pub(super) const SIGMA_SERVICE: f64 = 0.25;

/// Memory of training on one device.
pub(super) fn of_training(
    model: &SampleModel,
    precision: SamplePrecision,
    batch: f64,
    size: f64,
) -> Vec<Part> {
    let kept = match model.family {
        SampleFamily::Bert => KEPT_ENCODER_16,
        SampleFamily::Cnn | SampleFamily::Diffusion => KEPT_16,
    };
    let width = if value_bytes(precision) > 2.0 {
        2.0
    } else {
        1.0
    };
    let sample = model.activations(size) * kept * width;
    vec![
        part(
            "weights",
            format!("{} × {}", params(model.params()), bytes(STATES)),
            model.params() * STATES,
        ),
        samples("activations", batch, sample),
        framework(),
    ]
}

/// Samples of training that fill one device to nine tenths.
pub(crate) fn largest_training_batch(
    model: &SampleModel,
    precision: SamplePrecision,
    size: f64,
    rig: &Rig,
) -> f64 {
    const FILLED: f64 = 0.9;
    let with = |batch| total(&of_training(model, precision, batch, size));
    let (none, one) = (with(0.0), with(1.0));
    (FILLED * rig.usable_gib * GIB - none) / (one - none)
}

/// Memory of inference on one device.
pub(super) fn of_service(
    model: &SampleModel,
    precision: SamplePrecision,
    batch: f64,
    size: f64,
) -> Vec<Part> {
    if let (Some(base), Some(base_8bit), Some(image)) =
        (model.base_gb, model.base_8bit_gb, model.image_gb)
    {
        let base = match precision {
            SamplePrecision::Half => base,
            SamplePrecision::Tf32 | SamplePrecision::Fp32 => 2.0 * base,
            SamplePrecision::Fp8 | SamplePrecision::Int8 => base_8bit,
        };
        return vec![
            part("weights", bytes(base * GB), base * GB),
            samples("temporary", batch, image * GB * model.area(size)),
        ];
    }
    let width = value_bytes(precision);
    let sample = model.activations(size) * width.max(2.0) * HELD;
    vec![
        part(
            "weights",
            format!("{} × {}", params(model.params()), bytes(width)),
            model.params() * width,
        ),
        samples("temporary", batch, sample),
        framework(),
    ]
}

fn samples(code: &'static str, batch: f64, each: f64) -> Part {
    part(
        code,
        format!("{} × {}", figure(batch), bytes(each)),
        batch * each,
    )
}

fn framework() -> Part {
    part("framework", bytes(FRAMEWORK_GB * GB), FRAMEWORK_GB * GB)
}

fn part(code: &'static str, formula: String, bytes: f64) -> Part {
    Part {
        code,
        formula,
        bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slopes that the workload model read from the batches that fill six cards, GB a sample (section 3.4).
    #[test]
    fn a_sample_takes_what_six_cards_hold_of_it() {
        for (name, size, slopes) in [
            ("resnet50", 224.0, [0.055, 0.11]),
            ("ssd300-resnet50", 300.0, [0.17, 0.31]),
            ("bert-base", 384.0, [0.24, 0.47]),
            ("bert-large", 384.0, [0.65, 1.2]),
        ] {
            let model = SampleModel::named(name).unwrap();
            for (precision, slope) in [SamplePrecision::Half, SamplePrecision::Tf32]
                .into_iter()
                .zip(slopes)
            {
                let with = |batch| total(&of_training(&model, precision, batch, size));
                let each = (with(2.0) - with(1.0)) / GB;
                assert!(
                    (each / slope - 1.0).abs() < 0.10,
                    "{name} {precision:?} {each}"
                );
            }
        }
    }

    #[test]
    fn an_image_of_sdxl_takes_9_6_gb() {
        let model = SampleModel::named("sdxl").unwrap();
        let needed = total(&of_service(&model, SamplePrecision::Half, 1.0, 1024.0)) / GB;
        assert!((needed - 9.6).abs() < 1e-9, "{needed}"); // 8 + 1.6
    }
}
