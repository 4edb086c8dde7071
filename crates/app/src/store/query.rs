//! The plans table as a question: what matches, how many, in which order.
//!
//! Filter and order are answered from one index that holds every column they need; only the rows of
//! the page asked for are read whole. So the time hardly grows with the catalogue.

use rusqlite::types::Value;
use rusqlite::{Transaction, params, params_from_iter};
use tiaoka_core::offer::OfferKey;

use super::error::StoreError;
use super::offers::{COLUMNS, Kept, cards, offer};
use super::{Store, word};

/// By what the rows are ordered. Unknown figures stand last in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Order {
    /// Hourly price of the machine.
    #[default]
    Price,
    /// Hourly price of one whole card.
    PricePerGpu,
    /// Hourly price of one GiB of GPU memory.
    PricePerGb,
    /// Nominal memory of one device.
    Memory,
    /// Age of the price.
    Age,
    /// Provider's id.
    Provider,
    /// The SKU.
    Plan,
    /// Name of the card.
    Gpu,
    /// Place.
    Region,
}

impl Order {
    fn column(self) -> &'static str {
        match self {
            Order::Price => "cny_per_hour",
            Order::PricePerGpu => "cny_per_gpu_hour",
            Order::PricePerGb => "cny_per_gib_hour",
            Order::Memory => "gpu_memory_gib",
            Order::Age => "-observed_at",
            Order::Provider => "provider",
            Order::Plan => "sku COLLATE NOCASE",
            Order::Gpu => "(SELECT name FROM cards WHERE cards.id = card) COLLATE NOCASE",
            Order::Region => "region COLLATE NOCASE",
        }
    }
}

/// What is wanted: conditions that must all hold, the order, and the page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wanted {
    pub(crate) conditions: Vec<String>,
    pub(crate) values: Vec<Value>,
    /// Also older sources of the same key.
    pub(crate) superseded: bool,
    /// Also quarantined rows.
    pub(crate) held: bool,
    pub(crate) order: Order,
    pub(crate) descending: bool,
    pub(crate) offset: u32,
    pub(crate) limit: Option<u32>,
}

/// How much matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Counted {
    /// Rows on all pages.
    pub(crate) total: u32,
    /// Sellers among them.
    pub(crate) providers: u32,
    /// Quarantined rows that match, shown or not.
    pub(crate) held: u32,
}

impl Wanted {
    /// A column must have one of these values.
    pub(crate) fn one_of<V: Into<Value>>(
        &mut self,
        column: &str,
        values: impl IntoIterator<Item = V>,
    ) {
        let condition = self.list(column, values);
        self.conditions.push(condition);
    }

    /// A condition of ours, with `?` for each value.
    pub(crate) fn holds<V: Into<Value>>(
        &mut self,
        condition: &str,
        values: impl IntoIterator<Item = V>,
    ) {
        self.conditions.push(format!("({condition})"));
        self.values.extend(values.into_iter().map(Into::into));
    }

    /// One of several conditions must hold: those of [`Wanted::list`] and [`Wanted::has`].
    pub(crate) fn any(&mut self, conditions: &[String]) {
        self.conditions
            .push(format!("({})", conditions.join(" OR ")));
    }

    /// `column IN (…)`, its values kept; for [`Wanted::any`].
    pub(crate) fn list<V: Into<Value>>(
        &mut self,
        column: &str,
        values: impl IntoIterator<Item = V>,
    ) -> String {
        let before = self.values.len();
        self.values.extend(values.into_iter().map(Into::into));
        let marks = vec!["?"; self.values.len() - before].join(", ");
        format!("{column} IN ({marks})")
    }

    /// `column` contains this text in any case, its value kept; for [`Wanted::any`].
    pub(crate) fn has(&mut self, column: &str, text: &str) -> String {
        let literal = text
            .replace('\\', "\\\\")
            .replace('%', "\\%")
            .replace('_', "\\_");
        self.values.push(Value::Text(format!("%{literal}%")));
        format!("{column} LIKE ? ESCAPE '\\'")
    }

    /// The conditions as SQL, without the one about quarantine.
    fn filter(&self) -> String {
        let superseded = if self.superseded {
            "superseded IN (0, 1)"
        } else {
            "superseded = 0"
        };
        let mut filter = String::from(superseded);
        for condition in &self.conditions {
            filter.push_str(" AND ");
            filter.push_str(condition);
        }
        filter
    }
}

impl Store {
    /// Counts what matches and reads one page of it.
    pub(crate) fn matching(&self, wanted: &Wanted) -> Result<(Counted, Vec<Kept>), StoreError> {
        self.read("look for offers", |tx| {
            Ok((count(tx, wanted)?, page(tx, wanted)?))
        })
    }

    /// One offer by its number.
    pub(crate) fn offer(&self, id: u32) -> Result<Option<Kept>, StoreError> {
        self.read("read an offer", |tx| Ok(by_numbers(tx, &[id])?.pop()))
    }

    /// Every source of one offer, newest first, undated last.
    pub(crate) fn sightings(&self, key: &OfferKey) -> Result<Vec<Kept>, StoreError> {
        self.read("read the sources of an offer", |tx| {
            let OfferKey {
                provider,
                sku,
                region,
                zone,
                os,
                billing,
            } = key;
            let mut ask = tx.prepare_cached(
                "SELECT id FROM offers WHERE provider = ?1 AND sku = ?2 AND billing = ?3
                 AND region IS ?4 AND zone IS ?5 AND os = ?6
                 ORDER BY observed_at DESC NULLS LAST, superseded, id",
            )?;
            let values = params![provider, sku, billing.to_string(), region, zone, word(os)?];
            let ids = ask.query_map(values, |row| row.get(0))?;
            by_numbers(tx, &ids.collect::<rusqlite::Result<Vec<u32>>>()?)
        })
    }
}

fn count(tx: &Transaction<'_>, wanted: &Wanted) -> rusqlite::Result<Counted> {
    let shown = if wanted.held {
        "TRUE"
    } else {
        "quarantine IS NULL"
    };
    let ask = format!(
        "SELECT count(*) FILTER (WHERE {shown}),
                count(DISTINCT CASE WHEN {shown} THEN provider END),
                count(*) FILTER (WHERE quarantine IS NOT NULL)
         FROM offers WHERE {}",
        wanted.filter()
    );
    tx.prepare_cached(&ask)?
        .query_row(params_from_iter(&wanted.values), |row| {
            Ok(Counted {
                total: row.get(0)?,
                providers: row.get(1)?,
                held: row.get(2)?,
            })
        })
}

fn page(tx: &Transaction<'_>, wanted: &Wanted) -> rusqlite::Result<Vec<Kept>> {
    let shown = if wanted.held {
        ""
    } else {
        " AND quarantine IS NULL"
    };
    let column = wanted.order.column();
    let direction = if wanted.descending { "DESC" } else { "ASC" };
    let limit = wanted.limit.map_or(-1, i64::from);
    // Equal figures: the cheaper first, then the order of the catalogue.
    let ask = format!(
        "SELECT id FROM offers WHERE {}{shown}
         ORDER BY {column} {direction} NULLS LAST, cny_per_hour NULLS LAST, id
         LIMIT {limit} OFFSET {}",
        wanted.filter(),
        wanted.offset
    );
    let mut ask = tx.prepare_cached(&ask)?;
    let ids = ask.query_map(params_from_iter(&wanted.values), |row| row.get(0))?;
    by_numbers(tx, &ids.collect::<rusqlite::Result<Vec<u32>>>()?)
}

/// Whole rows, in the order of `ids`.
fn by_numbers(tx: &Transaction<'_>, ids: &[u32]) -> rusqlite::Result<Vec<Kept>> {
    let cards = cards(tx)?;
    let mut ask = tx.prepare_cached(&format!("SELECT {COLUMNS} FROM offers WHERE id = ?1"))?;
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        found.extend(
            ask.query_map([id], |row| offer(row, &cards))?
                .next()
                .transpose()?,
        );
    }
    Ok(found)
}
