//! Files that come from or go to the user: price sheets in, lists out.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use tiaoka_app::answers::Answers;
use tiaoka_app::problem::{Code, Problem};
use tiaoka_app::views::settings::ImportOutcome;
use ts_rs::TS;

use crate::downloads;
use crate::house::House;

/// A price sheet that the user chose or dropped on the page.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct ImportRequest {
    /// Its name, for messages.
    pub(crate) name: String,
    /// Its bytes in Base64: it may be in any encoding, or no text at all.
    pub(crate) base64: String,
    /// Take the good rows of a sheet that also has bad ones.
    pub(crate) partial: bool,
}

/// Which prices to write.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct ExportRequest {
    /// The whole catalogue instead of the user's own rows.
    pub(crate) all: bool,
}

/// A file that was written.
#[derive(Debug, Serialize, TS)]
pub(crate) struct SavedFile {
    /// Where it is.
    pub(crate) path: String,
}

/// A file or folder to show in the file manager.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct PathRequest {
    /// A path that an export answered, or the data folder.
    pub(crate) path: String,
}

/// Takes the rows of a price sheet.
pub(crate) fn import_prices(house: &House, sheet: ImportRequest) -> Result<ImportOutcome, Problem> {
    let bytes = STANDARD.decode(&sheet.base64);
    let bytes = bytes.map_err(|error| Problem::new(Code::Internal).because(&error))?;
    house
        .app()?
        .import_prices(&sheet.name, &bytes, sheet.partial, house.language())
}

/// Writes the ranking as CSV.
pub(crate) fn export_choices(house: &House, answers: Answers) -> Result<SavedFile, Problem> {
    let rows = house.app()?.export_choices(&answers, house.language())?;
    save(house, "tiaoka-choices", &rows)
}

/// Writes prices as CSV.
pub(crate) fn export_prices(house: &House, wanted: ExportRequest) -> Result<SavedFile, Problem> {
    let rows = house.app()?.export_prices(wanted.all)?;
    save(
        house,
        if wanted.all {
            "tiaoka-catalogue"
        } else {
            "tiaoka-prices"
        },
        &rows,
    )
}

/// Opens the file manager where a file lies.
pub(crate) fn reveal_path(house: &House, shown: PathRequest) -> Result<(), Problem> {
    let path = Path::new(&shown.path);
    if !house.may_reveal(path) {
        return Err(Problem::new(Code::FileUnreachable).with("path", &shown.path));
    }
    let folder = if path.is_dir() {
        Some(path)
    } else {
        path.parent()
    };
    opener::open(folder.unwrap_or(path)).map_err(|error| {
        Problem::new(Code::FileUnreachable)
            .with("path", &shown.path)
            .because(&error)
    })
}

/// Writes a CSV file into the downloads folder.
pub(super) fn save(house: &House, name: &str, rows: &[u8]) -> Result<SavedFile, Problem> {
    let path = downloads::save_csv(&downloads::folders(house), name, rows)?;
    house.wrote(&path);
    Ok(SavedFile {
        path: path.display().to_string(),
    })
}
