//! A price sheet that the user wrote: every row is read, and what is wrong with one is told with its
//! line, its column, what stands there and what should.
//!
//! Bytes are not decoded here, and nothing is stored: the caller decides whether the good rows of a
//! faulty sheet are kept.

mod check;
mod write;

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;

use super::row::{self, COLUMNS, Row};
use super::{Shapes, hosts, sellers, unknown_names};
use crate::message::{Message, Note, Param};
use crate::money::Rates;
use crate::offer::{Means, Offer};

pub use write::write;

/// Faults that are told one by one; the rest is counted. A sheet of another program has one in
/// every row, and nobody reads more.
const MOST_FAULTS: usize = 100;
/// Columns that a sheet cannot do without.
const NEEDED: [&str; 6] = ["provider", "plan", "billing", "price", "currency", "unit"];

/// What a sheet is read against.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// Name of the file, for messages and as the source of rows that name none.
    pub file: &'a str,
    /// Machines whose facts fill gaps.
    pub shapes: &'a Shapes,
    /// Currencies that can be converted.
    pub rates: &'a Rates,
    /// The present, so that a day in the future is noticed.
    pub now: Timestamp,
}

/// What was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// The good rows, and with an unknown price those whose price is none. Not yet compared with
    /// the market: see [`guard`](super::gate::guard).
    pub offers: Vec<Offer>,
    /// What is wrong, by line; at most [`MOST_FAULTS`] and one that counts the rest.
    pub faults: Vec<Message>,
    /// What is not wrong but should be known, e.g. a card that no table knows.
    pub notes: Vec<Note>,
}

/// Reads a sheet. `Err` with the one message that says why, when it is no price sheet at all.
///
/// The separator may be a comma, a semicolon or a tab; columns may stand in any order, and those
/// without a needed figure may be missing.
pub fn read(text: &str, known: &Known<'_>) -> Result<Sheet, Message> {
    let head = text.lines().next().unwrap_or_default();
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .delimiter(separator(head))
        .from_reader(text.as_bytes());
    let broken = |_| fault("sheet_not_csv", known, 1);
    let head = reader.headers().map_err(broken)?.clone();
    let columns = columns(&head, known)?;
    let mut faults = Faults::default();
    let mut rows = Vec::new();
    for record in reader.records() {
        let Ok(record) = record else {
            faults.add(0, fault("sheet_not_csv", known, 1));
            break;
        };
        let line = record.position().map_or(0, csv::Position::line);
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if record.len() != head.len() {
            let cells = |n: usize| Param::Count(n as u64);
            let short = fault("sheet_half_row", known, line)
                .with("cells", cells(record.len()))
                .with("expected", cells(head.len()));
            faults.add(line, short);
            continue;
        }
        let cells = columns
            .iter()
            .map(|(column, at)| (*column, record.get(*at).unwrap_or("")));
        let row = Row::of(line, cells);
        match check::row(&row, known) {
            Ok(()) => rows.push(row),
            Err(wrong) => faults.add(line, wrong),
        }
    }
    let offers = offers(rows, known, &mut faults);
    let notes = unknown_names(&offers);
    Ok(Sheet {
        offers,
        faults: faults.told(known),
        notes,
    })
}

/// Offers of rows that are sound by themselves; what is wrong among them is told.
fn offers(rows: Vec<Row>, known: &Known<'_>, faults: &mut Faults) -> Vec<Offer> {
    let mut seen = HashSet::new();
    let mut offers = Vec::with_capacity(rows.len());
    for mut row in hosts::join(rows, known.shapes) {
        if row.plan.trim().is_empty() {
            faults.add(
                row.line,
                check::cell("sheet_empty_cell", known, &row, "plan", ""),
            );
            continue;
        }
        if row.source.trim().is_empty() {
            row.source = known.file.to_owned();
        }
        let mut offer = match row::offer(&row, Means::Sheet) {
            Ok(offer) => offer,
            Err(bad) => {
                let wrong = check::cell("sheet_number", known, &row, bad.column, &bad.value);
                faults.add(row.line, wrong);
                continue;
            }
        };
        if let Some(seller) = sellers::find(&row.provider) {
            offer.plan.provider = seller.id.clone();
        } else {
            offer.plan.provider = row.provider.trim().to_lowercase();
        }
        if !seen.insert((offer.key(), offer.observed_at, row.source.clone())) {
            faults.add(
                row.line,
                check::cell("sheet_duplicate", known, &row, "plan", &row.plan),
            );
            continue;
        }
        if !row.price.trim().is_empty() && row::amount(&row.price).is_none() {
            faults.add(
                row.line,
                check::cell("sheet_price", known, &row, "price", &row.price),
            );
        }
        offer.mainland_china = sellers::is_mainland(&offer.plan.provider, offer.region.as_deref());
        known.shapes.fill(&mut offer);
        offers.push(offer);
    }
    offers
}

/// Faults by line.
#[derive(Default)]
struct Faults(BTreeMap<u64, Vec<Message>>);

impl Faults {
    fn add(&mut self, line: u64, fault: Message) {
        self.0.entry(line).or_default().push(fault);
    }

    fn told(self, known: &Known<'_>) -> Vec<Message> {
        let mut faults: Vec<Message> = self.0.into_values().flatten().collect();
        let hidden = faults.len().saturating_sub(MOST_FAULTS);
        if hidden > 0 {
            faults.truncate(MOST_FAULTS);
            let more = Message::new("sheet_more")
                .with("file", Param::Text(known.file.to_owned()))
                .with("count", Param::Count(hidden as u64));
            faults.push(more);
        }
        faults
    }
}

fn empty(known: &Known<'_>) -> Message {
    fault("sheet_empty", known, 1).with("expected", Param::Text(COLUMNS.join(", ")))
}

fn fault(code: &'static str, known: &Known<'_>, line: u64) -> Message {
    Message::new(code)
        .with("file", Param::Text(known.file.to_owned()))
        .with("line", Param::Count(line))
}

/// The separator of a sheet is the one that its head uses most.
fn separator(head: &str) -> u8 {
    let count = |sign: u8| head.bytes().filter(|byte| *byte == sign).count();
    // Of equal counts the last one wins: the comma.
    [b'\t', b';', b',']
        .into_iter()
        .max_by_key(|sign| count(*sign))
        .unwrap_or(b',')
}

/// Which cell of a record belongs to which column; a message when the head is not that of a price
/// sheet. A misspelt column would otherwise be ignored without a word.
fn columns(
    head: &csv::StringRecord,
    known: &Known<'_>,
) -> Result<Vec<(&'static str, usize)>, Message> {
    let mut columns: Vec<(&'static str, usize)> = Vec::new();
    let mut unknown = Vec::new();
    for (index, written) in head.iter().enumerate() {
        let name = written.trim().trim_start_matches('\u{feff}').to_lowercase();
        match COLUMNS.into_iter().find(|column| *column == name) {
            Some(column) if columns.iter().all(|(other, _)| *other != column) => {
                columns.push((column, index));
            }
            _ => unknown.push(check::shortened(written)),
        }
    }
    if columns.is_empty() && unknown.iter().all(String::is_empty) {
        return Err(empty(known));
    }
    let missing = |column: &&&str| columns.iter().all(|(found, _)| found != *column);
    let missing: Vec<&str> = NEEDED.iter().filter(missing).copied().collect();
    if missing.is_empty() && unknown.is_empty() {
        return Ok(columns);
    }
    let list = |names: &[&str]| Param::Text(names.join(", "));
    let code = if missing.is_empty() {
        "sheet_columns_unknown"
    } else {
        "sheet_columns_missing"
    };
    let unknown: Vec<&str> = unknown.iter().map(String::as_str).take(8).collect();
    let told = if missing.is_empty() {
        list(&unknown)
    } else {
        list(&missing)
    };
    Err(fault(code, known, 1)
        .with("columns", told)
        .with("expected", list(&COLUMNS)))
}
