//! A network on pictures, BERT or an image generator that answers requests, on machines.

use super::memory;
use crate::message::{Message, Param};
use crate::model::{ModelConstants, SampleFamily};
use crate::predict::diffusion::{ImageRun, SOFTWARE_YEARS_MOST};
use crate::predict::evidence::{Kind, p_fit};
use crate::predict::figures::{Evidence, Interval, MemoryFit, Prediction, Rate, Refusal, Step};
use crate::predict::memory::{GIB, Part, steps, total};
use crate::predict::rig::Rig;
use crate::predict::stack::Stack;
use crate::predict::verdict::{DOES_NOT_FIT, too_little};
use crate::predict::vision::VisionRun;
use crate::workload::{Engine, SampleInference, SamplePrecision};

/// Utilisation that is planned with: above it waiting grows as ρ/(1−ρ) (workload model, section 4.3).
const LOAD: f64 = 0.7;

/// One batch on one device.
struct Answer {
    seconds: f64,
    sigma: f64,
    evidence: Evidence,
    steps: Vec<Step>,
    notes: Vec<Message>,
}

/// A service on machines of this kind.
pub(crate) fn predict(
    job: &SampleInference,
    rig: &Rig,
    constants: &ModelConstants,
) -> Result<Prediction, Refusal> {
    let precision = super::settle(job.precision, job.precision_chosen, rig.card)?;
    let answer = answer(job, precision, rig, constants)?;
    let memory = memory_fit(job, precision, rig);
    if memory.p_fit.is_some_and(|p| p < DOES_NOT_FIT) {
        return Err(too_little(&memory));
    }
    let millis = answer.seconds * 1e3;
    if let Some(most) = job.latency_ms_max.filter(|most| millis > *most) {
        let reason = Message::new("answer_too_slow")
            .with("time", Param::Millis(millis))
            .with("most", Param::Millis(most));
        return Err(Refusal::new(reason).by(millis / most - 1.0));
    }
    let machine = f64::from(rig.count) * f64::from(job.batch) / answer.seconds;
    let machines = (job.per_second() / (LOAD * machine)).ceil().max(1.0);
    let rate = Interval::log_normal(machines * machine, answer.sigma);
    let mut notes = answer.notes;
    let copies = machines as u32 * rig.count;
    if copies > 1 {
        let count = Param::Count(u64::from(copies));
        notes.push(Message::new("copies_serve").with("count", count));
    }
    Ok(Prediction {
        machines: machines as u32,
        memory,
        compute_h: None,
        rate: Some(Rate {
            value: rate.mid,
            unit: super::rate_unit(job.model.family),
            low: rate.low,
            high: rate.high,
        }),
        ttft_ms: None,
        tpot_ms: None,
        answer_ms: Some(Interval::log_normal(millis, answer.sigma)),
        time_steps: answer.steps,
        sigma: answer.sigma,
        evidence: Some(answer.evidence),
        mfu: None,
        notes,
    })
}

/// The service's memory before a card is looked at.
pub(crate) fn need(job: &SampleInference) -> (Vec<Part>, f64) {
    (parts(job, job.precision), memory::SIGMA_SERVICE)
}

fn answer(
    job: &SampleInference,
    precision: SamplePrecision,
    rig: &Rig,
    constants: &ModelConstants,
) -> Result<Answer, Refusal> {
    let (batch, size) = (f64::from(job.batch), f64::from(job.size));
    if job.model.family == SampleFamily::Diffusion {
        let framework = image_framework(job.engine);
        let run = ImageRun {
            model: &job.model,
            precision,
            batch,
            side_px: size,
            steps: f64::from(job.steps),
            stack: Stack::of(framework),
            framework,
            years: SOFTWARE_YEARS_MOST,
        };
        let time = run.time(rig, constants)?;
        let evidence = run.evidence(rig, constants);
        return Ok(Answer {
            seconds: time.total(),
            sigma: Kind::Diffusion.sigma_of(evidence),
            evidence,
            steps: run.lines(&time),
            notes: run.notes(rig),
        });
    }
    let framework = vision_framework(job);
    let run = VisionRun {
        model: &job.model,
        precision,
        batch,
        size,
        training: false,
        stack: Stack::of(framework),
        framework,
        tuned: false,
        packed: false,
    };
    // Each device answers on its own.
    let alone = Rig {
        count: 1,
        per_host: 1,
        ..rig.clone()
    };
    let time = run.sample_time(&alone, constants)?;
    let evidence = run.evidence(rig, constants);
    Ok(Answer {
        seconds: batch * time.total(),
        sigma: Kind::InferCnnBert.sigma_of(evidence),
        evidence,
        steps: run.lines(&time),
        notes: run.notes(&alone),
    })
}

/// The framework of a service by the name that measured rows give it.
pub(crate) fn framework_of(job: &SampleInference) -> &'static str {
    match job.model.family {
        SampleFamily::Diffusion => image_framework(job.engine),
        SampleFamily::Cnn | SampleFamily::Bert => vision_framework(job),
    }
}

/// The software of which most was measured.
fn vision_framework(job: &SampleInference) -> &'static str {
    match job.engine {
        Engine::Eager if job.model.family == SampleFamily::Bert => "pytorch-DeepLearningExamples",
        Engine::Eager => "pytorch-timm-channels_last",
        Engine::Compiled => "pytorch-compile",
        Engine::Tensorrt => "tensorrt",
    }
}

fn image_framework(engine: Engine) -> &'static str {
    match engine {
        Engine::Eager => "diffusers-eager",
        Engine::Compiled => "diffusers-compile",
        Engine::Tensorrt => "tensorrt",
    }
}

fn parts(job: &SampleInference, precision: SamplePrecision) -> Vec<Part> {
    memory::of_service(
        &job.model,
        precision,
        f64::from(job.batch),
        f64::from(job.size),
    )
}

fn memory_fit(job: &SampleInference, precision: SamplePrecision, rig: &Rig) -> MemoryFit {
    let parts = parts(job, precision);
    let needed = total(&parts);
    let p = p_fit(rig.usable_gib * GIB, needed, memory::SIGMA_SERVICE);
    MemoryFit {
        needed_gib: needed / GIB,
        usable_gib: rig.usable_gib,
        p_fit: Some(p),
        steps: steps(parts),
    }
}
