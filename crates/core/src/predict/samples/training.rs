//! Training of a network on pictures or of BERT, on a machine.

use super::memory;
use crate::message::{Message, Param};
use crate::model::{ModelConstants, SampleFamily};
use crate::predict::evidence::{Kind, p_fit};
use crate::predict::figures::{Interval, MemoryFit, Prediction, Rate, Refusal, Step};
use crate::predict::formula;
use crate::predict::memory::{GIB, Part, steps, total};
use crate::predict::rig::Rig;
use crate::predict::stack::Stack;
use crate::predict::verdict::{DOES_NOT_FIT, too_little};
use crate::predict::vision::{SampleTime, VisionRun};
use crate::workload::{SamplePrecision, SampleTraining};

/// Framework where none is named: the one that most cards were measured with.
pub(crate) const DEFAULT_FRAMEWORK: &str = "pytorch-DeepLearningExamples";

/// A job on a machine.
pub(crate) fn predict(
    job: &SampleTraining,
    rig: &Rig,
    constants: &ModelConstants,
) -> Result<Prediction, Refusal> {
    if job.model.family == SampleFamily::Diffusion {
        let name = Param::Text(job.model.name.clone());
        return Err(Refusal::new(
            Message::new("diffusion_training_unknown").with("model", name),
        ));
    }
    let precision = super::settle(job.precision, job.precision_chosen, rig.card)?;
    let run = run(job, precision);
    let time = run.sample_time(rig, constants)?;
    let memory = memory_fit(job, precision, rig);
    if memory.p_fit.is_some_and(|p| p < DOES_NOT_FIT) {
        return Err(too_little(&memory).with_remedy(smaller_batch(job, precision, rig)));
    }
    let evidence = run.evidence(rig, constants);
    let sigma = Kind::TrainCnnBert.sigma_of(evidence);
    let devices = f64::from(rig.count);
    let each = time.total() / devices;
    let hours = job.samples * job.epochs * each / 3600.0;
    let rate = Interval::log_normal(1.0 / each, sigma);
    let peak = super::rate(precision, rig)?;
    Ok(Prediction {
        machines: 1,
        memory,
        compute_h: Some(Interval::log_normal(hours, sigma)),
        rate: Some(Rate {
            value: rate.mid,
            unit: super::rate_unit(job.model.family),
            low: rate.low,
            high: rate.high,
        }),
        ttft_ms: None,
        tpot_ms: None,
        answer_ms: None,
        time_steps: time_steps(job, &run, &time, devices),
        sigma,
        evidence: Some(evidence),
        mfu: Some(run.flop() / (peak * time.total())),
        notes: run.notes(rig),
    })
}

/// The job's memory before a card is looked at.
pub(crate) fn need(job: &SampleTraining) -> (Vec<Part>, f64) {
    (parts(job, job.precision, job.batch), memory::SIGMA_TRAINING)
}

fn run(job: &SampleTraining, precision: SamplePrecision) -> VisionRun<'_> {
    let framework = job.framework.as_deref().unwrap_or(DEFAULT_FRAMEWORK);
    VisionRun {
        model: &job.model,
        precision,
        batch: f64::from(job.batch),
        size: f64::from(job.size),
        training: true,
        stack: Stack::of(framework),
        framework,
        tuned: false,
        packed: false,
    }
}

fn parts(job: &SampleTraining, precision: SamplePrecision, batch: u32) -> Vec<Part> {
    memory::of_training(&job.model, precision, f64::from(batch), f64::from(job.size))
}

fn memory_fit(job: &SampleTraining, precision: SamplePrecision, rig: &Rig) -> MemoryFit {
    let parts = parts(job, precision, job.batch);
    let needed = total(&parts);
    let p = p_fit(rig.usable_gib * GIB, needed, memory::SIGMA_TRAINING);
    MemoryFit {
        needed_gib: needed / GIB,
        usable_gib: rig.usable_gib,
        p_fit: Some(p),
        steps: steps(parts),
    }
}

/// The largest batch that fits, of halves of the one asked for.
fn smaller_batch(job: &SampleTraining, precision: SamplePrecision, rig: &Rig) -> Option<Message> {
    let halves = std::iter::successors(Some(job.batch / 2), |batch| Some(batch / 2));
    let fits = |batch: &u32| {
        let needed = total(&parts(job, precision, *batch));
        p_fit(rig.usable_gib * GIB, needed, memory::SIGMA_TRAINING) >= DOES_NOT_FIT
    };
    let batch = halves.take_while(|batch| *batch > 0).find(fits)?;
    Some(Message::new("remedy_batch").with("batch", Param::Count(u64::from(batch))))
}

/// The sum of the hours, in seconds.
fn time_steps(
    job: &SampleTraining,
    run: &VisionRun<'_>,
    time: &SampleTime,
    devices: f64,
) -> Vec<Step> {
    let samples = job.samples * job.epochs;
    let line = |code, formula, each: f64| Step {
        code,
        formula,
        value: samples * each / devices,
        unit: "s",
    };
    let rate = formula::flop_rate(run.flop() / time.arithmetic);
    let speed = if devices > 1.0 {
        format!("({} × {rate})", formula::figure(devices))
    } else {
        rate
    };
    let work = format!(
        "{} × {} ÷ {speed}",
        formula::tokens(samples),
        formula::flop(run.flop())
    );
    let mut lines = vec![line("arithmetic", work, time.arithmetic)];
    if time.overhead > 0.0 {
        lines.push(line("step_overhead", String::new(), time.overhead));
    }
    if time.traffic > 0.0 {
        let gradients = formula::bytes(4.0 * job.model.params());
        lines.push(line("traffic", gradients, time.traffic));
    }
    if time.scaling > 0.0 {
        let formula = format!("log₂({} ÷ 8)", formula::figure(devices));
        lines.push(line("scaling", formula, time.scaling));
    }
    lines
}
