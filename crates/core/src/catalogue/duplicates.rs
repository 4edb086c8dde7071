//! Several sources of one offer: the newest is the present, the others are its spread.

use std::cmp::Reverse;
use std::collections::HashMap;

use rust_decimal::Decimal;

use crate::money::{Currency, Rates};
use crate::offer::{Offer, OfferKey};

/// Marks every offer of which a better source is among `offers`, and unmarks the others. Of one
/// key the newest counts, undated being the oldest, and of equal dates the dearer. An offer that
/// may be ranked is never hidden behind a quarantined one.
pub fn mark_superseded(offers: &mut [Offer], rates: &Rates) {
    let mut best: HashMap<OfferKey, usize> = HashMap::with_capacity(offers.len());
    for (index, offer) in offers.iter().enumerate() {
        let before = best.entry(offer.key()).or_insert(index);
        if rank(offer, rates) > rank(&offers[*before], rates) {
            *before = index;
        }
    }
    let present: std::collections::HashSet<usize> = best.into_values().collect();
    for (index, offer) in offers.iter_mut().enumerate() {
        offer.superseded = !present.contains(&index);
    }
}

/// Orders the sources of one key, the present one last.
fn rank(offer: &Offer, rates: &Rates) -> impl Ord + use<> {
    let price = offer
        .price
        .and_then(|price| rates.convert(price.per_hour(), Currency::CNY));
    (
        Reverse(offer.quarantine.is_some()),
        offer.observed_at,
        price.map_or(Decimal::ZERO, |price| price.amount),
    )
}
