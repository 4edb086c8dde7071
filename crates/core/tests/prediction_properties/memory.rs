//! Memory and load: more to hold never needs less.

use super::*;

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
