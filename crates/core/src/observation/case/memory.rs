//! GPU memory of serving and of training, in GB or GiB.

use super::inputs::{Served, format_of, shape_of};
use super::train::{adapter_params, degree, is_sharded, method_of};
use super::{Case, Estimate, unit_unknown};
use crate::model::{ModelConstants, ModelShape};
use crate::observation::Observation;
use crate::predict::{
    Family, Format, GB, GIB, Refusal, Rig, ServeMemory, Stage, TrainMemory, model_devices,
    tensor_devices, total,
};
use crate::workload::{Checkpointing, Method, Optimizer, Precision};

/// Tokens of a sequence where the row states none.
const SEQUENCE: f64 = 2048.0;
/// Part of a card that a frozen base may take if a copy of it is to train there.
const BASE_SHARE: f64 = 0.9;
/// Publishers whose benchmark scripts divide bytes by 2³⁰ and print "GB": 7.616 B parameters at 16 bit
/// are 14.19 GiB, and they print 14.38 with a short context.
const GIB_PRINTED_AS_GB: [&str; 1] = ["QwenLM/"];
/// Frameworks whose reports are of what the allocator has reserved.
const REPORTS_RESERVED: [&str; 1] = ["torchtitan"];

/// Bytes of the row's unit.
fn unit_bytes(row: &Observation) -> Result<f64, Refusal> {
    match row.unit.as_str() {
        "GB" => Ok(GB),
        "GiB" => Ok(GIB),
        _ => Err(unit_unknown(row)),
    }
}

/// The same for memory of serving, where some scripts mean GiB.
fn served_unit_bytes(row: &Observation) -> Result<f64, Refusal> {
    let source = row.source.as_deref().unwrap_or_default();
    let means_gib = GIB_PRINTED_AS_GB
        .iter()
        .any(|publisher| source.starts_with(publisher));
    match row.unit.as_str() {
        "GB" if means_gib => Ok(GIB),
        _ => unit_bytes(row),
    }
}

fn is_per_device(row: &Observation) -> bool {
    row.metric.ends_with("_per_gpu")
}

struct ServeCase {
    served: Served,
    requests: f64,
    /// Year of the software.
    year: Option<u32>,
    /// Divides bytes over all devices into the row's figure.
    divisor: f64,
}

pub(super) fn prepare_infer(
    row: &Observation,
    rig: &Rig,
    framework: &str,
) -> Result<(Box<dyn Case>, bool), Refusal> {
    let served = Served::of(row, rig, framework)?;
    let from_params = served.shape.from_params;
    let devices = if is_per_device(row) {
        f64::from(rig.count)
    } else {
        1.0
    };
    let case = ServeCase {
        requests: served.batch.or(row.note.number("mbs")).unwrap_or(1.0),
        year: row.year,
        divisor: served_unit_bytes(row)? * devices,
        served,
    };
    Ok((Box::new(case), from_params))
}

impl Case for ServeCase {
    fn estimate(&self, constants: &ModelConstants) -> Result<Estimate, Refusal> {
        let served = &self.served;
        let memory = ServeMemory {
            shape: &served.shape,
            weight_bytes: served.format.weight_bytes(&served.shape),
            framework: &served.framework,
            year: self.year,
            kv_value_bytes: served.kv_value_bytes,
            requests: self.requests,
            prompt: served.prompt,
            answer: served.answer,
            devices: f64::from(served.rig.count),
        };
        Ok(Estimate {
            value: total(&memory.parts(constants)) / self.divisor,
            assumed: false,
        })
    }
}

struct TrainCase {
    shape: ModelShape,
    format: Format,
    method: Method,
    precision: Precision,
    optimizer: Optimizer,
    offloaded: bool,
    framework: String,
    compiled: bool,
    micro_batch: f64,
    sequence: f64,
    checkpointing: Checkpointing,
    adapter_params: f64,
    flash: bool,
    reserved: bool,
    stage: Stage,
    tensor: f64,
    stages: f64,
    sharing: Sharing,
    unit: f64,
}

/// How a row's figure is made of what one device holds.
#[derive(Debug, Clone, Copy)]
struct Sharing {
    /// Devices that share the states.
    shards: f64,
    /// Times one device's states are counted.
    states: f64,
    /// Times one device's activations, logits and reserve are counted.
    others: f64,
}

impl Sharing {
    fn of(
        row: &Observation,
        rig: &Rig,
        method: Method,
        framework: &str,
        base_bytes: f64,
    ) -> Sharing {
        let n = f64::from(rig.count);
        let sharing = |shards, states, others| Sharing {
            shards,
            states,
            others,
        };
        let stated = row.note.get("method").unwrap_or_default();
        let copies = stated == "lora-multinode" || row.note.get("shard") == Some("ddp");
        let full = method == Method::Full;
        let shards = if copies { 1.0 } else { n };
        let shares = full || is_sharded(row, method, framework);
        if is_per_device(row) {
            // Adapters of trainers are copies, unless the base is too large for one card.
            let copy_fits = base_bytes < BASE_SHARE * rig.usable_gib * GIB;
            let shards = if shares || !copy_fits { shards } else { 1.0 };
            return sharing(shards, 1.0, 1.0);
        }
        // Plain adapters on several cards without more said: the layers are split over them.
        let spread = !shares && !copies;
        if spread {
            sharing(1.0, 1.0, 1.0)
        } else {
            sharing(shards, n, n)
        }
    }
}

pub(super) fn prepare_train(
    row: &Observation,
    rig: &Rig,
    framework: &str,
) -> Result<(Box<dyn Case>, bool), Refusal> {
    let shape = shape_of(row)?;
    let from_params = shape.from_params;
    let method = method_of(row);
    let precision_key = super::precision_key(&row.precision);
    let format = match (method, precision_key) {
        // 8-bit and 4-bit arithmetic keeps 16-bit weights.
        (Method::Full, key) if key != "32" => Format::BITS_16,
        (Method::Lora, "fp8" | "mxfp8" | "nvfp4" | "fp4") => Format::BITS_16,
        // A 16-bit base is what arithmetic at 16 bit says; the frozen weights are NF4 all the same.
        (Method::Qlora, "16") => Format::NF4,
        _ => format_of(row)?,
    };
    let megatron = Family::of(framework) == Family::Megatron;
    let sequence = row.seq.unwrap_or(SEQUENCE);
    let (mut tensor, mut stages) = (degree(row, "tp"), degree(row, "pp"));
    if megatron && tensor.is_none() {
        let t = tensor_devices(&shape, method, rig);
        stages = stages.or(Some(model_devices(&shape, method, rig) / t));
        tensor = Some(t);
    }
    let stages = stages.unwrap_or(1.0).max(1.0);
    // A pipeline of p stages keeps p micro-batches of one sequence in flight, and no more than there are.
    let micro_batch = row.note.number("mbs").or(row.batch).unwrap_or(1.0);
    let in_flight = if stages > 1.0 {
        micro_batch.min(stages)
    } else {
        micro_batch
    };
    let case = TrainCase {
        format,
        method,
        precision: if precision_key == "32" {
            Precision::Fp32
        } else {
            Precision::Bf16
        },
        optimizer: optimizer(row),
        offloaded: is_offloaded(row),
        framework: framework.to_owned(),
        compiled: row.note.is_on("compile"),
        micro_batch: in_flight,
        sequence,
        checkpointing: checkpointing(row, method),
        adapter_params: adapter_params(row, &shape),
        flash: row.note.get("flash") != Some("0"),
        reserved: row.note.is_on("reserved") || REPORTS_RESERVED.contains(&framework),
        stage: stage(row, megatron),
        tensor: tensor.unwrap_or(1.0),
        stages,
        sharing: Sharing::of(row, rig, method, framework, format.weight_bytes(&shape)),
        unit: unit_bytes(row)?,
        shape,
    };
    Ok((Box::new(case), from_params))
}

/// What is shared: as stated; Megatron's distributed optimizer shares the states alone.
fn stage(row: &Observation, megatron: bool) -> Stage {
    let shard = row.note.get("shard").unwrap_or_default();
    if shard.starts_with("zero1") || (megatron && !shard.starts_with("fsdp")) {
        Stage::Optimizer
    } else if shard.starts_with("zero2") {
        Stage::Gradients
    } else {
        Stage::Weights
    }
}

fn optimizer(row: &Observation) -> Optimizer {
    let stated = row.note.get("opt").unwrap_or_default();
    let eight_bit = ["8bit", "8-bit", "4bit", "adafactor"]
        .iter()
        .any(|part| stated.contains(part));
    if stated.starts_with("paged") {
        Optimizer::PagedAdamw8bit
    } else if eight_bit {
        Optimizer::Adamw8bit
    } else if stated.starts_with("sgd") {
        Optimizer::Sgd
    } else {
        Optimizer::Adamw
    }
}

fn is_offloaded(row: &Observation) -> bool {
    let says = |key| {
        row.note
            .get(key)
            .is_some_and(|text| text.contains("offload"))
    };
    says("opt") || says("shard") || row.note.is_on("offload")
}

fn checkpointing(row: &Observation, method: Method) -> Checkpointing {
    match (row.note.get("ckpt"), method) {
        (Some("none"), _) => Checkpointing::None,
        (Some("full"), _) | (None, Method::Lora | Method::Qlora) => Checkpointing::Full,
        (Some(_), _) => Checkpointing::Selective,
        (None, Method::Full) => Checkpointing::None,
    }
}

impl Case for TrainCase {
    fn estimate(&self, constants: &ModelConstants) -> Result<Estimate, Refusal> {
        let memory = TrainMemory {
            shape: &self.shape,
            method: self.method,
            precision: self.precision,
            format: self.format,
            optimizer: self.optimizer,
            offloaded: self.offloaded,
            framework: &self.framework,
            compiled: self.compiled,
            micro_batch: self.micro_batch,
            sequence: self.sequence,
            flash: self.flash,
            checkpointing: self.checkpointing,
            // An adapter grows with its rank in proportion.
            lora_rank: self.adapter_params / self.shape.lora_params(1.0),
            shards: self.sharing.shards,
            stage: self.stage,
            tensor: self.tensor,
            stages: self.stages,
            reserved: self.reserved,
        };
        let (mut states, mut others) = (0.0, 0.0);
        for part in memory.parts(constants) {
            let is_state = matches!(part.code, "weights" | "gradients" | "optimizer" | "adapter");
            *(if is_state { &mut states } else { &mut others }) += part.bytes;
        }
        let held = states * self.sharing.states + others * self.sharing.others;
        Ok(Estimate {
            value: held / self.unit,
            assumed: memory.is_assumed(),
        })
    }
}
