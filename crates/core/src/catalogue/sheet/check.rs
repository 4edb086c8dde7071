//! What may stand in a cell of a user's sheet.

use std::str::FromStr;

use jiff::ToSpan;

use super::{Known, fault};
use crate::catalogue::row::{self, Row};
use crate::message::{Message, Param};
use crate::money::Currency;
use crate::offer::Billing;

/// More than any name, source or remark needs; a longer cell is a slip or an attack.
const LONGEST_CELL: usize = 2_000;
/// Characters of a cell that a message repeats.
const SHOWN: usize = 40;
/// Columns that hold a number or nothing.
const NUMBERS: [&str; 4] = ["gpu_count", "gpu_mem_gb", "vcpus", "ram_gb"];
/// Larger than any price, count or size on sale; keeps later sums within what can be calculated.
const LARGEST: f64 = 1e9;

/// The first thing that is wrong with a row by itself. A price of zero or less is not among them:
/// such a row is kept with an unknown price, and told beside it.
pub(super) fn row(row: &Row, known: &Known<'_>) -> Result<(), Message> {
    for (column, text) in row.cells() {
        let wrong = |code| Err(cell(code, known, row, column, text));
        let text = text.trim();
        if text.chars().count() > LONGEST_CELL {
            let length = Param::Count(text.chars().count() as u64);
            let most = Param::Count(LONGEST_CELL as u64);
            let long = cell("sheet_cell_too_long", known, row, column, text);
            return Err(long.with("length", length).with("most", most));
        }
        if text.chars().any(char::is_control) {
            return wrong("sheet_control");
        }
        if is_formula(column, text) {
            return wrong("sheet_formula");
        }
        if NUMBERS.contains(&column) && !text.is_empty() && !is_number(text) {
            return wrong("sheet_number");
        }
    }
    words(row, known)
}

/// The cells that hold one of a few words, a currency, a day or a name.
fn words(row: &Row, known: &Known<'_>) -> Result<(), Message> {
    let wrong = |code, column, text: &str| Err(cell(code, known, row, column, text));
    if row.provider.trim().is_empty() {
        return wrong("sheet_empty_cell", "provider", "");
    }
    let block = row.billing.to_lowercase().contains("capacity");
    if Billing::from_str(&row.billing).is_err() && !block {
        return wrong("sheet_billing", "billing", &row.billing);
    }
    if !["hour", "month", "year"].contains(&row.unit.trim()) {
        return wrong("sheet_unit", "unit", &row.unit);
    }
    let currency = Currency::from_str(&row.currency).ok();
    if !currency.is_some_and(|currency| known.rates.per_eur.contains_key(&currency)) {
        return wrong("sheet_currency", "currency", &row.currency);
    }
    let price = row.price.trim();
    if !price.is_empty() && price.parse::<f64>().is_err() {
        return wrong("sheet_number", "price", price);
    }
    if price.parse::<f64>().is_ok_and(|value| value > LARGEST) {
        return wrong("sheet_number", "price", price);
    }
    match row::moment(&row.observed_on) {
        None => wrong("sheet_date", "observed_on", &row.observed_on),
        // A day ahead is today somewhere on Earth.
        Some(Some(at)) if at > known.now + 24.hours() => {
            wrong("sheet_future", "observed_on", &row.observed_on)
        }
        Some(_) => Ok(()),
    }
}

/// Whether a spreadsheet would calculate with the cell instead of showing it.
fn is_formula(column: &str, text: &str) -> bool {
    let number = NUMBERS.contains(&column) || column == "price";
    text.starts_with(['=', '@', '+']) || (text.starts_with('-') && text.len() > 1 && !number)
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>()
        .is_ok_and(|value| (0.0..=LARGEST).contains(&value))
}

/// A fault of one cell: file, line, column and what stands there.
pub(super) fn cell(
    code: &'static str,
    known: &Known<'_>,
    row: &Row,
    column: &'static str,
    value: &str,
) -> Message {
    fault(code, known, row.line)
        .with("column", Param::Text(column.to_owned()))
        .with("value", Param::Text(shortened(value)))
}

/// The beginning of a text, without what would break a line.
pub(super) fn shortened(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let mut shown: String = text.trim().chars().take(SHOWN).map(plain).collect();
    if text.trim().chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
