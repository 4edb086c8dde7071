//! What ships with the program: offers, machine shapes, exchange rates, and the texts of what is
//! known of sellers.
//!
//! `build.rs` makes the offers from the tables of `data/` and packs them; here they are unpacked.

use std::io::Read;

use flate2::read::ZlibDecoder;
use tiaoka_core::catalogue::{PackError, Shapes, packed, rates};
use tiaoka_core::money::Rates;
use tiaoka_core::offer::Offer;

const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/snapshot.json.z"));
const SPECS: [&str; 2] = [
    include_str!("../data/specs-intl.csv"),
    include_str!("../data/specs-alicloud.csv"),
];
const RATES: &str = include_str!("../data/exchange-rates.csv");

/// Billing step, stop rules, start-up and discounts of sellers: `provider-traits-cn.csv`.
pub const TRAITS: &str = include_str!("../data/provider-traits-cn.csv");
/// Discounts with their rules: `discounts.csv`, made from the statements of [`TRAITS`].
pub const DISCOUNTS: &str = include_str!("../data/discounts.csv");
/// Storage prices: `storage-prices-cn.csv`.
pub const STORAGE_PRICES: &str = include_str!("../data/storage-prices-cn.csv");

/// The snapshot inside the program is damaged; the program was not built or copied whole.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// It cannot be decompressed.
    #[error("cannot decompress the shipped catalogue")]
    Compressed(#[from] std::io::Error),
    /// It cannot be unpacked.
    #[error("cannot unpack the shipped catalogue")]
    Packed(#[from] PackError),
    /// A table of machines cannot be read.
    #[error("cannot read the shipped machine shapes")]
    Shapes(#[source] tiaoka_core::catalogue::CsvError),
    /// The table of exchange rates cannot be read.
    #[error("cannot read the shipped exchange rates")]
    Rates,
}

/// Names this snapshot's content, prices and rates: another content has another id.
pub fn id() -> &'static str {
    env!("TIAOKA_SNAPSHOT_ID")
}

/// Every shipped offer, quarantined ones and older sources among them, marked.
pub fn offers() -> Result<Vec<Offer>, SnapshotError> {
    let mut json = String::new();
    ZlibDecoder::new(PACKED).read_to_string(&mut json)?;
    Ok(packed::unpack(&json)?)
}

/// The machines of the shipped tables, by seller and code: what an imported row leaves out is taken
/// from here.
pub fn shapes() -> Result<Shapes, SnapshotError> {
    Shapes::read(&SPECS).map_err(SnapshotError::Shapes)
}

/// The shipped reference rates of the European Central Bank.
pub fn rates() -> Result<Rates, SnapshotError> {
    rates::read(RATES).ok_or(SnapshotError::Rates)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tiaoka_core::catalogue::sellers;

    use super::*;

    const PLANS: [&str; 2] = [
        include_str!("../data/plans-cn.csv"),
        include_str!("../data/plans-intl.csv"),
    ];

    #[test]
    fn no_row_of_a_price_table_is_lost_and_each_provider_keeps_its_count() {
        let mut rows: BTreeMap<String, usize> = BTreeMap::new();
        for table in PLANS {
            for record in csv::Reader::from_reader(table.as_bytes()).records() {
                *rows.entry(record.unwrap()[0].to_owned()).or_default() += 1;
            }
        }
        let mut offers: BTreeMap<String, usize> = BTreeMap::new();
        for offer in super::offers()
            .unwrap()
            .iter()
            .filter(|offer| offer.price.is_some())
        {
            *offers.entry(offer.plan.provider.clone()).or_default() += 1;
        }
        assert_eq!(rows.values().sum::<usize>(), 5_811);
        assert_eq!(rows.len(), 93);
        assert_eq!(offers, rows);
    }

    #[test]
    fn machines_that_nobody_prices_are_there_to_be_found() {
        let offers = super::offers().unwrap();
        let unpriced = offers.iter().filter(|offer| offer.price.is_none());
        assert_eq!(unpriced.clone().count(), 258); // of 443 machines 185 have a price row
        assert!(unpriced.into_iter().all(|offer| offer.quarantine.is_some()));
        assert_eq!(shapes().unwrap().len(), 443);
    }

    #[test]
    fn every_provider_of_an_offer_has_a_name() {
        for offer in super::offers().unwrap() {
            assert!(sellers::get(&offer.plan.provider).is_some_and(|seller| seller.priced));
        }
    }

    #[test]
    fn the_rates_are_those_of_a_day() {
        let rates = rates().unwrap();
        assert_eq!(rates.per_eur.len(), 30);
        assert_eq!(rates.observed_on, jiff::civil::date(2026, 10, 30));
    }
}
