//! Filter, predict, price, rank, and say why.
//!
//! [`choose`] takes a workload, limits and a market and gives ranked plans with their sums, refused plans
//! with their reasons, and what would change the answer. What is equal for many offers is worked out
//! once (`quote`), so that an offer costs a few comparisons and one multiplication; a sentence is made
//! only for what is listed.
//!
//! Source: workload model, sections 5 and 6.

mod advice;
mod bands;
mod caution;
mod explain;
mod generation;
mod limits;
mod nearest;
mod order;
mod own;
mod pareto;
mod pay;
mod quota;
mod quote;
mod risk;
mod score;
mod sensitivity;
mod stages;
mod table;
#[cfg(test)]
mod tests;
mod threshold;
mod wishes;

use jiff::Timestamp;

use crate::money::Rates;
use crate::need::need;
use crate::observation::Report;
use crate::offer::Offer;
use crate::traits::Traits;
use crate::workload::{Limits, Workload};

pub use crate::cost::{Cost, CostPart};
pub use advice::{
    Advice, Band, Choice, Rejected, ScorePart, Sensitivity, Stage, Threshold, Why, held, wish_word,
};
pub use pay::{BreakEven, Way, break_evens, ways_to_pay};

/// What there is to choose from.
#[derive(Debug, Clone, Copy)]
pub struct Market<'a> {
    /// Every offer of the catalogue.
    pub offers: &'a [Offer],
    /// What is known of the sellers.
    pub sellers: &'a Traits,
    /// Rates of exchange.
    pub rates: &'a Rates,
    /// What the user measured; empty without measurements of their own.
    pub reports: &'a [Report],
    /// The present moment, for the age of prices and measurements.
    pub now: Timestamp,
}

/// Ranked plans for a workload within limits, and why the others are not among them.
///
/// Pure: the same market gives the same answer, in whatever order its offers stand. Older sources of
/// an offer (`superseded`) are history and take no part.
pub fn choose<'a>(workload: &Workload, limits: &Limits, market: &Market<'a>) -> Advice<'a> {
    let desk = quote::Desk::new(workload, limits, market);
    let mut gate = limits::Gate::new(desk, limits, market);
    let (mut fits, mut refusals) = (Vec::new(), nearest::Refusals::default());
    let mut total = 0;
    for offer in market.offers.iter().filter(|offer| !offer.superseded) {
        total += 1;
        match gate.check(offer) {
            Ok(fit) => fits.push(fit),
            Err((why, miss)) => refusals.push(Rejected { offer, why, miss }),
        }
    }
    let fitting = fits.len();
    let table = table::Table::new(workload, limits, market, (gate.desk, gate.copy), fits);
    let mut advice = table.advise(need(workload));
    advice.stages = stages::funnel(total, refusals.stages(), fitting - advice.fit);
    advice.rejected = refusals.nearest_first();
    advice
}
