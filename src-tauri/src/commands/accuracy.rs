//! How good predictions are, the user's own measurements, checked claims.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use tiaoka_app::App;
use tiaoka_app::problem::{Code, Problem};
use tiaoka_app::views::accuracy::{
    AccuracyView, ClaimsView, KeptRow, MeasurementsOutcome, MeasurementsView, ScatterView,
};
use tiaoka_app::views::chart::ChartSize;
use ts_rs::TS;

use super::files::{ImportRequest, SavedFile, save};
use crate::house::House;

/// A scatter to draw.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct ScatterRequest {
    /// One kind, or empty for all.
    pub(crate) kind: String,
    /// `known`, `left_out` or `own`.
    pub(crate) split: String,
    /// Its place on the screen.
    pub(crate) size: ChartSize,
}

/// Measurements to confirm, or to doubt again.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct ConfirmRequest {
    /// `KeptRow.id` of each.
    pub(crate) ids: Vec<u32>,
    /// They are right.
    pub(crate) confirmed: bool,
}

/// Measurements to delete.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct DeleteRequest {
    /// `KeptRow.id` of each.
    pub(crate) ids: Vec<u32>,
}

/// Measurements whose deletion is undone.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct RestoreMeasurements {
    /// As they were.
    pub(crate) rows: Vec<KeptRow>,
}

/// Which file to write.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct MeasurementsFile {
    /// `own`: the user's measurements; `template`: a file to fill in; `published`: every published row
    /// with its predictions.
    pub(crate) what: String,
}

/// Errors by kind.
pub(crate) fn accuracy(house: &House, (): ()) -> Result<AccuracyView, Problem> {
    house.app()?.accuracy(house.language())
}

/// Predicted against measured, drawn.
pub(crate) fn accuracy_chart(
    house: &House,
    wanted: ScatterRequest,
) -> Result<ScatterView, Problem> {
    let ScatterRequest { kind, split, size } = wanted;
    house
        .app()?
        .accuracy_chart(&kind, &split, &size, house.language())
}

/// Figures of articles, checked.
pub(crate) fn claims(house: &House, (): ()) -> Result<ClaimsView, Problem> {
    Ok(App::claims(house.language()))
}

/// The user's own measurements.
pub(crate) fn measurements(house: &House, (): ()) -> Result<MeasurementsView, Problem> {
    house.app()?.measurements(house.language())
}

/// Takes the rows of a file of measurements.
pub(crate) fn import_measurements(
    house: &House,
    file: ImportRequest,
) -> Result<MeasurementsOutcome, Problem> {
    let bytes = STANDARD.decode(&file.base64);
    let bytes = bytes.map_err(|error| Problem::new(Code::Internal).because(&error))?;
    house
        .app()?
        .import_measurements(&file.name, &bytes, file.partial, house.language())
}

/// Lets figures far from their prediction correct it too.
pub(crate) fn confirm_measurements(
    house: &House,
    wanted: ConfirmRequest,
) -> Result<MeasurementsView, Problem> {
    house
        .app()?
        .confirm_measurements(&wanted.ids, wanted.confirmed, house.language())
}

/// Deletes measurements.
pub(crate) fn delete_measurements(
    house: &House,
    wanted: DeleteRequest,
) -> Result<MeasurementsView, Problem> {
    house
        .app()?
        .delete_measurements(&wanted.ids, house.language())
}

/// Undoes a deletion.
pub(crate) fn restore_measurements(
    house: &House,
    old: RestoreMeasurements,
) -> Result<MeasurementsView, Problem> {
    house
        .app()?
        .restore_measurements(&old.rows, house.language())
}

/// Writes measurements as CSV.
pub(crate) fn export_measurements(
    house: &House,
    wanted: MeasurementsFile,
) -> Result<SavedFile, Problem> {
    let app = house.app()?;
    match wanted.what.as_str() {
        "own" => save(house, "tiaoka-measurements", &app.export_measurements()?),
        "template" => {
            let rows = App::measurements_template();
            save(house, "tiaoka-measurements-template", &rows)
        }
        "published" => save(house, "tiaoka-accuracy", &app.export_accuracy()?),
        other => Err(Problem::bad_value(
            "what",
            other,
            "own | template | published",
        )),
    }
}
