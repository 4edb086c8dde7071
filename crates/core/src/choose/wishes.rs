//! What a plan must have, and what it had better have.

use super::advice::Why;
use super::generation::{is_current, is_supported};
use super::quote::Refused;
use crate::cost::Terms;
use crate::gpu::Link;
use crate::predict::Rig;
use crate::traits::SellerTraits;
use crate::workload::{Limits, Wish, Workload};

/// Seconds within which a start is fast. Source: workload model, section 6.3.
const FAST_START_S: f64 = 60.0;
/// Availability that is wished for. Source: as [`FAST_START_S`].
const AVAILABILITY: f64 = 0.995;
/// Days that logs must be kept. Source: workload model, section 6.1.
const LOG_DAYS: f64 = 180.0;

/// Checks every need; the number of those nobody answers and the user will verify.
///
/// # Errors
/// The first need that is not met, or not answered by any data.
pub(super) fn needs(
    limits: &Limits,
    rig: &Rig,
    seller: Option<&SellerTraits>,
) -> Result<Vec<Wish>, Refused> {
    let mut unverified = Vec::new();
    for wish in &limits.needs {
        match answer(*wish, rig, seller) {
            Some(true) => {}
            Some(false) => return Err((Why::Unmet(*wish), None)),
            None if limits.will_verify => unverified.push(*wish),
            None => return Err((Why::Unanswered(*wish), None)),
        }
    }
    Ok(unverified)
}

fn answer(wish: Wish, rig: &Rig, seller: Option<&SellerTraits>) -> Option<bool> {
    match wish {
        Wish::Nvlink => Some(rig.link == Link::Nvlink),
        Wish::PerSecondBilling => Some(seller?.billing_step_s.as_ref()?.value == 1),
        Wish::StopWithoutGpuCharge => Some(seller?.stop_without_charge.as_ref()?.value),
        Wish::Preinstalled => Some(seller?.preinstalled.as_ref()?.value),
        Wish::Djbh3 => Some(seller?.djbh_3.as_ref()?.value),
        Wish::LogRetention180d => Some(seller?.log_retention_days.as_ref()?.value >= LOG_DAYS),
    }
}

/// Soft wishes: those that count here, and those that are met.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Wishes {
    /// Codes of those met, the most telling first; worded as reasons.
    pub(super) met: Vec<&'static str>,
    /// How many count.
    pub(super) of: usize,
}

impl Wishes {
    /// Share of the wishes that are met; all of none.
    pub(super) fn share(&self) -> f64 {
        match self.of {
            0 => 1.0,
            of => self.met.len() as f64 / of as f64,
        }
    }
}

/// Which soft wishes are met; what nobody says is not met (workload model, section 6.3).
pub(super) fn met(
    workload: &Workload,
    rig: &Rig,
    seller: Option<&SellerTraits>,
    terms: &Terms,
) -> Wishes {
    let availability = seller.and_then(|s| s.availability.as_ref());
    let mut wishes = Wishes::default();
    let mut wish = |code, met: bool| {
        wishes.of += 1;
        if met {
            wishes.met.push(code);
        }
    };
    if let Workload::Dev(_) = workload {
        let preinstalled = seller.and_then(|s| s.preinstalled.as_ref());
        wish("free_when_stopped", terms.stops_free == Some(true));
        wish(
            "starts_fast",
            terms.start_stated && terms.start_s.mid <= FAST_START_S,
        );
        wish(
            "has_images",
            preinstalled.is_some_and(|stated| stated.value),
        );
        wish("keeps_files", seller.is_some_and(SellerTraits::keeps_files));
        wish("current_software", is_supported(rig.card));
        wish("current_card", is_current(rig.card));
    }
    wish("bills_by_the_second", terms.step_s == Some(1));
    wish(
        "available",
        availability.is_some_and(|stated| stated.value >= AVAILABILITY),
    );
    if rig.count > 1 {
        wish("has_nvlink", rig.link == Link::Nvlink);
    }
    wishes
}
