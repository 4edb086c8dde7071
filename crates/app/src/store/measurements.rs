//! What the user measured: rows of files in the form of the published ones.

use jiff::Timestamp;
use rusqlite::{Connection, Row, params};
use tiaoka_core::observation::{Notes, Observation};

use super::error::StoreError;
use super::{Store, damaged_cell, unword, word};

/// A measurement as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct KeptMeasurement {
    /// Its number; 0 for one that is not kept yet.
    pub(crate) id: u32,
    /// The row.
    pub(crate) row: Observation,
    /// The file it came from.
    pub(crate) file: String,
    /// When.
    pub(crate) imported_at: Timestamp,
    /// The user has said that a figure far from the prediction is right.
    pub(crate) confirmed: bool,
}

const COLUMNS: &str = "id, name, task, model, gpu, gpu_count, precision, batch, seq, metric, value,
    unit, framework, source, year, note, file, imported_at, confirmed";

impl Store {
    /// Every measurement, in the order they came.
    pub(crate) fn measurements(&self) -> Result<Vec<KeptMeasurement>, StoreError> {
        self.read("read your measurements", |tx| {
            let ask = format!("SELECT {COLUMNS} FROM measurements ORDER BY id");
            tx.prepare_cached(&ask)?.query_map([], kept)?.collect()
        })
    }

    /// Keeps rows; gives how many were new. One that is there already stays as it is.
    pub(crate) fn keep_measurements(&self, rows: &[KeptMeasurement]) -> Result<usize, StoreError> {
        self.write("keep your measurements", |tx| {
            let mut new = 0;
            for row in rows {
                new += insert(tx, row)?;
            }
            Ok(new)
        })
    }

    /// Says that figures far from their prediction are right, or takes that back. Gives how many of
    /// the rows were there.
    pub(crate) fn confirm_measurements(
        &self,
        ids: &[u32],
        confirmed: bool,
    ) -> Result<usize, StoreError> {
        self.write("confirm a measurement", |tx| {
            let mut change = tx.prepare("UPDATE measurements SET confirmed = ?2 WHERE id = ?1")?;
            ids.iter()
                .map(|id| change.execute(params![id, confirmed]))
                .sum()
        })
    }

    /// Deletes rows; gives how many were there.
    pub(crate) fn delete_measurements(&self, ids: &[u32]) -> Result<usize, StoreError> {
        self.write("delete a measurement", |tx| {
            let mut delete = tx.prepare("DELETE FROM measurements WHERE id = ?1")?;
            ids.iter().map(|id| delete.execute([id])).sum()
        })
    }
}

/// 1 where the row is new; its number, where it had one, is its number again.
fn insert(tx: &Connection, kept: &KeptMeasurement) -> rusqlite::Result<usize> {
    let row = &kept.row;
    let mut insert = tx.prepare_cached(&format!(
        "INSERT INTO measurements ({COLUMNS})
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
         ON CONFLICT DO NOTHING"
    ))?;
    insert.execute(params![
        (kept.id > 0).then_some(kept.id),
        row.id,
        word(&row.task)?,
        row.model,
        row.gpu,
        row.gpu_count,
        row.precision,
        row.batch,
        row.seq,
        row.metric,
        row.value,
        row.unit,
        row.framework,
        row.source,
        row.year,
        row.note.text(),
        kept.file,
        kept.imported_at.as_second(),
        kept.confirmed,
    ])
}

fn kept(row: &Row<'_>) -> rusqlite::Result<KeptMeasurement> {
    let note: String = row.get(15)?;
    Ok(KeptMeasurement {
        id: row.get(0)?,
        row: Observation {
            id: row.get(1)?,
            task: unword(row.get(2)?)?,
            model: row.get(3)?,
            gpu: row.get(4)?,
            gpu_count: row.get(5)?,
            precision: row.get(6)?,
            batch: row.get(7)?,
            seq: row.get(8)?,
            metric: row.get(9)?,
            value: row.get(10)?,
            unit: row.get(11)?,
            framework: row.get(12)?,
            source: row.get(13)?,
            year: row.get(14)?,
            note: Notes::read(&note),
        },
        file: row.get(16)?,
        imported_at: Timestamp::from_second(row.get(17)?).map_err(damaged_cell)?,
        confirmed: row.get(18)?,
    })
}
