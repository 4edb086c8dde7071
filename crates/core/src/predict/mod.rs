//! What is predicted for a workload on a machine: memory, time, rate, latency, each with an interval.
//!
//! [`predict`] divides work by a peak rate, times a fitted efficiency, plus a fixed overhead, and keeps
//! the sum. Sections, symbols and constants are those of the workload model. Nothing here knows a
//! price or a provider: a [`Rig`] is what is left of a plan when both are taken away.

mod arithmetic;
mod card;
mod decode;
mod dev;
mod diffusion;
mod efficiency;
mod evidence;
mod family;
mod figures;
mod formula;
#[cfg(test)]
mod guards;
mod interconnect;
mod layout;
mod memory;
mod prefill;
mod remedy;
mod rig;
mod samples;
mod servers;
mod serving;
mod setting;
mod software;
mod stack;
mod throughput;
mod train;
mod training;
mod verdict;
mod vision;
mod weights;
#[cfg(test)]
mod worked_examples;

use crate::message::Message;
use crate::model::ModelConstants;
use crate::workload::Workload;

pub use card::{Card, card, cards};
pub use evidence::{Kind, p_fit};
pub(crate) use figures::{CORRECTED_BY_YOU, MEASURED_BY_YOU};
pub use figures::{Evidence, Interval, MemoryFit, Prediction, Rate, Refusal, Step, Z80};
pub use rig::Rig;
pub use software::TRAINING_FRAMEWORKS;

pub(crate) use arithmetic::Arithmetic;
pub(crate) use decode::Decoder;
pub(crate) use diffusion::{ImageRun, SOFTWARE_YEARS_MOST};
pub(crate) use efficiency::YEARS;
pub(crate) use evidence::normal_share_below;
pub(crate) use family::Family;
pub(crate) use layout::{model_devices, tensor_devices};
pub(crate) use memory::{
    GB, GIB, Part, ServeMemory, Stage, TrainMemory, server_capacity, steps, total,
};
pub(crate) use prefill::Prefiller;
pub(crate) use samples::{
    DEFAULT_FRAMEWORK as SAMPLE_FRAMEWORK, framework_of as sample_framework, largest_training_batch,
};
pub(crate) use servers::{ServerFamily, recognise};
pub(crate) use serving::keys as serving_keys;
pub(crate) use setting::{Setting, Split};
pub(crate) use software::default_framework;
pub(crate) use stack::Stack;
pub(crate) use throughput::Engine;
pub(crate) use train::{AGREED_BYTES, TrainSplit, TrainStep};
pub(crate) use training::precision_key as training_precision;
pub(crate) use verdict::check as memory_verdict;
pub(crate) use vision::VisionRun;
pub(crate) use weights::Format;

/// What this workload takes on this machine, or why it cannot run there.
///
/// A name that means one of several cards is calculated with the first of them and widened to span
/// all that the workload runs on.
pub fn predict(
    workload: &Workload,
    rig: &Rig,
    constants: &ModelConstants,
) -> Result<Prediction, Refusal> {
    let mut prediction = on_one_card(workload, rig, constants)?;
    if rig.others.is_empty() {
        return Ok(prediction);
    }
    for card in &rig.others {
        if let Ok(other) = on_one_card(workload, &rig.with_card(card), constants) {
            widen(&mut prediction, &other);
        }
    }
    prediction.sigma = answer_sigma(workload, &prediction);
    prediction.notes.push(Message::new("one_of_several_cards"));
    Ok(prediction)
}

/// The sum of a workload's memory before a machine is looked at, in parts, and its σ.
pub(crate) fn memory_need(
    workload: &Workload,
    constants: &ModelConstants,
) -> (Vec<Part>, Option<f64>) {
    match workload {
        Workload::Training(job) => with_sigma(training::need(job, constants)),
        Workload::Inference(job) => with_sigma(serving::need(job, constants)),
        Workload::SampleTraining(job) => with_sigma(samples::training_need(job)),
        Workload::SampleInference(job) => with_sigma(samples::service_need(job)),
        Workload::Dev(job) => dev::need(job, constants),
    }
}

fn with_sigma((parts, sigma): (Vec<Part>, f64)) -> (Vec<Part>, Option<f64>) {
    (parts, Some(sigma))
}

fn on_one_card(
    workload: &Workload,
    rig: &Rig,
    constants: &ModelConstants,
) -> Result<Prediction, Refusal> {
    match workload {
        Workload::Training(job) => training::predict(job, rig, constants),
        Workload::Inference(job) => serving::predict(job, rig, constants),
        Workload::SampleTraining(job) => samples::predict_training(job, rig, constants),
        Workload::SampleInference(job) => samples::predict_service(job, rig, constants),
        Workload::Dev(job) => dev::predict(job, rig, constants),
    }
}

/// Spans the other card's intervals too, and keeps the smaller chance of fitting.
fn widen(prediction: &mut Prediction, other: &Prediction) {
    let span = |ours: &mut Option<Interval>, theirs: Option<Interval>| {
        if let (Some(ours), Some(theirs)) = (ours.as_mut(), theirs) {
            *ours = ours.spanning(theirs);
        }
    };
    span(&mut prediction.compute_h, other.compute_h);
    span(&mut prediction.ttft_ms, other.ttft_ms);
    span(&mut prediction.tpot_ms, other.tpot_ms);
    span(&mut prediction.answer_ms, other.answer_ms);
    if let (Some(ours), Some(theirs)) = (&mut prediction.rate, &other.rate) {
        ours.low = ours.low.min(theirs.low);
        ours.high = ours.high.max(theirs.high);
    }
    if let (Some(ours), Some(theirs)) = (&mut prediction.memory.p_fit, other.memory.p_fit) {
        *ours = ours.min(theirs);
    }
}

/// σ of what the user waits for, from its widened interval.
fn answer_sigma(workload: &Workload, prediction: &Prediction) -> f64 {
    let answer = match workload {
        Workload::Training(_) | Workload::SampleTraining(_) => prediction.compute_h,
        Workload::SampleInference(_) => prediction.answer_ms,
        Workload::Inference(job) => {
            let tokens = f64::from(job.answer_tokens);
            let both = prediction.ttft_ms.zip(prediction.tpot_ms);
            both.map(|(first, later)| Interval {
                low: first.low + tokens * later.low,
                mid: first.mid + tokens * later.mid,
                high: first.high + tokens * later.high,
            })
        }
        Workload::Dev(_) => None,
    };
    answer.map_or(prediction.sigma, Interval::sigma)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::GpuId;
    use crate::model::{ModelShape, constants};
    use crate::workload::{
        Checkpointing, DataAmount, Method, Optimizer, Precision, Training, Workload,
    };

    fn job() -> Workload {
        Workload::Training(Training {
            model: ModelShape::preset("llama3.1-8b").unwrap(),
            method: Method::Lora,
            data: DataAmount::Tokens(30e6),
            epochs: 1.0,
            sequence_tokens: 2048,
            precision: Precision::Bf16,
            precision_chosen: false,
            micro_batch: 1,
            grad_accumulation: 8,
            checkpointing: Checkpointing::Full,
            optimizer: Optimizer::Adamw,
            lora_rank: 8,
            framework: None,
            deadline_h: None,
        })
    }

    #[test]
    fn a_name_for_two_cards_spans_the_intervals_of_both() {
        let of = |id: &str| card(&GpuId(id.to_owned())).unwrap();
        let slow = Rig::of_card(of("h100-80g-pcie"), 1).unwrap();
        let fast = Rig::of_card(of("h100-80g-sxm"), 1).unwrap();
        let either = Rig {
            others: vec![fast.card],
            ..slow.clone()
        };
        let hours = |rig| {
            predict(&job(), rig, constants())
                .unwrap()
                .compute_h
                .unwrap()
        };
        let both = predict(&job(), &either, constants()).unwrap();
        let span = both.compute_h.unwrap();
        assert_eq!(span.mid, hours(&slow).mid); // the slowest likely
        assert!(span.low <= hours(&fast).low);
        assert!(span.high >= hours(&slow).high); // a grade lower
        assert_eq!(both.evidence, Some(Evidence::C));
        let wider = (span.mid / span.low).max(span.high / span.mid).ln() / Z80;
        assert!((both.sigma - wider).abs() < 1e-12);
        assert!(
            both.notes
                .iter()
                .any(|note| note.code == "one_of_several_cards")
        );
    }
}
