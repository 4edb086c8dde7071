//! How a job is laid out on several cards: as much as fits is kept whole where that is faster.

use super::*;
use crate::gpu::GpuId;
use crate::model::{ModelShape, constants};
use crate::predict::card;
use crate::workload::{Checkpointing, Optimizer};

fn job(model: &str, method: Method) -> Training {
    Training {
        model: ModelShape::preset(model).unwrap(),
        method,
        data: DataAmount::Tokens(30e6),
        epochs: 1.0,
        sequence_tokens: 2048,
        precision: Precision::Bf16,
        precision_chosen: false,
        micro_batch: 1,
        grad_accumulation: 8,
        checkpointing: Checkpointing::Full,
        optimizer: Optimizer::Adamw,
        lora_rank: 8,
        framework: None,
        deadline_h: None,
    }
}

#[track_caller]
fn is_laid_out(job: &Training, id: &str, count: u32, note: &str) -> Prediction {
    let rig = Rig::of_card(card(&GpuId(id.to_owned())).unwrap(), count).unwrap();
    let prediction = predict(job, &rig, constants()).unwrap();
    let codes: Vec<&str> = prediction.notes.iter().map(|note| note.code).collect();
    assert!(codes.contains(&note), "{codes:?}");
    prediction
}

#[test]
fn a_model_that_fits_whole_shares_its_optimizer_only() {
    // 0.494 B · (2 + 4 + 12/8) B = 3.7 GB of 25.6; gathering 3 · 2 · 0.494 GB at 6 GB/s would take 0.5 s
    // in every micro-step.
    is_laid_out(
        &job("qwen2.5-0.5b", Method::Full),
        "rtx-4090",
        8,
        "optimizer_shared",
    );
}

#[test]
fn a_model_that_does_not_fit_shares_its_weights_too() {
    // 6.738 B · 6 B are 40 GB already, 6.738 B · 18 B / 8 are 15.2 GB
    let prediction = is_laid_out(
        &job("llama2-7b", Method::Full),
        "rtx-4090",
        8,
        "states_shared",
    );
    let traffic = prediction
        .time_steps
        .iter()
        .find(|step| step.code == "traffic");
    assert!(traffic.is_some_and(|step| step.formula.starts_with("3 × ")));
}

#[test]
fn adapters_are_copies_and_pay_little_where_a_copy_fits() {
    let prediction = is_laid_out(
        &job("llama3.1-8b", Method::Lora),
        "rtx-4090",
        2,
        "adapter_copies",
    );
    let seconds: f64 = prediction.time_steps.iter().map(|step| step.value).sum();
    // 3.4 M parameters · 4 B at 6 GB/s are 2 ms every 8 micro-steps of a second each.
    let traffic = prediction
        .time_steps
        .iter()
        .find(|step| step.code == "traffic")
        .unwrap();
    assert!(traffic.value / seconds < 0.01, "{traffic:?}");
}

#[test]
fn a_frozen_base_that_does_not_fit_is_shared_and_gathered() {
    // 68.98 B · 2 B are 138 GB: too much for one card of 85.5 GB, 34.5 GB for each of four.
    is_laid_out(
        &job("llama2-70b", Method::Lora),
        "a100-80g-sxm",
        4,
        "frozen_shared",
    );
}

#[test]
fn megatron_splits_what_does_not_fit_one_card() {
    let job = Training {
        framework: Some("megatron-bridge".to_owned()),
        ..job("llama2-70b", Method::Lora)
    };
    is_laid_out(&job, "h100-80g-sxm", 8, "model_split");
}
