//! What is known of sellers beyond prices: billing step, stop rules, storage, start-up, discounts.
//!
//! Source: `provider-traits-cn.csv` and `storage-prices-cn.csv`. Every figure keeps who said it and
//! when; of several the newest counts, of equally new ones the one worse for the user. What is said
//! of nobody in particular (`unspecified-…`) is kept to be shown and never applied.

mod read;
mod value;

use std::collections::BTreeMap;

use crate::money::Money;

pub use read::TraitsError;

/// One statement about a seller, as its source makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trait {
    /// Whom it is about.
    pub provider: String,
    /// What it is about: `billing_granularity`, `storage_price_stopped`, …
    pub code: String,
    /// The value as written.
    pub value: String,
    /// Its unit as written; empty for words and texts.
    pub unit: String,
    /// Who says so.
    pub source: String,
    /// When, as written: a date, a month, a year or `undated`.
    pub observed_on: String,
    /// The source's own remark.
    pub note: Option<String>,
    /// Another source gives another figure or word for the same thing.
    pub contradicted: bool,
}

/// A figure with the statement it was taken from.
#[derive(Debug, Clone, PartialEq)]
pub struct Stated<T> {
    /// The figure.
    pub value: T,
    /// Who says so.
    pub source: String,
    /// When, as written.
    pub observed_on: String,
    /// Another source says otherwise.
    pub contradicted: bool,
}

/// What can be calculated with of one seller; `None` = nobody says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SellerTraits {
    /// Seconds that use is rounded up to: 1, 60 or 3,600.
    pub billing_step_s: Option<Stated<u32>>,
    /// Seconds that are billed at least, each time the machine is started.
    pub billing_minimum_s: Option<Stated<u32>>,
    /// Whether the time from start to log-in is billed.
    pub start_billed: Option<Stated<bool>>,
    /// Whether stopping ends the charge for the GPU.
    pub stop_without_charge: Option<Stated<bool>>,
    /// Seconds from start to a machine one can log in to.
    pub start_up_s: Option<Stated<f64>>,
    /// Price of files kept while the machine is stopped, per GB and month of 30 days.
    pub storage_stopped: Option<Stated<Money>>,
    /// Price of a disk in use, per GB and month of 30 days.
    pub storage_running: Option<Stated<Money>>,
    /// GB of that disk without charge.
    pub free_storage_gb: Option<Stated<f64>>,
    /// Price of traffic out, per GB.
    pub egress: Option<Stated<Money>>,
    /// GB of traffic out a month without charge.
    pub egress_free_gb: Option<Stated<f64>>,
    /// Share of time the machines can be used.
    pub availability: Option<Stated<f64>>,
    /// Hours until a failed machine is back, the mean.
    pub recovery_h: Option<Stated<f64>>,
    /// Whether an image with the usual frameworks can be had.
    pub preinstalled: Option<Stated<bool>>,
    /// Whether there is a second copy of the disk.
    pub redundant_disk: Option<Stated<bool>>,
    /// Days after which a stopped machine and its files are deleted.
    pub deleted_after_days: Option<Stated<f64>>,
    /// Speed of the disk that models are read from, GB/s.
    pub disk_gb_s: Option<Stated<f64>>,
    /// Share that a month or a year paid ahead takes off the price by the hour, the least that is said.
    pub reserved_off: Option<Stated<f64>>,
    /// Whether machines are sold that can be taken away.
    pub spot: Option<Stated<bool>>,
    /// Chinese graded protection of information security, level 3.
    pub djbh_3: Option<Stated<bool>>,
    /// Days that logs are kept.
    pub log_retention_days: Option<Stated<f64>>,
}

impl SellerTraits {
    /// Price of files that are kept for a while, per GB and month of 30 days: of the disk that
    /// outlives a stop, else of the only one priced.
    pub fn storage(&self) -> Option<&Stated<Money>> {
        self.storage_stopped
            .as_ref()
            .or(self.storage_running.as_ref())
    }

    /// Whether files outlive a stop: where a price or an allowance for that is stated, they do.
    pub fn keeps_files(&self) -> bool {
        self.storage_stopped.is_some() || self.free_storage_gb.is_some()
    }
}

/// Everything known of sellers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Traits {
    sellers: BTreeMap<String, SellerTraits>,
    statements: Vec<Trait>,
}

impl Traits {
    /// Reads both files: statements first, then storage prices.
    ///
    /// # Errors
    /// Names the file's line that is not a row of the expected columns.
    pub fn read(traits_csv: &str, storage_csv: &str) -> Result<Traits, TraitsError> {
        read::read(traits_csv, storage_csv)
    }

    /// What can be calculated with of this seller; `None` when nothing is known.
    pub fn of(&self, provider: &str) -> Option<&SellerTraits> {
        self.sellers.get(provider)
    }

    /// Every statement about this seller, newest first within one code.
    pub fn statements(&self, provider: &str) -> impl Iterator<Item = &Trait> {
        self.statements
            .iter()
            .filter(move |statement| statement.provider == provider)
    }

    /// Every statement, by seller and code, newest first.
    pub fn all(&self) -> &[Trait] {
        &self.statements
    }

    /// The dearest price that any seller asks for keeping files: the high end of an unknown one.
    pub fn dearest_storage(&self) -> Option<Money> {
        let prices = self.sellers.values().filter_map(SellerTraits::storage);
        prices
            .map(|stated| stated.value)
            .max_by_key(|price| price.amount)
    }

    /// The same with this seller's figures put in, e.g. from the user or in a test.
    #[must_use]
    pub fn with(mut self, provider: &str, seller: SellerTraits) -> Traits {
        self.sellers.insert(provider.to_owned(), seller);
        self
    }
}

#[cfg(test)]
mod tests;
