//! The total and the parts that add up to it.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::discount::{Discount, Taken, taken};
use super::extras::{Extra, Extras, short};
use super::usage::Usage;
use crate::money::{Currency, Money, Rates};
use crate::plan::Plan;
use crate::predict::Interval;

/// Cost of the job or month, in one currency.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// Lower end of the 80 % interval.
    pub low: Decimal,
    /// Median, after discounts; the parts add up to it.
    pub mid: Decimal,
    /// Upper end.
    pub high: Decimal,
    /// Median before discounts.
    pub list: Decimal,
    /// Currency of all.
    pub currency: Currency,
    /// What it is made of.
    pub parts: Vec<CostPart>,
    /// Of `list`, what the machine costs: that is what discounts are taken from.
    pub machine: Decimal,
}

/// One part of a cost.
#[derive(Debug, Clone, PartialEq)]
pub struct CostPart {
    /// `compute`, `interruptions`, `outages`, `start_up`, `idle_gpu`, `storage`, `egress`, `copy`,
    /// `waiting`, `discount`.
    pub code: &'static str,
    /// The formula with its figures, symbols only.
    pub formula: String,
    /// `None` = unknown; the total is then "at least". Of a discount below zero.
    pub amount: Option<Decimal>,
    /// Id of the discount.
    pub discount: Option<String>,
}

impl CostPart {
    fn new(code: &'static str, formula: String, amount: Option<Decimal>) -> CostPart {
        CostPart {
            code,
            formula,
            amount,
            discount: None,
        }
    }
}

/// The cost as floats, for ranking; equal to [`cost`] up to its rounding.
pub fn rough(per_hour: f64, machines: u32, usage: &Usage, extras: (f64, f64)) -> Interval {
    let (known, unknown) = extras;
    let hourly = per_hour * f64::from(machines);
    Interval {
        low: hourly * usage.hours.low + known,
        mid: hourly * usage.hours.mid + known,
        high: hourly * usage.hours.high + known + unknown,
    }
}

/// A rough cost less what these discounts of the plan's seller take off, as [`Cost::less`] does.
pub fn roughly_less(
    full: Interval,
    beside: f64,
    discounts: &[Discount],
    plan: &Plan,
    rates: &Rates,
    currency: Currency,
) -> Interval {
    let off = |total: f64| {
        let machine = Decimal::try_from(total - beside).unwrap_or_default();
        let taken = taken(discounts, plan, machine, rates, currency);
        off(&taken).to_f64().unwrap_or(0.0)
    };
    let mid = full.mid - off(full.mid);
    Interval {
        low: (full.low - off(full.low)).min(mid),
        mid,
        high: (full.high - off(full.high)).max(mid),
    }
}

/// The cost of so many machines at a price per hour, to a hundredth of a cent, with its parts.
pub fn cost(per_hour: Money, machines: u32, usage: &Usage, extras: &Extras) -> Cost {
    let hourly = per_hour.amount * Decimal::from(machines);
    let times = |hours: f64| {
        let hours = Decimal::try_from(hours).unwrap_or_default().round_dp(9);
        (hourly * hours).round_dp(4).normalize()
    };
    let mut parts = machine_parts(per_hour, machines, usage, times);
    let beside_parts = [
        ("storage", &extras.storage),
        ("egress", &extras.egress),
        ("copy", &extras.copy),
        ("waiting", &extras.waiting),
    ];
    for (code, extra) in beside_parts {
        if let Some(Extra {
            formula, amount, ..
        }) = extra
        {
            parts.push(CostPart::new(code, formula.clone(), *amount));
        }
    }
    let mid: Decimal = parts.iter().filter_map(|part| part.amount).sum();
    let machine = times(usage.hours.mid);
    let beside = mid - machine;
    let unknown: Decimal = extras.each().map(|extra| extra.at_most).sum();
    Cost {
        low: (times(usage.hours.low) + beside).min(mid).normalize(),
        mid: mid.normalize(),
        high: (times(usage.hours.high) + beside + unknown)
            .max(mid)
            .normalize(),
        list: mid.normalize(),
        currency: per_hour.currency,
        parts,
        machine,
    }
}

impl Cost {
    /// The cost less what these discounts take off, each a part of its own.
    #[must_use]
    pub fn less(mut self, discounts: &[Discount], plan: &Plan, rates: &Rates) -> Cost {
        let beside = self.list - self.machine;
        let of = |total: Decimal| taken(discounts, plan, total - beside, rates, self.currency);
        let (low, high) = (off(&of(self.low)), off(&of(self.high)));
        for Taken { discount, off } in of(self.list) {
            if let Ok((amount, formula)) = off {
                self.mid -= amount;
                self.parts.push(CostPart {
                    discount: Some(discount.id.clone()),
                    ..CostPart::new("discount", formula, Some(-amount))
                });
            }
        }
        self.mid = self.mid.normalize();
        self.low = (self.low - low).min(self.mid).normalize();
        self.high = (self.high - high).max(self.mid).normalize();
        self
    }

    /// A part is unknown, so that the total is a lower bound.
    pub fn at_least(&self) -> bool {
        self.parts.iter().any(|part| part.amount.is_none())
    }
}

fn off(taken: &[Taken<'_>]) -> Decimal {
    let amounts = taken.iter().filter_map(|taken| taken.off.as_ref().ok());
    amounts.map(|(amount, _)| *amount).sum()
}

/// Compute is what the machine's hours leave beside the others, so the parts add up.
fn machine_parts(
    per_hour: Money,
    machines: u32,
    usage: &Usage,
    times: impl Fn(f64) -> Decimal,
) -> Vec<CostPart> {
    let price = per_hour.amount.round_dp(4).normalize();
    let price = format!("{price} {}/h", per_hour.currency);
    let fleet = match machines {
        1 => String::new(),
        n => format!("{n} × "),
    };
    let spread = |hours: f64| match usage.sessions {
        n if n > 1.0 => format!("{} × {} h", short(n), short(hours / n)),
        _ => format!("{} h", short(hours)),
    };
    let sessions = match usage.sessions {
        n if n > 1.0 => format!("{} × ", short(n)),
        _ => String::new(),
    };
    let each_s = usage.start_h * 3_600.0 / usage.sessions.max(1.0);
    let others = [
        (
            "interruptions",
            usage.interrupted_h,
            format!("{} h", short(usage.interrupted_h)),
        ),
        (
            "outages",
            usage.outage_h,
            format!("{} h", short(usage.outage_h)),
        ),
        (
            "start_up",
            usage.start_h,
            format!("{sessions}{} s", short(each_s)),
        ),
        (
            "idle_gpu",
            usage.idle_h,
            format!("{} h", short(usage.idle_h)),
        ),
    ];
    let rest: f64 = others.iter().map(|(_, hours, _)| hours).sum();
    let mut compute = times(usage.hours.mid);
    let mut parts = Vec::new();
    for (code, hours, formula) in others.into_iter().filter(|(_, hours, _)| *hours > 0.0) {
        let amount = times(hours);
        compute -= amount;
        let formula = format!("{fleet}{formula} × {price}");
        parts.push(CostPart::new(code, formula, Some(amount)));
    }
    let formula = match usage.terms {
        Some((terms, months)) => {
            let term = times(usage.hours.mid).to_f64().unwrap_or(0.0) / terms;
            let currency = per_hour.currency;
            format!(
                "{} × {} {currency} ({months} mo)",
                short(terms),
                short(term)
            )
        }
        None => format!("{fleet}{} × {price}", spread(usage.hours.mid - rest)),
    };
    parts.insert(
        0,
        CostPart::new("compute", formula, Some(compute.normalize())),
    );
    parts
}
