//! Training of transformers: tokens a second.

use super::inputs::shape_of;
use super::{Case, Estimate, about, unit_unknown};
use crate::model::{ModelConstants, ModelShape};
use crate::observation::Observation;
use crate::predict::{
    AGREED_BYTES, Arithmetic, Family, Refusal, Rig, TrainSplit, TrainStep, tensor_devices,
};
use crate::workload::Method;

/// Tokens of a sequence where the row states none.
const SEQUENCE: f64 = 2048.0;
/// Micro-batch where the row states none.
const MICRO_BATCH: f64 = 4.0;
/// Rank of an adapter where the row states neither it nor its size.
const RANK: f64 = 8.0;

struct TrainCase {
    shape: ModelShape,
    rig: Rig,
    framework: String,
    method: Method,
    arithmetic: Arithmetic,
    recomputed: f64,
    compiled: bool,
    micro_batch: f64,
    sequence: f64,
    accumulation: f64,
    sharded: bool,
    split: TrainSplit,
    agreed_bytes: f64,
    /// What the seconds of one token of one device are turned into: units of the row a token.
    rate_of_token: f64,
}

/// How a row's `method` begins.
pub(super) fn method_of(row: &Observation) -> Method {
    match row.note.get("method") {
        Some(method) if method.starts_with("qlora") => Method::Qlora,
        Some(method) if method.starts_with("lora") || method.starts_with("dora") => Method::Lora,
        _ => Method::Full,
    }
}

/// Parameters that an adapter trains: stated, or by its rank; embeddings too for `lora+emb`.
pub(super) fn adapter_params(row: &Observation, shape: &ModelShape) -> f64 {
    let rank = row.note.number("rank").unwrap_or(RANK);
    let adapter = row.note.number("trainable");
    let adapter = adapter.unwrap_or_else(|| shape.lora_params(rank));
    if row.note.get("method") == Some("lora+emb") {
        adapter + 2.0 * shape.vocabulary * shape.hidden
    } else {
        adapter
    }
}

/// A degree stated by itself (`tp=8`) or within `shard` (`fsdp32+tp8`).
pub(super) fn degree(row: &Observation, name: &str) -> Option<f64> {
    let within = || {
        let shard = row.note.get("shard")?;
        let part = shard.split('+').find_map(|part| part.strip_prefix(name))?;
        part.parse().ok().filter(|degree| *degree > 0.0)
    };
    row.note.number(name).or_else(within)
}

/// Base or weights of this row are split and gathered layer by layer: said so, or what frameworks of
/// this kind do on several devices. Trainers share weights in full training only; Megatron splits them.
pub(super) fn is_sharded(row: &Observation, method: Method, framework: &str) -> bool {
    let shard = row.note.get("shard").unwrap_or_default();
    let said = shard.starts_with("fsdp")
        || shard.starts_with("zero3")
        || row
            .note
            .get("method")
            .is_some_and(|method| method.ends_with("zero3"));
    let whole = ["ddp", "zero1", "zero2"]
        .iter()
        .any(|kind| shard.starts_with(kind));
    let habit = match (method, Family::of(framework)) {
        (_, Family::Megatron) => false,
        (_, Family::Sharded | Family::Fused) | (Method::Full, _) => true,
        (Method::Lora | Method::Qlora, Family::Trainer | Family::Unknown) => false,
    };
    said || (habit && !whole)
}

pub(super) fn prepare(
    row: &Observation,
    rig: &Rig,
    framework: &str,
) -> Result<(Box<dyn Case>, bool), Refusal> {
    let shape = shape_of(row)?;
    let from_params = shape.from_params;
    let sequence = row.seq.unwrap_or(SEQUENCE);
    let devices = f64::from(rig.count);
    let rate_of_token = match row.unit.as_str() {
        "tokens/s/gpu" => 1.0,
        "tokens/s" => devices,
        "sequences/s" | "samples/s" => devices / sequence,
        "sequences/s/gpu" | "samples/s/gpu" => 1.0 / sequence,
        _ => return Err(unit_unknown(row)),
    };
    let arithmetic = Arithmetic::by_name(super::precision_key(&row.precision))
        .ok_or_else(|| about("row_precision_unknown", "precision", &row.precision))?;
    let method = method_of(row);
    let micro_batch = row.note.number("mbs").unwrap_or(MICRO_BATCH);
    let case = TrainCase {
        method,
        arithmetic,
        recomputed: recomputed(row, framework),
        compiled: row.note.is_on("compile"),
        micro_batch,
        sequence,
        accumulation: row.note.number("ga").unwrap_or(1.0),
        sharded: rig.count > 1 && is_sharded(row, method, framework),
        split: split(row, &shape, method, rig, framework),
        agreed_bytes: agreed_bytes(row, method, &shape),
        rate_of_token,
        framework: framework.to_owned(),
        rig: rig.clone(),
        shape,
    };
    Ok((Box::new(case), from_params))
}

/// The split as stated; frameworks of the Megatron kind split as memory asks for where nothing is
/// stated.
fn split(
    row: &Observation,
    shape: &ModelShape,
    method: Method,
    rig: &Rig,
    framework: &str,
) -> TrainSplit {
    let devices = f64::from(rig.count);
    let planned = || {
        if Family::of(framework) == Family::Megatron {
            tensor_devices(shape, method, rig)
        } else {
            1.0
        }
    };
    let tensor = degree(row, "tp").unwrap_or_else(planned).min(devices);
    let stages = degree(row, "pp").unwrap_or(1.0).min(devices / tensor);
    // Sequences of a step over copies of the model and sequences of a micro-batch.
    let copies = devices / (tensor * stages);
    let micro_batch = row.note.number("mbs").unwrap_or(1.0);
    let micro_batches = row.batch.map(|batch| batch / copies / micro_batch);
    match micro_batches.filter(|count| *count >= 1.0) {
        Some(micro_batches) => TrainSplit {
            tensor,
            stages,
            micro_batches,
        },
        None => TrainSplit {
            tensor,
            ..TrainSplit::NONE
        },
    }
}

/// Copies agree on an adapter, or on all weights where the row says that nothing but gradients or
/// states is shared.
fn agreed_bytes(row: &Observation, method: Method, shape: &ModelShape) -> f64 {
    let shard = row.note.get("shard").unwrap_or_default();
    let copies = ["ddp", "zero1", "zero2"]
        .iter()
        .any(|kind| shard.starts_with(kind));
    match method {
        Method::Full if copies => AGREED_BYTES * shape.params,
        Method::Full => 0.0,
        Method::Lora | Method::Qlora => AGREED_BYTES * adapter_params(row, shape),
    }
}

/// Share of a forward pass that is done again. A row that says nothing follows its framework's habit.
fn recomputed(row: &Observation, framework: &str) -> f64 {
    match row.note.get("ckpt") {
        Some("none") => 0.0,
        Some("selective") => 0.15,
        Some("full") => 1.0,
        Some(_) => 0.5,
        None if Family::of(framework) == Family::Trainer => 1.0,
        None => 0.0,
    }
}

impl Case for TrainCase {
    fn estimate(&self, constants: &ModelConstants) -> Result<Estimate, Refusal> {
        let step = TrainStep {
            shape: &self.shape,
            method: self.method,
            arithmetic: self.arithmetic,
            recomputed: self.recomputed,
            framework: &self.framework,
            compiled: self.compiled,
            micro_batch: self.micro_batch,
            sequence: self.sequence,
            accumulation: self.accumulation,
            sharded: self.sharded,
            split: self.split,
            agreed_bytes: self.agreed_bytes,
        };
        let time = step.token_time(&self.rig, constants)?;
        Ok(Estimate {
            value: self.rate_of_token / time.total(),
            assumed: time.assumed,
        })
    }
}
