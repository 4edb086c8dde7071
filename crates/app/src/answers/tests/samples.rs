//! Questions about models that are counted in samples.

use tiaoka_core::workload::{Engine, SampleInference, SampleLoad, SamplePrecision, SampleTraining};

use super::refusals::refused;
use super::{answers, meaning, reading, words};
use crate::answers::{Answers, Workload};
use crate::wording::{Language, Wording};

fn training(pairs: &[(&str, &str)]) -> SampleTraining {
    match reading(pairs).workload {
        Workload::SampleTraining(job) => job,
        other => panic!("{other:?}"),
    }
}

fn inference(pairs: &[(&str, &str)]) -> SampleInference {
    let pairs: Vec<_> = [("scenario", "inference")]
        .iter()
        .chain(pairs)
        .copied()
        .collect();
    match reading(&pairs).workload {
        Workload::SampleInference(job) => job,
        other => panic!("{other:?}"),
    }
}

fn said(pairs: &[(&str, &str)], language: Language) -> String {
    let view = words::workload_view(&answers(pairs), &reading(pairs), &Wording::of(language));
    let parts: Vec<_> = view.parts.into_iter().map(|part| part.text).collect();
    parts.join(" · ").replace('\u{a0}', "~")
}

#[test]
fn the_model_decides_what_is_counted() {
    let job = training(&[
        ("model", "ResNet-50"),
        ("samples", "1281167"),
        ("epochs", "90"),
    ]);
    assert_eq!(
        (job.model.name.as_str(), job.size, job.batch),
        ("resnet50", 224, 32)
    );
    assert_eq!((job.samples, job.epochs), (1_281_167.0, 90.0));
    assert_eq!(
        (job.precision, job.precision_chosen),
        (SamplePrecision::Half, false)
    );
    let bert = training(&[
        ("model", "bert-large"),
        ("seq", "128"),
        ("precision", "tf32"),
    ]);
    assert_eq!((bert.size, bert.precision), (128, SamplePrecision::Tf32));
    assert!(bert.precision_chosen);
}

#[test]
fn an_image_generator_is_asked_for_its_steps_and_size() {
    let job = inference(&[("model", "sdxl")]);
    assert_eq!((job.steps, job.size, job.batch), (30, 1_024, 1));
    assert_eq!(
        (job.load, job.engine, job.hours_per_day),
        (SampleLoad::PerSecond(1.0), Engine::Eager, 24.0)
    );
    let job = inference(&[
        ("model", "flux-dev"),
        ("image_steps", "20"),
        ("image_size", "512"),
        ("per_month", "10万"),
        ("engine", "compiled"),
        ("latency_ms", "5s"),
    ]);
    assert_eq!((job.steps, job.size), (20, 512));
    assert_eq!(
        (job.load, job.latency_ms_max),
        (SampleLoad::PerMonth(1e5), Some(5_000.0))
    );
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    refused(
        &[("model", "sdxl")],
        "model",
        "Training sdxl is not predicted: nobody has published measurements to predict it from",
    );
    refused(
        &[("model", "resnet50"), ("precision", "int8")],
        "precision",
        "Precision: “int8” is not known. Choose one of fp16, bf16, amp, half, tf32, fp32.",
    );
    refused(
        &[
            ("scenario", "inference"),
            ("model", "sdxl"),
            ("qps", "2"),
            ("per_month", "1M"),
        ],
        "per_month",
        "A month (1M) and Requests a second exclude each other. Leave one of them empty.",
    );
    refused(
        &[("scenario", "dev"), ("model", "sdxl")],
        "model",
        "Model: sdxl is counted in images or sequences, and a machine to work on is chosen by memory. \
         Leave it empty and say how much GPU memory you want.",
    );
}

#[test]
fn the_question_names_images_and_sequences() {
    let pairs = [
        ("scenario", "inference"),
        ("model", "sdxl"),
        ("per_month", "200000"),
    ];
    assert_eq!(
        said(&pairs, Language::En),
        "sdxl · 1,024 × 1,024 pixels · 30 steps · fp16 · 1 at a time · not compiled · 200,000 images a month \
         · 24~h a day · anywhere · on-demand"
    );
    let bert = [("model", "bert-base"), ("samples", "2M")];
    assert_eq!(
        said(&bert, Language::ZhCn),
        "bert-base · 200~万 条序列 · 每条 384 tokens · fp16 · 每批 32 个 · 1 轮 · 不限地域 · 按量"
    );
}

#[test]
fn the_load_is_echoed_in_its_other_unit() {
    let echo = |pairs: &[(&str, &str)]| -> Vec<String> {
        let echoes = meaning::echoes(&answers(pairs), &reading(pairs), &Wording::of(Language::En));
        echoes.into_iter().map(|echo| echo.text).collect()
    };
    // 2,592,000 a month ÷ (30 · 24 · 3,600 s) = 1 a second
    let month = [
        ("scenario", "inference"),
        ("model", "sdxl"),
        ("per_month", "2592000"),
    ];
    assert_eq!(
        echo(&month),
        [
            "2.57\u{a0}B · 11,960 GFLOP for a step at 1,024 pixels",
            "1 a second"
        ]
    );
    // 10 × 1M ÷ 100 = 100,000 steps
    let job = [
        ("model", "resnet50"),
        ("epochs", "10"),
        ("micro_batch", "100"),
    ];
    assert_eq!(echo(&job)[1], "10M in all, 100,000 steps of 100");
}

#[test]
fn the_defaults_of_sampled_models_are_those_that_are_read() {
    for (scenario, model) in [("training", "resnet50"), ("inference", "sdxl")] {
        let shown = Answers {
            model: model.to_owned(),
            ..Answers::sample_defaults(scenario)
        };
        let text = serde_json::to_value(&shown).unwrap();
        let pairs: Vec<(String, String)> = text
            .as_object()
            .unwrap()
            .iter()
            .filter_map(|(name, value)| match value {
                serde_json::Value::String(text) if !text.is_empty() => {
                    Some((name.clone(), text.clone()))
                }
                _ => None,
            })
            .collect();
        let pairs: Vec<(&str, &str)> = pairs
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        let (mut said, empty) = (
            reading(&pairs),
            reading(&[("scenario", scenario), ("model", model)]),
        );
        // A precision that was said is a limit as well.
        match &mut said.workload {
            Workload::SampleTraining(job) => job.precision_chosen = false,
            Workload::SampleInference(job) => job.precision_chosen = false,
            other => panic!("{other:?}"),
        }
        assert_eq!(said, empty, "{scenario}");
    }
}
