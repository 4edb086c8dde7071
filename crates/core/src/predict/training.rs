//! A training job on a machine: how it is laid out, whether it fits, how long it takes.

use super::evidence::{Kind, p_fit};
use super::figures::{Evidence, Interval, MemoryFit, Prediction, Rate, Refusal, Step};
use super::formula;
use super::memory::{GIB, Part, TrainMemory, steps, total};
use super::remedy;
use super::rig::Rig;
use super::software::{check_framework, default_framework, settle_precision};
use super::train::{Arithmetic, TokenTime, TrainStep, recomputed};
use super::verdict::{DOES_NOT_FIT, MEASURED_PARAMS, card_note, too_little};
use super::weights::Format;
use crate::gpu::Link;
use crate::message::{Message, Param};
use crate::model::ModelConstants;
use crate::workload::{DataAmount, Method, Precision, Training};

/// Longest sequence measured in training, tokens (section 13).
const MEASURED_SEQUENCE: u32 = 65_536;
/// Most devices measured in training (section 13).
const MEASURED_DEVICES: u32 = 1024;

/// How a job is laid out on a machine.
#[derive(Debug, Clone)]
struct Layout<'a> {
    job: &'a Training,
    rig: &'a Rig,
    constants: &'a ModelConstants,
    precision: Precision,
    framework: &'a str,
    /// Devices that share weights and states; 1 = each device works on its own copy.
    shards: u32,
}

/// A job on a machine.
pub(crate) fn predict(
    job: &Training,
    rig: &Rig,
    constants: &ModelConstants,
) -> Result<Prediction, Refusal> {
    let layout = Layout::of(job, rig, constants)?;
    // A card without figures is refused for that, before its memory is.
    let time = layout.step().token_time(rig, constants)?;
    let memory = layout.memory_fit();
    if memory.p_fit.is_some_and(|p| p < DOES_NOT_FIT) {
        let fits = |job: &Training, rig: &Rig| fits(job, rig, constants);
        let seconds = |job: &Training, rig: &Rig| seconds(job, rig, constants);
        return Err(too_little(&memory).with_remedy(remedy::training(job, rig, fits, seconds)));
    }
    let evidence = layout.evidence(&time);
    let sigma = Kind::TrainLlm.sigma(evidence, job.model.from_params);
    let tokens = layout.tokens();
    let devices = f64::from(rig.count);
    let hours = tokens * time.total() / devices / 3600.0;
    let rate = Interval::log_normal(devices / time.total(), sigma);
    Ok(Prediction {
        machines: 1,
        memory,
        compute_h: Some(Interval::log_normal(hours, sigma)),
        rate: Some(Rate {
            value: rate.mid,
            unit: "tokens/s",
            low: rate.low,
            high: rate.high,
        }),
        ttft_ms: None,
        tpot_ms: None,
        answer_ms: None,
        time_steps: layout.time_steps(&time),
        sigma,
        evidence: Some(evidence),
        mfu: Some(layout.mfu(&time)?),
        notes: layout.notes(),
    })
}

/// Whether the job fits the machine, without a word about its time.
fn fits(job: &Training, rig: &Rig, constants: &ModelConstants) -> bool {
    Layout::of(job, rig, constants)
        .is_ok_and(|layout| layout.memory_fit().p_fit.is_none_or(|p| p >= DOES_NOT_FIT))
}

/// Seconds of the whole job, whether it fits or not.
fn seconds(job: &Training, rig: &Rig, constants: &ModelConstants) -> Option<f64> {
    let layout = Layout::of(job, rig, constants).ok()?;
    let time = layout.step().token_time(rig, constants).ok()?;
    Some(layout.tokens() * time.total() / f64::from(rig.count))
}

/// The job's memory before a card is looked at: the sum, and how well it is grounded.
pub(crate) fn need(job: &Training, constants: &ModelConstants) -> (Vec<Part>, f64) {
    let framework = job.framework.as_deref().unwrap_or(default_framework(1));
    let memory = memory_of(job, job.precision, framework, 1, None);
    let seen = Kind::MemoryTrain.grade_anywhere(constants, framework, precision_key(job));
    let evidence = if memory.is_assumed(constants) {
        Evidence::C
    } else {
        seen
    };
    (
        memory.parts(constants),
        Kind::MemoryTrain.sigma(evidence, job.model.from_params),
    )
}

impl<'a> Layout<'a> {
    /// Full training of several devices shares its states (ZeRO-3, FSDP). Adapters are trained as a
    /// copy on each device; where a copy does not fit, the frozen base is shared (`lora-zero3`).
    fn of(
        job: &'a Training,
        rig: &'a Rig,
        constants: &'a ModelConstants,
    ) -> Result<Layout<'a>, Refusal> {
        let precision = settle_precision(job.precision, job.precision_chosen, rig.card)?;
        let full = job.method == Method::Full;
        let by_count = default_framework(if full { rig.count } else { 1 });
        let framework = job.framework.as_deref().unwrap_or(by_count);
        check_framework(framework, rig.card)?;
        let shards = if full { rig.count } else { 1 };
        let layout = Layout {
            job,
            rig,
            constants,
            precision,
            framework,
            shards,
        };
        let copy_fits = layout.memory_fit().p_fit.is_none_or(|p| p >= DOES_NOT_FIT);
        if full || rig.count == 1 || copy_fits {
            Ok(layout)
        } else {
            Ok(Layout {
                shards: rig.count,
                ..layout
            })
        }
    }

    fn memory(&self) -> TrainMemory<'a> {
        let gib = Some(self.rig.nominal_gib);
        memory_of(self.job, self.precision, self.framework, self.shards, gib)
    }

    fn memory_fit(&self) -> MemoryFit {
        let memory = self.memory();
        let parts = memory.parts(self.constants);
        let needed = total(&parts);
        let sigma =
            Kind::MemoryTrain.sigma(self.memory_evidence(&memory), self.job.model.from_params);
        MemoryFit {
            needed_gib: needed / GIB,
            usable_gib: self.rig.usable_gib,
            p_fit: Some(p_fit(self.rig.usable_gib * GIB, needed, sigma)),
            steps: steps(parts),
        }
    }

    fn memory_evidence(&self, memory: &TrainMemory<'_>) -> Evidence {
        if memory.is_assumed(self.constants) {
            return Evidence::C;
        }
        let key = precision_key(self.job);
        Kind::MemoryTrain.grade(self.constants, self.rig, self.framework, key)
    }

    fn step(&self) -> TrainStep<'a> {
        TrainStep {
            shape: &self.job.model,
            method: self.job.method,
            arithmetic: Arithmetic::of(self.precision),
            recomputed: recomputed(self.job.checkpointing),
            framework: self.framework,
            compiled: false,
            micro_batch: f64::from(self.job.micro_batch),
            sequence: f64::from(self.job.sequence_tokens),
            sharded: self.shards > 1,
        }
    }

    fn evidence(&self, time: &TokenTime) -> Evidence {
        if time.assumed || self.is_outside_measured() {
            return Evidence::C;
        }
        let key = precision_key(self.job);
        Kind::TrainLlm.grade(self.constants, self.rig, self.framework, key)
    }

    fn is_outside_measured(&self) -> bool {
        !MEASURED_PARAMS.contains(&self.job.model.params)
            || self.job.sequence_tokens > MEASURED_SEQUENCE
            || self.rig.count > MEASURED_DEVICES
    }

    /// Tokens of all epochs.
    fn tokens(&self) -> f64 {
        let sequence = f64::from(self.job.sequence_tokens);
        let epoch = match self.job.data {
            DataAmount::Tokens(tokens) => tokens,
            DataAmount::Samples(samples) => samples * sequence,
            DataAmount::Steps(steps) => steps * self.tokens_of_step(),
        };
        epoch * self.job.epochs
    }

    /// Tokens of one optimizer step over all devices.
    fn tokens_of_step(&self) -> f64 {
        let sequences = f64::from(self.job.micro_batch) * f64::from(self.job.grad_accumulation);
        sequences * f64::from(self.job.sequence_tokens) * f64::from(self.rig.count)
    }

    fn mfu(&self, time: &TokenTime) -> Result<f64, Refusal> {
        let step = self.step();
        let forward = self
            .job
            .model
            .forward_flop(f64::from(self.job.sequence_tokens));
        Ok(3.0 * forward / (step.rate(self.rig)? * time.total()))
    }

    /// The sum of the hours, in seconds.
    fn time_steps(&self, time: &TokenTime) -> Vec<Step> {
        let (tokens, devices) = (self.tokens(), f64::from(self.rig.count));
        let seconds = |per_token: f64| tokens * per_token / devices;
        let line = |code, formula, value| Step {
            code,
            formula,
            value,
            unit: "s",
        };
        let flop = self.step().flop_per_token();
        let rate = formula::flop_rate(flop / time.arithmetic);
        let speed = if devices > 1.0 {
            format!("({} × {rate})", formula::figure(devices))
        } else {
            rate
        };
        let work = format!(
            "{} × {} ÷ {speed}",
            formula::tokens(tokens),
            formula::flop(flop)
        );
        let mut lines = vec![line("arithmetic", work, seconds(time.arithmetic))];
        if time.traffic > 0.0 {
            let formula = format!("3 × {}", formula::bytes(2.0 * self.job.model.params));
            lines.push(line("traffic", formula, seconds(time.traffic)));
        }
        if time.scaling > 0.0 {
            let formula = format!("log₂({} ÷ 8)", formula::figure(devices));
            lines.push(line("scaling", formula, seconds(time.scaling)));
        }
        if time.overhead > 0.0 {
            let micro_step = f64::from(self.job.micro_batch) * f64::from(self.job.sequence_tokens);
            let (count, each) = (tokens / devices / micro_step, time.overhead * micro_step);
            let formula = format!("{} × {}", formula::figure(count), formula::seconds(each));
            lines.push(line("step_overhead", formula, seconds(time.overhead)));
        }
        lines
    }

    fn notes(&self) -> Vec<Message> {
        let mut notes = Vec::new();
        if self.precision != self.job.precision {
            notes.push(card_note("fp16_instead", self.rig));
        }
        let count = Param::Count(u64::from(self.rig.count));
        if self.rig.count > 1 {
            let code = match (self.job.method, self.shards) {
                (Method::Full, _) => "states_shared",
                (_, 1) => "adapter_copies",
                _ => "frozen_shared",
            };
            notes.push(Message::new(code).with("count", count));
        }
        if self.shards > 1 && self.rig.link == Link::PcieNoP2p {
            notes.push(card_note("no_peer_to_peer", self.rig));
        }
        if self.is_outside_measured() {
            notes.push(Message::new("outside_measured"));
        }
        notes
    }
}

/// Memory of the job on one device.
fn memory_of<'a>(
    job: &'a Training,
    precision: Precision,
    framework: &'a str,
    shards: u32,
    card_gib: Option<f64>,
) -> TrainMemory<'a> {
    let format = if job.method == Method::Qlora {
        Format::NF4
    } else {
        Format::of_precision(precision)
    };
    TrainMemory {
        shape: &job.model,
        method: job.method,
        precision,
        format,
        optimizer: job.optimizer,
        framework,
        micro_batch: f64::from(job.micro_batch),
        sequence: f64::from(job.sequence_tokens),
        checkpointing: job.checkpointing,
        flash: true,
        lora_rank: f64::from(job.lora_rank),
        shards: f64::from(shards),
        card_gib,
    }
}

/// The precision as the list of measured rows names it.
fn precision_key(job: &Training) -> &'static str {
    match (job.method, job.precision) {
        (Method::Qlora, _) => Format::NF4.key,
        (_, Precision::Bf16 | Precision::Fp16) => Format::BITS_16.key,
        (_, Precision::Fp8) => Format::FP8.key,
        (_, Precision::Fp32) => Format::FP32.key,
    }
}
