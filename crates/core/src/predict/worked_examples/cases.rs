//! Example 39 as far as cards go, and the cases REC-02 and REC-03.

use super::*;
use crate::message::Param;
use crate::predict::memory::{GB, GIB, ServeMemory, total};

/// Test 39, as far as memory and cards go: 22.1 GB on the 4090 is tight, and too much for a T4.
#[test]
fn example_39_the_4090_is_tight_and_the_t4_too_small() {
    let job = lora("llama3.1-8b");
    let fit = training(&job, "rtx-4090", 1).memory;
    near(fit.needed_gib * GIB / GB, 22.1, FITTED);
    assert!((0.7..0.95).contains(&fit.p_fit.unwrap()), "{fit:?}"); // tight
    assert!(training(&job, "a100-80g-sxm", 1).memory.p_fit.unwrap() > 0.99);
    let job = Workload::Training(job);
    let refusal = predict(&job, &rig("t4", 1), constants()).unwrap_err();
    assert_eq!(refusal.reason.code, "memory_short");
    // QLoRA fits; unpacking 8.03 B weights in 2 passes and a recomputed one costs time.
    let remedy = refusal.remedy.unwrap();
    assert_eq!(remedy.code, "remedy_qlora_slower");
    let Param::Share(more) = remedy.params["time"] else {
        panic!("{remedy:?}")
    };
    assert!((0.20..0.50).contains(&more), "{more}");
}

/// Case REC-02: memory follows the total, speed the active parameters.
#[test]
fn a_mixture_of_experts_holds_all_and_reads_some() {
    let shape = ModelShape::from_params(125.1, 10.0).unwrap();
    let at_058 = ServeMemory {
        shape: &shape,
        weight_bytes: 0.58 * shape.params,
        framework: "llama.cpp-fa",
        year: None,
        kv_value_bytes: 2.0,
        requests: 1.0,
        prompt: 8192.0 - 256.0,
        answer: 256.0,
        devices: 1.0,
    };
    let parts = at_058.parts(constants());
    near(parts[0].bytes / GB, 72.6, ARITHMETIC);
    near(parts[1].bytes / GB, 8192.0 * 368_640.0 / GB, ARITHMETIC); // 2 · 90 · 8 · 128 · 2 a token
    let usable = |gib: f64| gib * 0.995 * GIB;
    assert!(total(&parts) > usable(48.0) && total(&parts) < 2.0 * usable(48.0));
    assert!(total(&parts) < usable(80.0)); // 72.6 + 3.0 + 0.2 + 0.5 of 85.5 GB
}

#[test]
fn a_mixture_of_experts_at_4_bit_needs_two_cards_of_48_gib() {
    let shape = ModelShape::from_params(125.1, 10.0).unwrap();
    let job = Inference {
        model: shape,
        quant: Quant::Q4KM,
        server: Server::LlamaCpp,
        prompt_tokens: 8192 - 256,
        ttft_ms_max: None,
        tpot_ms_max: None,
        ..chat("llama3.1-8b")
    };
    let job = Workload::Inference(job);
    let on = |count| predict(&job, &rig("rtx-6000-ada", count), constants());
    let refusal = on(1).unwrap_err();
    assert_eq!(refusal.reason.code, "memory_short");
    assert_eq!(refusal.remedy.unwrap().code, "remedy_cards");
    let sharded = on(2).unwrap();
    assert!(sharded.notes.iter().any(|note| note.code == "layer_split"));
    near(
        sharded.memory.steps[0].value,
        0.604 * 125.1e9 / 2.0 / GIB,
        ARITHMETIC,
    );
}

/// Case REC-03: a 9B in a 4-bit file of 5.29 GB.
#[test]
fn the_context_decides_whether_a_9b_fits_8_gib() {
    let shape = ModelShape::from_params(9.0, 9.0).unwrap();
    let held = |context: f64| {
        let memory = ServeMemory {
            shape: &shape,
            weight_bytes: 5.29 * GB,
            framework: "llama.cpp-fa",
            year: None,
            kv_value_bytes: 2.0,
            requests: 1.0,
            prompt: context - 256.0,
            answer: 256.0,
            devices: 1.0,
        };
        memory.parts(constants())
    };
    let usable = 8.0 * 0.995 * GIB;
    let short = held(8192.0);
    assert!(total(&short) < usable, "{short:?}");
    assert_eq!((short[0].code, short[1].code), ("weights", "kv_cache"));
    assert!(
        short[1].formula.starts_with("1 × 8,192 × "),
        "{}",
        short[1].formula
    );
    let long = held(262_144.0);
    assert!(total(&long) > usable);
    assert!(
        long[1].formula.starts_with("1 × 262,144 × "),
        "{}",
        long[1].formula
    );
}

#[test]
fn a_9b_file_on_an_8_gib_card_is_advised_at_8192_and_refused_at_262144() {
    let job = |context: u32| {
        Workload::Inference(Inference {
            model: ModelShape::from_params(9.0, 9.0).unwrap(),
            quant: Quant::Q4KM,
            server: Server::LlamaCpp,
            prompt_tokens: context - 256,
            ttft_ms_max: None,
            ..chat("llama3.1-8b")
        })
    };
    let card = rig("rtx-3070", 1);
    assert!(predict(&job(8192), &card, constants()).is_ok());
    let refusal = predict(&job(262_144), &card, constants()).unwrap_err();
    assert_eq!(refusal.reason.code, "memory_short");
}
