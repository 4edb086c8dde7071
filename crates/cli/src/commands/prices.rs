//! `tiaoka import prices` and `export prices`: the user's own sheet.

use std::path::Path;

use tiaoka_app::App;
use tiaoka_app::problem::Problem;

use super::{Answer, Face};
use crate::args::Format;

/// Takes a sheet; each row that is refused or held is named with line, value and remedy.
pub(crate) fn import(face: &Face, app: &App, file: &Path, partial: bool) -> Result<Answer, Problem> {
    let outcome = app.import_prices_file(file, partial, face.language)?;
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
            let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
            Ok(Answer::text(face.words.fill("cli.import_done", &values) + "\n"))
        }
    }
}

/// The user's own rows, or the whole catalogue, as CSV: the only form a sheet has.
pub(crate) fn export(app: &App, all: bool) -> Result<Answer, Problem> {
    Ok(Answer { bytes: app.export_prices(all)?, exit_code: 0 })
}
