//! The plans table.

use serde::{Deserialize, Serialize};

use super::advice::{AvailabilityView, ListedView};
use super::{MessageView, MoneyView};

/// What the plans table shows: filter, order and page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PlansQuery {
    /// A GPU by any recognised spelling; empty = all.
    pub gpu: String,
    /// Words in provider, plan, card or region, in any recognised spelling; empty = all.
    pub search: String,
    /// Least nominal memory of one device, GB.
    pub min_gpu_memory_gb: Option<f64>,
    /// Least number of GPUs.
    pub gpus: Option<u32>,
    /// Only these providers.
    pub provider: Vec<String>,
    /// `cn`, a provider's code, or empty.
    pub region: String,
    /// Only these ways of billing.
    pub billing: Vec<String>,
    /// Only these vendors of cards.
    pub vendor: Vec<String>,
    /// Highest hourly price of the whole machine, e.g. `3 CNY`.
    pub max_price: String,
    /// `gpu`, `npu`, `asic`, `tpu`, `fpga`, `video`, `cpu`, `all`; empty = gpu and npu.
    pub kind: Vec<String>,
    /// Also quarantined rows and older sources of the same key.
    pub all: bool,
    /// Also quarantined rows (the window's switch); `all` implies it.
    pub held: bool,
    /// `price`, `price-per-gpu`, `price-per-gb`, `memory`, `age`, `provider`, `plan`, `gpu`, `region`; empty = price.
    pub sort: String,
    /// Largest first.
    pub descending: bool,
    /// Currency of the price columns; empty = CNY.
    pub currency: String,
    /// Rows to leave out at the start.
    pub offset: u32,
    /// Most rows; `None` = all.
    pub limit: Option<u32>,
}

/// One page of the plans table.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct OffersPage {
    /// Version of this shape.
    pub schema: u32,
    /// The rows of this page.
    pub offers: Vec<OfferRow>,
    /// Rows that match, on all pages.
    pub total: u32,
    /// Sellers among them.
    pub providers: u32,
    /// Quarantined rows that match, whether shown or not.
    pub held: u32,
    /// Names in these rows that no spec row explains, each once.
    pub notes: Vec<MessageView>,
}

/// The cards of a plan.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct GpuView {
    /// Ids in the spec sheet: none for an unknown card, several when the form is not stated.
    pub ids: Vec<String>,
    /// Name to show.
    pub name: String,
    /// Devices of one machine.
    pub count: Option<u32>,
    /// Nominal memory of one device, GiB.
    pub memory_gib: Option<f64>,
    /// Part of a card that one device is.
    pub share: f64,
}

/// One offer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct OfferRow {
    /// Identifies the row, for later calls.
    pub id: String,
    /// Provider's id.
    pub provider: String,
    /// Provider's name in the reader's language.
    pub provider_name: String,
    /// The SKU.
    pub plan: String,
    /// `gpu`, `npu`, …
    pub kind: String,
    /// Place.
    pub region: Option<String>,
    /// `on_demand`, …
    pub billing: String,
    /// The cards, if any.
    pub gpu: Option<GpuView>,
    /// Host threads.
    pub vcpus: Option<f64>,
    /// Host memory, GiB.
    pub memory_gib: Option<f64>,
    /// Of the machine, in the chosen currency; `null` = unknown.
    pub price_per_hour: Option<MoneyView>,
    /// Of one whole card; `null` for slices and where the count is not stated.
    pub price_per_gpu_hour: Option<MoneyView>,
    /// Of one GiB of GPU memory.
    pub price_per_gib_hour: Option<MoneyView>,
    /// As listed.
    pub listed: Option<ListedView>,
    /// The price was converted from another currency.
    pub converted: bool,
    /// Day it was seen.
    pub observed_on: Option<String>,
    /// Age in days; `null` = undated.
    pub age_days: Option<u32>,
    /// Page, file or call.
    pub source: String,
    /// `api`, `sheet`, …
    pub means: String,
    /// The source's own remark.
    pub source_note: Option<String>,
    /// Stock.
    pub availability: AvailabilityView,
    /// Why it is held, if it is.
    pub quarantine: Option<MessageView>,
    /// A newer source of the same key exists.
    pub superseded: bool,
    /// GPUs this account may start; `null` = not known.
    pub quota: Option<u32>,
    /// How the same card is priced by everybody; `null` where `price_per_gpu_hour` is.
    pub spread: Option<SpreadView>,
}

/// Prices of one whole card an hour over all offers of the same card and way of billing that are
/// not held, in the chosen currency.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SpreadView {
    /// Lowest.
    pub low: f64,
    /// Median.
    pub median: f64,
    /// Highest.
    pub high: f64,
}

/// Everything known about one offer: all its sources, and how its card is priced elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct OfferDetail {
    /// The row itself.
    pub offer: OfferRow,
    /// Every source of the same key, newest first, this one too.
    pub sightings: Vec<OfferRow>,
    /// The same card elsewhere, on demand, whole, cheapest first; at most eight.
    pub elsewhere: Vec<OfferRow>,
    /// What the seller's traits say, in words, each with its source.
    pub traits: Vec<TraitView>,
    /// Where it can be rented, if known.
    pub console_url: Option<String>,
}

/// One thing known about a seller.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TraitView {
    /// Code: `billing_granularity`, …
    pub code: String,
    /// In the reader's language.
    pub label: String,
    /// As the source writes it, with its unit.
    pub value: String,
    /// Who says so.
    pub source: String,
    /// When, as written.
    pub observed_on: String,
    /// The source's own remark.
    pub note: Option<String>,
    /// Another source contradicts it.
    pub contradicted: bool,
}
