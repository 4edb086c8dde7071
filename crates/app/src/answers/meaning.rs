//! What each said field means, beside its text: `90M tokens in all`, `8.19 B · 36 layers`.

use tiaoka_core::message::Param;
use tiaoka_core::model::{ModelShape, SampleFamily, SampleModel};
use tiaoka_core::workload::{
    DataAmount, DevMemory, Inference, SampleInference, SampleLoad, SampleTraining, Traffic,
    Training, Workload,
};

use super::words::{data_field, load_field, model_field, traffic_field};
use super::{Answers, Reading};
use crate::views::wizard::FieldEcho;
use crate::wording::{Wording, figures};

/// Days that a month of serving is counted with (workload model, section 5).
const SERVING_DAYS: f64 = 30.0;

/// What each said field means, where that is more than its text.
pub fn echoes(answers: &Answers, reading: &Reading, wording: &Wording) -> Vec<FieldEcho> {
    let mut echoes = Vec::new();
    let mut echo = |field: &str, text: String| {
        echoes.push(FieldEcho {
            field: field.to_owned(),
            text,
        })
    };
    let unread = |field: &str| reading.faults.iter().any(|fault| fault.field == field);
    match &reading.workload {
        Workload::Training(job) => {
            echo(model_field(answers), shape(&job.model, wording));
            echo(data_field(answers), data_meaning(job, wording));
        }
        Workload::Inference(job) => {
            echo(model_field(answers), shape(&job.model, wording));
            echo(traffic_field(answers), traffic_meaning(job, wording));
        }
        Workload::SampleTraining(job) => {
            echo("model", sampled(&job.model, wording));
            echo("samples", samples_meaning(job, wording));
        }
        Workload::SampleInference(job) => {
            echo("model", sampled(&job.model, wording));
            echo(load_field(answers), load_meaning(job, wording));
        }
        Workload::Dev(job) => {
            if let DevMemory::Model(model) = &job.memory {
                echo(model_field(answers), shape(model, wording));
            }
            let hours = wording.param(&Param::Hours(month_hours(&reading.workload).unwrap_or(0.0)));
            echo(
                "hours_per_day",
                wording.fill("answers.echo.month", &[("hours", &hours)]),
            );
        }
    }
    if let Some(hours) = reading.workload.deadline_h() {
        echo("deadline", wording.param(&Param::Hours(hours)));
    }
    if let Some(budget) = reading.limits.budget {
        echo("budget", figures::typed_money(&budget));
    }
    echoes.retain(|echo| !unread(&echo.field));
    echoes
}

/// Billed hours of a month, where the scenario counts months.
pub fn month_hours(workload: &Workload) -> Option<f64> {
    match workload {
        Workload::Training(_) | Workload::SampleTraining(_) => None,
        Workload::SampleInference(job) => Some(job.hours_per_day * SERVING_DAYS),
        Workload::Inference(job) => Some(job.hours_per_day * SERVING_DAYS),
        Workload::Dev(job) => Some(job.hours_per_day * job.days_per_month),
    }
}

/// `8.03 B · 32 layers · GQA 32/8`.
pub fn shape(model: &ModelShape, wording: &Wording) -> String {
    let billions = |params: f64| figures::three(params / 1e9);
    let params = if model.is_moe() {
        let (all, active) = (billions(model.params), billions(model.active_params));
        wording.fill(
            "answers.shape.moe",
            &[("params", &all), ("active", &active)],
        )
    } else {
        format!("{}{}B", billions(model.params), figures::NBSP)
    };
    let layers = figures::three(model.layers);
    let key = if model.from_params {
        "answers.shape.rule"
    } else {
        "answers.shape.preset"
    };
    wording.fill(
        key,
        &[
            ("params", &params),
            ("layers", &layers),
            ("attention", &attention(model)),
        ],
    )
}

/// `25.6 M · 8.2 GFLOP an image`: of the size that the figures are for.
pub fn sampled(model: &SampleModel, wording: &Wording) -> String {
    let params = match model.params_m {
        m if m >= 1_000.0 => format!("{}{}B", figures::three(m / 1e3), figures::NBSP),
        m => format!("{}{}M", figures::three(m), figures::NBSP),
    };
    let flop = model.forward_flop(f64::from(model.default_size())) * model.passes();
    let (key, per) = match model.family {
        SampleFamily::Bert => ("answers.shape.sequence", model.default_size()),
        SampleFamily::Cnn => ("answers.shape.image", model.default_size()),
        SampleFamily::Diffusion => ("answers.shape.step", model.default_size()),
    };
    let values = [
        ("params", params),
        ("gflop", figures::three(flop / 1e9)),
        ("size", figures::three(f64::from(per))),
    ];
    let values = values
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    wording.fill(key, &values)
}

/// `90M images in all, 2.81M steps of 32`: on one device.
fn samples_meaning(job: &SampleTraining, wording: &Wording) -> String {
    let (all, batch) = (job.samples * job.epochs, f64::from(job.batch));
    let values = [
        ("amount", wording.amount(all)),
        ("steps", wording.amount((all / batch).ceil())),
        ("batch", figures::three(batch)),
    ];
    let values = values
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    wording.fill("answers.echo.samples", &values)
}

/// The load in its other unit: a month has 30 days of service.
fn load_meaning(job: &SampleInference, wording: &Wording) -> String {
    let seconds = SERVING_DAYS * job.hours_per_day * 3_600.0;
    match job.load {
        SampleLoad::PerSecond(n) => {
            let amount = wording.amount(n * seconds);
            wording.fill("answers.echo.per_month", &[("amount", &amount)])
        }
        SampleLoad::PerMonth(n) => {
            let count = figures::three(n / seconds);
            wording.fill("answers.echo.per_second", &[("count", &count)])
        }
    }
}

/// `GQA 32/8`, `MHA 32` or `MLA`.
pub fn attention(model: &ModelShape) -> String {
    match (
        model.kv_bytes_per_token.is_some(),
        model.kv_heads < model.heads,
    ) {
        (true, _) => String::from("MLA"),
        (false, true) => format!("GQA {}/{}", model.heads, model.kv_heads),
        (false, false) => format!("MHA {}", model.heads),
    }
}

/// `90M tokens in all, 5,494 steps of 8 × 2,048`: on one device.
fn data_meaning(job: &Training, wording: &Wording) -> String {
    let (length, batch) = (
        f64::from(job.sequence_tokens),
        f64::from(job.micro_batch * job.grad_accumulation),
    );
    let step = batch * length;
    let tokens = job.epochs
        * match job.data {
            DataAmount::Tokens(n) => n,
            DataAmount::Samples(n) => n * length,
            DataAmount::Steps(n) => n * step,
        };
    let values = [
        ("tokens", wording.amount(tokens)),
        ("steps", figures::three((tokens / step).ceil())),
        ("batch", figures::three(batch)),
        ("length", figures::three(length)),
    ];
    let values = values
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    wording.fill("answers.echo.data", &values)
}

/// The load in its other unit: tokens/min = 60 · QPS · (prompt + answer).
fn traffic_meaning(job: &Inference, wording: &Wording) -> String {
    let tokens = f64::from(job.prompt_tokens) + f64::from(job.answer_tokens);
    let (key, n) = match job.traffic {
        Traffic::Concurrency(n) => ("answers.echo.users", n * tokens),
        Traffic::Qps(n) => ("answers.part.tokens_per_minute", 60.0 * n * tokens),
        Traffic::TokensPerMinute(n) => ("answers.part.qps", n / (60.0 * tokens)),
    };
    wording.fill(key, &[("count", &figures::three(n))])
}
