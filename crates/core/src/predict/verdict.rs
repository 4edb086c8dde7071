//! When a workload does not fit a card, and how that is said.

use super::figures::{MemoryFit, Refusal};
use super::rig::Rig;
use crate::message::{Message, Param};

/// Probability below which a job does not fit (workload model, section 3.5).
pub(crate) const DOES_NOT_FIT: f64 = 0.5;
/// Sizes of models that were measured, parameters (section 13).
pub(crate) const MEASURED_PARAMS: std::ops::RangeInclusive<f64> = 0.49e9..=406e9;
/// The refusal of a machine whose memory is too small.
pub(crate) fn too_little(memory: &MemoryFit) -> Refusal {
    let (needed, usable) = (memory.needed_gib, memory.usable_gib);
    let reason = Message::new("memory_short")
        .with("needed", Param::Gib(needed))
        .with("usable", Param::Gib(usable))
        .with("short", Param::Gib((needed - usable).max(0.0)));
    Refusal::new(reason).by((1.0 - usable / needed).max(0.0))
}

/// Refuses a machine whose memory is too small with a probability of a half or more.
pub(crate) fn check(memory: &MemoryFit) -> Result<(), Refusal> {
    match memory.p_fit {
        Some(p) if p < DOES_NOT_FIT => Err(too_little(memory)),
        _ => Ok(()),
    }
}

/// A note that names the card.
pub(crate) fn card_note(code: &'static str, rig: &Rig) -> Message {
    Message::new(code).with("card", Param::Text(rig.card.name.clone()))
}
