//! Quotas: how many cards a seller lets the user have, as far as the user knows.
//!
//! Source: case REC-04. The quota of the place decides before the seller's; a reservation is ready
//! whatever the quota is; where nothing is known nothing is hidden.

use super::advice::Why;
use super::quote::Refused;
use crate::offer::Offer;
use crate::workload::{Limits, Quota};

/// Where the quota is not known, beside places where it is: rather more often than not it is none,
/// because sellers start new accounts at 0 cards of the scarce kinds.
const UNKNOWN: f64 = 0.3;
/// A quota that is too small has to be raised first, and may not be.
const SHORT: f64 = 0.5;

/// What the user may have of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Allowed {
    /// The user said nothing of quotas.
    NotAsked,
    /// The quota covers it.
    Quota(u32),
    /// A reservation covers it.
    Reserved(u32),
    /// The user knows other quotas, not this one.
    Unknown,
    /// The quota is too small, and the user waits for a larger one.
    Short {
        /// Cards it allows.
        have: u32,
        /// Cards it takes.
        needed: u32,
    },
}

impl Allowed {
    /// The part of the risk.
    pub(super) fn risk(self) -> f64 {
        match self {
            Allowed::NotAsked | Allowed::Quota(_) | Allowed::Reserved(_) => 0.0,
            Allowed::Unknown => UNKNOWN,
            Allowed::Short { .. } => SHORT,
        }
    }
}

/// What the user may have of an offer that takes so many cards.
///
/// # Errors
/// A quota that is too small, unless the user can wait.
pub(super) fn allowed(limits: &Limits, offer: &Offer, needed: u32) -> Result<Allowed, Refused> {
    if limits.quotas.is_empty() {
        return Ok(Allowed::NotAsked);
    }
    let most = |reserved: bool| {
        let here = limits
            .quotas
            .iter()
            .filter(|quota| quota.reserved == reserved && quota.provider == offer.plan.provider);
        let of = |placed: bool| {
            let found = here
                .clone()
                .filter(|quota| quota.region.is_some() == placed && covers(quota, offer));
            found.map(|quota| quota.gpus).max()
        };
        of(true).or_else(|| of(false))
    };
    match (most(true), most(false)) {
        (Some(have), _) if have >= needed => Ok(Allowed::Reserved(have)),
        (_, Some(have)) if have >= needed => Ok(Allowed::Quota(have)),
        (reserved, Some(have)) => short(limits, have.max(reserved.unwrap_or(0)), needed),
        (_, None) => Ok(Allowed::Unknown),
    }
}

fn short(limits: &Limits, have: u32, needed: u32) -> Result<Allowed, Refused> {
    if limits.can_wait {
        return Ok(Allowed::Short { have, needed });
    }
    let miss = 1.0 - f64::from(have) / f64::from(needed.max(1));
    Err((Why::QuotaShort { have, needed }, Some(miss)))
}

/// The quota is for the offer's place, or for all of the seller's.
fn covers(quota: &Quota, offer: &Offer) -> bool {
    let Some(place) = &quota.region else {
        return true;
    };
    let is = |other: &Option<String>| {
        other
            .as_ref()
            .is_some_and(|other| other.eq_ignore_ascii_case(place))
    };
    is(&offer.region) || is(&offer.zone)
}
