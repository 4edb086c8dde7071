//! The gate: one set of rules, for the shipped tables and for whatever is imported, that decides
//! which offers are kept and shown but never ranked.
//!
//! Sources of the rules: `data/README.md`; cases CAT-01, CAT-04 and API-03.

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use crate::gpu::Status;
use crate::money::{Currency, Money, Rates};
use crate::offer::{Billing, Offer, Quarantine, QuarantineReason};
use crate::plan::PlanGpu;

/// On-demand prices per whole card below this part of the median are suspicious.
/// Source: `data/README.md`, "Outlier guard".
const SUSPICIOUS: Decimal = Decimal::from_parts(2, 0, 0, false, 1); // 0.2
/// The median counts from so many sellers on. Source: as [`SUSPICIOUS`].
const FEWEST_SELLERS: usize = 3;
/// More devices than any machine on sale shows; above it the count is a slip of the pen.
const MOST_DEVICES: f64 = 1024.0;

/// What a source states that an offer itself no longer shows.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// How the card's name was understood.
    pub status: Status,
    /// Devices as written; below one a slice.
    pub devices: Option<f64>,
    /// Memory of one device as written, GiB.
    pub memory_gib: Option<f64>,
    /// The price as written.
    pub price_text: &'a str,
    /// Sold as a capacity block only.
    pub reservation_only: bool,
    /// The card's own price row is missing.
    pub card_price_missing: bool,
}

/// Why an offer must not be ranked; `None` when it may be. The first rule that applies is the one
/// that is told.
pub fn judge(offer: &Offer, facts: &Facts<'_>) -> Option<Quarantine> {
    let held = |reason, detail: Option<String>| Some(Quarantine { reason, detail });
    if facts.reservation_only {
        return held(QuarantineReason::ReservationOnly, None);
    }
    if facts.card_price_missing {
        return held(QuarantineReason::CardPriceMissing, None);
    }
    if let Some(detail) = contradiction(offer, facts) {
        return held(QuarantineReason::Implausible, Some(detail));
    }
    if offer.price.is_none() {
        let text = facts.price_text;
        let detail = (!text.is_empty()).then(|| format!("price = {text}"));
        return held(QuarantineReason::PriceUnknown, detail);
    }
    if is_nobody(&offer.plan.provider) {
        return held(QuarantineReason::NoSeller, None);
    }
    if is_range_end(&offer.plan.sku) {
        return held(QuarantineReason::RangeEnd, None);
    }
    let note = offer.origin.note.as_deref().unwrap_or_default();
    // In the shipped tables the notes decide: old cards really differ that much between sellers.
    if note.contains("unusually low, verify before use") {
        return held(QuarantineReason::UnusuallyLow, Some(note.to_owned()));
    }
    None
}

/// Two facts of a row that exclude each other, in figures.
fn contradiction(offer: &Offer, facts: &Facts<'_>) -> Option<String> {
    let gpu = offer.plan.gpu.as_ref();
    let name = gpu.map_or("", |gpu| gpu.name.as_str());
    if facts.status == Status::Implausible {
        let devices = facts.devices.map(|n| format!("{n} × ")).unwrap_or_default();
        let memory = facts.memory_gib.unwrap_or_default();
        return Some(format!("{devices}{name}, {memory} GiB"));
    }
    match facts.devices {
        Some(n) if n == 0.0 || n > MOST_DEVICES || (n > 1.0 && n.fract() != 0.0) => {
            return Some(format!("gpu_count = {n}"));
        }
        _ => {}
    }
    if facts.memory_gib == Some(0.0) {
        return Some("gpu_mem_gb = 0".to_owned());
    }
    // GPU fields come all or none; a count that nobody states is a known gap and refused later.
    if gpu.is_some_and(|gpu| gpu.name.is_empty() && gpu.count.is_none()) {
        return Some(format!(
            "gpu_mem_gb = {}",
            facts.memory_gib.unwrap_or_default()
        ));
    }
    let share = gpu.map_or(1.0, |gpu| gpu.share);
    (!(share > 0.0 && share <= 1.0)).then(|| format!("share = {share}"))
}

/// Names that stand for no company to rent from: reference prices.
fn is_nobody(provider: &str) -> bool {
    let letter = provider.strip_prefix("vendor-");
    provider == "market-cn"
        || provider.starts_with("unspecified-")
        || letter.is_some_and(|rest| rest.len() == 1)
}

/// Ends of a published range, and promotions, that not everyone can take. The `(high end)` is what
/// anyone pays.
fn is_range_end(plan: &str) -> bool {
    ["(low end)", "(index low)", "(student)"]
        .iter()
        .any(|end| plan.ends_with(end))
}

/// Price of one whole card per hour; `None` for slices, for an unknown price or count, and for
/// machines without cards.
pub fn per_card_hour(offer: &Offer) -> Option<Money> {
    let count = offer
        .plan
        .gpu
        .as_ref()
        .filter(|gpu| gpu.is_whole())?
        .count?;
    let Money { amount, currency } = offer.price?.per_hour();
    let amount = amount.checked_div(Decimal::from(count))?;
    Some(Money { amount, currency })
}

/// Quarantines those of `offers` that cost less than a fifth of what sellers take for that card on
/// demand. `market` is what is known already. Cards that fewer than three sellers offer have no
/// median, so nothing is said of them.
pub fn guard(offers: &mut [Offer], market: &[Offer], rates: &Rates) {
    let medians = Medians::of(market, rates);
    for offer in offers.iter_mut().filter(|offer| offer.quarantine.is_none()) {
        offer.quarantine = medians.suspicion(offer, rates);
    }
}

/// What sellers take for a whole card on demand: one median each, and the median of those.
struct Medians<'a> {
    by_card: BTreeMap<&'a str, (Decimal, usize)>,
}

impl<'a> Medians<'a> {
    fn of(market: &'a [Offer], rates: &Rates) -> Medians<'a> {
        let mut prices: BTreeMap<&str, BTreeMap<&str, Vec<Decimal>>> = BTreeMap::new();
        let sound = |offer: &&Offer| offer.quarantine.is_none() && !offer.superseded;
        for offer in market.iter().filter(sound) {
            if let Some((gpu, price)) = on_demand(offer, rates) {
                let sellers = prices.entry(&gpu.name).or_default();
                sellers.entry(&offer.plan.provider).or_default().push(price);
            }
        }
        let by_card = prices.into_iter().filter_map(|(card, sellers)| {
            let each: Vec<Decimal> = sellers.into_values().filter_map(median).collect();
            let count = each.len();
            Some((card, (median(each)?, count)))
        });
        Medians {
            by_card: by_card.collect(),
        }
    }

    fn suspicion(&self, offer: &Offer, rates: &Rates) -> Option<Quarantine> {
        let (gpu, price) = on_demand(offer, rates)?;
        let (median, sellers) = *self.by_card.get(gpu.name.as_str())?;
        let limit = median * SUSPICIOUS;
        if sellers < FEWEST_SELLERS || price >= limit {
            return None;
        }
        let detail = format!(
            "{} CNY/h < 20 % × {} CNY/h ({}, n = {sellers})",
            price.round_dp(2),
            median.round_dp(2),
            gpu.name
        );
        Some(Quarantine {
            reason: QuarantineReason::UnusuallyLow,
            detail: Some(detail),
        })
    }
}

/// The cards of an on-demand offer and the price of one whole card in CNY per hour.
fn on_demand<'a>(offer: &'a Offer, rates: &Rates) -> Option<(&'a PlanGpu, Decimal)> {
    if offer.billing != Billing::OnDemand {
        return None;
    }
    let gpu = offer.plan.gpu.as_ref().filter(|gpu| !gpu.name.is_empty())?;
    let price = rates.convert(per_card_hour(offer)?, Currency::CNY)?;
    Some((gpu, price.amount))
}

fn median(mut prices: Vec<Decimal>) -> Option<Decimal> {
    prices.sort_unstable();
    let middle = prices.len() / 2;
    match prices.len() % 2 {
        1 => prices.get(middle).copied(),
        _ => Some((prices.get(middle.checked_sub(1)?)? + prices.get(middle)?) / Decimal::TWO),
    }
}
