//! What a job or a month costs: billed time, idle storage, traffic, in one currency.
//!
//! A price is kept apart from the hours it is multiplied by (see [`Usage`]), so that a hundred
//! thousand offers cost one multiplication each. Nothing here knows a card.
//!
//! Source: workload model, section 5.

mod bill;
mod extras;
mod spot;
mod total;
mod usage;

pub use bill::{billed_s, break_even_h};
pub use extras::{Extra, Extras};
pub use spot::{
    INTERRUPTIONS_PER_H, INTERRUPTIONS_PER_H_HIGH, INTERRUPTIONS_PER_H_LOW, SpotJob, SpotRun,
};
pub use total::{Cost, CostPart, cost, rough};
pub use usage::{DISK_GB_S, HOURS_ALWAYS_ON, Job, NeverFinishes, START_UP_S, Terms, Usage, usage};

#[cfg(test)]
mod tests;
