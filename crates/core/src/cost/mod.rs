//! What a job or a month costs: billed time, idle storage, traffic, less discounts, in one currency.
//!
//! A price is kept apart from the hours it is multiplied by (see [`Usage`]), so that a hundred
//! thousand offers cost one multiplication each. Nothing here knows a card.
//!
//! Source: workload model, section 5.

mod bill;
pub mod discount;
mod extras;
mod outage;
mod spot;
mod terms;
mod total;
mod usage;

pub use bill::{billed_s, break_even_h};
pub use discount::{Discount, NoSaving, Saving, Taken};
pub use extras::{Beside, Extra, Extras};
pub use outage::OUTAGE_UNKNOWN_HIGH;
pub use spot::{
    INTERRUPTIONS_PER_H, INTERRUPTIONS_PER_H_HIGH, INTERRUPTIONS_PER_H_LOW, SpotJob, SpotRun,
};
pub use terms::{DISK_GB_S, START_UP_S, Terms};
pub use total::{Cost, CostPart, cost, rough, roughly_less};
pub use usage::{HOURS_ALWAYS_ON, Interrupted, Job, NeverFinishes, Usage, usage};

#[cfg(test)]
mod tests;
