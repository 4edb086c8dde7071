//! What may go wrong, as a share of one: `R = 1 − Π(1 − r)`.
//!
//! Source: workload model, section 6.3. One term is added for case REC-01: where the stock of some
//! plan is known, a plan whose stock nobody knows may not be there. Where nobody's stock is known
//! the term would tell no plan from another and is left out.

use super::advice::Why;
use super::quote::Refused;
use crate::cost::Usage;
use crate::predict::{Evidence, Interval, Prediction, normal_share_below};
use crate::traits::SellerTraits;
use crate::workload::{Wish, Workload};

/// A need that the user will verify.
const UNVERIFIED: f64 = 0.1;
/// Nobody says how often the machines fail.
const AVAILABILITY_UNKNOWN: f64 = 0.1;
/// Each thirty days of a price's age.
const STALE_30_DAYS: f64 = 0.05;
/// A price older than half a year, or undated.
const STALE_MOST: f64 = 0.3;
/// Even odds that a machine is there, where nobody knows.
const STOCK_UNKNOWN: f64 = 0.5;
/// Below this probability a deadline refuses a plan. Source: workload model, section 6.1.
const DEADLINE_LEAST: f64 = 0.1;

/// Terms that are equal for every offer of a quote.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Terms {
    pub(super) memory: f64,
    pub(super) deadline: f64,
    pub(super) spot: f64,
    pub(super) availability: f64,
    pub(super) evidence: f64,
    /// Maker and generation of the card.
    pub(super) generation: f64,
    /// Needs that nobody answers.
    pub(super) unverified: Vec<Wish>,
}

impl Terms {
    /// Probability that none of them comes true.
    pub(super) fn kept(&self) -> f64 {
        let unverified = (1.0 - UNVERIFIED).powi(self.unverified.len() as i32);
        [
            self.memory,
            self.deadline,
            self.spot,
            self.availability,
            self.evidence,
            self.generation,
        ]
        .iter()
        .fold(unverified, |kept, risk| kept * (1.0 - risk))
    }
}

pub(super) fn terms(
    workload: &Workload,
    prediction: &Prediction,
    seller: Option<&SellerTraits>,
    usage: &Usage,
    time_s: Interval,
    unverified: Vec<Wish>,
    generation: f64,
) -> Result<Terms, Refused> {
    let availability = seller.and_then(|s| s.availability.as_ref());
    Ok(Terms {
        memory: 1.0 - prediction.memory.p_fit.unwrap_or(1.0),
        deadline: deadline(workload, prediction, time_s)?,
        spot: (0.5 * usage.spot_stretch).clamp(0.0, 0.5),
        availability: availability.map_or(AVAILABILITY_UNKNOWN, |stated| {
            ((1.0 - stated.value) * 20.0).clamp(0.0, 1.0)
        }),
        evidence: match prediction.evidence {
            None | Some(Evidence::Measured) => 0.0,
            Some(Evidence::A) => 0.05,
            Some(Evidence::B) => 0.15,
            Some(Evidence::C) => 0.30,
        },
        generation,
        unverified,
    })
}

/// Probability of being late; refused above nine in ten.
fn deadline(
    workload: &Workload,
    prediction: &Prediction,
    time_s: Interval,
) -> Result<f64, Refused> {
    let Some(deadline) = workload.deadline_h() else {
        return Ok(0.0);
    };
    let hours = time_s.mid / 3_600.0;
    let in_time = match prediction.sigma > 0.0 {
        true => normal_share_below((deadline.ln() - hours.ln()) / prediction.sigma),
        false => f64::from(u8::from(hours <= deadline)),
    };
    // A NaN (a deadline of nothing) is no chance either.
    if in_time >= DEADLINE_LEAST {
        Ok(1.0 - in_time)
    } else {
        Err((Why::Late { hours, deadline }, Some(hours / deadline - 1.0)))
    }
}

/// Age of a price as a risk; `None` = undated.
pub(super) fn stale(age_days: Option<f64>) -> f64 {
    age_days.map_or(STALE_MOST, |days| {
        (days / 30.0 * STALE_30_DAYS).clamp(0.0, STALE_MOST)
    })
}

/// Unknown stock as a risk, where the stock of another plan is known.
pub(super) fn stock(unknown: bool, known_elsewhere: bool) -> f64 {
    match unknown && known_elsewhere {
        true => STOCK_UNKNOWN,
        false => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_loses_a_twentieth_in_thirty_days_and_three_tenths_at_most() {
        assert_eq!(stale(Some(0.0)), 0.0);
        assert_eq!(stale(Some(30.0)), 0.05);
        assert_eq!(stale(Some(1_000.0)), 0.3);
        assert_eq!(stale(None), 0.3);
    }

    #[test]
    fn unknown_stock_is_a_risk_only_beside_known_stock() {
        assert_eq!(stock(true, false), 0.0);
        assert_eq!(stock(true, true), 0.5);
        assert_eq!(stock(false, true), 0.0);
    }
}
