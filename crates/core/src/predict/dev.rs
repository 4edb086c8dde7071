//! A machine to work on: only memory is looked at.

use super::evidence::{Kind, p_fit};
use super::figures::{Evidence, MemoryFit, Prediction, Refusal};
use super::memory::{GIB, Part, ServeMemory, steps, total};
use super::rig::Rig;
use super::verdict::{DOES_NOT_FIT, too_little};
use super::weights::Format;
use crate::message::{Message, Param};
use crate::model::{ModelConstants, ModelShape};
use crate::workload::{Dev, DevMemory};

/// What a model is tried with; its small constants are the fall-backs.
const FRAMEWORK: &str = "vllm";
/// Tokens of the prompt and of the answer that someone tries a model with.
const TRIED: (f64, f64) = (1024.0, 256.0);

/// A machine of this kind to work on.
pub(crate) fn predict(
    job: &Dev,
    rig: &Rig,
    constants: &ModelConstants,
) -> Result<Prediction, Refusal> {
    let memory = match &job.memory {
        DevMemory::NominalGib(wanted) => by_size(*wanted, rig)?,
        DevMemory::Model(shape) => by_model(shape, rig, constants)?,
    };
    Ok(Prediction {
        machines: 1,
        memory,
        compute_h: None,
        rate: None,
        ttft_ms: None,
        tpot_ms: None,
        answer_ms: None,
        time_steps: Vec::new(),
        sigma: 0.0,
        evidence: None,
        mfu: None,
        notes: Vec::new(),
    })
}

/// What is needed before a card is looked at; no σ where nominal sizes are compared.
pub(crate) fn need(job: &Dev, constants: &ModelConstants) -> (Vec<Part>, Option<f64>) {
    match &job.memory {
        DevMemory::NominalGib(wanted) => (vec![nominal(*wanted)], None),
        DevMemory::Model(shape) => {
            let kind = Kind::MemoryInfer;
            let seen = kind.grade_anywhere(constants, FRAMEWORK, Format::BITS_16.key);
            (
                memory_of(shape, 1.0).parts(constants),
                Some(kind.sigma(seen, shape.from_params)),
            )
        }
    }
}

/// Nominal sizes are compared as they are printed: "24 GB" asks for a card of 24.
fn by_size(wanted: f64, rig: &Rig) -> Result<MemoryFit, Refusal> {
    if rig.nominal_gib < wanted {
        let reason = Message::new("card_smaller")
            .with("memory", Param::Gib(rig.nominal_gib))
            .with("wanted", Param::Gib(wanted));
        return Err(Refusal::new(reason).by(1.0 - rig.nominal_gib / wanted));
    }
    Ok(MemoryFit {
        needed_gib: wanted,
        usable_gib: rig.nominal_gib,
        p_fit: None,
        steps: steps(vec![nominal(wanted)]),
    })
}

/// The model is spread over the cards of the machine, layer by layer.
fn by_model(
    shape: &ModelShape,
    rig: &Rig,
    constants: &ModelConstants,
) -> Result<MemoryFit, Refusal> {
    let devices = f64::from(rig.count);
    let mut parts = memory_of(shape, devices).parts(constants);
    for part in &mut parts {
        part.bytes /= devices;
        if rig.count > 1 {
            part.formula = format!("{} ÷ {}", part.formula, rig.count);
        }
    }
    let needed = total(&parts);
    let kind = Kind::MemoryInfer;
    let evidence: Evidence = kind.grade(constants, rig, FRAMEWORK, Format::BITS_16.key);
    let p = p_fit(
        rig.usable_gib * GIB,
        needed,
        kind.sigma(evidence, shape.from_params),
    );
    let fit = MemoryFit {
        needed_gib: needed / GIB,
        usable_gib: rig.usable_gib,
        p_fit: Some(p),
        steps: steps(parts),
    };
    if p < DOES_NOT_FIT {
        Err(too_little(&fit))
    } else {
        Ok(fit)
    }
}

fn memory_of(shape: &ModelShape, devices: f64) -> ServeMemory<'_> {
    ServeMemory {
        shape,
        weight_bytes: Format::BITS_16.weight_bytes(shape),
        framework: FRAMEWORK,
        year: None,
        kv_value_bytes: 2.0,
        requests: 1.0,
        prompt: TRIED.0,
        answer: TRIED.1,
        devices,
    }
}

fn nominal(gib: f64) -> Part {
    Part {
        code: "card_size",
        formula: String::new(),
        bytes: gib * GIB,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::GpuId;
    use crate::model::constants;
    use crate::predict::card;

    fn rig(id: &str) -> Rig {
        Rig::of_card(card(&GpuId(id.to_owned())).unwrap(), 1).unwrap()
    }

    fn work(memory: DevMemory) -> Dev {
        Dev {
            memory,
            hours_per_day: 3.0,
            days_per_month: 22.0,
            starts_per_day: 2.0,
            keep_gb: 0.0,
        }
    }

    #[test]
    fn a_card_of_24_gib_is_enough_for_who_asks_for_24() {
        let job = work(DevMemory::NominalGib(24.0));
        let prediction = predict(&job, &rig("rtx-4090"), constants()).unwrap();
        assert_eq!((prediction.memory.p_fit, prediction.evidence), (None, None));
        let refusal = predict(&job, &rig("rtx-4080"), constants()).unwrap_err();
        assert_eq!(refusal.reason.code, "card_smaller");
        assert!((refusal.miss.unwrap() - 1.0 / 3.0).abs() < 1e-9); // 16 of 24
    }

    #[test]
    fn a_model_is_compared_with_usable_memory() {
        let job = work(DevMemory::Model(Box::new(
            ModelShape::preset("llama3.1-8b").unwrap(),
        )));
        // 16.06 GB of weights and a cache of 1,280 tokens: more than a T4 shows, less than a 4090.
        assert!(predict(&job, &rig("rtx-4090"), constants()).is_ok());
        let refusal = predict(&job, &rig("t4"), constants()).unwrap_err();
        assert_eq!(refusal.reason.code, "memory_short");
    }
}
