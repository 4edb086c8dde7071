//! GPU memory of serving and of training, in GB or GiB.

use super::inputs::{Served, format_of, shape_of};
use super::train::method_of;
use super::{Case, Estimate, unit_unknown};
use crate::model::{ModelConstants, ModelShape};
use crate::observation::Observation;
use crate::predict::{Format, GB, GIB, Refusal, Rig, ServeMemory, TrainMemory, total};
use crate::workload::{Checkpointing, Method, Optimizer, Precision};

/// Tokens of a sequence where the row states none.
const SEQUENCE: f64 = 2048.0;
/// Rank of an adapter where the row states neither it nor its size.
const RANK: f64 = 8.0;

/// Bytes of the row's unit.
fn unit_bytes(row: &Observation) -> Result<f64, Refusal> {
    match row.unit.as_str() {
        "GB" => Ok(GB),
        "GiB" => Ok(GIB),
        _ => Err(unit_unknown(row)),
    }
}

fn is_per_device(row: &Observation) -> bool {
    row.metric.ends_with("_per_gpu")
}

struct ServeCase {
    served: Served,
    requests: f64,
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
        divisor: unit_bytes(row)? * devices,
        served,
    };
    Ok((Box::new(case), from_params))
}

impl Case for ServeCase {
    fn estimate(&self, constants: &ModelConstants) -> Result<Estimate, Refusal> {
        let served = &self.served;
        let memory = ServeMemory {
            shape: &served.shape,
            format: served.format,
            weight_bytes: served.format.weight_bytes(&served.shape),
            framework: &served.framework,
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
    framework: String,
    /// Tokens whose activations and logits one device holds.
    tokens: f64,
    sequence: f64,
    checkpointing: Checkpointing,
    adapter_params: f64,
    flash: bool,
    reserved: bool,
    sharing: Sharing,
    card_gib: f64,
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
    fn of(row: &Observation, rig: &Rig) -> Sharing {
        let n = f64::from(rig.count);
        let method = row.note.get("method").unwrap_or("full");
        let sharing = |shards, states, others| Sharing {
            shards,
            states,
            others,
        };
        if is_per_device(row) {
            return sharing(n, 1.0, 1.0);
        }
        match method {
            "lora-multinode" => sharing(1.0, n, n),
            "lora-zero3" => sharing(n, n, n),
            // Plain adapters on several cards: the layers are split over them.
            method if method.starts_with("lora") || method.starts_with("qlora") => {
                sharing(1.0, 1.0, 1.0)
            }
            _ => sharing(n, n, n),
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
    let format = match method {
        // 8-bit training keeps 16-bit weights.
        Method::Full if precision_key != "32" => Format::BITS_16,
        _ => format_of(row)?,
    };
    let sequence = row.seq.unwrap_or(SEQUENCE);
    let shard = row.note.get("shard").unwrap_or_default();
    let micro_batch = row.note.number("mbs").or(row.batch).unwrap_or(1.0);
    let tokens = if shard.contains("+pp") {
        sequence
    } else {
        micro_batch * sequence
    };
    let mut adapter_params = row
        .note
        .number("trainable")
        .unwrap_or_else(|| shape.lora_params(row.note.number("rank").unwrap_or(RANK)));
    if row.note.get("method") == Some("lora+emb") {
        adapter_params += 2.0 * shape.vocabulary * shape.hidden;
    }
    let paged = row.note.get("opt") == Some("paged-adamw8bit");
    let case = TrainCase {
        format,
        method,
        precision: if precision_key == "32" {
            Precision::Fp32
        } else {
            Precision::Bf16
        },
        optimizer: if paged {
            Optimizer::PagedAdamw8bit
        } else {
            Optimizer::Adamw
        },
        framework: framework.to_owned(),
        tokens: tokens / tensor_degree(shard),
        sequence,
        checkpointing: checkpointing(row, method),
        adapter_params,
        flash: row.note.get("flash") != Some("0"),
        reserved: row.note.is_on("reserved"),
        sharing: Sharing::of(row, rig),
        card_gib: rig.nominal_gib,
        unit: unit_bytes(row)?,
        shape,
    };
    Ok((Box::new(case), from_params))
}

/// `fsdp+tp8` is a tensor-parallel degree of 8.
fn tensor_degree(shard: &str) -> f64 {
    let after = shard.split("+tp").nth(1).unwrap_or_default();
    let digits = after.split(|c: char| !c.is_ascii_digit()).next();
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(1.0)
}

fn checkpointing(row: &Observation, method: Method) -> Checkpointing {
    match (row.note.get("ckpt"), method) {
        (Some("none"), _) => Checkpointing::None,
        (Some("selective"), _) => Checkpointing::Selective,
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
            framework: &self.framework,
            micro_batch: self.tokens / self.sequence,
            sequence: self.sequence,
            flash: self.flash,
            checkpointing: self.checkpointing,
            // An adapter grows with its rank in proportion.
            lora_rank: self.adapter_params / self.shape.lora_params(1.0),
            shards: self.sharing.shards,
            card_gib: Some(self.card_gib),
        };
        let (mut states, mut others) = (0.0, 0.0);
        for part in memory.parts(constants) {
            let is_state = matches!(part.code, "weights" | "gradients" | "optimizer" | "adapter");
            *(if is_state { &mut states } else { &mut others }) += part.bytes;
        }
        let held = states * self.sharing.states + others * self.sharing.others;
        let fragments = if self.reserved {
            constants.correction("mt.frag").exp()
        } else {
            1.0
        };
        Ok(Estimate {
            value: held * fragments / self.unit,
            assumed: memory.is_assumed(constants),
        })
    }
}
