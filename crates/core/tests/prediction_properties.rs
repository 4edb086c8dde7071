//! Properties that every prediction must have (workload model, section 9.1), over every preset, every
//! card of the spec sheet, every method, quantisation and framework.

#![expect(clippy::unwrap_used, reason = "a test is meant to panic")]

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
    let figures = [prediction.compute_h, prediction.ttft_ms, prediction.tpot_ms];
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

/// Every model meets every card; methods, servers and numbers of cards take turns.
#[test]
fn every_model_on_every_card_is_answered_with_sound_figures_or_refused() {
    let (mut answered, mut asked) = (0, 0);
    for (row, model) in models().iter().enumerate() {
        for (column, card) in cards().enumerate() {
            if card.memory_gib.is_none() {
                continue;
            }
            let turn = row + column;
            let workload = match turn % 5 {
                3 => Workload::Inference(inference(model, Quant::Bf16, Server::Vllm)),
                4 => Workload::Inference(inference(model, Quant::Q4KM, Server::LlamaCpp)),
                method => Workload::Training(training(model, METHODS[method])),
            };
            let case = || format!("{} on {}", model.name, card.id);
            let count = [1, 2, 8][turn % 3];
            answered += usize::from(is_sound(&on(card, count, &workload), &case));
            asked += 1;
        }
    }
    assert!(answered > asked / 4, "{answered} of {asked}");
}

#[test]
fn every_framework_server_and_quantisation_gives_sound_figures_or_refuses() {
    for model in some_models() {
        for card in some_cards() {
            for framework in TRAINING_FRAMEWORKS {
                for method in METHODS {
                    let framework = Some(framework.to_owned());
                    let job = Training {
                        framework,
                        ..training(&model, method)
                    };
                    let case = || format!("{job:?} on {}", card.id);
                    is_sound(&on(card, 8, &Workload::Training(job.clone())), &case);
                }
            }
            for server in SERVERS {
                for quant in QUANTS {
                    let job = inference(&model, quant, server);
                    let case = || format!("{job:?} on {}", card.id);
                    is_sound(&on(card, 2, &Workload::Inference(job.clone())), &case);
                }
            }
        }
    }
}

/// A card like this one with a changed figure.
fn like(card: &'static Card, change: impl Fn(&mut Card)) -> &'static Card {
    let mut changed = card.clone();
    change(&mut changed);
    Box::leak(Box::new(changed))
}

#[test]
fn more_bandwidth_rate_or_memory_is_never_slower() {
    let double = |figure: &mut Option<f64>| *figure = figure.map(|figure| 2.0 * figure);
    for model in some_models() {
        for card in some_cards() {
            let better = [
                like(card, |card| double(&mut card.bandwidth)),
                like(card, |card| {
                    double(&mut card.rate_16);
                    double(&mut card.rate_32);
                    double(&mut card.rate_fp8);
                }),
                like(card, |card| double(&mut card.memory_gib)),
            ];
            for workload in [
                Workload::Training(training(&model, Method::Lora)),
                Workload::Inference(inference(&model, Quant::Bf16, Server::Vllm)),
            ] {
                let Ok(before) = on(card, 2, &workload) else {
                    continue;
                };
                for better in better {
                    let after = on(better, 2, &workload).unwrap();
                    let case = format!("{} on {}", model.name, card.id);
                    assert!(time(&after) <= time(&before) * (1.0 + 1e-9), "{case}");
                }
            }
        }
    }
}

#[test]
fn eight_cards_with_nvlink_are_never_slower_than_one() {
    for model in models() {
        for card in some_cards() {
            for workload in [
                Workload::Training(training(&model, Method::Full)),
                Workload::Training(training(&model, Method::Lora)),
                Workload::Inference(inference(&model, Quant::Bf16, Server::Vllm)),
            ] {
                let nvlink = like(card, |card| card.link = tiaoka_core::gpu::Link::Nvlink);
                let Ok(one) = on(nvlink, 1, &workload) else {
                    continue;
                };
                for count in [2, 4, 8] {
                    let many = on(nvlink, count, &workload).unwrap();
                    let case = format!("{} on {count} × {}", model.name, card.id);
                    assert!(time(&many) <= time(&one) * (1.0 + 1e-9), "{case}");
                }
            }
        }
    }
}

#[test]
fn a_longer_prompt_or_answer_is_never_faster() {
    for model in some_models() {
        for card in some_cards() {
            for server in [Server::Vllm, Server::LlamaCpp] {
                let mut last = (0.0, 0.0);
                for tokens in [1, 16, 256, 1024, 4096, 16_384] {
                    let job = Inference {
                        prompt_tokens: tokens,
                        ..inference(&model, Quant::Bf16, server)
                    };
                    let Ok(found) = on(card, 1, &Workload::Inference(job)) else {
                        continue;
                    };
                    let now = (found.ttft_ms.unwrap().mid, found.tpot_ms.unwrap().mid);
                    let case = format!("{} on {} at {tokens}", model.name, card.id);
                    assert!(
                        now.0 >= last.0 && now.1 >= last.1,
                        "{case}: {last:?} {now:?}"
                    );
                    last = now;
                }
            }
        }
    }
}

#[test]
fn a_longer_training_sequence_takes_longer() {
    for model in some_models() {
        for card in some_cards() {
            let mut last = 0.0;
            for tokens in [128, 512, 2048, 8192, 32_768] {
                let job = Training {
                    sequence_tokens: tokens,
                    data: DataAmount::Samples(1000.0),
                    ..training(&model, Method::Lora)
                };
                let Ok(found) = on(card, 1, &Workload::Training(job)) else {
                    continue;
                };
                assert!(
                    time(&found) >= last,
                    "{} on {} at {tokens}",
                    model.name,
                    card.id
                );
                last = time(&found);
            }
        }
    }
}

fn gib(workload: Workload) -> f64 {
    need(&workload).gpu_memory_gib
}

#[test]
fn fewer_trained_or_kept_bytes_never_need_more_memory() {
    for model in models() {
        let trains = |method, checkpointing| {
            let job = Training {
                checkpointing,
                ..training(&model, method)
            };
            gib(Workload::Training(job))
        };
        for checkpointing in RECOMPUTED {
            let [full, lora, qlora] = METHODS.map(|method| trains(method, checkpointing));
            assert!(
                qlora <= lora && lora <= full,
                "{} {checkpointing:?}",
                model.name
            );
        }
        for method in METHODS {
            let [full, selective, none] = RECOMPUTED.map(|kept| trains(method, kept));
            assert!(
                full <= selective && selective <= none,
                "{} {method:?}",
                model.name
            );
        }
        let serves = |quant| gib(Workload::Inference(inference(&model, quant, Server::Vllm)));
        for quant in QUANTS {
            assert!(
                serves(quant) <= serves(Quant::Bf16),
                "{} {quant:?}",
                model.name
            );
        }
    }
}

#[test]
fn memory_grows_with_batch_and_context() {
    for model in models() {
        let trains = |micro_batch, sequence_tokens| {
            let job = Training {
                micro_batch,
                sequence_tokens,
                ..training(&model, Method::Lora)
            };
            gib(Workload::Training(job))
        };
        assert!(trains(1, 2048) < trains(2, 2048) && trains(1, 2048) < trains(1, 4096));
        let serves = |users, prompt_tokens| {
            let job = Inference {
                traffic: Traffic::Concurrency(users),
                prompt_tokens,
                ..inference(&model, Quant::Bf16, Server::Vllm)
            };
            gib(Workload::Inference(job))
        };
        assert!(serves(1.0, 1024) < serves(2.0, 1024) && serves(1.0, 1024) < serves(1.0, 4096));
    }
}

#[test]
fn memory_of_a_device_falls_with_their_number() {
    let card = like(some_cards()[3], |card| card.memory_gib = Some(1e6)); // everything fits
    for model in models() {
        for workload in [
            Workload::Training(training(&model, Method::Full)),
            Workload::Inference(inference(&model, Quant::Bf16, Server::LlamaCpp)),
        ] {
            // A server takes the fastest layout, so only training is shared over all its cards.
            let per_device = |count| on(card, count, &workload).unwrap().memory.needed_gib;
            assert!(per_device(2) <= per_device(1), "{}", model.name);
        }
        let full = Workload::Training(training(&model, Method::Full));
        let per_device = |count| on(card, count, &full).unwrap().memory.needed_gib;
        assert!(
            per_device(8) < per_device(4) && per_device(4) < per_device(2),
            "{}",
            model.name
        );
    }
}

#[test]
fn more_load_needs_no_fewer_machines() {
    let model = ModelShape::preset("llama3.1-8b").unwrap();
    let sized = |traffic| {
        let job = Inference {
            traffic,
            tpot_ms_max: Some(50.0),
            ..inference(&model, Quant::Bf16, Server::Vllm)
        };
        on(some_cards()[7], 1, &Workload::Inference(job))
            .unwrap()
            .machines
    };
    for traffic in [Traffic::Concurrency, Traffic::Qps, |load| {
        Traffic::TokensPerMinute(6e4 * load)
    }] {
        let machines: Vec<_> = [1.0, 4.0, 16.0, 64.0, 256.0]
            .map(|load| sized(traffic(load)))
            .into();
        assert!(
            machines.is_sorted() && machines[4] > machines[0],
            "{machines:?}"
        );
    }
}
