//! The total and the parts that add up to it.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::extras::{Extra, Extras, short};
use super::usage::Usage;
use crate::money::{Currency, Money};
use crate::predict::Interval;

/// Cost of the job or month, in one currency.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// Lower end of the 80 % interval.
    pub low: Decimal,
    /// Median; the parts add up to it.
    pub mid: Decimal,
    /// Upper end.
    pub high: Decimal,
    /// Currency of all.
    pub currency: Currency,
    /// What it is made of.
    pub parts: Vec<CostPart>,
}

/// One part of a cost.
#[derive(Debug, Clone, PartialEq)]
pub struct CostPart {
    /// `compute`, `start_up`, `storage`, `egress`, `idle_gpu`, `discount`.
    pub code: &'static str,
    /// The formula with its figures, symbols only.
    pub formula: String,
    /// `None` = unknown; the total is then "at least".
    pub amount: Option<Decimal>,
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

/// The cost of so many machines at a price per hour, to a hundredth of a cent, with its parts.
pub fn cost(per_hour: Money, machines: u32, usage: &Usage, extras: &Extras) -> Cost {
    let hourly = per_hour.amount * Decimal::from(machines);
    let times = |hours: f64| {
        let hours = Decimal::try_from(hours).unwrap_or_default().round_dp(9);
        (hourly * hours).round_dp(4).normalize()
    };
    let mut parts = machine_parts(per_hour, machines, usage, times);
    let mut extra = |code, extra: &Option<Extra>| {
        if let Some(extra) = extra {
            parts.push(CostPart {
                code,
                formula: extra.formula.clone(),
                amount: extra.amount,
            });
        }
    };
    extra("storage", &extras.storage);
    extra("egress", &extras.egress);
    let mid: Decimal = parts.iter().filter_map(|part| part.amount).sum();
    let machine: Decimal = times(usage.hours.mid);
    let beside = mid - machine;
    let unknown: Decimal = [&extras.storage, &extras.egress]
        .into_iter()
        .flatten()
        .map(|extra| extra.at_most)
        .sum();
    Cost {
        low: (times(usage.hours.low) + beside).min(mid).normalize(),
        mid: mid.normalize(),
        high: (times(usage.hours.high) + beside + unknown)
            .max(mid)
            .normalize(),
        currency: per_hour.currency,
        parts,
    }
}

/// Compute is what the machine's hours leave after starting and idling, so the parts add up.
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
    let compute_h = usage.hours.mid - usage.start_h - usage.idle_h;
    let start = times(usage.start_h);
    let idle = times(usage.idle_h);
    let compute = match usage.terms {
        Some((terms, months)) => {
            let term = times(usage.hours.mid).to_f64().unwrap_or(0.0) / terms;
            format!(
                "{} × {} {} ({months} mo)",
                short(terms),
                short(term),
                per_hour.currency
            )
        }
        None => format!("{fleet}{} × {price}", spread(compute_h)),
    };
    let mut parts = vec![CostPart {
        code: "compute",
        formula: compute,
        amount: Some((times(usage.hours.mid) - start - idle).normalize()),
    }];
    if usage.start_h > 0.0 {
        let each = usage.start_h * 3_600.0 / usage.sessions.max(1.0);
        let sessions = match usage.sessions {
            n if n > 1.0 => format!("{} × ", short(n)),
            _ => String::new(),
        };
        parts.push(CostPart {
            code: "start_up",
            formula: format!("{fleet}{sessions}{} s × {price}", short(each)),
            amount: Some(start),
        });
    }
    if usage.idle_h > 0.0 {
        parts.push(CostPart {
            code: "idle_gpu",
            formula: format!("{fleet}{} h × {price}", short(usage.idle_h)),
            amount: Some(idle),
        });
    }
    parts
}
