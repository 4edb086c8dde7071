//! One file a command. Each asks the [`App`](tiaoka_app::App) and puts its answer into the wanted form.

pub(crate) mod claims;
pub(crate) mod data;
pub(crate) mod explain;
pub(crate) mod gpus;
pub(crate) mod measurements;
pub(crate) mod plans;
pub(crate) mod predict;
pub(crate) mod prices;
pub(crate) mod recommend;

use std::borrow::Cow;

use serde::Serialize;
use tiaoka_app::problem::{Code, Problem};
use tiaoka_app::wording::{Language, Wording};

use crate::args::Format;

/// How to answer.
pub(crate) struct Face {
    pub(crate) language: Language,
    pub(crate) words: Wording,
    pub(crate) format: Format,
    pub(crate) quiet: bool,
}

impl Face {
    /// A quiet line for people, on standard error.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            eprintln!("{text}");
        }
    }
}

/// What goes to standard output, and the exit code.
pub(crate) struct Answer {
    pub(crate) bytes: Vec<u8>,
    pub(crate) exit_code: u8,
}

impl Answer {
    /// A text; done.
    pub(crate) fn text(text: String) -> Answer {
        Answer {
            bytes: text.into_bytes(),
            exit_code: 0,
        }
    }

    /// One JSON object; done.
    pub(crate) fn json(value: &impl Serialize) -> Result<Answer, Problem> {
        let text = serde_json::to_string_pretty(value);
        let text = text.map_err(|error| Problem::new(Code::Internal).because(&error))?;
        Ok(Answer::text(text + "\n"))
    }

    /// Rows for a spreadsheet; done. A text that a spreadsheet would take for a formula is quoted.
    pub(crate) fn csv(head: &[&str], rows: Vec<Vec<String>>) -> Result<Answer, Problem> {
        let fault = |error: &csv::Error| Problem::new(Code::Internal).because(error);
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(head).map_err(|error| fault(&error))?;
        for row in rows {
            writer
                .write_record(row.iter().map(|cell| harmless(cell).into_owned()))
                .map_err(|error| fault(&error))?;
        }
        let bytes = writer
            .into_inner()
            .map_err(|error| fault(&error.into_error().into()))?;
        Ok(Answer {
            bytes,
            exit_code: 0,
        })
    }

    /// The same answer, and it is "no".
    pub(crate) fn or_no(mut self, yes: bool) -> Answer {
        self.exit_code = u8::from(!yes);
        self
    }
}

/// A cell that a spreadsheet shows as it is: names come from sellers, who may write `=…`.
fn harmless(cell: &str) -> Cow<'_, str> {
    let number = cell.parse::<f64>().is_ok();
    if cell.starts_with(['=', '+', '-', '@', '\t']) && !number {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

/// A figure that may be unknown, as a cell of a CSV: empty, never 0.
pub(crate) fn cell(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_in_a_sellers_name_stays_a_text() {
        let rows = vec![vec![
            String::from("=cmd|' /C calc'!A0"),
            String::from("-1.5"),
        ]];
        let answer = Answer::csv(&["name", "value"], rows).unwrap();
        assert_eq!(
            String::from_utf8(answer.bytes).unwrap(),
            "name,value\n'=cmd|' /C calc'!A0,-1.5\n"
        );
    }
}
