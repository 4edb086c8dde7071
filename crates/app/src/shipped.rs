//! What ships with the program: the catalogue, reference rates, and what is known of sellers.

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Deserialize;
use tiaoka_core::money::{Currency, Rates};
use tiaoka_core::traits::Traits;

use crate::store::Shipped;

/// Units of each currency for one euro: European Central Bank, with their date.
const RATES: &str = include_str!("../data/exchange-rates.csv");
const TRAITS: &str = include_str!("../data/provider-traits-cn.csv");
const STORAGE: &str = include_str!("../data/storage-prices-cn.csv");

/// What fills a new database.
pub(crate) fn shipped() -> Shipped {
    Shipped {
        id: "none",
        offers: Vec::new,
        rates,
        program: env!("CARGO_PKG_VERSION"),
    }
}

/// A row of the file of rates.
#[derive(Deserialize)]
struct RateRecord {
    currency: Currency,
    per_eur: Decimal,
    observed_on: Date,
    source: String,
}

/// The shipped reference rates.
fn rates() -> Rates {
    let mut reader = csv::Reader::from_reader(RATES.as_bytes());
    // A row that cannot be read is left out here and fails the test below.
    let rows: Vec<RateRecord> = reader.deserialize().filter_map(Result::ok).collect();
    Rates {
        observed_on: rows
            .iter()
            .map(|row| row.observed_on)
            .max()
            .unwrap_or(Date::MIN),
        source: rows
            .first()
            .map(|row| row.source.clone())
            .unwrap_or_default(),
        per_eur: rows
            .into_iter()
            .map(|row| (row.currency, row.per_eur))
            .collect(),
    }
}

/// What is known of sellers beyond prices. A file that cannot be read gives no traits here and
/// fails the test below.
pub(crate) fn sellers() -> Traits {
    Traits::read(TRAITS, STORAGE).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_shipped_files_is_read() {
        let rates = rates();
        assert_eq!(rates.per_eur.len(), RATES.lines().count() - 1); // a head line
        assert_eq!(rates.observed_on, jiff::civil::date(2026, 10, 30));
        assert_eq!(rates.per_eur[&Currency::EUR], Decimal::ONE);
        Traits::read(TRAITS, STORAGE).unwrap();
    }
}
