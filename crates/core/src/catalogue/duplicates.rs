//! Several sources of one offer: the newest is the present, the others are its spread.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use rust_decimal::Decimal;

use crate::gpu::GpuName;
use crate::money::{Currency, Rates};
use crate::offer::{Billing, Offer, OfferKey};

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
    let present: HashSet<usize> = best.into_values().collect();
    for (index, offer) in offers.iter_mut().enumerate() {
        offer.superseded = !present.contains(&index);
    }
    mark_listed_twice(offers);
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

/// What two rows describe that name a machine in one table (`gpu_1x_a10`) and only its cards in
/// another (`1x a10`): seller, billing, card, count, bits of the memory.
type Thing = (String, Billing, GpuName, u32, u64);

/// A seller may occur with machine types and, from another source, with prices per card. Where both
/// describe the same thing, and neither says where, the newer table counts (`data/README.md`).
fn mark_listed_twice(offers: &mut [Offer]) {
    let mut newest: HashMap<Thing, [Option<Option<Timestamp>>; 2]> = HashMap::new();
    for offer in offers.iter() {
        if let Some(thing) = thing(offer) {
            let at = &mut newest.entry(thing).or_default()[usize::from(is_card_list(offer))];
            *at = (*at).max(Some(offer.observed_at));
        }
    }
    for offer in offers.iter_mut() {
        let Some([machine, list]) = thing(offer).and_then(|thing| newest.get(&thing)) else {
            continue;
        };
        let other = if is_card_list(offer) { machine } else { list };
        let own = if is_card_list(offer) { list } else { machine };
        offer.superseded = other > own;
    }
}

/// A row of a table of prices per card has the count for a name: `8x h100-sxm`.
fn is_card_list(offer: &Offer) -> bool {
    let after = offer
        .plan
        .sku
        .trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < offer.plan.sku.len() && after.starts_with("x ")
}

fn thing(offer: &Offer) -> Option<Thing> {
    let gpu = offer.plan.gpu.as_ref().filter(|gpu| gpu.is_whole())?;
    let sound = offer.quarantine.is_none() && !offer.superseded && offer.region.is_none();
    sound.then_some((
        offer.plan.provider.clone(),
        offer.billing,
        gpu.model.clone(),
        gpu.count?,
        gpu.memory_gib.unwrap_or_default().to_bits(),
    ))
}
