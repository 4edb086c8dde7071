//! The catalogue: rows of price and machine tables become offers, and a gate decides which of them
//! may be ranked.
//!
//! * [`row`]: one row of a price table → one offer;
//! * [`shapes`]: machine facts without prices, which fill the gaps of offers;
//! * [`hosts`]: prices of machine and card that stand in two rows;
//! * [`gate`]: what is kept and shown, and never ranked;
//! * [`duplicates`]: several sources of one offer;
//! * [`sheet`]: a price table that the user wrote;
//! * [`packed`]: the compact form in which offers are shipped;
//! * [`rates`], [`sellers`]: exchange rates, and who sells.
//!
//! Nothing here reads a file: texts come in, offers and notes go out. No row is lost on the way.

pub mod duplicates;
pub mod gate;
pub mod hosts;
pub mod packed;
pub mod rates;
pub mod row;
pub mod sellers;
pub mod shapes;
pub mod sheet;

use std::collections::BTreeSet;

use crate::gpu::{GpuName, Status, recognise};
use crate::message::{Message, Note, Param};
use crate::money::Rates;
use crate::offer::{Fetched, Means, Offer};
use crate::plan::ProviderId;

/// A table is not CSV, or lacks a column.
pub type CsvError = csv::Error;

pub use packed::PackError;
pub use row::{BadCell, Row};
pub use shapes::Shapes;

/// The tables that ship with the program, as text.
#[derive(Debug, Clone, Copy)]
pub struct Tables<'a> {
    /// `plans-cn.csv`: prices of Chinese sellers.
    pub plans_cn: &'a str,
    /// `plans-intl.csv`: prices of the others.
    pub plans_intl: &'a str,
    /// `specs-*.csv`: machines without prices.
    pub specs: [&'a str; 2],
}

/// A table that ships with the program cannot be read; the build stops.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The text is no table of the expected columns.
    #[error("a row does not have the columns of its table")]
    Csv(#[from] csv::Error),
    /// A cell is not what its column holds.
    #[error("line {line}: {cell:?}")]
    Cell {
        /// Line of the file, the head being 1.
        line: u64,
        /// The cell.
        cell: BadCell,
    },
}

/// Every row of the shipped tables as an offer: prices first in the order of the files, then the
/// machines that have none. Quarantined rows and older sources are among them, marked.
pub fn shipped(tables: &Tables<'_>, rates: &Rates) -> Result<Fetched<Offer>, TableError> {
    let shapes = Shapes::read(&tables.specs)?;
    let mut items = Vec::new();
    for (table, chinese) in [(tables.plans_cn, true), (tables.plans_intl, false)] {
        let rows = hosts::join(row::read(table)?, &shapes);
        for read in rows {
            let cell = |cell| TableError::Cell {
                line: read.line,
                cell,
            };
            let mut offer = row::offer(&read, Means::Snapshot).map_err(cell)?;
            offer.mainland_china = chinese || offer.plan.provider == "aws-cn";
            shapes.fill(&mut offer);
            items.push(offer);
        }
    }
    items.extend(shapes.without_price(&items));
    duplicates::mark_superseded(&mut items, rates);
    let notes = unknown_names(&items);
    Ok(Fetched { items, notes })
}

/// The id under which a seller is known here: the machine tables call Alibaba Cloud `alicloud`.
pub fn provider_id(text: &str) -> ProviderId {
    match text.trim() {
        "alicloud" => "aliyun".to_owned(),
        other => other.to_owned(),
    }
}

/// One note for each card name that no table knows, sorted.
pub fn unknown_names(offers: &[Offer]) -> Vec<Note> {
    let cards = offers.iter().filter_map(|offer| offer.plan.gpu.as_ref());
    let texts: BTreeSet<&str> = cards
        .filter_map(|gpu| match &gpu.model {
            GpuName::Unknown(text) => Some(text.as_str()),
            GpuName::Known(_) | GpuName::OneOf(_) => None,
        })
        .collect();
    let unknown = |text: &&str| recognise(text, None, None).status == Status::Unknown;
    let note = |text: &str| Message::new("gpu_unknown").with("name", Param::Text(text.to_owned()));
    texts.into_iter().filter(unknown).map(note).collect()
}
