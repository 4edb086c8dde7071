//! Guards of section 9.1 of the workload model that need a look inside: nothing beats the data sheet,
//! and a larger batch never lowers throughput.

use super::arithmetic::Arithmetic;
use super::setting::{Setting, Split};
use super::throughput::Engine;
use super::train::{TrainSplit, TrainStep};
use super::weights::{Format, layer_params};
use super::{Card, Rig, cards};
use crate::model::{ModelShape, constants, presets};
use crate::workload::Method;

const SERVERS: [(&str, Format, Split); 8] = [
    ("vllm", Format::BITS_16, Split::Tensor),
    ("vllm", Format::AWQ_INT4, Split::Tensor),
    ("vllm", Format::FP8, Split::Tensor),
    ("sglang", Format::FP8, Split::Tensor),
    ("tensorrt-llm", Format::FP8, Split::Tensor),
    ("lmdeploy-turbomind", Format::BITS_16, Split::Tensor),
    ("llama.cpp-fa", Format::Q4_K_M, Split::Layer),
    ("hf-transformers", Format::NF4, Split::Layer),
];

/// Slack for rounding.
const MOST: f64 = 0.95 * (1.0 + 1e-9);
/// The same downwards.
const LEAST: f64 = 1.0 - 1e-9;

/// Every preset on every card with figures; servers take turns.
fn each(mut check: impl FnMut(&ModelShape, &'static Card, &Rig, usize)) {
    for (row, shape) in presets().iter().enumerate() {
        for (column, card) in cards().enumerate() {
            let count = [1, 2, 8][(row + column) % 3];
            if let Some(rig) = Rig::of_card(card, count) {
                check(shape, card, &rig, row + column);
            }
        }
    }
}

fn engine(shape: &ModelShape, rig: &Rig, turn: usize) -> Option<(Engine, Format, f64)> {
    let (framework, format, split) = SERVERS[turn % SERVERS.len()];
    let setting = Setting {
        shape,
        format,
        framework,
        kv_value_bytes: 2.0,
        rig,
        devices: f64::from(rig.count),
        split,
        year: super::YEARS.1,
        constants: constants(),
    };
    Some((
        Engine::new(&setting).ok()?,
        format,
        setting.tensor_devices(),
    ))
}

#[test]
fn no_server_reads_or_multiplies_faster_than_the_data_sheet() {
    each(|shape, card, rig, turn| {
        let Some((engine, format, n)) = engine(shape, rig, turn) else {
            return;
        };
        let case = format!("{} on {} × {}", shape.name, rig.count, card.id);
        let bandwidth = card.bandwidth.unwrap();
        let all = f64::from(rig.count);
        let step = engine.decoder.step_s(1.0, 512.0);
        let read = format.read_bytes(shape, shape.active_params) + 512.0 * shape.kv_bytes(2.0);
        assert!(read / step <= MOST * n * bandwidth, "{case}");
        let double = 2.0; // GeForce under llama.cpp accumulates in 16 bit
        let rate = if format == Format::FP8 {
            card.rate_fp8.or(card.rate_16)
        } else {
            card.rate_16
        }
        .unwrap();
        let batch = engine.decoder.step_s(256.0, 512.0);
        assert!(
            256.0 * 2.0 * shape.active_params / batch <= MOST * double * n * rate,
            "{case}"
        );
        let prompt = engine.prefiller.seconds(4096.0, 1.0);
        let flop = 2.0 * layer_params(shape, shape.active_params, 1.0) * 4096.0;
        assert!(flop / prompt <= MOST * double * all * rate, "{case}");
    });
}

#[test]
fn a_larger_batch_never_lowers_throughput() {
    each(|shape, card, rig, turn| {
        let Some((engine, ..)) = engine(shape, rig, turn) else {
            return;
        };
        let mut last = (0.0, 0.0);
        for requests in [1.0, 2.0, 3.0, 8.0, 64.0, 256.0] {
            let decoded = requests / engine.decoder.step_s(requests, 1152.0);
            let now = (decoded, engine.output_rate(requests, 1024.0, 256.0));
            let case = format!("{} on {} at {requests}", shape.name, card.id);
            assert!(
                now.0 >= last.0 * LEAST && now.1 >= last.1 * LEAST,
                "{case}: {last:?} {now:?}"
            );
            last = now;
        }
    });
}

#[test]
fn no_training_multiplies_faster_than_the_data_sheet() {
    each(|shape, card, rig, turn| {
        let method = [Method::Full, Method::Lora, Method::Qlora][turn % 3];
        let frameworks = super::TRAINING_FRAMEWORKS;
        let step = TrainStep {
            shape,
            method,
            arithmetic: Arithmetic::Bits16,
            recomputed: 0.0,
            framework: frameworks[turn % frameworks.len()],
            compiled: true,
            micro_batch: 8.0,
            sequence: 2048.0,
            accumulation: 1.0,
            sharded: method == Method::Full,
            split: TrainSplit::NONE,
            agreed_bytes: 0.0,
        };
        let Ok(time) = step.token_time(rig, constants()) else {
            return;
        };
        let used = step.flop_per_token() / time.total();
        assert!(
            used <= MOST * card.rate_16.unwrap(),
            "{} on {}",
            shape.name,
            card.id
        );
    });
}
