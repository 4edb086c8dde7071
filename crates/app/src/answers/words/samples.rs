//! Words for jobs that are counted in samples.

use tiaoka_core::message::Param;
use tiaoka_core::model::{SampleFamily, SampleModel};
use tiaoka_core::workload::{SampleInference, SampleLoad, SampleTraining};

use super::super::Answers;
use super::super::samples::{ENGINES, precision_name};
use super::{Parts, named, said_of};
use crate::wording::{Wording, figures};

impl Parts<'_> {
    pub(super) fn sample_training(&mut self, job: &SampleTraining) {
        let (a, w) = (self.answers, self.wording);
        self.push("model", &a.model, job.model.name.clone());
        let amount = w.amount(job.samples);
        self.push(
            "samples",
            &a.samples,
            self.fill(
                &counted("answers.part.pictures", &job.model),
                &[("amount", &amount)],
            ),
        );
        self.size(&job.model, job.size);
        self.push(
            "precision",
            &a.precision,
            precision_name(job.precision).to_owned(),
        );
        let batch = figures::three(f64::from(job.batch));
        self.push(
            "micro_batch",
            &a.micro_batch,
            self.fill("answers.part.batch", &[("count", &batch)]),
        );
        let epochs = figures::three(job.epochs);
        self.push(
            "epochs",
            &a.epochs,
            self.fill("answers.part.epochs", &[("count", &epochs)]),
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

    pub(super) fn sample_inference(&mut self, job: &SampleInference) {
        let (a, w) = (self.answers, self.wording);
        self.push("model", &a.model, job.model.name.clone());
        self.size(&job.model, job.size);
        if job.model.family == SampleFamily::Diffusion {
            let steps = figures::three(f64::from(job.steps));
            self.push(
                "image_steps",
                &a.image_steps,
                self.fill("answers.part.image_steps", &[("count", &steps)]),
            );
        }
        self.push(
            "precision",
            &a.precision,
            precision_name(job.precision).to_owned(),
        );
        let batch = figures::three(f64::from(job.batch));
        self.push(
            "batch",
            &a.batch,
            self.fill("answers.part.batch", &[("count", &batch)]),
        );
        self.push(
            "engine",
            &a.engine,
            w.word(&format!("engine_{}", named(&ENGINES, job.engine))),
        );
        let said = format!("{}{}", a.qps, a.per_month);
        self.push(load_field(a), &said, sample_load(job, w));
        if let Some(ms) = job.latency_ms_max {
            let ms = w.param(&Param::Millis(ms));
            self.push(
                "latency_ms",
                &a.latency_ms,
                self.fill("answers.part.at_most", &[("figure", &ms)]),
            );
        }
        let hours = figures::three(job.hours_per_day);
        self.push(
            "hours_per_day",
            &a.hours_per_day,
            self.fill("answers.part.hours_per_day", &[("n", &hours)]),
        );
    }

    /// Side of a picture, or tokens of a sequence.
    fn size(&mut self, model: &SampleModel, size: u32) {
        let a = self.answers;
        let (field, said, part) = match model.family {
            SampleFamily::Bert => ("seq", &a.seq, "answers.part.seq"),
            SampleFamily::Cnn | SampleFamily::Diffusion => {
                ("image_size", &a.image_size, "answers.part.image_size")
            }
        };
        let size = figures::three(f64::from(size));
        self.push(field, said, self.fill(part, &[("n", &size)]));
    }
}

/// The field that says the load.
pub(in crate::answers) fn load_field(a: &Answers) -> &'static str {
    said_of(&[("qps", &a.qps), ("per_month", &a.per_month)])
}

/// A key of the words for what this model is counted in: images, or sequences of BERT.
pub(super) fn counted(key: &str, model: &SampleModel) -> String {
    let what = match model.family {
        SampleFamily::Bert => "sequences",
        SampleFamily::Cnn | SampleFamily::Diffusion => "images",
    };
    format!("{key}.{what}")
}

/// `2.5 images a second`, `1M sequences a month`.
pub(super) fn sample_load(job: &SampleInference, wording: &Wording) -> String {
    match job.load {
        SampleLoad::PerSecond(n) => wording.fill(
            &counted("answers.part.per_second", &job.model),
            &[("count", &figures::three(n))],
        ),
        SampleLoad::PerMonth(n) => wording.fill(
            &counted("answers.part.per_month", &job.model),
            &[("amount", &wording.amount(n))],
        ),
    }
}
