//! Time: sound figures everywhere, and more of anything good is never slower.

use super::*;

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
