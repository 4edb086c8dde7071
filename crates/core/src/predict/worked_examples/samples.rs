//! Examples 36 to 38, re-derived for the final constants; `docs/model/vision.md` says what changed.

use super::{FITTED, constants, near, predict, rig};
use crate::model::SampleModel;
use crate::workload::{
    Engine, SampleInference, SampleLoad, SamplePrecision, SampleTraining, Workload,
};

/// Samples a second of training as it is planned: on one machine, mixed precision.
#[track_caller]
fn trains(name: &str, batch: u32, card: &str, count: u32, expected: f64) {
    let model = SampleModel::named(name).unwrap();
    let job = Workload::SampleTraining(SampleTraining {
        size: model.default_size(),
        model,
        precision: SamplePrecision::Half,
        precision_chosen: false,
        batch,
        samples: 1e6,
        epochs: 1.0,
        framework: None,
        deadline_h: None,
    });
    let found = predict(&job, &rig(card, count), constants()).unwrap();
    near(found.rate.unwrap().value, expected, FITTED);
}

#[test]
fn example_36_training_resnet_50() {
    for (card, count, batch, expected) in [
        ("rtx-4090", 1, 360, 1068.0),
        ("rtx-4090", 2, 360, 2055.0),
        ("a100-80g-sxm", 1, 1280, 1661.0),
        ("h100-80g-sxm", 1, 1280, 2558.0),
        ("v100-16g-sxm", 1, 256, 847.0),
        ("t4", 1, 256, 322.0),
    ] {
        trains("resnet50", batch, card, count, expected);
    }
}

#[test]
fn example_37_fine_tuning_bert_large() {
    for (card, count, batch, expected) in [
        ("rtx-4090", 1, 28, 79.7),
        ("rtx-4090", 2, 28, 106.5),
        ("a100-80g-sxm", 1, 112, 130.7),
        ("h100-80g-sxm", 1, 112, 284.7),
        ("v100-16g-sxm", 1, 16, 56.8),
        ("t4", 1, 14, 22.6),
    ] {
        trains("bert-large", batch, card, count, expected);
    }
}

#[test]
fn example_38_denoising_with_stable_diffusion_1_5() {
    for (card, batch, expected) in [
        ("rtx-4090", 1, 50.8),
        ("rtx-4090", 4, 14.84),
        ("a100-80g-sxm", 1, 48.0),
        ("a100-80g-sxm", 4, 15.32),
        ("t4", 1, 8.19),
        ("t4", 4, 2.06),
    ] {
        let job = Workload::SampleInference(SampleInference {
            model: SampleModel::named("sd1.5").unwrap(),
            precision: SamplePrecision::Half,
            precision_chosen: false,
            batch,
            size: 512,
            steps: 50,
            load: SampleLoad::PerSecond(0.01),
            hours_per_day: 24.0,
            engine: Engine::Compiled,
            latency_ms_max: None,
        });
        let found = predict(&job, &rig(card, 1), constants()).unwrap();
        let image = found
            .time_steps
            .iter()
            .find(|step| step.code == "image_decoding");
        let steps_ms = found.answer_ms.unwrap().mid - image.unwrap().value;
        near(50e3 / steps_ms, expected, FITTED);
    }
}
