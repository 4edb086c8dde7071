//! What a statement's text says: a figure, a range, a word, or nothing to calculate with.

use std::str::FromStr;

use rust_decimal::Decimal;

use super::Trait;
use crate::money::{Currency, Money};

/// Which end of a range is worse for the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Worse {
    Higher,
    Lower,
}

/// A number, or of a range (`30-50`) the end that is worse for the user; anything else is a text.
pub(super) fn figure(text: &str, worse: Worse) -> Option<Decimal> {
    let text = text.trim();
    if let Ok(number) = Decimal::from_str(text) {
        return (!number.is_sign_negative() || number.is_zero()).then_some(number);
    }
    let (low, high) = text.split_once('-')?;
    let low = Decimal::from_str(low.trim()).ok()?;
    let high = Decimal::from_str(high.trim()).ok()?;
    Some(match worse {
        Worse::Higher => low.max(high),
        Worse::Lower => low.min(high),
    })
}

/// Whether the text begins with `yes`, or with `no` or `none`, as a word of its own.
pub(super) fn yes_or_no(text: &str) -> Option<bool> {
    let word = text.split(|c: char| !c.is_ascii_alphabetic()).next()?;
    match word {
        "yes" => Some(true),
        "no" | "none" => Some(false),
        _ => None,
    }
}

/// Seconds of a billing step.
pub(super) fn step_seconds(text: &str) -> Option<u32> {
    match text.trim() {
        "second" => Some(1),
        "minute" => Some(60),
        "hour" => Some(3_600),
        _ => None,
    }
}

/// Seconds, of a figure in `s`, `min`, `hours` or `days`.
pub(super) fn seconds(statement: &Trait) -> Option<f64> {
    let unit = match statement.unit.trim() {
        "s" => 1.0,
        "min" => 60.0,
        "hour" | "hours" => 3_600.0,
        "day" | "days" => 86_400.0,
        _ => return None,
    };
    Some(plain(statement, Worse::Higher)? * unit)
}

/// The figure as it stands, whatever its unit.
pub(super) fn plain(statement: &Trait, worse: Worse) -> Option<f64> {
    f64::try_from(figure(&statement.value, worse)?).ok()
}

/// A price per GB and month, of `CNY/GB/hour`, `GB-hour`, …: ×720 and ×30 make a month.
/// Source: workload model, section 5.5.
pub(super) fn per_gb_month(statement: &Trait) -> Option<Money> {
    let (currency, time) = statement.unit.split_once("/GB/")?;
    let times = match time {
        "hour" => 720,
        "day" => 30,
        "month" => 1,
        _ => return None,
    };
    let amount = figure(&statement.value, Worse::Higher)?.checked_mul(Decimal::from(times))?;
    Some(Money {
        amount: amount.normalize(),
        currency: Currency::from_str(currency).ok()?,
    })
}

/// A price per GB, of `CNY/GB`.
pub(super) fn per_gb(statement: &Trait) -> Option<Money> {
    let currency = statement.unit.strip_suffix("/GB")?;
    Some(Money {
        amount: figure(&statement.value, Worse::Higher)?,
        currency: Currency::from_str(currency).ok()?,
    })
}

/// A day to order statements by: a month or year is its first day; undated is older than any.
pub(super) fn age_key(observed_on: &str) -> (u32, u32, u32) {
    let mut parts = observed_on
        .trim()
        .split('-')
        .map(|part| part.parse::<u32>().ok());
    match parts.next().flatten() {
        None => (0, 0, 0),
        Some(year) => {
            let month = parts.next().flatten().unwrap_or(1);
            (year, month, parts.next().flatten().unwrap_or(1))
        }
    }
}
