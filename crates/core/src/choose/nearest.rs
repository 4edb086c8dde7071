//! Refused plans in order: the nearest miss first.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::advice::Rejected;
use super::stages::stage;

/// What refusals are ordered by, small enough to be sorted by the hundred thousand: names are ranked
/// once and compared as numbers.
struct Key {
    /// Bits of the share it misses by; without a figure the largest.
    miss: u64,
    /// Limits it did not get to: whoever passed more is nearer.
    unpassed: usize,
    provider: u32,
    sku: u32,
    region: u32,
    at: usize,
}

/// The nearest miss first; without a figure, whoever passed more limits is nearer; then by name.
pub(super) fn nearest_first(rejected: Vec<Rejected<'_>>) -> Vec<Rejected<'_>> {
    let providers = ranks(rejected.iter().map(|r| r.offer.plan.provider.as_str()));
    let skus = ranks(rejected.iter().map(|r| r.offer.plan.sku.as_str()));
    let regions = ranks(
        rejected
            .iter()
            .map(|r| r.offer.region.as_deref().unwrap_or("")),
    );
    let mut keys: Vec<Key> = rejected
        .iter()
        .enumerate()
        .map(|(at, refused)| Key {
            // The bits of a positive number order as the number does.
            miss: refused
                .miss
                .map_or(u64::MAX, |miss| miss.max(0.0).to_bits()),
            unpassed: usize::MAX - stage(&refused.why),
            provider: providers[at],
            sku: skus[at],
            region: regions[at],
            at,
        })
        .collect();
    keys.sort_unstable_by(|a, b| {
        let names = |key: &Key| (key.miss, key.unpassed, key.provider, key.sku, key.region);
        let rest = || by_rest(&rejected[a.at], &rejected[b.at]);
        names(a).cmp(&names(b)).then_with(rest)
    });
    let mut slots: Vec<Option<Rejected<'_>>> = rejected.into_iter().map(Some).collect();
    keys.iter().filter_map(|key| slots[key.at].take()).collect()
}

/// What tells apart two refusals of one seller's plan in one region.
fn by_rest(a: &Rejected<'_>, b: &Rejected<'_>) -> Ordering {
    let (x, y) = (a.offer, b.offer);
    (&x.zone, x.billing, x.os, x.observed_at)
        .cmp(&(&y.zone, y.billing, y.os, y.observed_at))
        .then_with(|| x.origin.source.cmp(&y.origin.source))
}

/// The place of each text in the order of all.
fn ranks<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> Vec<u32> {
    let mut rank: HashMap<&str, u32> = texts.clone().map(|text| (text, 0)).collect();
    let mut distinct: Vec<&str> = rank.keys().copied().collect();
    distinct.sort_unstable();
    for (place, text) in (0..).zip(distinct) {
        rank.insert(text, place);
    }
    texts.filter_map(|text| rank.get(text).copied()).collect()
}
