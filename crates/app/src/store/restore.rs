//! Whole databases: checked, copied, and put back.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::Connection;

use super::error::StoreError;
use super::open::{Shipped, bring_up, connect, lock, meta};
use super::{Store, file, migrate};

/// What a check of the whole database found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Checked {
    /// Faults, in SQLite's words; none in a sound database.
    pub(crate) faults: Vec<String>,
    pub(crate) schema: u32,
    pub(crate) written_by: String,
    pub(crate) offers: u32,
    pub(crate) own_offers: u32,
    pub(crate) size_bytes: u64,
}

impl Store {
    /// Reads the whole database and looks for faults.
    pub(crate) fn check(&self) -> Result<Checked, StoreError> {
        let size = std::fs::metadata(&self.path)
            .map_err(|error| StoreError::file("read", &self.path, error))?;
        self.read("check the database", |tx| {
            let faults = faults(tx)?;
            let count = |condition: &str| {
                let ask = format!("SELECT count(*) FROM offers {condition}");
                tx.query_row(&ask, [], |row| row.get(0))
            };
            Ok(Checked {
                faults,
                schema: migrate::schema(tx)?,
                written_by: meta(tx, "program")?.unwrap_or_default(),
                offers: count("")?,
                own_offers: count("WHERE means = 'sheet'")?,
                size_bytes: size.len(),
            })
        })
    }

    /// Copies the whole database to a new file; others may read and write meanwhile.
    pub(crate) fn backup(&self, to: &Path) -> Result<(), StoreError> {
        file::copy(&self.connection(), &self.path, to)
    }
}

fn faults(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut ask = connection.prepare("PRAGMA integrity_check(20)")?;
    let lines = ask.query_map([], |row| row.get::<_, String>(0))?;
    let mut faults: Vec<String> = lines.collect::<rusqlite::Result<_>>()?;
    faults.retain(|line| line != "ok");
    let mut ask = connection.prepare("PRAGMA foreign_key_check")?;
    let lines = ask.query_map([], |row| {
        let (table, rowid): (String, Option<i64>) = (row.get(0)?, row.get(1)?);
        Ok(format!(
            "{table} row {}: points at nothing",
            rowid.unwrap_or_default()
        ))
    })?;
    for line in lines.take(20) {
        faults.push(line?);
    }
    Ok(faults)
}

/// Puts the content of a backup in the place of the present data and gives the copy that was made
/// of that before, if there was any.
///
/// The backup is read into a file of its own, checked and brought up to date there; only then, in
/// one transaction, does it replace the present content, so that others who have the database open
/// see either the old or the new. A present file too damaged for that is moved aside.
pub(crate) fn restore(
    folder: &Path,
    from: &Path,
    shipped: &Shipped,
    now: Timestamp,
) -> Result<Option<PathBuf>, StoreError> {
    std::fs::create_dir_all(folder).map_err(|e| StoreError::file("create", folder, e))?;
    let _alone = lock(folder)?;
    let fresh = folder.join("tiaoka-restoring.db");
    remove(&fresh)?;
    let outcome = prepare(from, &fresh, shipped, now)
        .and_then(|source| replace(folder, &source, &fresh, now));
    remove(&fresh)?;
    outcome
}

/// Copies the backup to `fresh`, checks it, and brings it up to date.
fn prepare(
    from: &Path,
    fresh: &Path,
    shipped: &Shipped,
    now: Timestamp,
) -> Result<Connection, StoreError> {
    if file::look(from)?.is_none() {
        let finding = if from.exists() {
            "it is empty"
        } else {
            "there is no such file"
        };
        return Err(StoreError::NotOurs {
            path: from.to_owned(),
            finding,
        });
    }
    std::fs::copy(from, fresh).map_err(|error| StoreError::file("copy", from, error))?;
    // Errors from here on are about the backup, whose copy the user never sees.
    let about = |error: rusqlite::Error| StoreError::sql("read the backup", from, error);
    let mut connection = connect(fresh, migrate::STEPS).map_err(|error| of(error, from))?;
    let faults = faults(&connection).map_err(about)?;
    if let Some(finding) = faults.first() {
        return Err(StoreError::Damaged {
            path: from.to_owned(),
            finding: finding.clone(),
        });
    }
    if migrate::schema(&connection).map_err(about)? == 0 {
        let finding = "it has none of our tables";
        return Err(StoreError::NotOurs {
            path: from.to_owned(),
            finding,
        });
    }
    let (copy, _) = bring_up(&mut connection, fresh, shipped, migrate::STEPS, now)?;
    // The backup itself stays where it is, so this copy of it is one too many.
    copy.map_or(Ok(()), |copy| remove(&copy))?;
    Ok(connection)
}

/// The same error, about the backup instead of the copy that was looked at.
fn of(error: StoreError, from: &Path) -> StoreError {
    let path = from.to_owned();
    match error {
        StoreError::Newer {
            schema,
            known,
            written_by,
            ..
        } => StoreError::Newer {
            path,
            schema,
            known,
            written_by,
        },
        StoreError::Damaged { finding, .. } => StoreError::Damaged { path, finding },
        StoreError::NotOurs { finding, .. } => StoreError::NotOurs { path, finding },
        StoreError::Sql { doing, source, .. } => StoreError::Sql {
            doing,
            path,
            source,
        },
        other => other,
    }
}

fn replace(
    folder: &Path,
    source: &Connection,
    fresh: &Path,
    now: Timestamp,
) -> Result<Option<PathBuf>, StoreError> {
    let path = folder.join(file::FILE_NAME);
    let kept = migrate::copy_name(&path, "before-restore", now);
    let present = file::look(&path).and_then(|head| {
        if head.is_none() {
            return Ok(None);
        }
        let target = connect(&path, migrate::STEPS)?;
        file::copy(&target, &path, &kept)?;
        Ok(Some(target))
    });
    match present {
        Ok(Some(mut target)) => {
            file::over(source, &mut target)
                .map_err(|error| StoreError::sql("put the backup", &path, error))?;
            Ok(Some(kept))
        }
        Ok(None) => file::copy(source, fresh, &path).map(|()| None),
        // Nobody can work with these files, so nobody is disturbed when they move.
        Err(StoreError::Damaged { .. } | StoreError::NotOurs { .. }) => {
            set_aside(&path, &kept)?;
            file::copy(source, fresh, &path).map(|()| Some(kept))
        }
        Err(StoreError::Sql {
            source: ref error, ..
        }) if is_damage(error) => {
            let _ = std::fs::remove_file(file::beside(&kept, ".partial"));
            set_aside(&path, &kept)?;
            file::copy(source, fresh, &path).map(|()| Some(kept))
        }
        Err(error) => Err(error),
    }
}

fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    matches!(
        error.sqlite_error_code(),
        Some(DatabaseCorrupt | NotADatabase)
    )
}

/// Moves a database and what belongs to it.
fn set_aside(path: &Path, to: &Path) -> Result<(), StoreError> {
    for suffix in ["-wal", "-shm", ""] {
        let (from, to) = (file::beside(path, suffix), file::beside(to, suffix));
        match std::fs::rename(&from, &to) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(StoreError::file("move", &from, error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Removes a database of our own making and what belongs to it, if it is there.
fn remove(path: &Path) -> Result<(), StoreError> {
    for suffix in ["-wal", "-shm", ""] {
        let path = file::beside(path, suffix);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(StoreError::file("remove", &path, error));
            }
            _ => {}
        }
    }
    Ok(())
}
