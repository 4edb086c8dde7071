//! Facts about the catalogue as a whole: who sells, where, how prices of one card spread.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::params_from_iter;
use rusqlite::types::Value;
use tiaoka_core::gpu::GpuName;

use super::Store;
use super::error::StoreError;
use super::offers::{Cards, cards, moment};

/// Prices of one whole card an hour, in yuan, over the present offers of that card.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spread {
    pub(crate) low: f64,
    pub(crate) median: f64,
    pub(crate) high: f64,
}

impl Store {
    /// Sellers by id, with their present offers, held ones too.
    pub(crate) fn sellers(&self) -> Result<BTreeMap<String, u32>, StoreError> {
        self.read("read who sells", |tx| {
            let mut ask = tx.prepare_cached(
                "SELECT provider, count(*) FROM offers WHERE superseded = 0 GROUP BY provider",
            )?;
            ask.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }

    /// Regions of present offers, by their name.
    pub(crate) fn regions(&self) -> Result<Vec<String>, StoreError> {
        self.read("read where is sold", |tx| {
            let mut ask = tx.prepare_cached(
                "SELECT DISTINCT region FROM offers
                 WHERE superseded = 0 AND region IS NOT NULL ORDER BY region",
            )?;
            ask.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// The oldest and the newest day of present offers that are not held.
    pub(crate) fn observed(&self) -> Result<Option<(Timestamp, Timestamp)>, StoreError> {
        self.read("read how old prices are", |tx| {
            let ask = "SELECT min(observed_at), max(observed_at) FROM offers
                       WHERE superseded = 0 AND quarantine IS NULL";
            let (from, to) = tx.query_row(ask, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(moment(from)?.zip(moment(to)?))
        })
    }

    /// How one whole card is priced by everybody, for one way of billing. Names that mean the same
    /// rows of the spec sheet count together. `None` without a price.
    pub(crate) fn spread(
        &self,
        card: &GpuName,
        billing: &str,
    ) -> Result<Option<Spread>, StoreError> {
        self.read("compare prices of a card", |tx| {
            let same = same_card(&cards(tx)?, card);
            let marks = vec!["?"; same.len()].join(", ");
            let mut ask = tx.prepare_cached(&format!(
                "SELECT cny_per_gpu_hour FROM offers WHERE card IN ({marks}) AND superseded = 0
                 AND billing = ? AND quarantine IS NULL AND cny_per_gpu_hour IS NOT NULL
                 ORDER BY cny_per_gpu_hour"
            ))?;
            let ids = same.into_iter().map(Value::Integer);
            let values = ids.chain([Value::Text(billing.to_owned())]);
            let prices = ask.query_map(params_from_iter(values), |row| row.get::<_, f64>(0))?;
            Ok(spread(&prices.collect::<rusqlite::Result<Vec<_>>>()?))
        })
    }
}

/// Numbers of all names that mean this card.
fn same_card(cards: &Cards, model: &GpuName) -> Vec<i64> {
    let same = cards.values().filter(|card| card.model == *model);
    same.map(|card| card.id).collect()
}

/// Of prices in ascending order; the median of an even number is the mean of the middle two.
fn spread(prices: &[f64]) -> Option<Spread> {
    let (low, high) = (*prices.first()?, *prices.last()?);
    let middle = prices.len() / 2;
    let median = match prices.len() % 2 {
        0 => (prices[middle - 1] + prices[middle]) / 2.0,
        _ => prices[middle],
    };
    Some(Spread { low, median, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_four_prices_is_the_mean_of_the_middle_two() {
        let found = spread(&[1.0, 2.0, 4.0, 9.0]);
        assert_eq!(
            found,
            Some(Spread {
                low: 1.0,
                median: 3.0,
                high: 9.0
            })
        );
        assert_eq!(spread(&[5.0]).unwrap().median, 5.0);
        assert_eq!(spread(&[]), None);
    }
}
