//! The question in words: the sentence above the result, and a title for earlier questions.

mod limits;
mod samples;

use tiaoka_core::message::Param;
use tiaoka_core::model::ModelShape;
use tiaoka_core::workload::{DataAmount, Dev, DevMemory, Inference, Traffic, Training, Workload};

use super::workload::{METHODS, PRECISIONS, QUANTS};
use super::{Answers, Reading};
use crate::views::advice::{WorkloadPart, WorkloadView};
use crate::wording::{Wording, figures};
use samples::{counted, sample_load};

pub(super) use samples::load_field;

/// The question as understood, part by part.
pub fn workload_view(answers: &Answers, reading: &Reading, wording: &Wording) -> WorkloadView {
    let mut parts = Parts {
        answers,
        wording,
        parts: Vec::new(),
    };
    match &reading.workload {
        Workload::Training(job) => parts.training(job),
        Workload::Inference(job) => parts.inference(job),
        Workload::SampleTraining(job) => parts.sample_training(job),
        Workload::SampleInference(job) => parts.sample_inference(job),
        Workload::Dev(job) => parts.dev(job),
    }
    parts.limits(&reading.limits);
    WorkloadView {
        scenario: answers.scenario().to_owned(),
        parts: parts.parts,
    }
}

/// The question in a few words: `LoRA llama3.1-8b, 30M tokens`.
pub fn title(reading: &Reading, wording: &Wording) -> String {
    let (key, model, detail) = match &reading.workload {
        Workload::Training(job) => {
            let model = format!(
                "{} {}",
                wording.word(named(&METHODS, job.method)),
                job.model.name
            );
            ("answers.title.training", model, data(job, wording))
        }
        Workload::Inference(job) => {
            let quant = named(&QUANTS, job.quant);
            (
                "answers.title.inference",
                format!("{} {quant}", job.model.name),
                traffic(job, wording),
            )
        }
        Workload::SampleTraining(job) => {
            let amount = wording.amount(job.samples * job.epochs);
            (
                "answers.title.training",
                job.model.name.clone(),
                wording.fill(
                    &counted("answers.part.pictures", &job.model),
                    &[("amount", &amount)],
                ),
            )
        }
        Workload::SampleInference(job) => (
            "answers.title.inference",
            job.model.name.clone(),
            sample_load(job, wording),
        ),
        Workload::Dev(job) => {
            let hours = wording.param(&Param::Hours(job.hours_per_day));
            ("answers.title.dev", dev_memory(job, wording), hours)
        }
    };
    wording.fill(key, &[("model", &model), ("detail", &detail)])
}

/// Collects the parts of the sentence.
struct Parts<'a> {
    answers: &'a Answers,
    wording: &'a Wording,
    parts: Vec<WorkloadPart>,
}

impl Parts<'_> {
    fn push(&mut self, field: &str, said: &str, text: String) {
        let defaulted = said.trim().is_empty();
        self.parts.push(WorkloadPart {
            field: field.to_owned(),
            text,
            defaulted,
        });
    }

    fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        self.wording.fill(key, values)
    }

    fn model(&mut self, model: &ModelShape) {
        let a = self.answers;
        let said = format!("{}{}", a.model, a.params);
        self.push(model_field(a), &said, model.name.clone());
    }

    fn training(&mut self, job: &Training) {
        let (a, w) = (self.answers, self.wording);
        self.push("method", &a.method, w.word(named(&METHODS, job.method)));
        self.model(&job.model);
        let said = format!("{}{}{}", a.tokens, a.samples, a.steps);
        self.push(data_field(a), &said, data(job, w));
        let epochs = figures::three(job.epochs);
        self.push(
            "epochs",
            &a.epochs,
            self.fill("answers.part.epochs", &[("count", &epochs)]),
        );
        self.push(
            "precision",
            &a.precision,
            named(&PRECISIONS, job.precision).to_owned(),
        );
        if let Some(hours) = job.deadline_h {
            let hours = w.param(&Param::Hours(hours));
            self.push(
                "deadline",
                &a.deadline,
                self.fill("answers.part.at_most", &[("figure", &hours)]),
            );
        }
    }

    fn inference(&mut self, job: &Inference) {
        let (a, w) = (self.answers, self.wording);
        self.model(&job.model);
        self.push("quant", &a.quant, named(&QUANTS, job.quant).to_owned());
        let said = format!("{}{}{}", a.concurrency, a.qps, a.tokens_per_minute);
        self.push(traffic_field(a), &said, traffic(job, w));
        let (prompt, answer) = (f64::from(job.prompt_tokens), f64::from(job.answer_tokens));
        let values = [
            ("prompt", &*figures::three(prompt)),
            ("answer", &*figures::three(answer)),
        ];
        let said = format!("{}{}", a.prompt, a.answer);
        self.push("prompt", &said, self.fill("answers.part.lengths", &values));
        for (field, said, name, limit) in [
            ("ttft_ms", &a.ttft_ms, "TTFT", job.ttft_ms_max),
            ("tpot_ms", &a.tpot_ms, "TPOT", job.tpot_ms_max),
        ] {
            if let Some(ms) = limit {
                self.push(
                    field,
                    said,
                    format!("{name} ≤ {}", w.param(&Param::Millis(ms))),
                );
            }
        }
        let hours = figures::three(job.hours_per_day);
        self.push(
            "hours_per_day",
            &a.hours_per_day,
            self.fill("answers.part.hours_per_day", &[("n", &hours)]),
        );
    }

    fn dev(&mut self, job: &Dev) {
        let (a, w) = (self.answers, self.wording);
        match &job.memory {
            DevMemory::Model(model) => self.model(model),
            DevMemory::NominalGib(_) => {
                self.push("gpu_memory_gb", &a.gpu_memory_gb, dev_memory(job, w))
            }
        }
        let (hours, days) = (
            figures::three(job.hours_per_day),
            figures::three(job.days_per_month),
        );
        self.push(
            "hours_per_day",
            &a.hours_per_day,
            self.fill("answers.part.hours_per_day", &[("n", &hours)]),
        );
        self.push(
            "days_per_month",
            &a.days_per_month,
            self.fill("answers.part.days_per_month", &[("count", &days)]),
        );
        let starts = figures::three(job.starts_per_day);
        self.push(
            "starts_per_day",
            &a.starts_per_day,
            self.fill("answers.part.starts_per_day", &[("count", &starts)]),
        );
        if job.keep_gb > 0.0 {
            let kept = w.param(&Param::Gb(job.keep_gb));
            self.push(
                "keep_gb",
                &a.keep_gb,
                self.fill("answers.part.keep", &[("size", &kept)]),
            );
        }
    }
}

/// The name a value is typed with.
fn named<T: PartialEq>(known: &[(&'static str, T)], value: T) -> &'static str {
    known
        .iter()
        .find(|(_, other)| *other == value)
        .map_or("", |(name, _)| name)
}

/// The one of several fields that was said, else the first.
fn said_of(fields: &[(&'static str, &String)]) -> &'static str {
    let said = fields.iter().find(|(_, text)| !text.trim().is_empty());
    said.or(fields.first()).map_or("", |(field, _)| field)
}

pub(super) fn model_field(a: &Answers) -> &'static str {
    said_of(&[("model", &a.model), ("params", &a.params)])
}

pub(super) fn data_field(a: &Answers) -> &'static str {
    said_of(&[
        ("tokens", &a.tokens),
        ("samples", &a.samples),
        ("steps", &a.steps),
    ])
}

pub(super) fn traffic_field(a: &Answers) -> &'static str {
    let fields = [("concurrency", &a.concurrency), ("qps", &a.qps)];
    said_of(&[
        fields[0],
        fields[1],
        ("tokens_per_minute", &a.tokens_per_minute),
    ])
}

/// `30M tokens`, `20,000 samples × 2,048`, `5,000 steps`.
fn data(job: &Training, wording: &Wording) -> String {
    let length = figures::three(f64::from(job.sequence_tokens));
    let (key, amount) = match job.data {
        DataAmount::Tokens(n) => ("answers.part.tokens", n),
        DataAmount::Samples(n) => ("answers.part.samples", n),
        DataAmount::Steps(n) => ("answers.part.steps", n),
    };
    wording.fill(
        key,
        &[("amount", &wording.amount(amount)), ("length", &length)],
    )
}

/// `16 concurrent users`, `2.5 requests a second`, `60,000 tokens a minute`.
fn traffic(job: &Inference, wording: &Wording) -> String {
    let (key, n) = match job.traffic {
        Traffic::Concurrency(n) => ("answers.part.users", n),
        Traffic::Qps(n) => ("answers.part.qps", n),
        Traffic::TokensPerMinute(n) => ("answers.part.tokens_per_minute", n),
    };
    wording.fill(key, &[("count", &figures::three(n))])
}

/// What a machine to work on must hold.
fn dev_memory(job: &Dev, wording: &Wording) -> String {
    match &job.memory {
        DevMemory::Model(model) => model.name.clone(),
        DevMemory::NominalGib(gib) => wording.fill(
            "answers.part.card",
            &[("size", &wording.param(&Param::Gib(*gib)))],
        ),
    }
}
