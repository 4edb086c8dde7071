//! `tiaoka import prices` and `export prices`: the user's own sheet.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use tiaoka_app::problem::{Code, Problem};
use tiaoka_app::{App, SHEET_MOST_BYTES};

use super::{Answer, Face};
use crate::args::Format;

/// Takes a sheet; each row that is refused or held is named with line, value and remedy.
pub(crate) fn import(
    face: &Face,
    app: &App,
    file: &Path,
    partial: bool,
) -> Result<Answer, Problem> {
    let outcome = app.import_prices(&name_of(file), &read(file)?, partial, face.language)?;
    match face.format {
        Format::Json => Answer::json(&outcome),
        Format::Table | Format::Csv => {
            for note in &outcome.notes {
                face.note(&note.text);
            }
            let count = |n: u32| n.to_string();
            let values = [
                ("count", count(outcome.imported)),
                ("held", count(outcome.held)),
                ("refused", count(outcome.refused)),
            ];
            let values = values
                .each_ref()
                .map(|(name, value)| (*name, value.as_str()));
            Ok(Answer::text(
                face.words.fill("cli.import_done", &values) + "\n",
            ))
        }
    }
}

/// The user's own rows, or the whole catalogue, as CSV: the only form a sheet has.
pub(crate) fn export(app: &App, all: bool) -> Result<Answer, Problem> {
    Ok(Answer {
        bytes: app.export_prices(all)?,
        exit_code: 0,
    })
}

/// A file's name without its folder, for messages.
pub(super) fn name_of(file: &Path) -> std::borrow::Cow<'_, str> {
    file.file_name()
        .unwrap_or(file.as_os_str())
        .to_string_lossy()
}

/// A file's bytes, and one more than a sheet may have where it is larger: the rest is not read.
pub(super) fn read(file: &Path) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let most = SHEET_MOST_BYTES as u64 + 1;
    let read = File::open(file).and_then(|open| open.take(most).read_to_end(&mut bytes));
    match read {
        Ok(_) => Ok(bytes),
        Err(error) => {
            let problem = Problem::new(Code::FileUnreachable).because(&error);
            Err(problem.with("path", file.display().to_string()))
        }
    }
}
