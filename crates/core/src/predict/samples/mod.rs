//! Jobs that are counted in samples: training of networks on pictures and of BERT, and services of
//! these and of image generators.
//!
//! [`vision`](super::vision) and [`diffusion`](super::diffusion) say how long a sample takes; here a
//! job is laid out on a machine, and its memory compared.

mod memory;
mod service;
mod training;

use super::card::Card;
use super::figures::Refusal;
use super::rig::Rig;
use crate::message::{Message, Param};
use crate::workload::SamplePrecision;

pub(crate) use memory::largest_training_batch;
pub(crate) use service::framework_of;
pub(crate) use service::{need as service_need, predict as predict_service};
pub(crate) use training::DEFAULT_FRAMEWORK;
pub(crate) use training::{need as training_need, predict as predict_training};

/// Bytes of one value in memory at this precision.
fn value_bytes(precision: SamplePrecision) -> f64 {
    match precision {
        SamplePrecision::Half => 2.0,
        SamplePrecision::Tf32 | SamplePrecision::Fp32 => 4.0,
        SamplePrecision::Fp8 | SamplePrecision::Int8 => 1.0,
    }
}

/// Matrix rate of one device at this precision, FLOP/s.
pub(crate) fn rate(precision: SamplePrecision, rig: &Rig) -> Result<f64, Refusal> {
    match precision {
        SamplePrecision::Half => rig.rate_16(),
        SamplePrecision::Tf32 => rig.rate_32(),
        SamplePrecision::Fp32 => rig.rate_fp32().or_else(|_| rig.rate_32()),
        SamplePrecision::Fp8 => rig.rate_fp8(),
        SamplePrecision::Int8 => rig.rate_int8(),
    }
}

/// The precision to plan with: 8 bit needs a card that has it, and falls to 16 bit only where the
/// user did not name it.
fn settle(wanted: SamplePrecision, chosen: bool, card: &Card) -> Result<SamplePrecision, Refusal> {
    let (has, code) = match wanted {
        SamplePrecision::Fp8 => (card.rate_fp8.is_some(), "card_lacks_fp8"),
        SamplePrecision::Int8 => (card.rate_int8.is_some(), "card_lacks_int8"),
        SamplePrecision::Half | SamplePrecision::Tf32 | SamplePrecision::Fp32 => (true, ""),
    };
    match (has, chosen) {
        (true, _) => Ok(wanted),
        (false, false) => Ok(SamplePrecision::Half),
        (false, true) => Err(Refusal::new(
            Message::new(code).with("card", Param::Text(card.name.clone())),
        )),
    }
}

/// What a model's samples are called in a rate.
fn rate_unit(family: crate::model::SampleFamily) -> &'static str {
    match family {
        crate::model::SampleFamily::Bert => "sequences/s",
        crate::model::SampleFamily::Cnn | crate::model::SampleFamily::Diffusion => "images/s",
    }
}
