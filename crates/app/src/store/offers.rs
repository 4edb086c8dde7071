//! Offers as rows, and rows as offers.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use rusqlite::{Connection, Row, Transaction, params};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use tiaoka_core::catalogue::duplicates::mark_superseded;
use tiaoka_core::gpu::{GpuName, sheet};
use tiaoka_core::money::{Currency, Money, Period, Price, Rates};
use tiaoka_core::offer::{Availability, Means, Offer, Origin, Quarantine};
use tiaoka_core::plan::{Plan, PlanGpu};

use super::error::StoreError;
use super::{Store, damaged_cell, prices, settings, unword, word};

/// An offer and its number, under which faces ask for it again.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    pub(crate) id: u32,
    pub(crate) offer: Offer,
}

/// A name under which cards are sold.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Card {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) model: GpuName,
    /// Lower case; `None` where no row of the spec sheet explains the name.
    pub(crate) vendor: Option<String>,
}

/// Cards by their number.
pub(super) type Cards = BTreeMap<i64, Card>;

/// The columns that [`offer`] reads, in its order.
pub(super) const COLUMNS: &str = "id, provider, sku, region, zone, os, billing, kind, card, \
     gpu_count, gpu_memory_gib, gpu_usable_gib, gpu_share, gpu_link, vcpus, memory_gib, \
     mainland_china, listed, payable, currency, period, availability, stock, quota, means, source, \
     note, quarantine, quarantine_detail, observed_at, superseded";

const INSERT: &str = "INSERT INTO offers (provider, sku, region, zone, os, billing, kind, card, \
     gpu_count, gpu_memory_gib, gpu_usable_gib, gpu_share, gpu_link, vcpus, memory_gib, \
     mainland_china, listed, payable, currency, period, availability, stock, quota, means, source, \
     note, quarantine, quarantine_detail, observed_at, superseded, listed_per_hour, cny_per_hour) \
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, \
     ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32)";

impl Store {
    /// Every offer with its number, in the order of the numbers.
    pub(crate) fn offers(&self) -> Result<Vec<Kept>, StoreError> {
        self.read("read the offers", |tx| all(tx, ""))
    }

    /// The user's own offers.
    pub(crate) fn own_offers(&self) -> Result<Vec<Kept>, StoreError> {
        self.read("read your prices", |tx| all(tx, "WHERE means = 'sheet'"))
    }

    /// Every name under which cards are sold.
    pub(crate) fn cards(&self) -> Result<Vec<Card>, StoreError> {
        self.read("read the names of cards", |tx| {
            Ok(cards(tx)?.into_values().collect())
        })
    }

    /// Takes rows of a price sheet. A row with the same key, source and day as one that is there
    /// takes its place, so that reading a sheet twice changes nothing.
    pub(crate) fn take_sheet(&self, rows: &[Offer], now: Timestamp) -> Result<(), StoreError> {
        self.write("keep the prices of a sheet", |tx| {
            let rates = settings::rates(tx)?;
            let mut writer = Writer::new(tx, &rates)?;
            for row in rows {
                forget_twin(tx, row)?;
                writer.insert(row)?;
            }
            decide_present(tx, &rates)?;
            prices::append(tx, rows, now)
        })
    }
}

/// Replaces the rows that ship with the program.
pub(super) fn replace_snapshot(
    tx: &Connection,
    rows: &[Offer],
    now: Timestamp,
) -> rusqlite::Result<()> {
    let rates = settings::rates(tx)?;
    tx.execute("DELETE FROM offers WHERE means = 'snapshot'", [])?;
    tx.execute(
        "DELETE FROM cards WHERE id NOT IN (SELECT card FROM offers WHERE card > 0)",
        [],
    )?;
    let others: bool = tx.query_row("SELECT EXISTS (SELECT 1 FROM offers)", [], |r| r.get(0))?;
    let mut writer = Writer::new(tx, &rates)?;
    for row in rows {
        writer.insert(row)?;
    }
    if others {
        convert_prices(tx, &rates)?;
        decide_present(tx, &rates)?;
    }
    prices::append(tx, rows, now)
}

/// Decides which of several sources of one offer is the present one; the rule is the catalogue's.
fn decide_present(tx: &Connection, rates: &Rates) -> rusqlite::Result<()> {
    let rows = all(tx, "")?;
    let before: Vec<(u32, bool)> = rows.iter().map(|k| (k.id, k.offer.superseded)).collect();
    let mut offers: Vec<Offer> = rows.into_iter().map(|kept| kept.offer).collect();
    mark_superseded(&mut offers, rates);
    let mut set = tx.prepare("UPDATE offers SET superseded = ?2 WHERE id = ?1")?;
    for ((id, before), offer) in before.into_iter().zip(&offers) {
        if before != offer.superseded {
            set.execute(params![id, offer.superseded])?;
        }
    }
    Ok(())
}

/// Brings the column of order up to the rates in force.
pub(super) fn convert_prices(tx: &Connection, rates: &Rates) -> rusqlite::Result<()> {
    tx.execute("UPDATE offers SET cny_per_hour = NULL", [])?;
    let mut set =
        tx.prepare("UPDATE offers SET cny_per_hour = listed_per_hour * ?2 WHERE currency = ?1")?;
    for currency in rates.per_eur.keys() {
        set.execute(params![currency.code(), to_cny(rates, *currency)])?;
    }
    Ok(())
}

fn to_cny(rates: &Rates, currency: Currency) -> Option<f64> {
    rates.rate(currency, Currency::CNY)?.to_f64()
}

/// Removes the row of the same key, source and day.
fn forget_twin(tx: &Transaction<'_>, row: &Offer) -> rusqlite::Result<()> {
    let mut delete = tx.prepare_cached(
        "DELETE FROM offers WHERE provider = ?1 AND sku = ?2 AND billing = ?3 AND region IS ?4
         AND zone IS ?5 AND os = ?6 AND means = 'sheet' AND source = ?7 AND observed_at IS ?8",
    )?;
    let at = row.observed_at.map(Timestamp::as_second);
    delete.execute(params![
        row.plan.provider,
        row.plan.sku,
        row.billing.to_string(),
        row.region,
        row.zone,
        word(&row.os)?,
        row.origin.source,
        at
    ])?;
    Ok(())
}

/// Writes offers and the names of their cards.
struct Writer<'a> {
    insert: rusqlite::Statement<'a>,
    add_card: rusqlite::Statement<'a>,
    rates: &'a Rates,
    cards: HashMap<(String, String), i64>,
}

impl<'a> Writer<'a> {
    fn new(tx: &'a Connection, rates: &'a Rates) -> rusqlite::Result<Writer<'a>> {
        let known = cards(tx)?.into_values();
        let key = |card: Card| Ok(((card.name, model_text(&card.model)?), card.id));
        Ok(Writer {
            insert: tx.prepare(INSERT)?,
            add_card: tx.prepare("INSERT INTO cards (name, model, vendor) VALUES (?1, ?2, ?3)")?,
            rates,
            cards: known.map(key).collect::<rusqlite::Result<_>>()?,
        })
    }

    fn card(&mut self, gpu: &PlanGpu) -> rusqlite::Result<i64> {
        let key = (gpu.name.clone(), model_text(&gpu.model)?);
        if let Some(id) = self.cards.get(&key) {
            return Ok(*id);
        }
        let spec = gpu.id().and_then(|id| sheet().get(id));
        let vendor = spec.map(|spec| spec.vendor.to_lowercase());
        let id = self.add_card.insert(params![key.0, key.1, vendor])?;
        self.cards.insert(key, id);
        Ok(id)
    }

    fn insert(&mut self, offer: &Offer) -> rusqlite::Result<()> {
        let Offer { plan, price, .. } = offer;
        let gpu = plan.gpu.as_ref();
        let card = gpu.map(|gpu| self.card(gpu)).transpose()?;
        let (level, stock) = stock(&offer.availability);
        let currency = price.map(|price| price.listed.currency);
        let listed_per_hour = price.and_then(|price| price.per_hour().amount.to_f64());
        let rate = currency.and_then(|currency| to_cny(self.rates, currency));
        let text = |amount: Money| amount.amount.to_string();
        self.insert.execute(params![
            plan.provider,
            plan.sku,
            offer.region,
            offer.zone,
            word(&offer.os)?,
            offer.billing.to_string(),
            word(&plan.kind)?,
            card,
            gpu.and_then(|gpu| gpu.count),
            gpu.and_then(|gpu| gpu.memory_gib),
            gpu.and_then(|gpu| gpu.usable_gib),
            gpu.map(|gpu| gpu.share),
            gpu.and_then(|gpu| gpu.link)
                .as_ref()
                .map(word)
                .transpose()?,
            plan.vcpus,
            plan.memory_gib,
            offer.mainland_china,
            price.map(|price| text(price.listed)),
            price.and_then(|price| price.payable).map(text),
            currency.map(String::from),
            price.map(|price| word(&price.per)).transpose()?,
            level,
            stock,
            offer.quota,
            word(&offer.origin.means)?,
            offer.origin.source,
            offer.origin.note,
            offer
                .quarantine
                .as_ref()
                .map(|held| word(&held.reason))
                .transpose()?,
            offer
                .quarantine
                .as_ref()
                .and_then(|held| held.detail.as_ref()),
            offer.observed_at.map(Timestamp::as_second),
            offer.superseded,
            listed_per_hour,
            listed_per_hour.zip(rate).map(|(price, rate)| price * rate),
        ])?;
        Ok(())
    }
}

fn model_text(model: &GpuName) -> rusqlite::Result<String> {
    let failed = |error| rusqlite::Error::ToSqlConversionFailure(Box::new(error));
    serde_json::to_string(model).map_err(failed)
}

pub(super) fn cards(tx: &Connection) -> rusqlite::Result<Cards> {
    let mut ask = tx.prepare_cached("SELECT id, name, model, vendor FROM cards")?;
    let card = |row: &Row<'_>| {
        let model: String = row.get(2)?;
        let model = serde_json::from_str(&model).map_err(damaged_cell)?;
        Ok(Card {
            id: row.get(0)?,
            name: row.get(1)?,
            model,
            vendor: row.get(3)?,
        })
    };
    ask.query_map([], card)?
        .map(|card| card.map(|card| (card.id, card)))
        .collect()
}

/// Offers by a condition of ours, in the order of their numbers.
fn all(tx: &Connection, condition: &str) -> rusqlite::Result<Vec<Kept>> {
    let cards = cards(tx)?;
    let mut ask = tx.prepare(&format!(
        "SELECT {COLUMNS} FROM offers {condition} ORDER BY id"
    ))?;
    ask.query_map([], |row| offer(row, &cards))?.collect()
}

/// A row with [`COLUMNS`] as an offer.
pub(super) fn offer(row: &Row<'_>, cards: &Cards) -> rusqlite::Result<Kept> {
    let card = row.get::<_, Option<i64>>(8)?.and_then(|id| cards.get(&id));
    let plan = Plan {
        provider: row.get(1)?,
        sku: row.get(2)?,
        kind: unword(row.get(7)?)?,
        gpu: card.map(|card| plan_gpu(row, card)).transpose()?,
        vcpus: row.get(14)?,
        memory_gib: row.get(15)?,
    };
    let quarantine = match row.get::<_, Option<String>>(27)? {
        Some(reason) => Some(Quarantine {
            reason: unword(reason)?,
            detail: row.get(28)?,
        }),
        None => None,
    };
    let offer = Offer {
        plan,
        region: row.get(3)?,
        zone: row.get(4)?,
        mainland_china: row.get(16)?,
        os: unword(row.get(5)?)?,
        billing: unword(row.get(6)?)?,
        price: price(row, 17)?,
        availability: availability(&row.get::<_, String>(21)?, row.get(22)?),
        quota: row.get(23)?,
        origin: Origin {
            means: unword::<Means>(row.get(24)?)?,
            source: row.get(25)?,
            note: row.get(26)?,
        },
        quarantine,
        observed_at: moment(row.get(29)?)?,
        superseded: row.get(30)?,
    };
    Ok(Kept {
        id: row.get(0)?,
        offer,
    })
}

fn plan_gpu(row: &Row<'_>, card: &Card) -> rusqlite::Result<PlanGpu> {
    Ok(PlanGpu {
        name: card.name.clone(),
        model: card.model.clone(),
        count: row.get(9)?,
        memory_gib: row.get(10)?,
        usable_gib: row.get(11)?,
        share: row.get(12)?,
        link: row.get::<_, Option<String>>(13)?.map(unword).transpose()?,
    })
}

/// The price in four columns from `at`: listed, payable, currency, period.
pub(super) fn price(row: &Row<'_>, at: usize) -> rusqlite::Result<Option<Price>> {
    let (Some(listed), Some(currency), Some(per)) = (
        row.get::<_, Option<String>>(at)?,
        row.get::<_, Option<String>>(at + 2)?,
        row.get::<_, Option<String>>(at + 3)?,
    ) else {
        return Ok(None);
    };
    let currency: Currency = currency.parse().map_err(damaged_cell)?;
    let money = |text: String| -> rusqlite::Result<Money> {
        let amount: Decimal = text.parse().map_err(damaged_cell)?;
        Ok(Money { amount, currency })
    };
    let payable = row
        .get::<_, Option<String>>(at + 1)?
        .map(money)
        .transpose()?;
    Ok(Some(Price {
        listed: money(listed)?,
        payable,
        per: unword::<Period>(per)?,
    }))
}

/// Seconds since 1970 as a moment.
pub(super) fn moment(seconds: Option<i64>) -> rusqlite::Result<Option<Timestamp>> {
    seconds
        .map(|s| Timestamp::from_second(s).map_err(damaged_cell))
        .transpose()
}

/// Stock as two columns.
pub(super) fn stock(availability: &Availability) -> (&'static str, Option<u32>) {
    match availability {
        Availability::InStock { count } => ("in_stock", *count),
        Availability::Low { count } => ("low", *count),
        Availability::SoldOut => ("sold_out", None),
        Availability::Unknown => ("unknown", None),
    }
}

fn availability(level: &str, count: Option<u32>) -> Availability {
    match level {
        "in_stock" => Availability::InStock { count },
        "low" => Availability::Low { count },
        "sold_out" => Availability::SoldOut,
        _ => Availability::Unknown,
    }
}
