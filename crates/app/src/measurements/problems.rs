//! What is wrong with a file of measurements, row by row.

use tiaoka_core::message::{Message, Param};
use tiaoka_core::model::constants;
use tiaoka_core::observation::{Observation, Problem, REQUIRED_COLUMNS, predict_row};

use crate::problem::shortened;
use crate::wording::Wording;

/// Nothing of the file can be used, whatever its other lines hold.
pub(super) fn is_of_the_file(problem: &Problem) -> bool {
    match problem {
        Problem::Empty | Problem::ColumnsMissing { .. } => true,
        Problem::NotCsv { line } => *line == 1,
        Problem::Cell { .. } => false,
    }
}

/// What is wrong, where, and what to write instead.
pub(super) fn message(file: &str, problem: &Problem) -> Message {
    let text = |text: &str| Param::Text(text.to_owned());
    let about = |message: Message| message.with("file", text(file));
    match problem {
        Problem::Empty => {
            about(Message::new("rows_empty")).with("expected", text(&REQUIRED_COLUMNS.join(", ")))
        }
        Problem::ColumnsMissing { columns } => {
            about(Message::new("rows_columns_missing")).with("columns", text(&columns.join(", ")))
        }
        Problem::NotCsv { line } => {
            about(Message::new("rows_not_csv")).with("line", Param::Count(*line))
        }
        Problem::Cell {
            line,
            column,
            text: found,
        } => {
            let said = match (*column, found.is_empty()) {
                (_, true) => Message::new("rows_cell_empty"),
                ("task", _) => Message::new("rows_cell_task"),
                _ => Message::new("rows_cell_number"),
            };
            about(said)
                .with("line", Param::Count(*line))
                .with("column", text(column))
                .with("value", text(&shortened(found)))
        }
    }
}

/// Why a row that could be read is of no use: nothing measured, or nothing to compare it with.
pub(super) fn useless(row: &Observation) -> Option<Message> {
    if row.value.is_none() {
        return Some(Message::new("row_without_value"));
    }
    predict_row(row, constants())
        .err()
        .map(|refusal| refusal.reason)
}

/// A reason, with the line of the file that it is about.
pub(super) fn at_line(file: &str, line: u64, why: &Message, wording: &Wording) -> Message {
    Message::new("rows_refused")
        .with("file", Param::Text(file.to_owned()))
        .with("line", Param::Count(line))
        .with("why", Param::Text(wording.message(why)))
}
