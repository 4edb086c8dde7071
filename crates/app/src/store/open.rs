//! Opening: look, connect, and only where something is missing bring it up to date.
//!
//! A start that finds everything in place asks three small questions and writes nothing. Otherwise
//! one process at a time, under a lock that dies with it, migrates and fills; each step is a
//! transaction, so a start that was killed leaves a whole database for the next one to finish.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use tiaoka_core::money::Rates;
use tiaoka_core::offer::Offer;

use super::error::StoreError;
use super::{Store, file, migrate, offers, settings, write};
use crate::snapshot::SnapshotError;

/// How long a writer waits for another one.
const PATIENCE: Duration = Duration::from_secs(5);
/// Keys of the table `meta`.
const SNAPSHOT: &str = "snapshot";
const PROGRAM: &str = "program";

/// What ships with the program: the catalogue and the reference rates.
pub(crate) struct Shipped {
    /// Names the catalogue; changes with every change of it.
    pub(crate) id: &'static str,
    /// Unpacks it.
    pub(crate) offers: fn() -> Result<Vec<Offer>, SnapshotError>,
    /// Reference rates.
    pub(crate) rates: fn() -> Result<Rates, SnapshotError>,
    /// Version of the program.
    pub(crate) program: &'static str,
}

/// A database that is ready, and what had to be done for that.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) store: Store,
    /// The copy made before its shape was changed.
    pub(crate) copy: Option<PathBuf>,
    /// The catalogue was replaced by a newer one.
    pub(crate) renewed: bool,
}

impl Store {
    /// Opens the database of a data folder, making both where they are missing.
    pub(crate) fn open(
        folder: &Path,
        shipped: &Shipped,
        now: Timestamp,
    ) -> Result<Opened, StoreError> {
        Store::open_with(folder, shipped, migrate::STEPS, now)
    }

    /// As [`Store::open`], with other steps between the shapes.
    pub(super) fn open_with(
        folder: &Path,
        shipped: &Shipped,
        steps: &[&str],
        now: Timestamp,
    ) -> Result<Opened, StoreError> {
        std::fs::create_dir_all(folder)
            .map_err(|error| StoreError::file("create", folder, error))?;
        let path = folder.join(file::FILE_NAME);
        let mut connection = connect(&path, steps)?;
        let (mut copy, mut renewed) = (None, false);
        if !is_ready(&connection, shipped, steps).map_err(|e| sql(&path, e))? {
            let _alone = lock(folder)?;
            (copy, renewed) = bring_up(&mut connection, &path, shipped, steps, now)?;
        }
        let store = Store {
            connection: Mutex::new(connection),
            path,
            writes: AtomicU64::new(0),
        };
        Ok(Opened {
            store,
            copy,
            renewed,
        })
    }
}

/// Connects, unless a newer program wrote the file: then not a byte of it changes.
pub(super) fn connect(path: &Path, steps: &[&str]) -> Result<Connection, StoreError> {
    let known = migrate::newest(steps);
    let newer = |schema| StoreError::Newer {
        path: path.to_owned(),
        schema,
        known,
        written_by: file::written_by(path).unwrap_or_else(|| String::from("?")),
    };
    if let Some(head) = file::look(path)?
        && head.schema > known
    {
        return Err(newer(head.schema));
    }
    // The system says more exactly than SQLite why a file cannot be made.
    if let Err(error) = File::options().create(true).append(true).open(path)
        && !path.exists()
    {
        return Err(StoreError::file("create", path, error));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|e| sql(path, e))?;
    let schema = (|| {
        connection.busy_timeout(PATIENCE)?;
        // The newer shape may stand in the log only; leaving must not write it into the file.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        let schema = migrate::schema(&connection)?;
        if schema <= known {
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
            connection.pragma_update(None, "foreign_keys", true)?;
        }
        Ok(schema)
    })();
    match schema.map_err(|e| sql(path, e))? {
        schema if schema > known => Err(newer(schema)),
        _ => Ok(connection),
    }
}

fn sql(path: &Path, error: rusqlite::Error) -> StoreError {
    StoreError::sql("open the database", path, error)
}

/// Whether shape and content are what this program would make them.
fn is_ready(connection: &Connection, shipped: &Shipped, steps: &[&str]) -> rusqlite::Result<bool> {
    Ok(migrate::schema(connection)? == migrate::newest(steps) && !is_older(connection, shipped)?)
}

/// Whether the content is from an older program, or missing. An older program leaves what a newer
/// one of the same shape brought.
fn is_older(connection: &Connection, shipped: &Shipped) -> rusqlite::Result<bool> {
    let Some(program) = meta(connection, PROGRAM)? else {
        return Ok(true);
    };
    let (theirs, ours) = (version(&program), version(shipped.program));
    Ok(theirs < ours
        || (theirs == ours && meta(connection, SNAPSHOT)?.as_deref() != Some(shipped.id)))
}

/// The three numbers of a version; what is none counts as 0.
fn version(text: &str) -> [u32; 3] {
    let mut numbers = text
        .split(['.', '-', '+'])
        .map(|part| part.parse().unwrap_or(0));
    [0; 3].map(|_| numbers.next().unwrap_or(0))
}

pub(super) fn meta(connection: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    let mut ask = connection.prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
    ask.query_row([key], |row| row.get(0)).optional()
}

fn set_meta(connection: &Connection, key: &str, value: &str) -> rusqlite::Result<()> {
    let set = "INSERT INTO meta VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = excluded.value";
    connection.execute(set, [key, value]).map(drop)
}

/// A lock on the folder that the system releases with the process, however that ends.
pub(super) fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join("tiaoka.lock");
    let open = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path);
    open.and_then(|file| file.lock().map(|()| file))
        .map_err(|error| StoreError::file("lock", &path, error))
}

/// Brings shape and content up to date. Gives the copy made before a change of shape, and whether
/// a catalogue was replaced.
pub(super) fn bring_up(
    connection: &mut Connection,
    path: &Path,
    shipped: &Shipped,
    steps: &[&str],
    now: Timestamp,
) -> Result<(Option<PathBuf>, bool), StoreError> {
    let before = |e| sql(path, e);
    if migrate::schema(connection).map_err(before)? == 0 {
        connection
            .pragma_update(None, "application_id", file::APPLICATION_ID)
            .map_err(before)?;
    }
    connection
        .pragma_update(None, "journal_mode", "WAL")
        .map_err(before)?;
    let copy = migrate::migrate(connection, path, steps, now)?;
    let fresh = unpack(connection, path, shipped)?;
    let renewed = write(connection, |tx| fill(tx, shipped, fresh.as_ref(), now))
        .map_err(|e| StoreError::sql("fill the catalogue", path, e))?;
    Ok((copy, renewed))
}

/// The shipped catalogue, where another one or none is in the database.
fn unpack(
    connection: &Connection,
    path: &Path,
    shipped: &Shipped,
) -> Result<Option<Fresh>, StoreError> {
    let known = meta(connection, SNAPSHOT).map_err(|e| sql(path, e))?;
    if known.as_deref() == Some(shipped.id) {
        return Ok(None);
    }
    let unpack = || {
        Ok(Fresh {
            offers: (shipped.offers)()?,
            rates: (shipped.rates)()?,
        })
    };
    unpack().map(Some).map_err(|source| StoreError::Snapshot {
        path: path.to_owned(),
        source,
    })
}

/// A catalogue, unpacked.
struct Fresh {
    offers: Vec<Offer>,
    rates: Rates,
}

/// Replaces the shipped rows by those of this program; the user's own stay. Gives whether there
/// were others before. `fresh` is `None` where the rows are those of this program already.
fn fill(
    connection: &Connection,
    shipped: &Shipped,
    fresh: Option<&Fresh>,
    now: Timestamp,
) -> rusqlite::Result<bool> {
    if !is_older(connection, shipped)? {
        return Ok(false); // another process was faster
    }
    let before = meta(connection, SNAPSHOT)?;
    if let Some(Fresh { offers, rates }) = fresh {
        settings::keep_reference(connection, rates)?;
        offers::replace_snapshot(connection, offers, now)?;
        set_meta(connection, SNAPSHOT, shipped.id)?;
    }
    set_meta(connection, PROGRAM, shipped.program)?;
    Ok(fresh.is_some() && before.is_some())
}
