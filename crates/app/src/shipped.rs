//! What ships with the program, as the store and the use cases want it.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_statement_about_sellers_is_read() {
        Traits::read(snapshot::TRAITS, snapshot::STORAGE_PRICES).unwrap();
    }
}
