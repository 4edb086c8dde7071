//! Discounts a seller gives: percentages, prepaid cards, coupons, each with its rule.
//!
//! Only what the user ticks takes part in a sum. They are taken in the order percentage, prepaid
//! card, coupon, each from what the machine still costs: files and traffic are not discounted,
//! because no rule that is known says they are. Source: workload model, section 5.8; the rules
//! themselves are rows of `discounts.csv`, each with who says so and when.

use std::str::FromStr;

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::money::{Currency, Money, Rates};
use crate::plan::Plan;

/// A discount with its rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Discount {
    /// Stable name: what the user ticks.
    pub id: String,
    /// Whose.
    pub provider: String,
    /// What it is called, in English and in Chinese.
    pub name: [String; 2],
    /// What it takes off.
    pub saving: Saving,
    /// Who may have it: `anyone`, `new_user`, `student`, `academic`.
    pub who: String,
    /// It can be used once; else again and again.
    pub once: bool,
    /// Most that a percentage takes off.
    pub cap: Option<Money>,
    /// Only for plans whose code holds these words.
    pub plans: Option<String>,
    /// Days that a prepaid balance lasts; `None` = nobody says, and what is left is taken for lost.
    pub lasts_days: Option<u32>,
    /// Last day it can be had.
    pub expires_on: Option<Date>,
    /// Who says so.
    pub source: String,
    /// When, as written: a day, a month, a year or `undated`.
    pub observed_on: String,
    /// The source's own remark.
    pub note: Option<String>,
}

/// What a discount takes off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Saving {
    /// A share of the price, 0 to 1; `None` = nobody says how much.
    Percentage(Option<Decimal>),
    /// Pay so much, get credit of so much more; `None` = nobody says how much.
    Prepaid(Option<[Money; 2]>),
    /// A fixed amount from a least spend on; `None` = nobody says how much.
    Coupon(Option<(Money, Money)>),
}

impl Saving {
    /// `percentage`, `prepaid` or `coupon`.
    pub fn kind(&self) -> &'static str {
        match self {
            Saving::Percentage(_) => "percentage",
            Saving::Prepaid(_) => "prepaid",
            Saving::Coupon(_) => "coupon",
        }
    }

    /// Place in the order in which discounts are taken.
    fn turn(&self) -> u8 {
        match self {
            Saving::Percentage(_) => 0,
            Saving::Prepaid(_) => 1,
            Saving::Coupon(_) => 2,
        }
    }

    /// Whether somebody says how much it is.
    pub fn known(&self) -> bool {
        matches!(
            self,
            Saving::Percentage(Some(_)) | Saving::Prepaid(Some(_)) | Saving::Coupon(Some(_))
        )
    }
}

/// Why a discount takes nothing off a sum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NoSaving {
    /// It is for other plans.
    OtherPlan,
    /// Nobody says how much it is.
    Unknown,
    /// No exchange rate for its currency.
    NoRate,
    /// The sum is below the least spend, in the currency of the sum.
    BelowMinimum(Decimal),
    /// Buying the card costs more than the credit that would be used is worth.
    CardTooLarge,
}

/// What one discount takes off a sum.
#[derive(Debug, Clone, PartialEq)]
pub struct Taken<'d> {
    /// Which.
    pub discount: &'d Discount,
    /// Amount above zero, with its formula; or why there is none.
    pub off: Result<(Decimal, String), NoSaving>,
}

impl Discount {
    /// Whether it can still be had on this day.
    pub fn open_on(&self, day: Date) -> bool {
        self.expires_on.is_none_or(|last| day <= last)
    }

    /// Whether it is for this plan.
    pub fn covers(&self, plan: &Plan) -> bool {
        let sku = || plan.sku.to_lowercase();
        let named = |words: &String| sku().contains(&words.to_lowercase());
        plan.provider == self.provider && self.plans.as_ref().is_none_or(named)
    }

    /// What it takes off `due`, an amount in `currency`.
    fn off(
        &self,
        due: Decimal,
        rates: &Rates,
        currency: Currency,
    ) -> Result<(Decimal, String), NoSaving> {
        let here = |money: Money| {
            let there = rates.convert(money, currency);
            there.map(|money| money.amount).ok_or(NoSaving::NoRate)
        };
        let plain = |x: Decimal| x.round_dp(2).normalize();
        match self.saving {
            Saving::Percentage(Some(share)) => {
                let off = due * share;
                let formula = format!("{} % × {}", plain(share * Decimal::ONE_HUNDRED), plain(due));
                match self.cap.map(here).transpose()? {
                    Some(cap) if off > cap => Ok((cap, format!("≤ {}", plain(cap)))),
                    _ => Ok((off, formula)),
                }
            }
            Saving::Prepaid(Some([pay, receive])) => self.prepaid(due, here(pay)?, here(receive)?),
            Saving::Coupon(Some((amount, least))) => {
                let (amount, least) = (here(amount)?, here(least)?);
                if due < least {
                    return Err(NoSaving::BelowMinimum(least));
                }
                let off = amount.min(due);
                let formula = match (least.is_zero(), off < amount) {
                    (false, _) => format!("{} ≥ {}", plain(due), plain(least)),
                    (true, true) => format!("≤ {}", plain(due)),
                    (true, false) => String::new(),
                };
                Ok((off, formula))
            }
            Saving::Percentage(None) | Saving::Prepaid(None) | Saving::Coupon(None) => {
                Err(NoSaving::Unknown)
            }
        }
    }

    /// As many cards as cost least: the last one only where it pays for itself. A balance that nobody
    /// says will last is lost.
    fn prepaid(
        &self,
        due: Decimal,
        pay: Decimal,
        receive: Decimal,
    ) -> Result<(Decimal, String), NoSaving> {
        let whole = due.checked_div(receive).unwrap_or_default().floor();
        let most = if self.once {
            Decimal::ONE
        } else {
            whole + Decimal::ONE
        };
        let cost = |cards: Decimal| {
            let credit = cards * receive;
            let left = (credit - due).max(Decimal::ZERO);
            let kept = match self.lasts_days {
                Some(u32::MAX) => left * pay / receive,
                _ => Decimal::ZERO,
            };
            cards * pay - kept + (due - credit).max(Decimal::ZERO)
        };
        let counts = [whole.min(most), (whole + Decimal::ONE).min(most)];
        let cards = counts.into_iter().min_by_key(|cards| cost(*cards));
        let cards = cards.unwrap_or_default();
        let off = due - cost(cards);
        if off <= Decimal::ZERO {
            return Err(NoSaving::CardTooLarge);
        }
        let plain = |x: Decimal| x.round_dp(2).normalize();
        let formula = format!("{cards} × ({} − {})", plain(receive), plain(pay));
        Ok((off, formula))
    }
}

/// What these discounts take off what a plan's machine costs, in the order they are taken.
pub fn taken<'d>(
    discounts: impl IntoIterator<Item = &'d Discount>,
    plan: &Plan,
    machine: Decimal,
    rates: &Rates,
    currency: Currency,
) -> Vec<Taken<'d>> {
    let mut own: Vec<&Discount> = discounts.into_iter().collect();
    own.retain(|discount| discount.provider == plan.provider);
    own.sort_by_key(|discount| discount.saving.turn());
    let mut due = machine.max(Decimal::ZERO);
    let take = |discount: &'d Discount| {
        let off = if discount.covers(plan) {
            discount.off(due, rates, currency)
        } else {
            Err(NoSaving::OtherPlan)
        };
        let off = off.map(|(off, formula)| (off.round_dp(4).normalize(), formula));
        due -= off.as_ref().map_or(Decimal::ZERO, |(off, _)| *off);
        Taken { discount, off }
    };
    own.into_iter().map(take).collect()
}

/// A row of the file that is no discount.
#[derive(Debug, thiserror::Error)]
pub enum DiscountsError {
    /// Not the expected columns.
    #[error("line {line} of the discounts is not a row of the expected columns")]
    Row {
        /// Counted from 1; 0 = unknown.
        line: u64,
        /// What the reader says.
        #[source]
        source: csv::Error,
    },
    /// A column that cannot be read.
    #[error("discount {id}: {column} cannot be read")]
    Column {
        /// The row's id.
        id: String,
        /// Which column.
        column: &'static str,
    },
}

#[derive(Deserialize)]
struct Row {
    id: String,
    provider: String,
    kind: String,
    percent_off: String,
    pay: String,
    receive: String,
    amount: String,
    minimum: String,
    cap: String,
    currency: String,
    who: String,
    once: String,
    plans: String,
    lasts_days: String,
    expires_on: String,
    name_en: String,
    name_zh: String,
    source: String,
    observed_on: String,
    note: String,
}

/// Reads the rows of `discounts.csv`.
///
/// # Errors
/// Names the row, and the column where it is one.
pub fn read(text: &str) -> Result<Vec<Discount>, DiscountsError> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize::<Row>()
        .map(|row| {
            let row = row.map_err(|source| DiscountsError::Row {
                line: source.position().map_or(0, csv::Position::line),
                source,
            })?;
            row.discount()
        })
        .collect()
}

impl Row {
    fn discount(self) -> Result<Discount, DiscountsError> {
        let bad = |column| DiscountsError::Column {
            id: self.id.clone(),
            column,
        };
        let saving = match self.kind.as_str() {
            "percentage" => {
                let percent: Option<Decimal> = filled(&self.percent_off, || bad("percent_off"))?;
                Saving::Percentage(percent.map(|percent| percent / Decimal::ONE_HUNDRED))
            }
            "prepaid" => {
                let pay = self.money(&self.pay, "pay")?;
                Saving::Prepaid(
                    pay.zip(self.money(&self.receive, "receive")?)
                        .map(Into::into),
                )
            }
            "coupon" => {
                let least = self.money(&self.minimum, "minimum")?;
                let amount = self.money(&self.amount, "amount")?;
                Saving::Coupon(amount.map(|amount| {
                    let nothing = Money {
                        amount: Decimal::ZERO,
                        ..amount
                    };
                    (amount, least.unwrap_or(nothing))
                }))
            }
            _ => return Err(bad("kind")),
        };
        let lasts_days = match self.lasts_days.as_str() {
            "for ever" => Some(u32::MAX),
            days => filled(days, || bad("lasts_days"))?,
        };
        let cap = self.money(&self.cap, "cap")?;
        let expires_on = filled(&self.expires_on, || bad("expires_on"))?;
        let once = match self.once.as_str() {
            "yes" => true,
            "no" => false,
            _ => return Err(bad("once")),
        };
        let text = |text: String| Some(text).filter(|text| !text.is_empty());
        Ok(Discount {
            id: self.id,
            provider: self.provider,
            name: [self.name_en, self.name_zh],
            saving,
            who: self.who,
            once,
            cap,
            plans: text(self.plans),
            lasts_days,
            expires_on,
            source: self.source,
            observed_on: self.observed_on,
            note: text(self.note),
        })
    }

    fn money(&self, text: &str, column: &'static str) -> Result<Option<Money>, DiscountsError> {
        let bad = |column| DiscountsError::Column {
            id: self.id.clone(),
            column,
        };
        let amount: Option<Decimal> = filled(text, || bad(column))?;
        let Some(amount) = amount else {
            return Ok(None);
        };
        let currency = self.currency.parse().map_err(|_| bad("currency"))?;
        Ok(Some(Money { amount, currency }))
    }
}

/// The value of a cell; an empty one has none.
fn filled<T: FromStr>(
    text: &str,
    bad: impl Fn() -> DiscountsError,
) -> Result<Option<T>, DiscountsError> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| bad()),
    }
}

#[cfg(test)]
mod tests;
