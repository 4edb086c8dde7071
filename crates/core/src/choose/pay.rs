//! Other ways of paying for the same plan, and the hours of use at which they cost the same.
//!
//! A plan is the same where seller, code, system and place agree: a monthly price in another region
//! is another offer. Where a seller lists no price for a term but says how much it takes off, the
//! least of what it says is used and called estimated.
//!
//! Source: workload model, section 5.4.

use rust_decimal::Decimal;

use super::Market;
use super::advice::Choice;
use crate::cost::{HOURS_ALWAYS_ON, break_even_h};
use crate::money::{Currency, HOURS_PER_LISTED_MONTH, Money};
use crate::offer::{Availability, Billing, Offer};
use crate::predict::Interval;

/// One way of paying for a plan.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Way {
    /// Which.
    pub billing: Billing,
    /// Price of one machine by the hour, in the currency asked for; a term is spread over its hours.
    pub per_hour: Money,
    /// Worked out from the share the seller names.
    pub estimated: bool,
}

/// A term paid ahead against paying by the hour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BreakEven {
    /// On demand or spot.
    pub against: Billing,
    /// Months of the term.
    pub months: u32,
    /// Hours of use a month above which the term is cheaper; above 730 it never is.
    pub hours: Decimal,
    /// Price of one month of the term, all machines.
    pub per_month: Money,
    /// Price of the whole term, all machines.
    pub whole_term: Money,
    /// Hours of use a month, of one machine.
    pub use_h: Interval,
    /// Even the lower end of the use is above `hours`.
    pub advised: bool,
    /// The price is worked out from the share the seller names.
    pub estimated: bool,
}

impl Way {
    /// Price of a month of a term.
    pub fn per_month(&self) -> Money {
        self.times(HOURS_PER_LISTED_MONTH)
    }

    fn times(&self, hours: i64) -> Money {
        Money {
            amount: (self.per_hour.amount * Decimal::from(hours))
                .round_dp(4)
                .normalize(),
            ..self.per_hour
        }
    }
}

/// Every way of paying for the plan of this offer, the cheapest of each, in the order on demand, spot,
/// terms by length. What is held back, sold out or without a rate of exchange is left out.
pub fn ways_to_pay(offer: &Offer, market: &Market<'_>, currency: Currency) -> Vec<Way> {
    let (plan, place) = (&offer.plan, (&offer.region, offer.os));
    let same = |other: &&Offer| {
        !other.superseded
            && other.plan.provider == plan.provider
            && other.plan.sku == plan.sku
            && (&other.region, other.os) == place
            && other.availability != Availability::SoldOut
            && (other.quarantine.is_none() || std::ptr::eq(*other, offer))
    };
    let way = |other: &Offer| {
        let per_hour = market.rates.convert(other.price?.per_hour(), currency)?;
        let priced = per_hour.amount > Decimal::ZERO;
        priced.then_some(Way {
            billing: other.billing,
            per_hour,
            estimated: false,
        })
    };
    let mut ways: Vec<Way> = market.offers.iter().filter(same).filter_map(way).collect();
    ways.sort_by(|a, b| {
        let order = |way: &Way| match way.billing {
            Billing::OnDemand => (0, 0),
            Billing::Spot => (1, 0),
            Billing::Reserved { months } => (2, months),
        };
        let price = a.per_hour.amount.cmp(&b.per_hour.amount);
        order(a).cmp(&order(b)).then(price)
    });
    ways.dedup_by_key(|way| way.billing);
    ways.extend(estimated(&ways, plan.provider.as_str(), market));
    ways
}

/// A month at the least share that the seller says it takes off, where it lists no term.
fn estimated(ways: &[Way], provider: &str, market: &Market<'_>) -> Option<Way> {
    let on_demand = ways.iter().find(|way| way.billing == Billing::OnDemand)?;
    let listed = |way: &Way| matches!(way.billing, Billing::Reserved { .. });
    if ways.iter().any(listed) {
        return None;
    }
    let off = market.sellers.of(provider)?.reserved_off.as_ref()?.value;
    let kept = Decimal::try_from(1.0 - off).ok()?;
    // The share is taken off a month of 720 hours; a way is spread over 730.
    let hours = Decimal::try_from(HOURS_ALWAYS_ON).ok()?;
    let per_hour = on_demand.per_hour.amount * kept * hours / Decimal::from(HOURS_PER_LISTED_MONTH);
    Some(Way {
        billing: Billing::Reserved { months: 1 },
        per_hour: Money {
            amount: per_hour.round_dp(9),
            ..on_demand.per_hour
        },
        estimated: true,
    })
}

/// Every term of a choice's plan against every way of paying by the hour.
pub fn break_evens(choice: &Choice<'_>, ways: &[Way]) -> Vec<BreakEven> {
    let month = HOURS_PER_LISTED_MONTH as f64;
    let use_h = Interval {
        low: choice.used_h.low.min(month),
        mid: choice.used_h.mid.min(month),
        high: choice.used_h.high.min(month),
    };
    let fleet = |price: Money| Money {
        amount: price.amount * Decimal::from(choice.prediction.machines),
        ..price
    };
    let mut all = Vec::new();
    for term in ways {
        let Billing::Reserved { months } = term.billing else {
            continue;
        };
        let hourly = ways
            .iter()
            .filter(|way| matches!(way.billing, Billing::OnDemand | Billing::Spot));
        for way in hourly {
            let per_month = term.per_month();
            let Some(hours) = break_even_h(per_month.amount, way.per_hour.amount) else {
                continue;
            };
            let hours = hours.round_dp(2).normalize();
            let lowest = Decimal::try_from(use_h.low).unwrap_or_default();
            all.push(BreakEven {
                against: way.billing,
                months,
                hours,
                per_month: fleet(per_month),
                whole_term: fleet(term.times(HOURS_PER_LISTED_MONTH * i64::from(months))),
                use_h,
                advised: lowest > hours,
                estimated: term.estimated,
            });
        }
    }
    all
}
