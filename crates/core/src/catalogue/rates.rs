//! Exchange rates as they ship: units of each currency for one euro, of one day.

use std::collections::BTreeMap;

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::money::{Currency, Rates};

#[derive(Deserialize)]
struct Line {
    currency: Currency,
    #[serde(with = "rust_decimal::serde::str")]
    per_eur: Decimal,
    observed_on: Date,
    source: String,
}

/// The rates of `exchange-rates.csv`; `None` when the table is empty or cannot be read.
pub fn read(table: &str) -> Option<Rates> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let lines: Vec<Line> = reader.deserialize().collect::<Result<_, _>>().ok()?;
    let first = lines.first()?;
    let (observed_on, source) = (first.observed_on, first.source.clone());
    let per_eur: BTreeMap<Currency, Decimal> = lines
        .into_iter()
        .map(|line| (line.currency, line.per_eur))
        .collect();
    Some(Rates {
        observed_on,
        source,
        per_eur,
    })
}
