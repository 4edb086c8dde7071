//! Examples 1, 2, 7, 8 and 20 to 25: memory. Examples 3, 4 and 10 are in `model`, 5, 6 and 9 in `weights`.

use super::*;
use crate::predict::memory::{GB, GIB, Part, Stage, TrainMemory, server_capacity, total};
use crate::predict::weights::Format;

/// One micro-batch of one sequence of 2,048 tokens, checkpointed, on one device.
fn memory<'a>(shape: &'a ModelShape, method: Method, framework: &'a str) -> TrainMemory<'a> {
    TrainMemory {
        shape,
        method,
        precision: Precision::Bf16,
        format: if method == Method::Qlora {
            Format::NF4
        } else {
            Format::BITS_16
        },
        optimizer: Optimizer::Adamw,
        offloaded: false,
        framework,
        compiled: false,
        micro_batch: 1.0,
        sequence: 2048.0,
        checkpointing: Checkpointing::Full,
        flash: true,
        lora_rank: 8.0,
        shards: 1.0,
        stage: Stage::Weights,
        tensor: 1.0,
        stages: 1.0,
        reserved: false,
    }
}

fn gb(memory: &TrainMemory<'_>) -> f64 {
    total(&memory.parts(constants())) / GB
}

fn states_gb(memory: &TrainMemory<'_>) -> f64 {
    let is_state = |part: &&Part| matches!(part.code, "weights" | "gradients" | "optimizer");
    memory
        .parts(constants())
        .iter()
        .filter(is_state)
        .map(|part| part.bytes)
        .sum::<f64>()
        / GB
}

#[test]
fn example_1_states_of_full_training_are_16_bytes_a_parameter() {
    let shape = model("llama2-7b");
    let whole = memory(&shape, Method::Full, "torchtitan");
    near(states_gb(&whole), 107.8, ARITHMETIC);
    let on_eight = |stage| {
        states_gb(&TrainMemory {
            shards: 8.0,
            stage,
            ..whole.clone()
        })
    };
    near(on_eight(Stage::Weights), 13.48, ARITHMETIC);
    near(on_eight(Stage::Optimizer), 37.1, ARITHMETIC); // ZeRO-1: 4·6.738 + 12·6.738/8
    near(on_eight(Stage::Gradients), 25.3, ARITHMETIC); // ZeRO-2: 2·6.738 + 14·6.738/8
}

#[test]
fn example_2_pure_bf16_adamw_takes_8_bytes_a_parameter() {
    near(
        states_gb(&memory(&model("llama2-7b"), Method::Full, "ms-swift")),
        53.9,
        ARITHMETIC,
    );
}

/// Test 8 is the same with a card of 80·10⁹ bytes that reserves 10 % and 2 GB: wrongly −1.1 GB on two.
#[test]
fn examples_7_and_8_a_70b_at_16_bit_needs_two_cards_of_80_gib() {
    let shape = model("llama3-70b");
    let weights = Format::BITS_16.weight_bytes(&shape);
    let kappa = shape.kv_bytes(2.0);
    let capacity = |n: f64| server_capacity(weights, kappa, 80.0 * GIB * 0.995, n);
    near(capacity(1.0) * kappa / GB, -66.0, 0.01);
    near(capacity(2.0), 25_790.0, ARITHMETIC);
    near(capacity(4.0), 482_182.0, ARITHMETIC);
    near((capacity(2.0) / (1024.0 + 64.0)).floor(), 23.0, 0.05); // "about 22 requests"
    let wrong = 0.9 * 2.0 * 80e9 - weights - 2.0 * 2e9;
    near(wrong / GB, -1.1, 0.01);
}

#[test]
fn example_20_full_training_of_7b_with_deepspeed() {
    let shape = model("llama2-7b");
    let whole = memory(&shape, Method::Full, "hf-trainer+deepspeed");
    near(gb(&whole), 124.6, FITTED);
    let job = Training {
        method: Method::Full,
        ..lora("llama2-7b")
    };
    assert!(trains(&job, "a100-80g-sxm", 2) && !trains(&job, "a100-80g-sxm", 1));
    assert!(trains(&job, "rtx-4090", 8) && !trains(&job, "rtx-4090", 4));
}

#[test]
fn example_21_pure_bf16_full_training_fits_one_80_gb_card() {
    near(
        gb(&memory(&model("llama2-7b"), Method::Full, "ms-swift")),
        57.9,
        FITTED,
    );
}

#[test]
fn example_22_adapters_of_7b() {
    let shape = model("llama2-7b");
    near(gb(&memory(&shape, Method::Lora, "ms-swift")), 17.6, FITTED);
    near(
        gb(&memory(&shape, Method::Qlora, "hf-trainer+deepspeed")),
        7.67,
        FITTED,
    );
}

#[test]
fn example_23_qlora_of_13b_with_litgpt() {
    let shape = model("llama2-13b");
    let mut format = Format::NF4;
    format.bytes = 0.516; // double quantization
    let memory = TrainMemory {
        format,
        sequence: 1304.0,
        checkpointing: Checkpointing::None,
        ..memory(&shape, Method::Qlora, "litgpt")
    };
    near(gb(&memory), 19.6, FITTED);
}

#[test]
fn example_24_qlora_of_13b_with_deepspeed() {
    near(
        gb(&memory(
            &model("llama2-13b"),
            Method::Qlora,
            "hf-trainer+deepspeed",
        )),
        11.75,
        FITTED,
    );
}

#[test]
fn example_25_qlora_of_70b_is_tight_on_48_gb() {
    let shape = model("llama2-70b");
    let short = TrainMemory {
        sequence: 512.0,
        ..memory(&shape, Method::Qlora, "hf-trainer+deepspeed")
    };
    near(gb(&short), 42.6, FITTED);
    let job = Training {
        sequence_tokens: 512,
        method: Method::Qlora,
        ..lora("llama2-70b")
    };
    let p = training(&job, "rtx-a6000", 1).memory.p_fit.unwrap();
    assert!((0.5..0.95).contains(&p), "{p}");
}
