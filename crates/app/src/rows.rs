//! Offers as rows that both faces show: prices in one currency, ages, reasons.

use std::cell::RefCell;
use std::collections::BTreeMap;

use jiff::tz::Offset;
use jiff::{Timestamp, civil::Date};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use tiaoka_core::choose::held;
use tiaoka_core::gpu::GpuName;
use tiaoka_core::message::{Message, Param};
use tiaoka_core::money::{Currency, Money, Period, Price, Rates};
use tiaoka_core::offer::{Availability, Means, Offer, Quarantine};
use tiaoka_core::plan::PlanGpu;

use crate::app::App;
use crate::plans::currency;
use crate::problem::{Code, Problem};
use crate::quantity;
use crate::store::Kept;
use crate::views::advice::{AvailabilityView, ListedView};
use crate::views::offers::{GpuView, OfferRow, SpreadView};
use crate::views::{MessageView, MoneyView};
use crate::wording::Wording;

/// Decimal places of an hourly price in JSON: a yearly price divided by 8,760 has no end.
const PLACES: u32 = 6;

/// Makes rows in one currency and language, as of one moment.
pub(crate) struct Rows<'a> {
    app: &'a App,
    rates: Rates,
    currency: Currency,
    wording: Wording,
    now: Timestamp,
    /// Spreads found so far: a page has many rows of few cards.
    spreads: RefCell<BTreeMap<String, Option<SpreadView>>>,
}

impl<'a> Rows<'a> {
    /// For a currency by its code; empty = yuan. A currency without a rate is refused.
    pub(crate) fn new(app: &'a App, code: &str, wording: Wording) -> Result<Rows<'a>, Problem> {
        let currency = currency(code)?;
        let rates = app.store.rates()?;
        if rates.rate(Currency::CNY, currency).is_none() {
            return Err(Problem::new(Code::NoRate).with("currency", currency.code()));
        }
        Ok(Rows {
            app,
            rates,
            currency,
            wording,
            now: (app.now)(),
            spreads: RefCell::default(),
        })
    }

    /// A highest price as typed (`3 CNY`), in yuan.
    pub(crate) fn limit_cny(&self, text: &str) -> Result<f64, Problem> {
        let wanted = || Problem::bad_value("max-price", text, "3 CNY | 0.5 USD");
        let money = quantity::money(text, self.currency).map_err(|_| wanted())?;
        if money.amount.is_sign_negative() {
            return Err(wanted());
        }
        let cny = self
            .rates
            .convert(money, Currency::CNY)
            .ok_or_else(|| Problem::new(Code::NoRate).with("currency", money.currency.code()))?;
        cny.amount.to_f64().ok_or_else(wanted)
    }

    /// One offer.
    pub(crate) fn row(&self, kept: &Kept) -> Result<OfferRow, Problem> {
        let Kept { id, offer } = kept;
        let (plan, gpu) = (&offer.plan, offer.plan.gpu.as_ref());
        let hourly = offer.price.and_then(|price| self.convert(price.per_hour()));
        let per_gpu = hourly.and_then(|price| per_gpu(price, gpu?));
        Ok(OfferRow {
            id: id.to_string(),
            provider: plan.provider.clone(),
            provider_name: self.wording.provider(&plan.provider),
            plan: plan.sku.clone(),
            kind: tag(&plan.kind),
            region: offer.region.clone(),
            billing: offer.billing.to_string(),
            gpu: gpu.map(gpu_view),
            vcpus: plan.vcpus,
            memory_gib: plan.memory_gib,
            price_per_hour: hourly.map(money_view),
            price_per_gpu_hour: per_gpu.map(money_view),
            price_per_gib_hour: hourly
                .and_then(|price| per_gib(price, gpu?))
                .map(money_view),
            listed: offer.price.map(|price| listed_view(&price)),
            converted: offer
                .price
                .is_some_and(|price| price.listed.currency != self.currency),
            observed_on: offer.observed_at.map(|at| day(at).to_string()),
            age_days: age_days(offer, self.now),
            source: offer.origin.source.clone(),
            means: means(offer.origin.means).to_owned(),
            source_note: offer.origin.note.clone(),
            availability: availability_view(&offer.availability),
            quarantine: offer
                .quarantine
                .as_ref()
                .map(|held| quarantine_view(held, self.wording)),
            superseded: offer.superseded,
            quota: offer.quota,
            spread: per_gpu.map(|_| self.spread(offer)).transpose()?.flatten(),
        })
    }

    fn convert(&self, money: Money) -> Option<Money> {
        self.rates.convert(money, self.currency)
    }

    /// How everybody prices the same card, in the currency of the rows.
    fn spread(&self, offer: &Offer) -> Result<Option<SpreadView>, Problem> {
        let Some(gpu) = &offer.plan.gpu else {
            return Ok(None);
        };
        let billing = offer.billing.to_string();
        let key = format!("{billing} {:?}", gpu.model);
        if let Some(known) = self.spreads.borrow().get(&key) {
            return Ok(*known);
        }
        let spread = self.app.store.spread(&gpu.model, &billing)?;
        let rate = self.rates.rate(Currency::CNY, self.currency);
        let rate = rate.and_then(|rate| rate.to_f64());
        let view = spread.zip(rate).map(|(spread, rate)| SpreadView {
            low: spread.low * rate,
            median: spread.median * rate,
            high: spread.high * rate,
        });
        self.spreads.borrow_mut().insert(key, view);
        Ok(view)
    }
}

/// Hourly price of one whole card: none for slices, which are no cards, nor for an unknown count.
fn per_gpu(price: Money, gpu: &PlanGpu) -> Option<Money> {
    let count = gpu.count.filter(|count| gpu.is_whole() && *count > 0)?;
    Some(Money {
        amount: price.amount / Decimal::from(count),
        ..price
    })
}

/// Hourly price of one GiB of GPU memory.
fn per_gib(price: Money, gpu: &PlanGpu) -> Option<Money> {
    let memory = Decimal::try_from(gpu.memory_gib?).ok()?;
    let all = memory.checked_mul(Decimal::from(gpu.count?))?;
    Some(Money {
        amount: price.amount.checked_div(all)?,
        ..price
    })
}

/// An amount as both faces get it.
pub(crate) fn money_view(money: Money) -> MoneyView {
    MoneyView {
        amount: money.amount.round_dp(PLACES).normalize().to_string(),
        currency: money.currency.code().to_owned(),
    }
}

/// A price as its seller lists it: the digits are the seller's.
pub(crate) fn listed_view(price: &Price) -> ListedView {
    let per = match price.per {
        Period::Hour => "hour",
        Period::Month => "month",
        Period::Year => "year",
    };
    let Money { amount, currency } = price.listed;
    let price = MoneyView {
        amount: amount.to_string(),
        currency: currency.code().to_owned(),
    };
    ListedView {
        price,
        per: per.to_owned(),
    }
}

/// The cards of a plan.
pub(crate) fn gpu_view(gpu: &PlanGpu) -> GpuView {
    let ids = match &gpu.model {
        GpuName::Known(id) => vec![id.to_string()],
        GpuName::OneOf(ids) => ids.iter().map(ToString::to_string).collect(),
        GpuName::Unknown(_) => Vec::new(),
    };
    GpuView {
        ids,
        name: gpu.name.clone(),
        count: gpu.count,
        memory_gib: gpu.memory_gib,
        share: gpu.share,
    }
}

/// Stock.
pub(crate) fn availability_view(availability: &Availability) -> AvailabilityView {
    let (level, count) = match availability {
        Availability::InStock { count } => ("in_stock", *count),
        Availability::Low { count } => ("low", *count),
        Availability::SoldOut => ("sold_out", None),
        Availability::Unknown => ("unknown", None),
    };
    AvailabilityView {
        level: level.to_owned(),
        count,
    }
}

/// By which means, in one word.
pub(crate) fn means(means: Means) -> &'static str {
    match means {
        Means::Api => "api",
        Means::Sheet => "sheet",
        Means::Learned => "learned",
        Means::Estimate => "estimate",
        Means::Snapshot => "snapshot",
    }
}

/// Why an offer is held; with the comparison that made it suspicious, where there is one.
pub(crate) fn quarantine_view(held_for: &Quarantine, wording: Wording) -> MessageView {
    let message = Message::new(held(held_for.reason));
    let Some(detail) = &held_for.detail else {
        return wording.view(&message);
    };
    let mut view = wording.view(&message.with("detail", Param::Text(detail.clone())));
    view.text = wording.fill(
        "plans.held_because",
        &[("reason", &view.text), ("detail", detail)],
    );
    view
}

/// Age of the price in whole days; a day in the future counts as today. `None` = undated.
pub(crate) fn age_days(offer: &Offer, now: Timestamp) -> Option<u32> {
    let days = now
        .as_second()
        .saturating_sub(offer.observed_at?.as_second())
        / 86_400;
    Some(u32::try_from(days.max(0)).unwrap_or(u32::MAX))
}

/// The day of a moment, UTC, as sources date their prices.
pub(crate) fn day(at: Timestamp) -> Date {
    Offset::UTC.to_datetime(at).date()
}

/// One of our own enums as the word that it is outside Rust.
fn tag<T: serde::Serialize>(value: &T) -> String {
    let word = serde_json::to_value(value).ok();
    word.and_then(|word| word.as_str().map(str::to_owned))
        .unwrap_or_default()
}
