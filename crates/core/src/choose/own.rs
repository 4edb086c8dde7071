//! The user's own reports, applied to what is predicted for a plan (workload model, section 7).
//!
//! Each predicted figure has its own kind of report: training its rate, serving the first token, the
//! later ones and the throughput, both the memory. What moved is a line of the sum, so that the
//! printed lines still add up.

use super::Market;
use crate::message::{Message, Param};
use crate::model::SampleFamily;
use crate::observation::{Basis, Correction, Report, Shape, Subject, correction, model_key};
use crate::predict::{
    CORRECTED_BY_YOU, Evidence, Interval, Kind, MEASURED_BY_YOU, MemoryFit, Prediction, Rate,
    Refusal, Rig, SAMPLE_FRAMEWORK, Step, default_framework, memory_verdict, p_fit,
    sample_framework, serving_keys, training_precision,
};
use crate::workload::{
    Inference, Method, SampleInference, SamplePrecision, SampleTraining, Traffic, Training,
    Workload,
};

/// The line of a sum that holds what own measurements moved.
const STEP: &str = "own_measurements";

/// Moves a prediction by the reports of its card; refused where the measured memory does not fit.
pub(super) fn correct(
    prediction: &mut Prediction,
    workload: &Workload,
    rig: &Rig,
    market: &Market<'_>,
) -> Result<(), Refusal> {
    // A name for several cards, or a part of one, is not the machine that was measured.
    let plain = rig.others.is_empty() && rig.share >= 1.0;
    let of_card = |report: &Report| report.subject.card == rig.card.id;
    if !plain || !market.reports.iter().any(of_card) {
        return Ok(());
    }
    let desk = Desk { rig, market };
    match workload {
        Workload::Training(job) => desk.training(prediction, job),
        Workload::Inference(job) => desk.serving(prediction, job),
        Workload::SampleTraining(job) => {
            desk.sample_training(prediction, job);
            Ok(())
        }
        Workload::SampleInference(job) => {
            desk.sample_service(prediction, job);
            Ok(())
        }
        Workload::Dev(_) => Ok(()),
    }
}

struct Desk<'a> {
    rig: &'a Rig,
    market: &'a Market<'a>,
}

impl Desk<'_> {
    fn find(
        &self,
        kind: Kind,
        (framework, precision, model): (&str, &str, &str),
        shape: Shape,
    ) -> Option<Correction> {
        let subject = Subject {
            kind,
            card: self.rig.card.id.clone(),
            cards: self.rig.count,
            framework: framework.to_owned(),
            precision: precision.to_owned(),
            model: model_key(model),
            shape,
        };
        correction(&subject, self.market.reports, self.market.now)
    }

    fn training(&self, prediction: &mut Prediction, job: &Training) -> Result<(), Refusal> {
        let full = job.method == Method::Full;
        let by_count = default_framework(if full { self.rig.count } else { 1 });
        let framework = job.framework.as_deref().unwrap_or(by_count);
        let key = (framework, training_precision(job), job.model.name.as_str());
        let micro_batch = Some(f64::from(job.micro_batch));
        let sequence = Some(f64::from(job.sequence_tokens));
        let memory = Shape::new([micro_batch, sequence, Some(0.0)]);
        if let Some(found) = self.find(Kind::MemoryTrain, key, memory) {
            resize(&mut prediction.memory, &found)?;
        }
        let shape = Shape::new([micro_batch, sequence]);
        let Some(found) = self.find(Kind::TrainLlm, key, shape) else {
            return Ok(());
        };
        let faster = found.log_factor.exp();
        if let Some(hours) = prediction.compute_h.as_mut() {
            *hours = retimed(*hours, &found);
            lengthen(&mut prediction.time_steps, faster);
        }
        rerate(prediction.rate.as_mut(), &found);
        prediction.mfu = prediction.mfu.map(|mfu| mfu * faster);
        prediction.sigma = prediction.sigma.min(found.sigma);
        say(prediction, &[found], 1);
        Ok(())
    }

    fn sample_training(&self, prediction: &mut Prediction, job: &SampleTraining) {
        let framework = job.framework.as_deref().unwrap_or(SAMPLE_FRAMEWORK);
        let key = (
            framework,
            sample_precision(job.precision),
            job.model.name.as_str(),
        );
        let sizes = [job.batch, job.size].map(|size| Some(f64::from(size)));
        let Some(found) = self.find(Kind::TrainCnnBert, key, Shape::new(sizes)) else {
            return;
        };
        lengthen(&mut prediction.time_steps, found.log_factor.exp());
        if let Some(hours) = prediction.compute_h.as_mut() {
            *hours = retimed(*hours, &found);
        }
        rerate(prediction.rate.as_mut(), &found);
        prediction.mfu = prediction.mfu.map(|mfu| mfu * found.log_factor.exp());
        prediction.sigma = prediction.sigma.min(found.sigma);
        say(prediction, &[found], 1);
    }

    fn sample_service(&self, prediction: &mut Prediction, job: &SampleInference) {
        let kind = match job.model.family {
            SampleFamily::Diffusion => Kind::Diffusion,
            SampleFamily::Cnn | SampleFamily::Bert => Kind::InferCnnBert,
        };
        let framework = sample_framework(job);
        let key = (
            framework,
            sample_precision(job.precision),
            job.model.name.as_str(),
        );
        let sizes = [job.batch, job.size].map(|size| Some(f64::from(size)));
        let Some(found) = self.find(kind, key, Shape::new(sizes)) else {
            return;
        };
        lengthen(&mut prediction.time_steps, found.log_factor.exp());
        if let Some(answer) = prediction.answer_ms.as_mut() {
            *answer = retimed(*answer, &found);
        }
        rerate(prediction.rate.as_mut(), &found);
        prediction.sigma = prediction.sigma.min(found.sigma);
        say(prediction, &[found], 1);
    }

    fn serving(&self, prediction: &mut Prediction, job: &Inference) -> Result<(), Refusal> {
        let (framework, precision) = serving_keys(job);
        let key = (framework, precision, job.model.name.as_str());
        let (prompt, answer) = (f64::from(job.prompt_tokens), f64::from(job.answer_tokens));
        let in_flight = match job.traffic {
            Traffic::Concurrency(users) => Some(users),
            Traffic::Qps(_) | Traffic::TokensPerMinute(_) => None,
        };
        let memory = Shape::new([in_flight, Some(prompt), Some(answer)]);
        if let Some(found) = self.find(Kind::MemoryInfer, key, memory) {
            resize(&mut prediction.memory, &found)?;
        }
        let first = Shape::new([Some(1.0), Some(prompt)]);
        let first = self.find(Kind::Prefill, key, first);
        let later = Shape::new([in_flight, Some(prompt + answer / 2.0)]);
        let later = self.find(Kind::Decode, key, later);
        let load = Shape::new([in_flight, Some(prompt), Some(answer)]);
        let load = self.find(Kind::Serving, key, load);
        let mut moved_ms = 0.0;
        if let (Some(found), Some(time)) = (&first, prediction.ttft_ms.as_mut()) {
            let moved = retimed(*time, found);
            moved_ms += moved.mid - time.mid;
            *time = moved;
        }
        if let (Some(found), Some(time)) = (&later, prediction.tpot_ms.as_mut()) {
            let moved = retimed(*time, found);
            moved_ms += answer * (moved.mid - time.mid);
            *time = moved;
        }
        if let Some(found) = &load {
            rerate(prediction.rate.as_mut(), found);
        }
        let before: f64 = prediction.time_steps.iter().map(|step| step.value).sum();
        if first.is_some() || later.is_some() {
            let faster = before / (before + moved_ms);
            prediction.time_steps.push(step(moved_ms, "ms", faster));
        }
        prediction.sigma = answer_sigma(prediction, answer);
        let figures = if in_flight.is_some() { 2 } else { 3 };
        let found: Vec<Correction> = [first, later, load].into_iter().flatten().collect();
        say(prediction, &found, figures);
        Ok(())
    }
}

/// A time after the correction. A report never makes an interval wider than it was.
fn retimed(time: Interval, found: &Correction) -> Interval {
    let sigma = found.sigma.min(time.sigma());
    Interval::log_normal(time.mid / found.log_factor.exp(), sigma)
}

fn rerate(rate: Option<&mut Rate>, found: &Correction) {
    if let Some(rate) = rate {
        let sigma = found
            .sigma
            .min((rate.high / rate.value).ln() / crate::predict::Z80);
        let moved = Interval::log_normal(rate.value * found.log_factor.exp(), sigma);
        (rate.low, rate.value, rate.high) = (moved.low, moved.mid, moved.high);
    }
}

/// The measured need of memory; refused where it does not fit any more.
fn resize(memory: &mut MemoryFit, found: &Correction) -> Result<(), Refusal> {
    let needed = memory.needed_gib / found.log_factor.exp();
    memory.steps.push(step(
        needed - memory.needed_gib,
        "gib",
        found.log_factor.exp(),
    ));
    memory.needed_gib = needed;
    if memory.p_fit.is_some() {
        memory.p_fit = Some(p_fit(memory.usable_gib, needed, found.sigma));
    }
    memory_verdict(memory)
}

/// One more line for what a sum takes longer, or less, when all of it is so many times as fast.
fn lengthen(steps: &mut Vec<Step>, faster: f64) {
    let total: f64 = steps.iter().map(|step| step.value).sum();
    if let Some(unit) = steps.first().map(|step| step.unit) {
        steps.push(step(total / faster - total, unit, faster));
    }
}

/// The precision by the name that measured rows give it.
fn sample_precision(precision: SamplePrecision) -> &'static str {
    match precision {
        SamplePrecision::Half => "16",
        SamplePrecision::Tf32 | SamplePrecision::Fp32 => "32",
        SamplePrecision::Fp8 => "fp8",
        SamplePrecision::Int8 => "int8",
    }
}

/// A line of the sum; `better` is the factor that speed or thrift rises by.
fn step(value: f64, unit: &'static str, better: f64) -> Step {
    Step {
        code: STEP,
        formula: format!("÷ {better:.3}"),
        value,
        unit,
    }
}

/// σ of an answer: errors of one server share their causes, so they add up in full.
fn answer_sigma(prediction: &Prediction, answer_tokens: f64) -> f64 {
    let (Some(first), Some(later)) = (prediction.ttft_ms, prediction.tpot_ms) else {
        return prediction.sigma;
    };
    let answer = answer_tokens * later.mid;
    (first.mid * first.sigma() + answer * later.sigma()) / (first.mid + answer)
}

/// Says on what the figures rest now; they are "measured" when every one of them is.
fn say(prediction: &mut Prediction, found: &[Correction], figures: usize) {
    let reports = found.iter().map(|found| found.reports as u64).sum();
    if reports == 0 {
        return;
    }
    let measured = found
        .iter()
        .filter(|found| found.basis == Basis::Measured)
        .count();
    let code = if measured == figures {
        prediction.evidence = Some(Evidence::Measured);
        MEASURED_BY_YOU
    } else {
        CORRECTED_BY_YOU
    };
    let note = Message::new(code).with("count", Param::Count(reports));
    prediction.notes.push(note);
}
