//! The funnel: what each limit removed, counted in the pass that ranks.

use super::advice::{Stage, Why};
use crate::predict::Refusal;

/// Limits in the order they are applied; what the user said comes before what follows from it.
const STAGES: [&str; 15] = [
    "kind", "region", "provider", "billing", "vendor", "software", "card", "memory", "gpus",
    "price", "stock", "quota", "needs", "deadline", "budget",
];
/// Last: one plan in several places becomes one choice.
const SAME_PLAN: &str = "same_plan";

/// Place of a refusal in the funnel, from 0.
pub(super) fn stage(why: &Why) -> usize {
    let code = match why {
        Why::Kind => "kind",
        Why::Region => "region",
        Why::Provider => "provider",
        Why::Billing => "billing",
        Why::Vendor => "vendor",
        Why::Software => "software",
        Why::Refused(refusal) if is_memory(refusal) => "memory",
        Why::Refused(_) => "card",
        Why::TooManyGpus { .. } => "gpus",
        Why::Held(_) | Why::PriceUnknown | Why::NoRate(_) => "price",
        Why::SoldOut => "stock",
        Why::QuotaShort { .. } => "quota",
        Why::Unmet(_) | Why::Unanswered(_) => "needs",
        Why::NeverFinishes | Why::Late { .. } => "deadline",
        Why::OverBudget { .. } => "budget",
    };
    STAGES.iter().position(|stage| *stage == code).unwrap_or(0)
}

/// Memory that falls short has a distance; a card or an arithmetic that does not serve has none.
fn is_memory(refusal: &Refusal) -> bool {
    refusal.miss.is_some()
}

/// The funnel over `total` offers: what was refused where, and how many were other places.
pub(super) fn funnel(
    total: usize,
    refused: impl Iterator<Item = usize>,
    other_places: usize,
) -> Vec<Stage> {
    let mut removed = [0; STAGES.len()];
    for stage in refused {
        removed[stage] += 1;
    }
    let mut left = total;
    let counts = STAGES.into_iter().zip(removed);
    counts
        .chain([(SAME_PLAN, other_places)])
        .map(|(code, removed)| {
            left -= removed;
            Stage {
                code,
                removed,
                left,
            }
        })
        .collect()
}
