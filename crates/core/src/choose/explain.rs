//! Why a plan stands where it stands, in facts with their figures.
//!
//! What speaks for it: the two parts of the score that lift it most above the median plan, then what
//! else is known. At most three. Source: workload model, section 6.3.

use rust_decimal::{Decimal, RoundingStrategy};

use super::limits::Fit;
use super::quota::Allowed;
use super::quote::Quote;
use super::score::Median;
use crate::message::{Message, Param, Reason};
use crate::money::{Currency, Money};
use crate::offer::Availability;
use crate::predict::{CORRECTED_BY_YOU, Evidence, MEASURED_BY_YOU, Prediction};
use crate::workload::Workload;

/// Most reasons of a plan.
const REASONS: usize = 3;
/// Points below which a difference from the median is not worth a sentence.
const POINTS: f64 = 0.5;
/// Share below which a figure is "as the median".
const DIFFERENCE: f64 = 0.03;

/// What a reason is made from.
pub(super) struct Case<'c, 'a> {
    pub(super) workload: &'c Workload,
    pub(super) fit: &'c Fit<'a>,
    pub(super) quote: &'c Quote,
    pub(super) prediction: &'c Prediction,
    pub(super) median: &'c Median,
    /// Points above the median plan: cost, time, risk, fit.
    pub(super) above: [f64; 4],
    pub(super) cheapest: bool,
    pub(super) fastest: bool,
    pub(super) alone: bool,
    pub(super) stock_known: bool,
    /// The price of copying the data set is not known.
    pub(super) copy_unknown: bool,
    pub(super) currency: Currency,
}

impl Case<'_, '_> {
    pub(super) fn money(&self, amount: f64) -> Param {
        money(amount, self.currency)
    }

    /// What speaks for the plan, the largest contribution first.
    pub(super) fn reasons(&self) -> Vec<Reason> {
        let mut parts: Vec<usize> = (0..self.above.len()).collect();
        parts.sort_by(|a, b| self.above[*b].total_cmp(&self.above[*a]));
        let lifted = parts.into_iter().filter(|part| self.above[*part] > POINTS);
        let mut reasons: Vec<Reason> = lifted.filter_map(|part| self.lift(part)).take(2).collect();
        let facts = [
            self.only(),
            self.own(),
            self.allowed(),
            self.stock(),
            self.spare(),
            self.places(),
            self.wish(),
        ];
        for fact in facts.into_iter().flatten() {
            if reasons.len() < REASONS && reasons.iter().all(|reason| reason.code != fact.code) {
                reasons.push(fact);
            }
        }
        reasons
    }

    fn lift(&self, part: usize) -> Option<Reason> {
        match part {
            0 => self.cheap(),
            1 => self.fast(),
            2 => self.sure(),
            _ => self.wish(),
        }
    }

    fn cheap(&self) -> Option<Reason> {
        let cost = self.fit.cost.mid;
        if self.cheapest {
            return Some(Message::new("cheapest").with("cost", self.money(cost)));
        }
        let share = 1.0 - cost / self.median.cost;
        (share > DIFFERENCE).then(|| {
            Message::new("cheaper_than_median")
                .with("share", Param::Share(share))
                .with("cost", self.money(cost))
                .with("median", self.money(self.median.cost))
        })
    }

    fn fast(&self) -> Option<Reason> {
        let time = self.fit.time_s;
        if let Workload::Dev(_) = self.workload {
            let stated = self.quote.terms.start_stated;
            return stated.then(|| Message::new("starts_in").with("time", Param::Seconds(time)));
        }
        let answer = self.workload.is_inference();
        if self.fastest {
            let code = if answer { "fastest_answer" } else { "fastest" };
            return Some(Message::new(code).with("time", Param::Seconds(time)));
        }
        let times = self.median.time_s / time;
        let code = if answer {
            "answers_faster"
        } else {
            "faster_than_median"
        };
        (times > 1.0 + DIFFERENCE).then(|| {
            Message::new(code)
                .with("times", Param::Number(times))
                .with("time", Param::Seconds(time))
                .with("median", Param::Seconds(self.median.time_s))
        })
    }

    /// Of what makes a plan surer than the median, the fact that says most.
    fn sure(&self) -> Option<Reason> {
        let evidence = self.prediction.evidence;
        self.stock()
            .or_else(|| self.fresh())
            .or_else(|| self.spare())
            .or_else(|| {
                let known = matches!(evidence, Some(Evidence::A | Evidence::Measured));
                known.then(|| Message::new("well_measured"))
            })
    }

    fn fresh(&self) -> Option<Reason> {
        let days = self.fit.age_days.filter(|days| *days <= 30.0)?;
        Some(Message::new("price_recent").with("age", age(days)))
    }

    /// The only plan that fits has no median to stand above.
    fn only(&self) -> Option<Reason> {
        self.alone.then(|| Message::new("only_one_that_fits"))
    }

    /// The user's own measurements stand behind the figures.
    fn own(&self) -> Option<Reason> {
        let mut notes = self.prediction.notes.iter();
        notes
            .find(|note| matches!(note.code, MEASURED_BY_YOU | CORRECTED_BY_YOU))
            .cloned()
    }

    /// Stock and its age (case REC-01).
    fn stock(&self) -> Option<Reason> {
        let (code, counted, count) = match self.fit.offer.availability {
            Availability::InStock { count } => ("in_stock", "in_stock_count", count),
            Availability::Low { .. } | Availability::SoldOut | Availability::Unknown => {
                return None;
            }
        };
        let message = match count {
            Some(count) => Message::new(counted).with("count", Param::Count(u64::from(count))),
            None => Message::new(code),
        };
        Some(message.with("age", age(self.fit.age_days?)))
    }

    /// The user may have it, where others are in doubt (case REC-04).
    fn allowed(&self) -> Option<Reason> {
        let (code, have) = match self.fit.allowed {
            Allowed::Quota(have) => ("quota_covers", have),
            Allowed::Reserved(have) => ("reservation_covers", have),
            Allowed::NotAsked | Allowed::Unknown | Allowed::Short { .. } => return None,
        };
        Some(Message::new(code).with("have", Param::Count(u64::from(have))))
    }

    /// Memory to spare, where it is sure to fit.
    fn spare(&self) -> Option<Reason> {
        let memory = &self.prediction.memory;
        let spare = memory.usable_gib - memory.needed_gib;
        let sure = memory.p_fit.is_none_or(|p| p >= 0.95);
        (sure && spare >= 1.0)
            .then(|| Message::new("spare_memory").with("spare", Param::Gib(spare)))
    }

    fn places(&self) -> Option<Reason> {
        let count = u64::try_from(self.fit.places)
            .ok()
            .filter(|count| *count > 0)?;
        Some(Message::new("more_places").with("count", Param::Count(count)))
    }

    /// The first soft wish that is met, by its own code.
    fn wish(&self) -> Option<Reason> {
        let code = *self.quote.wishes.met.first()?;
        let availability = 1.0 - self.quote.risk.availability / 20.0;
        Some(match code {
            "available" => Message::new(code).with("share", Param::Share(availability)),
            _ => Message::new(code),
        })
    }
}

/// Adds a reason in place of the last one where there are enough, unless that says whether the plan can
/// be had.
pub(super) fn add(reasons: &mut Vec<Reason>, more: Option<Reason>) {
    const KEPT: [&str; 4] = [
        "in_stock",
        "in_stock_count",
        "quota_covers",
        "reservation_covers",
    ];
    let Some(more) = more else { return };
    match reasons.last() {
        Some(last) if reasons.len() >= REASONS && KEPT.contains(&last.code) => return,
        Some(_) if reasons.len() >= REASONS => reasons.truncate(REASONS - 1),
        _ => {}
    }
    reasons.push(more);
}

/// An amount to the cent, below a tenth to the hundredth of one.
pub(super) fn money(amount: f64, currency: Currency) -> Param {
    let digits = if amount < 0.1 { 4 } else { 2 };
    Param::Money(Money {
        // As the total is rounded, so that a sentence and its sum say the same.
        amount: Decimal::try_from(amount)
            .unwrap_or_default()
            .round_dp(4)
            .round_dp_with_strategy(digits, RoundingStrategy::MidpointAwayFromZero),
        currency,
    })
}

/// Age of something seen: whole days, below one day in seconds.
pub(super) fn age(days: f64) -> Param {
    match days < 1.0 {
        true => Param::Seconds(days * 86_400.0),
        false => Param::Days(days as u32),
    }
}
