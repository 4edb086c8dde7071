//! What is kept between two starts: offers and their history, rates, settings, saved answers, the
//! user's own measurements.
//!
//! One SQLite file, used by window and terminal at the same time: a log beside it (WAL) lets others
//! read while one writes, and whoever writes takes the lock at the beginning of its transaction, so
//! that two writers wait for each other instead of failing half-way. Nothing here puts anything into
//! words, and every call blocks.

mod error;
mod facts;
mod file;
mod measurements;
mod migrate;
mod offers;
mod open;
mod prices;
mod query;
mod restore;
#[cfg(test)]
pub(crate) mod samples;
mod saved;
mod settings;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};

pub(crate) use error::StoreError;
pub(crate) use measurements::KeptMeasurement;
pub(crate) use offers::{Card, Kept};
pub(crate) use open::Shipped;
pub(crate) use query::{Order, Wanted};
pub(crate) use restore::restore;
pub(crate) use settings::OwnRate;

/// The database of one data folder.
#[derive(Debug)]
pub(crate) struct Store {
    connection: Mutex<Connection>,
    path: PathBuf,
    /// Counts our own writes; others' are counted by SQLite.
    writes: AtomicU64,
}

impl Store {
    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Changes whenever anything in the database does, whoever changed it.
    pub(crate) fn state(&self) -> Result<(u64, u64), StoreError> {
        let others = self
            .connection()
            .query_row("PRAGMA data_version", [], |row| row.get::<_, u32>(0));
        let others = others.map_err(|source| self.error("look for changes", source))?;
        Ok((self.writes.load(Ordering::Acquire), u64::from(others)))
    }

    /// Several questions about one moment of the data.
    fn read<T>(
        &self,
        doing: &'static str,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection();
        let answer = (|| work(&connection.transaction()?))();
        answer.map_err(|source| self.error(doing, source))
    }

    /// Changes that happen all or not at all.
    ///
    /// The lock is taken at the beginning: a transaction that reads first and wants to write later
    /// would be refused at once, without waiting, when somebody else wrote in between.
    fn write<T>(
        &self,
        doing: &'static str,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection();
        let answer = write(&mut connection, work);
        self.writes.fetch_add(1, Ordering::Release);
        answer.map_err(|source| self.error(doing, source))
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A thread that panicked left no transaction open: it was rolled back when it was dropped.
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn error(&self, doing: &'static str, source: rusqlite::Error) -> StoreError {
        StoreError::sql(doing, &self.path, source)
    }
}

/// Runs `work` in a transaction that has the lock from its beginning.
fn write<T>(
    connection: &mut Connection,
    work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let answer = work(&transaction)?;
    transaction.commit()?;
    Ok(answer)
}

/// An enum of ours in the form it has outside Rust: one word.
fn word<T: serde::Serialize>(value: &T) -> rusqlite::Result<String> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        Ok(other) => Ok(other.to_string()),
        Err(error) => Err(rusqlite::Error::ToSqlConversionFailure(Box::new(error))),
    }
}

/// The enum of ours that a word means; a word that we never wrote is a damaged cell.
fn unword<T: serde::de::DeserializeOwned>(word: String) -> rusqlite::Result<T> {
    serde_json::from_value(serde_json::Value::String(word)).map_err(damaged_cell)
}

/// A cell that is not what this program writes there.
fn damaged_cell(error: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
}
