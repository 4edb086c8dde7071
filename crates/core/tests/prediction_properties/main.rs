//! Properties that every prediction must have (workload model, section 9.1), over every preset, every
//! card of the spec sheet, every method, quantisation and framework.

#![expect(clippy::unwrap_used, reason = "a test is meant to panic")]

mod memory;
mod samples;
mod time;

use tiaoka_core::gpu::GpuId;
use tiaoka_core::model::{ModelShape, constants, presets};
use tiaoka_core::need::need;
use tiaoka_core::predict::{
    Card, Interval, Prediction, Refusal, Rig, TRAINING_FRAMEWORKS, card, cards, predict,
};
use tiaoka_core::workload::{
    Checkpointing, DataAmount, Inference, Method, Optimizer, Precision, Quant, Server, Traffic,
    Training, Workload,
};

const METHODS: [Method; 3] = [Method::Full, Method::Lora, Method::Qlora];
const SERVERS: [Server; 5] = [
    Server::Vllm,
    Server::Sglang,
    Server::TensorrtLlm,
    Server::LlamaCpp,
    Server::Lmdeploy,
];
const QUANTS: [Quant; 5] = [
    Quant::Bf16,
    Quant::Fp8,
    Quant::Int8,
    Quant::Int4,
    Quant::Q4KM,
];
const RECOMPUTED: [Checkpointing; 3] = [
    Checkpointing::Full,
    Checkpointing::Selective,
    Checkpointing::None,
];

fn training(model: &ModelShape, method: Method) -> Training {
    Training {
        model: model.clone(),
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

fn inference(model: &ModelShape, quant: Quant, server: Server) -> Inference {
    Inference {
        model: model.clone(),
        quant,
        prompt_tokens: 1024,
        answer_tokens: 256,
        traffic: Traffic::Concurrency(1.0),
        ttft_ms_max: None,
        tpot_ms_max: None,
        hours_per_day: 24.0,
        server,
        kv_bits: 16,
    }
}

/// Every preset, and sizes from 0.1 B up.
fn models() -> Vec<ModelShape> {
    let sizes = [0.1, 0.5, 3.0, 7.0, 13.0, 70.0, 405.0, 1000.0];
    let by_size = sizes.iter().filter_map(|b| ModelShape::from_params(*b, *b));
    presets()
        .iter()
        .cloned()
        .chain(by_size)
        .chain(ModelShape::from_params(125.1, 10.0))
        .collect()
}

/// Of different kinds: tied, wide vocabulary, GQA, MHA, MoE, MLA, large.
fn some_models() -> Vec<ModelShape> {
    [
        "qwen2.5-0.5b",
        "gemma-2b",
        "llama3.1-8b",
        "qwen-14b",
        "qwen3-30b-a3b",
        "deepseek-v3",
    ]
    .iter()
    .filter_map(|name| ModelShape::preset(name))
    .collect()
}

/// One of each architecture and of each other vendor with figures.
fn some_cards() -> Vec<&'static Card> {
    [
        "p100-16g-pcie",
        "v100-32g-sxm",
        "t4",
        "a100-80g-sxm",
        "a10",
        "rtx-3090",
        "l40s",
        "rtx-4090",
        "h100-80g-sxm",
        "h20-96g",
        "b200",
        "rtx-pro-6000-server",
        "ascend-910b3",
        "mi300x",
        "mtt-s4000",
    ]
    .iter()
    .filter_map(|id| card(&GpuId((*id).to_owned())))
    .collect()
}

fn on(card: &'static Card, count: u32, workload: &Workload) -> Result<Prediction, Refusal> {
    predict(workload, &Rig::of_card(card, count).unwrap(), constants())
}

/// What the user waits for.
fn time(prediction: &Prediction) -> f64 {
    if let Some(batch) = prediction.answer_ms {
        return batch.mid;
    }
    let answer = prediction.ttft_ms.zip(prediction.tpot_ms);
    match prediction.compute_h {
        Some(hours) => hours.mid,
        None => answer
            .map(|(first, later)| first.mid + 256.0 * later.mid)
            .unwrap(),
    }
}

/// Whether it was answered; an answer must be finite, positive and the sum of its lines.
#[track_caller]
fn is_sound(result: &Result<Prediction, Refusal>, case: &dyn Fn() -> String) -> bool {
    let prediction = match result {
        Ok(prediction) => prediction,
        Err(refusal) => {
            assert!(
                refusal
                    .miss
                    .is_none_or(|miss| miss >= 0.0 && miss.is_finite()),
                "{}",
                case()
            );
            return false;
        }
    };
    let ordered = |interval: &Interval| {
        let Interval { low, mid, high } = *interval;
        low > 0.0 && low <= mid && mid <= high && high.is_finite()
    };
    let figures = [
        prediction.compute_h,
        prediction.ttft_ms,
        prediction.tpot_ms,
        prediction.answer_ms,
    ];
    assert!(
        figures.iter().flatten().all(ordered),
        "{}: {figures:?}",
        case()
    );
    let rate = prediction.rate.as_ref().unwrap();
    assert!(
        ordered(&Interval {
            low: rate.low,
            mid: rate.value,
            high: rate.high
        }),
        "{}: {rate:?}",
        case()
    );
    let memory = &prediction.memory;
    let sum: f64 = memory.steps.iter().map(|step| step.value).sum();
    assert!(
        (sum / memory.needed_gib - 1.0).abs() < 1e-9,
        "{}: {memory:?}",
        case()
    );
    assert!(
        memory.p_fit.is_none_or(|p| (0.5..=1.0).contains(&p)),
        "{}: {memory:?}",
        case()
    );
    let unit = if prediction.compute_h.is_some() {
        3600.0
    } else {
        1.0
    };
    let sum: f64 = prediction.time_steps.iter().map(|step| step.value).sum();
    assert!(
        (sum / unit / time(prediction) - 1.0).abs() < 1e-9,
        "{}: {prediction:?}",
        case()
    );
    assert!(
        prediction.time_steps.iter().all(|step| step.value > 0.0),
        "{}",
        case()
    );
    true
}

/// A card like this one with a changed figure.
fn like(card: &'static Card, change: impl Fn(&mut Card)) -> &'static Card {
    let mut changed = card.clone();
    change(&mut changed);
    Box::leak(Box::new(changed))
}
