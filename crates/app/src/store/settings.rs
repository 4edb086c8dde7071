//! What the user chose, and the exchange rates: the bank's and the user's own.

use std::collections::BTreeMap;

use jiff::civil::Date;
use rusqlite::{Connection, OptionalExtension};
use rust_decimal::Decimal;
use tiaoka_core::money::{Currency, Rates};

use super::error::StoreError;
use super::{Store, damaged_cell, offers};

/// A rate that the user set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OwnRate {
    /// Yuan for one unit.
    pub(crate) cny: Decimal,
    /// When it was set.
    pub(crate) set_on: Date,
}

impl Store {
    /// Every setting that was ever saved.
    pub(crate) fn settings(&self) -> Result<BTreeMap<String, String>, StoreError> {
        self.read("read the settings", |tx| {
            let mut ask = tx.prepare_cached("SELECT key, value FROM settings")?;
            ask.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }

    /// Saves settings.
    pub(crate) fn save_settings(&self, settings: &[(&str, &str)]) -> Result<(), StoreError> {
        self.write("save the settings", |tx| {
            let mut set = tx.prepare(
                "INSERT INTO settings VALUES (?1, ?2)
                 ON CONFLICT DO UPDATE SET value = excluded.value",
            )?;
            for (key, value) in settings {
                set.execute([key, value])?;
            }
            Ok(())
        })
    }

    /// The bank's rates, without the user's own.
    pub(crate) fn reference_rates(&self) -> Result<Rates, StoreError> {
        self.read("read the exchange rates", |tx| reference(tx))
    }

    /// The rates that the user set.
    pub(crate) fn own_rates(&self) -> Result<BTreeMap<Currency, OwnRate>, StoreError> {
        self.read("read your exchange rates", |tx| own(tx))
    }

    /// The rates in force: the bank's, with the user's own in their place.
    pub(crate) fn rates(&self) -> Result<Rates, StoreError> {
        self.read("read the exchange rates", |tx| rates(tx))
    }

    /// Sets a rate of the user's own, or with `None` goes back to the bank's.
    pub(crate) fn set_own_rate(
        &self,
        currency: Currency,
        rate: Option<&OwnRate>,
    ) -> Result<(), StoreError> {
        self.write("save an exchange rate", |tx| {
            match rate {
                Some(rate) => tx.execute(
                    "INSERT INTO own_rates VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE
                     SET cny = excluded.cny, set_on = excluded.set_on",
                    [
                        currency.code(),
                        &rate.cny.to_string(),
                        &rate.set_on.to_string(),
                    ],
                )?,
                None => tx.execute(
                    "DELETE FROM own_rates WHERE currency = ?1",
                    [currency.code()],
                )?,
            };
            offers::convert_prices(tx, &rates(tx)?)
        })
    }
}

/// Keeps the bank's rates, unless newer ones are there.
pub(super) fn keep_reference(tx: &Connection, shipped: &Rates) -> rusqlite::Result<()> {
    let ask = "SELECT max(observed_on) FROM rates";
    let known: Option<String> = tx
        .query_row(ask, [], |row| row.get(0))
        .optional()?
        .flatten();
    let day = shipped.observed_on.to_string();
    if known.is_some_and(|known| known > day) {
        return Ok(());
    }
    let mut set = tx.prepare(
        "INSERT INTO rates VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET
         per_eur = excluded.per_eur, observed_on = excluded.observed_on, source = excluded.source",
    )?;
    for (currency, per_eur) in &shipped.per_eur {
        set.execute([currency.code(), &per_eur.to_string(), &day, &shipped.source])?;
    }
    Ok(())
}

/// The rates in force. The user's own are against the yuan, so they leave every other currency's
/// rate against the yuan as it is.
pub(super) fn rates(tx: &Connection) -> rusqlite::Result<Rates> {
    let bank = reference(tx)?;
    let own = own(tx)?;
    if own.is_empty() {
        return Ok(bank);
    }
    let mut cny: BTreeMap<Currency, Decimal> = bank
        .per_eur
        .keys()
        .filter_map(|currency| Some((*currency, bank.rate(*currency, Currency::CNY)?)))
        .collect();
    cny.insert(Currency::CNY, Decimal::ONE);
    cny.extend(own.iter().map(|(currency, rate)| (*currency, rate.cny)));
    let euro = cny.get(&Currency::EUR).copied().unwrap_or(Decimal::ONE);
    let per_eur = cny
        .into_iter()
        .filter_map(|(currency, cny)| Some((currency, euro.checked_div(cny)?)))
        .collect();
    Ok(Rates { per_eur, ..bank })
}

fn reference(tx: &Connection) -> rusqlite::Result<Rates> {
    let mut ask = tx.prepare_cached("SELECT currency, per_eur, observed_on, source FROM rates")?;
    let mut rows = ask.query([])?;
    let mut rates = Rates {
        observed_on: Date::MIN,
        source: String::new(),
        per_eur: BTreeMap::from([(Currency::EUR, Decimal::ONE)]),
    };
    while let Some(row) = rows.next()? {
        let currency = row
            .get::<_, String>(0)?
            .parse::<Currency>()
            .map_err(damaged_cell)?;
        let per_eur = row
            .get::<_, String>(1)?
            .parse::<Decimal>()
            .map_err(damaged_cell)?;
        let day = row
            .get::<_, String>(2)?
            .parse::<Date>()
            .map_err(damaged_cell)?;
        rates.observed_on = rates.observed_on.max(day);
        rates.source = row.get(3)?;
        rates.per_eur.insert(currency, per_eur);
    }
    Ok(rates)
}

fn own(tx: &Connection) -> rusqlite::Result<BTreeMap<Currency, OwnRate>> {
    let mut ask = tx.prepare_cached("SELECT currency, cny, set_on FROM own_rates")?;
    let mut rows = ask.query([])?;
    let mut rates = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let currency = row
            .get::<_, String>(0)?
            .parse::<Currency>()
            .map_err(damaged_cell)?;
        let cny = row
            .get::<_, String>(1)?
            .parse::<Decimal>()
            .map_err(damaged_cell)?;
        let set_on = row
            .get::<_, String>(2)?
            .parse::<Date>()
            .map_err(damaged_cell)?;
        rates.insert(currency, OwnRate { cny, set_on });
    }
    Ok(rates)
}
