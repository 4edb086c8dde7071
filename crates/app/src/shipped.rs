//! What ships with the program, as the store and the use cases want it.

use std::sync::OnceLock;

use tiaoka_core::cost::{Discount, discount};
use tiaoka_core::traits::Traits;

use crate::snapshot;
use crate::store::Shipped;

/// What fills a new database.
pub(crate) fn shipped() -> Shipped {
    Shipped {
        id: snapshot::id(),
        offers: snapshot::offers,
        rates: snapshot::rates,
        program: env!("CARGO_PKG_VERSION"),
    }
}

/// What is known of sellers beyond prices. A file that cannot be read gives no traits here and
/// fails the test below.
pub(crate) fn sellers() -> Traits {
    Traits::read(snapshot::TRAITS, snapshot::STORAGE_PRICES).unwrap_or_default()
}

/// Discounts that sellers are known to give. A file that cannot be read gives none here and fails
/// the test below.
pub(crate) fn discounts() -> &'static [Discount] {
    static DISCOUNTS: OnceLock<Vec<Discount>> = OnceLock::new();
    DISCOUNTS.get_or_init(|| discount::read(snapshot::DISCOUNTS).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_statement_about_sellers_is_read() {
        Traits::read(snapshot::TRAITS, snapshot::STORAGE_PRICES).unwrap();
    }

    #[test]
    fn every_discount_is_read_and_has_a_name_of_its_own() {
        let all = discount::read(snapshot::DISCOUNTS).unwrap();
        let mut ids: Vec<&str> = all.iter().map(|discount| discount.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all.len());
    }
}
