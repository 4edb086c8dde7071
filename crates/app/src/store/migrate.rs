//! From one shape of the database to the next: each step in a transaction of its own, a copy of the
//! file before the first.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

use super::error::StoreError;
use super::file;

/// The steps, oldest first: every file of `migrations/`, which is only ever added to.
pub(super) const STEPS: &[&str] = &include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// The shape that the steps lead to: their number.
pub(super) fn newest(steps: &[&str]) -> u32 {
    u32::try_from(steps.len()).unwrap_or(u32::MAX)
}

/// The shape of a database.
pub(super) fn schema(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Runs the steps that the database has not seen. Gives the copy made before, where there was
/// something to keep. A step that fails leaves the shape before it.
///
/// Killed at any moment, the next call goes on where this one stopped: a step and its number are
/// written together.
pub(super) fn migrate(
    connection: &mut Connection,
    path: &Path,
    steps: &[&str],
    now: Timestamp,
) -> Result<Option<PathBuf>, StoreError> {
    let sql = |source| StoreError::sql("read the schema", path, source);
    let from = schema(connection).map_err(sql)?;
    if from >= newest(steps) {
        return Ok(None);
    }
    let copy = if from > 0 {
        Some(keep(connection, path, from, now)?)
    } else {
        None
    };
    let migrations = Migrations::new(steps.iter().map(|step| M::up(step)).collect());
    for to in from + 1..=newest(steps) {
        migrations
            .to_version(connection, to as usize)
            .map_err(|source| StoreError::Migration {
                path: path.to_owned(),
                from: to - 1,
                to,
                source,
            })?;
    }
    Ok(copy)
}

/// Copies the database beside itself, named after its shape and the moment.
fn keep(
    connection: &Connection,
    path: &Path,
    schema: u32,
    now: Timestamp,
) -> Result<PathBuf, StoreError> {
    let to = copy_name(path, &format!("schema{schema}"), now);
    file::copy(connection, path, &to)?;
    Ok(to)
}

/// `tiaoka-<what>-20261130T182233Z.db` beside the database; with a number where that is taken.
pub(super) fn copy_name(path: &Path, what: &str, now: Timestamp) -> PathBuf {
    let moment = now.strftime("%Y%m%dT%H%M%SZ");
    let name = |n: u32| match n {
        1 => path.with_file_name(format!("tiaoka-{what}-{moment}.db")),
        n => path.with_file_name(format!("tiaoka-{what}-{moment}-{n}.db")),
    };
    (1..)
        .map(name)
        .find(|candidate| !candidate.exists())
        .unwrap_or_else(|| name(1))
}
