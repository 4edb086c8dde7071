//! The history of prices: a price or an availability, and the moment it became so.

use std::collections::HashMap;

use jiff::Timestamp;
use rusqlite::{Connection, params};
use tiaoka_core::offer::{Means, Offer, OfferKey};

use super::offers::stock;
use super::word;

/// What a row of the history says: amounts, currency, period, availability, stock.
type State = [Option<String>; 6];
/// Whose history: an offer, by the means that it came by.
type Series = (OfferKey, Means);

/// Appends what differs from the last of its series, in the order of time. An undated row says
/// nothing about when, so it has no place in a history. A day in the future counts as now.
pub(super) fn append(tx: &Connection, offers: &[Offer], now: Timestamp) -> rusqlite::Result<()> {
    let mut dated: Vec<(Timestamp, &Offer)> = offers
        .iter()
        .filter_map(|offer| offer.observed_at.map(|at| (at.min(now), offer)))
        .collect();
    dated.sort_by_key(|(at, _)| *at);
    let mut last: HashMap<Series, (Timestamp, State)> = HashMap::new();
    let mut insert = tx.prepare(
        "INSERT INTO prices (provider, sku, region, zone, os, billing, means, at, listed, payable,
         currency, period, availability, stock)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )?;
    let empty = is_empty(tx)?;
    for (at, offer) in dated {
        let series = (offer.key(), offer.origin.means);
        let state = state(offer)?;
        let before = match last.get(&series) {
            Some(known) => Some(known.clone()),
            None if empty => None,
            None => newest(tx, &series)?,
        };
        // What is older than the last was known before, or would rewrite the past.
        if before.is_none_or(|(known_at, known)| at > known_at && known != state) {
            let OfferKey {
                provider,
                sku,
                region,
                zone,
                os,
                billing,
            } = &series.0;
            let [listed, payable, currency, period, level, stock] = &state;
            insert.execute(params![
                provider,
                sku,
                region,
                zone,
                word(os)?,
                billing.to_string(),
                word(&series.1)?,
                at.as_second(),
                listed,
                payable,
                currency,
                period,
                level,
                stock.as_ref().and_then(|count| count.parse::<u32>().ok()),
            ])?;
            last.insert(series, (at, state));
        }
    }
    Ok(())
}

fn is_empty(tx: &Connection) -> rusqlite::Result<bool> {
    tx.query_row("SELECT NOT EXISTS (SELECT 1 FROM prices)", [], |row| {
        row.get(0)
    })
}

fn state(offer: &Offer) -> rusqlite::Result<State> {
    let price = offer.price;
    let (level, count) = stock(&offer.availability);
    Ok([
        price.map(|price| price.listed.amount.normalize().to_string()),
        price
            .and_then(|price| price.payable)
            .map(|money| money.amount.normalize().to_string()),
        price.map(|price| price.listed.currency.code().to_owned()),
        price.map(|price| word(&price.per)).transpose()?,
        Some(level.to_owned()),
        count.map(|count| count.to_string()),
    ])
}

/// The last row of a series.
fn newest(tx: &Connection, series: &Series) -> rusqlite::Result<Option<(Timestamp, State)>> {
    let OfferKey {
        provider,
        sku,
        region,
        zone,
        os,
        billing,
    } = &series.0;
    let mut ask = tx.prepare_cached(
        "SELECT at, listed, payable, currency, period, availability, CAST(stock AS TEXT)
         FROM prices WHERE provider = ?1 AND sku = ?2 AND billing = ?3 AND region IS ?4
         AND zone IS ?5 AND os = ?6 AND means = ?7 ORDER BY at DESC, rowid DESC LIMIT 1",
    )?;
    let values = params![
        provider,
        sku,
        billing.to_string(),
        region,
        zone,
        word(os)?,
        word(&series.1)?
    ];
    let mut rows = ask.query(values)?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let at = Timestamp::from_second(row.get(0)?).map_err(super::damaged_cell)?;
    let mut state = State::default();
    for (n, cell) in state.iter_mut().enumerate() {
        *cell = row.get(n + 1)?;
    }
    Ok(Some((at, state)))
}
