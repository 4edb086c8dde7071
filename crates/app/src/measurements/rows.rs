//! A measurement as a face shows it.

use std::collections::BTreeSet;

use jiff::tz::TimeZone;
use tiaoka_core::gpu::sheet;
use tiaoka_core::model::constants;
use tiaoka_core::observation::{
    self, Observation, Prepared, is_odd, predict_row, shipped, usual_causes,
};

use crate::store::KeptMeasurement;
use crate::views::accuracy::{KeptRow, MeasurementView};
use crate::wording::Wording;

/// A row beside what the model says of it.
pub(super) fn view(kept: &KeptMeasurement, wording: &Wording) -> MeasurementView {
    let row = &kept.row;
    let predicted = predict_row(row, constants());
    let report = kept.report();
    let odd = report.as_ref().filter(|report| is_odd(report.log_ratio));
    let causes = odd.map_or_else(Vec::new, |report| usual_causes(report.log_ratio));
    let measured = row.value.unwrap_or(f64::NAN);
    let of = |figure: fn(&observation::Predicted) -> f64| predicted.as_ref().ok().map(figure);
    MeasurementView {
        kind: row.kind().key().to_owned(),
        kind_label: wording.plain(&format!("kind.{}", row.kind().key())),
        title: title(row),
        measured,
        unit: row.unit.clone(),
        predicted: of(|found| found.value),
        low: of(|found| found.low),
        high: of(|found| found.high),
        ratio: of(|found| found.value).map(|value| measured / value),
        kept_out: report
            .as_ref()
            .is_some_and(observation::Report::is_kept_out),
        causes: causes.iter().map(|cause| wording.view(cause)).collect(),
        refused: predicted
            .as_ref()
            .err()
            .map(|refusal| wording.view(&refusal.reason)),
        measured_on: TimeZone::UTC
            .to_datetime(kept.measured_at())
            .date()
            .to_string(),
        kept: KeptRow {
            id: kept.id,
            line: line(row),
            file: kept.file.clone(),
            imported_at: kept.imported_at.to_string(),
            confirmed: kept.confirmed,
        },
    }
}

/// `RTX 4090 · llama3.1-8b · vllm`, `8 × H100 SXM · …`: the card by its name, where it is known.
pub(crate) fn title(row: &Observation) -> String {
    let spec = Prepared::of(row)
        .ok()
        .and_then(|p| sheet().get(&p.rig.card.id));
    let card = spec.map_or_else(|| row.gpu.clone(), |spec| spec.name.clone());
    let cards = match row.gpu_count {
        1 => card,
        n => format!("{n} × {card}"),
    };
    let parts = [cards, row.model.clone(), row.framework.clone()];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}

/// The row as it stands in an exported file, without the head.
fn line(row: &Observation) -> String {
    let file = observation::write([row]);
    file.split_once('\n')
        .map(|(_, line)| line.trim_end().to_owned())
        .unwrap_or_default()
}

/// What [`line`] wrote.
pub(super) fn read_back(kept: &KeptRow) -> Option<KeptMeasurement> {
    let file = format!("{}\n{}\n", observation::COLUMNS.join(","), kept.line);
    let row = observation::read(file.as_bytes()).rows.into_iter().next()?;
    Some(KeptMeasurement {
        id: kept.id,
        row,
        file: kept.file.clone(),
        imported_at: kept.imported_at.parse().ok()?,
        confirmed: kept.confirmed,
    })
}

/// A row of each kind that the model predicts, without a value: what nobody measured must not count.
pub(super) fn examples() -> Vec<Observation> {
    let mut seen = BTreeSet::new();
    let mut rows = Vec::new();
    for row in shipped().iter().filter(|row| !row.is_flagged()) {
        if seen.contains(&row.kind()) || predict_row(row, constants()).is_err() {
            continue;
        }
        seen.insert(row.kind());
        rows.push(Observation {
            id: format!("example-{}", row.kind().key()),
            value: None,
            source: None,
            year: None,
            ..row.clone()
        });
    }
    rows
}
