//! One row of a price table, and the offer it becomes.

use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use rust_decimal::Decimal;
use serde::Deserialize;

use super::gate::{self, Facts};
use super::provider_id;
use crate::gpu::{Kind, Link, Recognised, recognise_devices};
use crate::money::{Currency, Money, Period, Price};
use crate::offer::{Availability, Billing, Means, Offer, Origin, Os};
use crate::plan::{Plan, PlanGpu};

/// The columns of a price table (`plans-cn.csv`, `plans-intl.csv`), in their order.
pub const COLUMNS: [&str; 15] = [
    "provider",
    "plan",
    "region",
    "gpu_model",
    "gpu_count",
    "gpu_mem_gb",
    "vcpus",
    "ram_gb",
    "billing",
    "price",
    "currency",
    "unit",
    "source",
    "observed_on",
    "note",
];

/// A row as written; an empty cell means "not stated".
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Row {
    /// Line of the file, the head being 1; 0 where the row comes from no file.
    #[serde(skip)]
    pub line: u64,
    /// Seller's id.
    pub provider: String,
    /// The seller's code for the machine; empty in a row that prices a card alone.
    pub plan: String,
    /// Place.
    pub region: String,
    /// Card, in any spelling.
    pub gpu_model: String,
    /// Devices; below one a slice.
    pub gpu_count: String,
    /// Memory of one device, GiB.
    pub gpu_mem_gb: String,
    /// Host threads.
    pub vcpus: String,
    /// Host memory, GiB.
    pub ram_gb: String,
    /// `on_demand`, `spot`, `monthly`, `yearly`.
    pub billing: String,
    /// For the whole machine and one `unit`.
    pub price: String,
    /// ISO code.
    pub currency: String,
    /// `hour`, `month`, `year`.
    pub unit: String,
    /// Where it was read.
    pub source: String,
    /// Day, month, year, or nothing.
    pub observed_on: String,
    /// What a reader must know.
    pub note: String,
    /// The machine has a card whose price stands in a row of its own, and that row is missing.
    #[serde(skip)]
    pub card_price_missing: bool,
}

impl Row {
    /// Every cell with the name of its column, in the order of [`COLUMNS`].
    pub fn cells(&self) -> [(&'static str, &str); 15] {
        let texts = [
            &self.provider,
            &self.plan,
            &self.region,
            &self.gpu_model,
            &self.gpu_count,
            &self.gpu_mem_gb,
            &self.vcpus,
            &self.ram_gb,
            &self.billing,
            &self.price,
            &self.currency,
            &self.unit,
            &self.source,
            &self.observed_on,
            &self.note,
        ];
        std::array::from_fn(|i| (COLUMNS[i], texts[i].as_str()))
    }

    /// The row whose cells are given by the name of their column; the others are empty.
    pub fn of<'a>(line: u64, cells: impl IntoIterator<Item = (&'static str, &'a str)>) -> Row {
        let mut row = Row {
            line,
            ..Row::default()
        };
        for (column, text) in cells {
            let field = match column {
                "provider" => &mut row.provider,
                "plan" => &mut row.plan,
                "region" => &mut row.region,
                "gpu_model" => &mut row.gpu_model,
                "gpu_count" => &mut row.gpu_count,
                "gpu_mem_gb" => &mut row.gpu_mem_gb,
                "vcpus" => &mut row.vcpus,
                "ram_gb" => &mut row.ram_gb,
                "billing" => &mut row.billing,
                "price" => &mut row.price,
                "currency" => &mut row.currency,
                "unit" => &mut row.unit,
                "source" => &mut row.source,
                "observed_on" => &mut row.observed_on,
                "note" => &mut row.note,
                _ => continue,
            };
            text.clone_into(field);
        }
        row
    }
}

/// A cell that is not what its column holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadCell {
    /// Name of the column.
    pub column: &'static str,
    /// What stands there.
    pub value: String,
}

impl BadCell {
    fn of(column: &'static str, value: &str) -> BadCell {
        BadCell {
            column,
            value: value.to_owned(),
        }
    }
}

/// The rows of a price table.
pub fn read(table: &str) -> Result<Vec<Row>, csv::Error> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let head = reader.headers()?.clone();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        rows.push(Row {
            line,
            ..record.deserialize(Some(&head))?
        });
    }
    Ok(rows)
}

/// The offer of a row. A price that is none and figures that exclude each other do not fail: such
/// an offer is quarantined. `mainland_china` is left `false`; it depends on the table.
pub fn offer(row: &Row, means: Means) -> Result<Offer, BadCell> {
    let reservation_only = is_capacity_block(&row.billing);
    let billing = if reservation_only {
        Billing::OnDemand
    } else {
        Billing::from_str(&row.billing).map_err(|_| BadCell::of("billing", &row.billing))?
    };
    let devices = number("gpu_count", &row.gpu_count)?;
    let memory_gib = number("gpu_mem_gb", &row.gpu_mem_gb)?;
    let card = recognise_devices(&row.gpu_model, memory_gib, devices);
    let facts = Facts {
        status: card.status,
        devices,
        memory_gib,
        price_text: row.price.trim(),
        reservation_only,
        card_price_missing: row.card_price_missing,
    };
    let price = price(row)?;
    let mut offer = Offer {
        plan: Plan {
            provider: provider_id(&row.provider),
            sku: row.plan.trim().to_owned(),
            kind: card.kind,
            gpu: gpu(row, card),
            vcpus: number("vcpus", &row.vcpus)?,
            memory_gib: number("ram_gb", &row.ram_gb)?,
        },
        region: stated(&row.region),
        zone: None,
        mainland_china: false,
        os: Os::Linux,
        billing,
        price,
        availability: availability(&row.note),
        quota: None,
        origin: Origin {
            means,
            source: row.source.trim().to_owned(),
            note: stated(&row.note),
        },
        quarantine: None,
        observed_at: moment(&row.observed_on)
            .ok_or_else(|| BadCell::of("observed_on", &row.observed_on))?,
        superseded: false,
    };
    if offer.plan.gpu.is_none() {
        offer.plan.kind = Kind::Cpu;
    }
    offer.quarantine = gate::judge(&offer, &facts);
    Ok(offer)
}

/// A machine has cards when any of the three columns says so.
fn gpu(row: &Row, card: Recognised) -> Option<PlanGpu> {
    let cells = [&row.gpu_model, &row.gpu_count, &row.gpu_mem_gb];
    if cells.iter().all(|cell| cell.trim().is_empty()) {
        return None;
    }
    let mut gpu = card.into_plan_gpu();
    let joined = [&row.plan, &row.gpu_model]
        .iter()
        .any(|text| says(text, "nvlink"));
    if joined || says(&row.note, "joined by an nvlink bridge") {
        gpu.link = Some(Link::Nvlink);
    }
    Some(gpu)
}

fn says(text: &str, words: &str) -> bool {
    text.to_lowercase().contains(words)
}

fn availability(note: &str) -> Availability {
    if says(note, "out of stock") || says(note, "; sold out") {
        Availability::SoldOut
    } else {
        Availability::Unknown
    }
}

/// AWS sells some machines as capacity blocks only: a price, but not one to start a machine at.
fn is_capacity_block(billing: &str) -> bool {
    let letters = billing.chars().filter(char::is_ascii_alphabetic);
    letters
        .collect::<String>()
        .eq_ignore_ascii_case("capacityblock")
}

/// A price above zero, or `None`: nothing, zero, a negative number and "NaN" are all unknown.
/// Source: case API-03.
fn price(row: &Row) -> Result<Option<Price>, BadCell> {
    let currency = Currency::from_str(&row.currency);
    let currency = currency.map_err(|_| BadCell::of("currency", &row.currency))?;
    let per = match row.unit.trim() {
        "hour" => Period::Hour,
        "month" => Period::Month,
        "year" => Period::Year,
        _ => return Err(BadCell::of("unit", &row.unit)),
    };
    let amount = amount(&row.price);
    Ok(amount.map(|amount| Price {
        listed: Money { amount, currency },
        payable: None,
        per,
    }))
}

/// A decimal above zero.
pub fn amount(text: &str) -> Option<Decimal> {
    let amount = Decimal::from_str(text.trim()).ok()?;
    (amount > Decimal::ZERO).then(|| amount.normalize())
}

fn stated(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A finite number that is not negative, or nothing.
fn number(column: &'static str, text: &str) -> Result<Option<f64>, BadCell> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => Ok(Some(value)),
        _ => Err(BadCell::of(column, text)),
    }
}

/// When something was seen: a day, or a month or year as its first day; `Some(None)` for nothing
/// or "undated", `None` for what is no date. Midnight UTC.
pub fn moment(text: &str) -> Option<Option<Timestamp>> {
    let text = text.trim();
    let day = match text.len() {
        _ if text.is_empty() || text == "undated" => return Some(None),
        4 => format!("{text}-01-01"),
        7 => format!("{text}-01"),
        _ => text.to_owned(),
    };
    let date = Date::from_str(&day).ok().filter(|_| day.len() == 10)?;
    let midnight = date.to_zoned_datetime(TimeZone::UTC).ok()?;
    Some(Some(midnight.timestamp()))
}
