//! A training job on a machine: how it is laid out, whether it fits, how long it takes.

mod sum;
#[cfg(test)]
mod tests;

use crate::gpu::Link;
use crate::message::{Message, Param};
use crate::model::ModelConstants;
use crate::predict::arithmetic::{Arithmetic, recomputed};
use crate::predict::evidence::{Kind, p_fit};
use crate::predict::family::Family;
use crate::predict::figures::{Evidence, Interval, MemoryFit, Prediction, Rate, Refusal};
use crate::predict::layout::{model_devices, tensor_devices};
use crate::predict::memory::{GIB, Part, Stage, TrainMemory, steps, total};
use crate::predict::remedy;
use crate::predict::rig::Rig;
use crate::predict::software::{check_framework, default_framework, settle_precision};
use crate::predict::train::{AGREED_BYTES, TokenTime, TrainSplit, TrainStep};
use crate::predict::verdict::{DOES_NOT_FIT, MEASURED_PARAMS, card_note, too_little};
use crate::predict::weights::Format;
use crate::workload::{DataAmount, Method, Precision, Training};

/// Longest sequence measured in training, tokens (section 13).
const MEASURED_SEQUENCE: u32 = 65_536;
/// Most devices measured in training (section 13).
const MEASURED_DEVICES: u32 = 1024;

/// Chance of fitting from which on weights are kept whole on every device (section 3.5).
const SURELY_FITS: f64 = 0.95;

/// How a job is laid out on a machine.
#[derive(Debug, Clone)]
struct Layout<'a> {
    job: &'a Training,
    rig: &'a Rig,
    constants: &'a ModelConstants,
    precision: Precision,
    framework: &'a str,
    /// Devices that share states; 1 = each device works on its own copy.
    shards: u32,
    /// What of the states they share.
    stage: Stage,
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
    let memory = memory_of(job, job.precision, framework);
    let seen = Kind::MemoryTrain.grade_anywhere(constants, framework, precision_key(job));
    let evidence = if memory.is_assumed() {
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
    /// The fastest layout that fits: each device with its own weights where they fit beside shared
    /// optimizer states (ZeRO-1) or as copies of an adapter; else weights shared too (ZeRO-3, FSDP).
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
        let whole = Layout {
            job,
            rig,
            constants,
            precision,
            framework,
            shards: if full { rig.count } else { 1 },
            stage: Stage::Optimizer,
        };
        let shared = Layout {
            shards: rig.count,
            stage: Stage::Weights,
            ..whole.clone()
        };
        if rig.count == 1 {
            return Ok(shared);
        }
        let fits =
            |layout: &Layout<'_>, least| layout.memory_fit().p_fit.is_none_or(|p| p >= least);
        let megatron = Family::of(framework) == Family::Megatron;
        // Copies of an adapter may be tight; weights are kept whole only where they surely fit.
        let keep_whole = megatron || fits(&whole, if full { SURELY_FITS } else { DOES_NOT_FIT });
        Ok(if keep_whole && whole.is_no_slower_than(&shared) {
            whole
        } else {
            shared
        })
    }

    /// Whether this layout takes at most the time of the other; where neither has a time, it is kept.
    fn is_no_slower_than(&self, other: &Layout<'_>) -> bool {
        let time = |layout: &Layout<'_>| {
            let time = layout.step().token_time(layout.rig, layout.constants);
            time.ok().map(|time| time.total())
        };
        time(self)
            .zip(time(other))
            .is_none_or(|(own, others)| own <= others)
    }

    /// Each layer's weights are gathered from all devices when they are needed.
    fn is_gathered(&self) -> bool {
        self.shards > 1 && self.stage == Stage::Weights
    }

    /// Frameworks of the Megatron kind split layers as memory asks for.
    fn split(&self) -> TrainSplit {
        if Family::of(self.framework) != Family::Megatron || self.rig.count == 1 {
            return TrainSplit::NONE;
        }
        let (shape, method) = (&self.job.model, self.job.method);
        let tensor = tensor_devices(shape, method, self.rig);
        let stages = model_devices(shape, method, self.rig) / tensor;
        TrainSplit {
            tensor,
            stages,
            // All of a step's sequences pass the one pipeline that t · p devices make.
            micro_batches: f64::from(self.job.grad_accumulation) * tensor * stages,
        }
    }

    /// What copies agree on once an optimizer step: gradients out, sums or new weights back.
    fn agreed_bytes(&self) -> f64 {
        let shape = &self.job.model;
        match self.job.method {
            _ if self.rig.count == 1 || self.is_gathered() => 0.0,
            Method::Full => {
                let split = self.split();
                AGREED_BYTES * shape.params / (split.tensor * split.stages)
            }
            Method::Lora | Method::Qlora => {
                AGREED_BYTES * shape.lora_params(f64::from(self.job.lora_rank))
            }
        }
    }

    fn memory(&self) -> TrainMemory<'a> {
        let split = self.split();
        TrainMemory {
            shards: f64::from(self.shards),
            stage: self.stage,
            tensor: split.tensor,
            stages: split.stages,
            ..memory_of(self.job, self.precision, self.framework)
        }
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
        if memory.is_assumed() {
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
            accumulation: f64::from(self.job.grad_accumulation),
            sharded: self.is_gathered(),
            split: self.split(),
            agreed_bytes: self.agreed_bytes(),
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

    fn notes(&self) -> Vec<Message> {
        let mut notes = Vec::new();
        if self.precision != self.job.precision {
            notes.push(card_note("fp16_instead", self.rig));
        }
        let split = self.split();
        let parts = (split.tensor * split.stages).round() as u64;
        if self.rig.count > 1 {
            let all = u64::from(self.rig.count);
            let (code, count) = match (self.job.method, self.stage) {
                _ if parts > 1 => ("model_split", parts),
                (Method::Full, Stage::Weights) => ("states_shared", all),
                (Method::Full, _) => ("optimizer_shared", all),
                (_, Stage::Weights) => ("frozen_shared", all),
                _ => ("adapter_copies", all),
            };
            notes.push(Message::new(code).with("count", Param::Count(count)));
        }
        if self.is_gathered() && self.rig.link == Link::PcieNoP2p {
            notes.push(card_note("no_peer_to_peer", self.rig));
        }
        if self.is_outside_measured() {
            notes.push(Message::new("outside_measured"));
        }
        notes
    }
}

/// Memory of the job on one device that shares nothing.
fn memory_of<'a>(job: &'a Training, precision: Precision, framework: &'a str) -> TrainMemory<'a> {
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
        offloaded: false,
        framework,
        compiled: false,
        micro_batch: f64::from(job.micro_batch),
        sequence: f64::from(job.sequence_tokens),
        checkpointing: job.checkpointing,
        flash: true,
        lora_rank: f64::from(job.lora_rank),
        shards: 1.0,
        stage: Stage::Weights,
        tensor: 1.0,
        stages: 1.0,
        // What must fit is what the allocator takes.
        reserved: false,
    }
}

/// The precision as the list of measured rows names it.
pub(crate) fn precision_key(job: &Training) -> &'static str {
    match (job.method, job.precision) {
        (Method::Qlora, _) => Format::NF4.key,
        (_, Precision::Bf16 | Precision::Fp16) => Format::BITS_16.key,
        (_, Precision::Fp8) => Format::FP8.key,
        (_, Precision::Fp32) => Format::FP32.key,
    }
}
