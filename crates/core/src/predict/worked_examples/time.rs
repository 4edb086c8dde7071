//! Examples 18, 19 and 26 to 35: time and throughput.

use super::*;
use crate::predict::arithmetic::Arithmetic;
use crate::predict::serving::replicas_for_rate;
use crate::predict::setting::{Setting, Split};
use crate::predict::throughput::Engine;
use crate::predict::train::{TrainSplit, TrainStep};
use crate::predict::weights::Format;

#[test]
fn example_18_two_million_tokens_a_minute_take_four_cards() {
    // 33,333 / (0.7 · 15,220) = 3.13
    assert_eq!(replicas_for_rate(2e6 / 60.0, 15_220.0), 4.0);
}

/// Little's law: 5 · (0.4 + 256 · 0.030) = 40.4.
#[test]
fn example_19_five_requests_a_second_are_40_in_flight() {
    let job = Inference {
        traffic: Traffic::Qps(5.0),
        ttft_ms_max: Some(400.0),
        tpot_ms_max: Some(30.0),
        ..chat("llama3.1-8b")
    };
    let need = crate::need::need(&Workload::Inference(job));
    let cache = need
        .steps
        .iter()
        .find(|step| step.code == "kv_cache")
        .unwrap();
    assert!(
        cache.formula.starts_with("41 × 1,280 × "),
        "{}",
        cache.formula
    ); // whole requests
}

#[track_caller]
fn serves(card: &str, tokens_s: f64, ttft_ms: f64, total: f64) {
    let shape = model("llama3.1-8b");
    let rig = rig(card, 1);
    let engine = Engine::new(&Setting {
        shape: &shape,
        format: Format::BITS_16,
        framework: "vllm",
        kv_value_bytes: 2.0,
        rig: &rig,
        devices: 1.0,
        split: Split::Tensor,
        year: 2026.0,
        constants: constants(),
    })
    .unwrap();
    near(
        1.0 / engine.decoder.step_s(1.0, 1024.0 + 128.0),
        tokens_s,
        FITTED,
    );
    near(engine.output_rate(16.0, 1024.0, 256.0), total, FITTED);
    let alone = predict(&Workload::Inference(chat("llama3.1-8b")), &rig, constants()).unwrap();
    near(1e3 / alone.tpot_ms.unwrap().mid, tokens_s, FITTED);
    near(alone.ttft_ms.unwrap().mid, ttft_ms, FITTED);
    let busy = Inference {
        traffic: Traffic::Concurrency(16.0),
        ..chat("llama3.1-8b")
    };
    let busy = predict(&Workload::Inference(busy), &rig, constants()).unwrap();
    near(busy.rate.unwrap().value, total, FITTED);
}

#[test]
fn example_26_llama_8b_on_an_rtx_4090() {
    serves("rtx-4090", 57.3, 183.4, 449.0);
}

#[test]
fn example_27_llama_8b_on_an_l40s() {
    serves("l40s", 47.4, 99.3, 503.0);
}

#[test]
fn example_28_llama_8b_on_an_a100_sxm() {
    serves("a100-80g-sxm", 93.6, 90.4, 831.0);
}

#[test]
fn example_29_llama_8b_on_an_h100_sxm() {
    serves("h100-80g-sxm", 144.7, 37.7, 1582.0);
}

#[test]
fn example_30_llama_8b_on_an_h20() {
    serves("h20-96g", 151.5, 169.6, 723.0);
}

#[track_caller]
fn trains_at(card: &str, tokens_s: f64, hours: f64) {
    let prediction = training(&lora("llama3.1-8b"), card, 1);
    near(prediction.rate.as_ref().unwrap().value, tokens_s, FITTED);
    near(prediction.compute_h.unwrap().mid, hours, FITTED);
    let sum: f64 = prediction.time_steps.iter().map(|step| step.value).sum();
    near(sum / 3600.0, prediction.compute_h.unwrap().mid, 1e-9);
}

#[test]
fn example_31_lora_of_8b_on_an_rtx_4090() {
    trains_at("rtx-4090", 1903.0, 4.38);
}

#[test]
fn example_32_lora_of_8b_on_an_a100_sxm() {
    trains_at("a100-80g-sxm", 3293.0, 2.53);
}

#[test]
fn example_33_lora_of_8b_on_an_h100_sxm() {
    trains_at("h100-80g-sxm", 7407.0, 1.125);
}

#[test]
fn example_34_full_training_of_7b_on_eight_a100() {
    let shape = model("llama2-7b");
    let step = TrainStep {
        shape: &shape,
        method: Method::Full,
        arithmetic: Arithmetic::Bits16,
        recomputed: 1.0,
        framework: "llm-foundry-fsdp",
        compiled: false,
        micro_batch: 8.0,
        sequence: 2048.0,
        accumulation: 1.0,
        sharded: true,
        split: TrainSplit::NONE,
        agreed_bytes: 0.0,
    };
    let time = step
        .token_time(&rig("a100-80g-sxm", 8), constants())
        .unwrap();
    near(8.0 / time.total(), 28_260.0, FITTED);
    near(1e9 * time.total() / 8.0 / 3600.0, 9.83, FITTED);
}

#[test]
fn example_35_full_training_of_8b_on_64_h100() {
    let shape = model("llama3.1-8b");
    let step = TrainStep {
        shape: &shape,
        method: Method::Full,
        arithmetic: Arithmetic::Bits16,
        recomputed: 0.15,
        framework: "torchtitan",
        compiled: true,
        micro_batch: 2.0,
        sequence: 8192.0,
        accumulation: 1.0,
        sharded: true,
        split: TrainSplit::NONE,
        agreed_bytes: 0.0,
    };
    let time = step
        .token_time(&rig("h100-80g-sxm", 64), constants())
        .unwrap();
    near(64.0 / time.total(), 387_400.0, FITTED);
}
