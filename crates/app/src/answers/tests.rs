//! What answers mean: the defaults of the pages, and the words of the command line.

use jiff::civil::date;
use jiff::tz::TimeZone;
use tiaoka_core::model::ModelShape;
use tiaoka_core::offer::Billing;
use tiaoka_core::workload::{
    Checkpointing, DataAmount, DevMemory, Method, Optimizer, Precision, Quant, RegionWish, Server,
    Traffic, Wish,
};

use super::*;
use crate::wording::{Language, Wording};

mod limits;
mod refusals;
mod samples;
use refusals::refused;

/// What `--name value` pairs mean on 30 November 2026 at noon in Shanghai.
fn reading(pairs: &[(&str, &str)]) -> Reading {
    let rates = Rates {
        observed_on: date(2026, 10, 30),
        source: String::from("worked by hand"),
        per_eur: [
            (Currency::CNY, 8.into()),
            (Currency::EUR, 1.into()),
            (Currency::USD, 1.into()),
        ]
        .into(),
    };
    let sellers = [
        (
            String::from("aliyun"),
            vec![String::from("阿里云"), String::from("Alibaba Cloud")],
        ),
        (String::from("autodl"), vec![String::from("AutoDL")]),
    ];
    let shanghai = TimeZone::fixed(jiff::tz::offset(8));
    let now = shanghai
        .to_timestamp(date(2026, 11, 30).at(12, 0, 0, 0))
        .unwrap();
    let context = Context {
        now: &now.to_zoned_datetime(shanghai),
        currency: Currency::CNY,
        rates: &rates,
        providers: &sellers,
    };
    answers(pairs).reading(&context)
}

/// Answers as the terminal makes them.
fn answers(pairs: &[(&str, &str)]) -> Answers {
    let mut json = serde_json::Map::new();
    for (name, value) in pairs {
        let list = matches!(
            *name,
            "provider" | "billing" | "vendor" | "need" | "discount" | "quota" | "reservation"
        );
        let flag = matches!(*name, "can_wait" | "accept_suspicious" | "will_verify");
        let value = match (list, flag) {
            (true, _) => serde_json::json!([value]),
            (_, true) => serde_json::json!(true),
            _ => serde_json::json!(value),
        };
        json.insert((*name).to_owned(), value);
    }
    serde_json::from_value(json.into()).unwrap()
}

fn training(pairs: &[(&str, &str)]) -> tiaoka_core::workload::Training {
    match reading(pairs).workload {
        Workload::Training(job) => job,
        other => panic!("{other:?}"),
    }
}

fn inference(pairs: &[(&str, &str)]) -> tiaoka_core::workload::Inference {
    let pairs: Vec<_> = [("scenario", "inference")]
        .iter()
        .chain(pairs)
        .copied()
        .collect();
    match reading(&pairs).workload {
        Workload::Inference(job) => job,
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_said_is_the_default_training() {
    let Reading {
        workload,
        limits,
        faults,
    } = reading(&[]);
    assert_eq!(faults, []);
    let Workload::Training(job) = workload else {
        panic!("{workload:?}")
    };
    assert_eq!(job.model, ModelShape::preset("llama3.1-8b").unwrap());
    assert_eq!(
        (job.method, job.data, job.epochs),
        (Method::Lora, DataAmount::Tokens(30e6), 1.0)
    );
    assert_eq!(
        (job.precision, job.precision_chosen),
        (Precision::Bf16, false)
    );
    assert_eq!(
        (job.sequence_tokens, job.micro_batch, job.grad_accumulation),
        (2_048, 1, 8)
    );
    assert_eq!(
        (job.checkpointing, job.optimizer),
        (Checkpointing::Full, Optimizer::Adamw)
    );
    assert_eq!(
        (job.lora_rank, job.framework, job.deadline_h),
        (8, None, None)
    );
    assert_eq!(
        (limits.budget, limits.currency, limits.region),
        (None, Currency::CNY, RegionWish::Any)
    );
    assert_eq!(
        (limits.billing, limits.speed, limits.limit),
        (vec![Billing::OnDemand], 0.35, 20)
    );
    assert!(limits.providers.is_empty() && limits.vendors.is_empty() && limits.needs.is_empty());
    assert!(!limits.can_wait && !limits.accept_suspicious && !limits.will_verify);
}

#[test]
fn nothing_said_is_the_default_server() {
    let job = inference(&[]);
    assert_eq!(
        (job.model.name.as_str(), job.quant, job.server),
        ("llama3.1-8b", Quant::Bf16, Server::Vllm)
    );
    assert_eq!((job.prompt_tokens, job.answer_tokens), (1_024, 256));
    assert_eq!(
        (job.traffic, job.hours_per_day),
        (Traffic::Concurrency(1.0), 24.0)
    );
    assert_eq!(
        (job.ttft_ms_max, job.tpot_ms_max, job.kv_bits),
        (Some(2_000.0), Some(100.0), 16)
    );
}

#[test]
fn nothing_said_is_the_default_development_machine() {
    let Workload::Dev(job) = reading(&[("scenario", "dev")]).workload else {
        panic!()
    };
    assert_eq!(job.memory, DevMemory::NominalGib(24.0));
    assert_eq!(
        (
            job.hours_per_day,
            job.days_per_month,
            job.starts_per_day,
            job.keep_gb
        ),
        (3.0, 22.0, 2.0, 0.0)
    );
}

#[test]
fn a_precision_is_a_limit_only_when_it_was_said() {
    assert!(training(&[("precision", "bf16")]).precision_chosen);
    assert!(!training(&[]).precision_chosen);
}

#[test]
fn a_global_batch_sets_the_accumulation_and_the_tokens_of_a_step() {
    let job = training(&[("batch", "64"), ("micro_batch", "4"), ("steps", "1000")]);
    assert_eq!((job.micro_batch, job.grad_accumulation), (4, 16)); // 64 / 4
    // 1,000 steps of 64 × 2,048 tokens, on however many devices
    assert_eq!(job.data, DataAmount::Tokens(131_072_000.0));
    assert_eq!(
        training(&[("steps", "1000")]).data,
        DataAmount::Steps(1_000.0)
    );
}

#[test]
fn a_model_may_be_given_by_its_size() {
    let job = training(&[("params", "30B"), ("active_params", "3B")]);
    assert_eq!(
        (
            job.model.params,
            job.model.active_params,
            job.model.from_params
        ),
        (30e9, 3e9, true)
    );
    assert_eq!(training(&[("params", "70亿")]).model.name, "7B");
}

#[test]
fn a_gguf_file_is_served_by_llama_cpp() {
    assert_eq!(inference(&[("quant", "q4-k-m")]).server, Server::LlamaCpp);
    assert_eq!(
        inference(&[("server", "llama.cpp")]).server,
        Server::LlamaCpp
    );
    let vllm = [
        ("scenario", "inference"),
        ("quant", "q4_k_m"),
        ("server", "vllm"),
    ];
    refused(
        &vllm,
        "server",
        "Server: vllm does not read q4_k_m weights. Choose llama.cpp.",
    );
}

#[test]
fn a_batch_job_may_do_without_latency_limits() {
    let job = inference(&[("ttft_ms", "none"), ("tpot_ms", "不限")]);
    assert_eq!((job.ttft_ms_max, job.tpot_ms_max), (None, None));
}

#[test]
fn limits_are_read_in_the_words_of_the_command_line() {
    let Reading { limits, faults, .. } = reading(&[
        ("budget", "$100"),
        ("currency", "usd"),
        ("region", "cn"),
        ("provider", "阿里云, AutoDL"),
        ("billing", "on-demand,spot"),
        ("vendor", "nvidia,moore-threads"),
        ("need", "stop-without-gpu-charge,djbh_3"),
        ("gpus_max", "8"),
        ("speed", "0"),
        ("storage_gb", "1TB"),
        ("can_wait", ""),
    ]);
    assert_eq!(faults, []);
    assert_eq!(
        limits.budget,
        Some(tiaoka_core::money::Money {
            amount: 100.into(),
            currency: Currency::USD
        })
    );
    assert_eq!(
        (limits.currency, limits.region),
        (Currency::USD, RegionWish::MainlandChina)
    );
    assert_eq!(limits.providers, ["aliyun", "autodl"]);
    assert_eq!(limits.billing, [Billing::OnDemand, Billing::Spot]);
    assert_eq!(limits.vendors, ["nvidia", "moore threads"]);
    assert_eq!(limits.needs, [Wish::StopWithoutGpuCharge, Wish::Djbh3]);
    assert_eq!(
        (limits.gpus_max, limits.speed, limits.storage_gb),
        (Some(8), 0.0, 1_000.0)
    );
    assert!(limits.can_wait);
}

#[test]
fn fields_of_another_scenario_are_kept_and_not_looked_at() {
    let faults = reading(&[("scenario", "dev"), ("tokens", "nonsense"), ("qps", "-1")]).faults;
    assert_eq!(faults, []);
}

#[test]
fn the_question_reads_as_a_sentence() {
    let pairs = [
        ("model", "qwen3-8b"),
        ("tokens", "3000万"),
        ("epochs", "3"),
        ("deadline", "24h"),
        ("budget", "150"),
        ("billing", "spot"),
    ];
    let said = |language| {
        let wording = Wording::of(language);
        let view = words::workload_view(&answers(&pairs), &reading(&pairs), &wording);
        view.parts
            .into_iter()
            .map(|part| part.text)
            .collect::<Vec<_>>()
            .join(" · ")
            .replace('\u{a0}', "~")
    };
    assert_eq!(
        said(Language::En),
        "LoRA · qwen3-8b · 30M tokens · 3 epochs · bf16 · ≤~24~h · anywhere · spot · ≤~¥150"
    );
    assert_eq!(
        said(Language::ZhCn),
        "LoRA · qwen3-8b · 3,000~万 tokens · 3 轮 · bf16 · ≤~24~时 · 不限地域 · 抢占式 · ≤~¥150"
    );
    let view = words::workload_view(
        &answers(&pairs),
        &reading(&pairs),
        &Wording::of(Language::En),
    );
    let defaulted: Vec<_> = view
        .parts
        .iter()
        .filter(|p| p.defaulted)
        .map(|p| p.field.as_str())
        .collect();
    assert_eq!(defaulted, ["method", "precision", "region"]);
}

#[test]
fn a_field_echoes_what_it_means() {
    let pairs = [("model", "qwen3-8b"), ("tokens", "30M"), ("epochs", "3")];
    let echoes = meaning::echoes(
        &answers(&pairs),
        &reading(&pairs),
        &Wording::of(Language::En),
    );
    // 90e6 / (8 × 2048) = 5,493.2 steps, so 5,494
    let said: Vec<_> = echoes
        .iter()
        .map(|e| (e.field.as_str(), e.text.as_str()))
        .collect();
    assert_eq!(
        said,
        [
            ("model", "8.19\u{a0}B · 36 layers · GQA 32/8"),
            ("tokens", "90M tokens in all, 5,494 steps of 8 × 2,048"),
        ]
    );
    let title = words::title(&reading(&pairs), &Wording::of(Language::En));
    assert_eq!(title, "LoRA qwen3-8b, 30M tokens");
}

#[test]
fn the_defaults_that_are_shown_are_those_that_are_read() {
    for scenario in ["training", "inference", "dev"] {
        let shown = serde_json::to_value(Answers::defaults(scenario)).unwrap();
        let pairs: Vec<(String, String)> = shown
            .as_object()
            .unwrap()
            .iter()
            .filter_map(|(name, value)| match value {
                serde_json::Value::String(text) if !text.is_empty() => {
                    Some((name.clone(), text.clone()))
                }
                serde_json::Value::Array(list) if !list.is_empty() => {
                    Some((name.clone(), list[0].as_str().unwrap().to_owned()))
                }
                _ => None,
            })
            .collect();
        let pairs: Vec<(&str, &str)> = pairs
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        let (mut said, empty) = (reading(&pairs), reading(&[("scenario", scenario)]));
        if let Workload::Training(job) = &mut said.workload {
            job.precision_chosen = false; // a precision that was said is a limit as well
        }
        assert_eq!(said, empty, "{scenario}");
    }
}
