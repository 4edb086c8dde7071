//! Hard limits, in the order of the funnel: what each removes, with its reason.
//!
//! Source: workload model, section 6.1. Limits that need no prediction come first, so that the
//! funnel names the limit the user set before any that follows from it.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::Market;
use super::advice::Why;
use super::quota::{Allowed, allowed};
use super::quote::{Desk, Refused};
use super::risk;
use crate::cost::{Extra, Extras, rough, roughly_less};
use crate::gpu::{Kind, sheet, software_of};
use crate::money::{Currency, Money};
use crate::offer::{Availability, Offer, QuarantineReason};
use crate::plan::Plan;
use crate::predict::Interval;
use crate::workload::{Limits, RegionWish};

/// Seconds of a day.
const DAY: f64 = 86_400.0;

/// An offer that passes every limit.
#[derive(Debug, Clone)]
pub(super) struct Fit<'a> {
    pub(super) offer: &'a Offer,
    pub(super) quote: usize,
    /// Number of the plan: the same in every place.
    pub(super) plan: usize,
    pub(super) machines: u32,
    /// Hourly price in the currency of the answer.
    pub(super) per_hour: f64,
    /// Cost of the job or month, less the discounts that the user has.
    pub(super) cost: Interval,
    /// What is left of the median after discounts, as a share.
    pub(super) payable: f64,
    /// The data set has to be copied there.
    pub(super) copied: bool,
    /// Median time, seconds.
    pub(super) time_s: f64,
    /// Age of the price, days; `None` = undated.
    pub(super) age_days: Option<f64>,
    /// 1 − R without the term of stock.
    pub(super) kept: f64,
    pub(super) stock_unknown: bool,
    /// Other places of the same plan.
    pub(super) places: usize,
    /// What the user may have of it.
    pub(super) allowed: Allowed,
}

/// Rates of exchange into the currency of the answer, each looked up once.
pub(super) struct Exchange<'a> {
    market: &'a Market<'a>,
    to: Currency,
    known: Vec<(Currency, Option<f64>)>,
}

impl<'a> Exchange<'a> {
    pub(super) fn new(market: &'a Market<'a>, to: Currency) -> Self {
        Exchange {
            market,
            to,
            known: Vec::new(),
        }
    }

    fn rate(&mut self, from: Currency) -> Option<f64> {
        if let Some((_, rate)) = self.known.iter().find(|(currency, _)| *currency == from) {
            return *rate;
        }
        let rate = self.market.rates.rate(from, self.to);
        let rate = rate.and_then(|rate: Decimal| rate.to_f64());
        self.known.push((from, rate));
        rate
    }
}

/// The limits with what they are checked against.
pub(super) struct Gate<'a, 'q> {
    pub(super) desk: Desk<'a, 'q>,
    limits: &'q Limits,
    exchange: Exchange<'q>,
    budget: Option<f64>,
    /// What copying the data set to another place costs.
    pub(super) copy: Option<Extra>,
    market: &'q Market<'a>,
    now_s: f64,
    vendors: Vec<String>,
}

impl<'a, 'q> Gate<'a, 'q> {
    pub(super) fn new(desk: Desk<'a, 'q>, limits: &'q Limits, market: &'q Market<'a>) -> Self {
        let budget = limits.budget.and_then(|budget| {
            let budget = market.rates.convert(budget, limits.currency)?;
            budget.amount.to_f64()
        });
        let copy = limits.data_at.as_ref().and_then(|place| {
            let from = market.sellers.of(&place.provider);
            Extras::copied(from, limits.storage_gb, (market.rates, limits.currency))
        });
        Gate {
            desk,
            limits,
            copy,
            market,
            exchange: Exchange::new(market, limits.currency),
            budget,
            now_s: market.now.as_second() as f64,
            vendors: limits
                .vendors
                .iter()
                .map(|vendor| letters(vendor))
                .collect(),
        }
    }

    /// The offer with its figures, or why it is refused.
    pub(super) fn check(&mut self, offer: &'a Offer) -> Result<Fit<'a>, Refused> {
        self.wanted(offer).map_err(|why| (why, None))?;
        // One machine alone may be too many cards, whatever else is wrong with it.
        self.number(&offer.plan, 1)?;
        let rig = self.desk.rig(&offer.plan).map_err(|refusal| {
            let miss = refusal.miss;
            (Why::Refused(refusal), miss)
        })?;
        let machines = self
            .desk
            .rigged(rig)
            .map_or(1, |rigged| rigged.prediction.machines);
        let needed = self.number(&offer.plan, machines)?;
        let per_hour = self.price(offer).map_err(|why| (why, None))?;
        if offer.availability == Availability::SoldOut && !self.limits.can_wait {
            return Err((Why::SoldOut, None));
        }
        let allowed = allowed(self.limits, offer, needed)?;
        let index = self.desk.quote(rig, &offer.plan.provider, offer.billing);
        let quote = match &self.desk.quoted[index] {
            Ok(quote) => quote,
            Err(refused) => return Err(refused.clone()),
        };
        let copied = self.copy.is_some() && self.elsewhere(offer);
        let mut beside = quote.beside;
        if let Some(copy) = self.copy.as_ref().filter(|_| copied) {
            beside.0 += copy.amount.map_or(0.0, float);
        }
        let full = rough(per_hour, machines, &quote.usage, beside);
        let cost = self.less(full, beside.0, &offer.plan);
        let kept = quote.risk.kept();
        let time_s = quote.time_s.mid;
        self.affordable(cost.low)?;
        let seen = offer.observed_at.map(|at| at.as_second() as f64);
        let age_days = seen.map(|seen| ((self.now_s - seen) / DAY).max(0.0));
        Ok(Fit {
            offer,
            quote: index,
            plan: self.desk.plan(index, offer),
            machines,
            per_hour,
            cost,
            payable: cost.mid / full.mid,
            copied,
            time_s,
            age_days,
            kept: kept * (1.0 - risk::stale(age_days)) * (1.0 - allowed.risk()),
            stock_unknown: offer.availability == Availability::Unknown,
            places: 0,
            allowed,
        })
    }

    /// What the user said about where, from whom and how.
    fn wanted(&self, offer: &Offer) -> Result<(), Why> {
        let plan = &offer.plan;
        match plan.kind {
            Kind::Gpu | Kind::Npu => {}
            Kind::Asic | Kind::Tpu | Kind::Fpga | Kind::Video | Kind::Cpu => return Err(Why::Kind),
        }
        let here = match &self.limits.region {
            RegionWish::Any => true,
            RegionWish::MainlandChina => offer.mainland_china,
            RegionWish::Code(code) => {
                let is = |place: &Option<String>| {
                    place
                        .as_ref()
                        .is_some_and(|place| place.eq_ignore_ascii_case(code))
                };
                is(&offer.region) || is(&offer.zone)
            }
        };
        if !here {
            return Err(Why::Region);
        }
        let limits = self.limits;
        if !limits.providers.is_empty() && !limits.providers.contains(&plan.provider) {
            return Err(Why::Provider);
        }
        if !limits.billing.contains(&offer.billing) {
            return Err(Why::Billing);
        }
        if !self.vendors.is_empty() && vendor(plan).is_some_and(|v| !self.vendors.contains(&v)) {
            return Err(Why::Vendor);
        }
        if let Some(wanted) = &limits.software {
            let stack = maker(plan).and_then(software_of);
            if stack.is_some_and(|stack| stack.name() != wanted) {
                return Err(Why::Software);
            }
        }
        Ok(())
    }

    /// Cards that all machines take together.
    fn number(&self, plan: &Plan, machines: u32) -> Result<u32, Refused> {
        let count = plan.gpu.as_ref().and_then(|gpu| gpu.count).unwrap_or(0);
        let needed = count.saturating_mul(machines);
        let Some(most) = self.limits.gpus_max.filter(|most| needed > *most) else {
            return Ok(needed);
        };
        let miss = (most > 0).then(|| f64::from(needed) / f64::from(most) - 1.0);
        Err((Why::TooManyGpus { needed, most }, miss))
    }

    /// Whether the data set lies elsewhere than this offer's machine.
    fn elsewhere(&self, offer: &Offer) -> bool {
        let Some(place) = &self.limits.data_at else {
            return false;
        };
        let there = |region: &String| {
            let here = offer.region.as_ref();
            here.is_some_and(|here| here.eq_ignore_ascii_case(region))
        };
        offer.plan.provider != place.provider || !place.region.as_ref().is_none_or(there)
    }

    /// A cost less the discounts that the user has with this seller.
    fn less(&self, full: Interval, beside: f64, plan: &Plan) -> Interval {
        let own = &self.limits.discounts;
        if !own
            .iter()
            .any(|discount| discount.provider == plan.provider)
        {
            return full;
        }
        roughly_less(
            full,
            beside,
            own,
            plan,
            self.market.rates,
            self.limits.currency,
        )
    }

    /// Hourly price in the currency of the answer, of an offer that may be ranked.
    fn price(&mut self, offer: &Offer) -> Result<f64, Why> {
        if let Some(quarantine) = &offer.quarantine {
            let accepted = quarantine.reason == QuarantineReason::UnusuallyLow
                && self.limits.accept_suspicious;
            if !accepted {
                return Err(Why::Held(quarantine.reason));
            }
        }
        let price = offer.price.ok_or(Why::PriceUnknown)?.per_hour();
        let rate = self
            .exchange
            .rate(price.currency)
            .ok_or(Why::NoRate(price.currency))?;
        // A price of zero is no bargain (case API-03).
        let per_hour = float(price.amount) * rate;
        if per_hour > 0.0 {
            Ok(per_hour)
        } else {
            Err(Why::PriceUnknown)
        }
    }

    fn affordable(&self, least: f64) -> Result<(), Refused> {
        let Some(budget) = self.budget.filter(|budget| least > *budget) else {
            return Ok(());
        };
        let money = |amount: f64| Money {
            amount: Decimal::try_from(amount).unwrap_or_default().round_dp(2),
            currency: self.limits.currency,
        };
        let why = Why::OverBudget {
            least: money(least),
            budget: money(budget),
        };
        Err((why, (budget > 0.0).then(|| least / budget - 1.0)))
    }
}

/// For ranking only, and quicker than the exact conversion: right to the fifteenth digit.
fn float(amount: Decimal) -> f64 {
    amount.mantissa() as f64 / 10_f64.powi(amount.scale() as i32)
}

/// Maker of the plan's card; `None` for a card nobody knows, which fails later for that reason.
fn vendor(plan: &Plan) -> Option<String> {
    maker(plan).map(letters)
}

/// The same as the spec sheet spells it.
pub(super) fn maker(plan: &Plan) -> Option<&'static str> {
    let spec = sheet().get(plan.gpu.as_ref()?.id()?)?;
    Some(&spec.vendor)
}

/// Letters and digits only, lower case: `Moore Threads` is `moore-threads`.
fn letters(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}
