//! The worked examples of section 11 of the workload model, by number. Arithmetic ±0.5 %, fitted ±3 %.

mod cases;
mod memory;
mod samples;
mod time;

use super::{Prediction, Rig, Workload, card, predict};
use crate::gpu::GpuId;
use crate::model::{ModelShape, constants};
use crate::workload::{
    Checkpointing, DataAmount, Inference, Method, Optimizer, Precision, Quant, Server, Traffic,
    Training,
};

const ARITHMETIC: f64 = 0.005;
const FITTED: f64 = 0.03;

#[track_caller]
fn near(value: f64, expected: f64, tolerance: f64) {
    let error = (value / expected - 1.0).abs();
    assert!(
        error <= tolerance,
        "{value} instead of {expected}: {:.2} %",
        100.0 * error
    );
}

fn model(name: &str) -> ModelShape {
    ModelShape::preset(name).unwrap()
}

fn rig(id: &str, count: u32) -> Rig {
    Rig::of_card(card(&GpuId(id.to_owned())).unwrap(), count).unwrap()
}

fn chat(name: &str) -> Inference {
    Inference {
        model: model(name),
        quant: Quant::Bf16,
        prompt_tokens: 1024,
        answer_tokens: 256,
        traffic: Traffic::Concurrency(1.0),
        ttft_ms_max: Some(2000.0),
        tpot_ms_max: Some(100.0),
        hours_per_day: 24.0,
        server: Server::Vllm,
        kv_bits: 16,
    }
}

fn lora(name: &str) -> Training {
    Training {
        model: model(name),
        method: Method::Lora,
        data: DataAmount::Tokens(10e6),
        epochs: 3.0,
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
fn training(job: &Training, card: &str, count: u32) -> Prediction {
    predict(
        &Workload::Training(job.clone()),
        &rig(card, count),
        constants(),
    )
    .unwrap()
}

fn trains(job: &Training, card: &str, count: u32) -> bool {
    predict(
        &Workload::Training(job.clone()),
        &rig(card, count),
        constants(),
    )
    .is_ok()
}
