//! The order of plans that fit: one row for a plan, ties as one rank.
//!
//! Source: workload model, section 6.4. A seller's plan in many places is one choice at its best
//! place: somebody choosing a machine decides between machines first, and a hundred rows that differ in
//! nothing but a region's code would hide all other sellers. A row without a place is another sighting,
//! not another place, and stays a row of its own.

use std::cmp::Ordering;

use super::limits::Fit;
use super::score::{Best, Marks, Weights};
use crate::gpu::GpuId;
use crate::predict::Evidence;

/// A lead below this many points is a tie.
pub(super) const TIE_POINTS: f64 = 2.0;
/// Φ⁻¹(0.65): a lead below so many of its own σ is a tie.
const TIE_SIGMAS: f64 = 0.385_320_5;
/// How far two plans on one card share their error.
const SAME_CARD: f64 = 0.8;

/// What ties and their order ask of a plan.
#[derive(Debug, Clone, Copy)]
pub(super) struct Standing<'a> {
    pub(super) marks: Marks,
    pub(super) card: &'a GpuId,
    /// σ of ln time.
    pub(super) sigma: f64,
    /// The cost grows with the time.
    pub(super) pays_for_time: bool,
    pub(super) evidence: Option<Evidence>,
    /// What the risk of its evidence is: gone once it is measured.
    pub(super) evidence_risk: f64,
}

impl Standing<'_> {
    /// Points that the score moves by when the time is off by one σ.
    fn swing(&self, weights: &Weights) -> f64 {
        let [cost, time, ..] = weights.0;
        let weight = time + if self.pays_for_time { cost } else { 0.0 };
        100.0 * weight * self.sigma / std::f64::consts::LN_10
    }

    /// Whether a lead of so many points over the other says nothing: p(better) within 0.35 to 0.65,
    /// or below two points.
    pub(super) fn ties(&self, other: &Standing<'_>, lead: f64, weights: &Weights) -> bool {
        let (a, b) = (self.swing(weights), other.swing(weights));
        let shared = if self.card == other.card {
            SAME_CARD
        } else {
            0.0
        };
        let sigma = (a * a + b * b - 2.0 * shared * a * b).max(0.0).sqrt();
        lead.abs() < TIE_POINTS.max(TIE_SIGMAS * sigma)
    }

    /// A lead above this many points is a tie with no plan that swings no more than this one.
    pub(super) fn widest_tie(&self, weights: &Weights) -> f64 {
        let swing = self.swing(weights);
        TIE_POINTS.max(TIE_SIGMAS * std::f64::consts::SQRT_2 * swing)
    }
}

/// Keeps one offer of each of so many plans, the best by its score, and counts the other places.
pub(super) fn fold<'a>(fits: Vec<Fit<'a>>, scores: &[f64], plans: usize) -> Vec<Fit<'a>> {
    let mut at: Vec<Option<usize>> = vec![None; plans];
    let mut kept: Vec<(f64, Fit<'a>)> = Vec::with_capacity(plans);
    for (fit, points) in fits.into_iter().zip(scores) {
        match at[fit.plan] {
            None => {
                at[fit.plan] = Some(kept.len());
                kept.push((*points, fit));
            }
            Some(place) => {
                let (best, first) = &mut kept[place];
                let places = first.places + 1;
                let better = points.total_cmp(best).then_with(|| by_name(first, &fit));
                if better == Ordering::Greater {
                    (*best, *first) = (*points, fit);
                }
                first.places = places;
            }
        }
    }
    kept.into_iter().map(|(_, fit)| fit).collect()
}

/// The last resort of every order: cost, seller, plan, place, source.
pub(super) fn by_name(a: &Fit<'_>, b: &Fit<'_>) -> Ordering {
    let (x, y) = (a.offer, b.offer);
    let name = |offer: &crate::offer::Offer| (offer.billing, offer.os, offer.observed_at);
    a.cost
        .mid
        .total_cmp(&b.cost.mid)
        .then_with(|| x.plan.provider.cmp(&y.plan.provider))
        .then_with(|| x.plan.sku.cmp(&y.plan.sku))
        .then_with(|| (&x.region, &x.zone).cmp(&(&y.region, &y.zone)))
        .then_with(|| name(x).cmp(&name(y)))
        .then_with(|| x.origin.source.cmp(&y.origin.source))
}

/// The order inside a tie: cost, then evidence, then name.
pub(super) fn cheaper(
    fits: &[Fit<'_>],
    standings: &[Standing<'_>],
    a: usize,
    b: usize,
) -> Ordering {
    let (x, y) = (&fits[a], &fits[b]);
    let evidence = standings[a].evidence.cmp(&standings[b].evidence);
    x.cost
        .mid
        .total_cmp(&y.cost.mid)
        .then(evidence)
        .then_with(|| by_name(x, y))
}

/// The plans in order, with the rank of each; equal ranks repeat.
pub(super) struct Ranking {
    /// Indices of the plans, best first.
    pub(super) order: Vec<usize>,
    /// Rank of each place in `order`.
    pub(super) ranks: Vec<u32>,
    /// Whether that rank is shared.
    pub(super) tied: Vec<bool>,
}

/// Orders plans by score, ties by cost, then evidence, then name.
///
/// A tie is with the first plan of its rank: "as good as" is not handed on from plan to plan, or a
/// long row of small steps would make the last as good as the first.
pub(super) fn rank(
    fits: &[Fit<'_>],
    standings: &[Standing<'_>],
    best: &Best,
    weights: &Weights,
) -> Ranking {
    let scores: Vec<f64> = standings
        .iter()
        .map(|standing| weights.score(&best.s(&standing.marks)))
        .collect();
    let mut order: Vec<usize> = (0..fits.len()).collect();
    order.sort_unstable_by(|&a, &b| {
        scores[b]
            .total_cmp(&scores[a])
            .then_with(|| by_name(&fits[a], &fits[b]))
    });
    let mut ranks = vec![0; order.len()];
    let mut tied = vec![false; order.len()];
    let mut from = 0;
    while from < order.len() {
        let first = order[from];
        let as_good = order[from..].iter().take_while(|&&i| {
            standings[first].ties(&standings[i], scores[first] - scores[i], weights)
        });
        let to = from + as_good.count().max(1);
        order[from..to].sort_by(|&a, &b| cheaper(fits, standings, a, b));
        let rank = u32::try_from(from + 1).unwrap_or(u32::MAX);
        ranks[from..to].fill(rank);
        tied[from..to].fill(to - from > 1);
        from = to;
    }
    Ranking { order, ranks, tied }
}
