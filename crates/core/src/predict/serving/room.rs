//! Whether a copy fits its devices, and for how many requests there is room (workload model, 3.3, 3.5).

use crate::model::ModelConstants;
use crate::predict::evidence::{Kind, p_fit};
use crate::predict::figures::{Evidence, MemoryFit, Refusal};
use crate::predict::memory::{
    GIB, MEMORY_UTILISATION, ServeMemory, reserve_bytes, server_capacity, steps, total,
};
use crate::predict::rig::Rig;
use crate::predict::software::server_key;
use crate::predict::verdict::{DOES_NOT_FIT, too_little};
use crate::predict::weights::Format;
use crate::workload::{Inference, Server};

/// Requests that one copy on so many devices can hold, refused where it cannot hold one.
pub(super) fn room(
    job: &Inference,
    rig: &Rig,
    constants: &ModelConstants,
    degree: u32,
) -> Result<f64, Refusal> {
    let fit = fit(job, rig, constants, degree, 1.0);
    if fit.p_fit.is_some_and(|p| p < DOES_NOT_FIT) {
        return Err(too_little(&fit));
    }
    let (prompt, answer) = lengths(job);
    let devices = f64::from(degree);
    let memory = memory_of(job, 1.0, degree);
    if job.server == Server::LlamaCpp {
        let spare = devices * (fit.usable_gib - fit.needed_gib) * GIB;
        return Ok(1.0 + (spare / memory.bytes_per_request(constants)).max(0.0));
    }
    let kappa = job.model.kv_bytes(memory.kv_value_bytes);
    let device_bytes = rig.usable_gib * GIB;
    let tokens = server_capacity(memory.weight_bytes, kappa, device_bytes, devices);
    if tokens < prompt + answer {
        return Err(too_little_paged(&fit, &memory, kappa, devices));
    }
    Ok(tokens / (prompt + answer / 2.0))
}

/// The refusal of a paged server: one request and its reserve must stay under nine tenths of the memory.
fn too_little_paged(
    fit: &MemoryFit,
    memory: &ServeMemory<'_>,
    kappa: f64,
    devices: f64,
) -> Refusal {
    let cache = (memory.prompt + memory.answer) * kappa;
    let held = memory.weight_bytes + cache + reserve_bytes(devices);
    let needed_gib = held / MEMORY_UTILISATION / devices / GIB;
    too_little(&MemoryFit {
        needed_gib,
        ..fit.clone()
    })
}

pub(super) fn fit(
    job: &Inference,
    rig: &Rig,
    constants: &ModelConstants,
    degree: u32,
    requests: f64,
) -> MemoryFit {
    let devices = f64::from(degree);
    let memory = memory_of(job, requests, degree);
    let mut parts = memory.parts(constants);
    for part in &mut parts {
        part.bytes /= devices;
        if degree > 1 {
            part.formula = format!("{} ÷ {degree}", part.formula);
        }
    }
    let needed = total(&parts);
    let grade = memory_grade(job, constants, Some(rig));
    let sigma = Kind::MemoryInfer.sigma(grade, job.model.from_params);
    MemoryFit {
        needed_gib: needed / GIB,
        usable_gib: rig.usable_gib,
        p_fit: Some(p_fit(rig.usable_gib * GIB, needed, sigma)),
        steps: steps(parts),
    }
}

/// Servers were measured in their log only (section 13): weights and cache follow from their
/// definition, so a server nobody measured is B, not C.
pub(super) fn memory_grade(
    job: &Inference,
    constants: &ModelConstants,
    rig: Option<&Rig>,
) -> Evidence {
    let (server, format) = (server_key(job.server), Format::of_quant(job.quant).key);
    match rig {
        Some(rig) => Kind::MemoryInfer.grade(constants, rig, server, format),
        None => Kind::MemoryInfer.grade_anywhere(constants, server, format),
    }
}

pub(super) fn memory_of(job: &Inference, requests: f64, degree: u32) -> ServeMemory<'_> {
    let format = Format::of_quant(job.quant);
    let (prompt, answer) = lengths(job);
    ServeMemory {
        shape: &job.model,
        weight_bytes: format.weight_bytes(&job.model),
        framework: server_key(job.server),
        year: None,
        kv_value_bytes: f64::from(job.kv_bits) / 8.0,
        requests,
        prompt,
        answer,
        devices: f64::from(degree),
    }
}

pub(super) fn lengths(job: &Inference) -> (f64, f64) {
    (f64::from(job.prompt_tokens), f64::from(job.answer_tokens))
}
