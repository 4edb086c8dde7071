//! The database as a file: what its head says before SQLite is let near it, and copies of it.
//!
//! A database that a newer program wrote must not change by a byte, so its head is read here with
//! plain file calls. Source of the layout: SQLite, "Database File Format", section 1.3.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};

use super::error::StoreError;

/// Marks a database as ours (`TIAO` in ASCII).
pub(super) const APPLICATION_ID: i32 = 0x5449_414F;
/// The name of the database in the data folder.
pub(super) const FILE_NAME: &str = "tiaoka.db";

/// What the first hundred bytes say.
pub(super) struct Head {
    page_size: u64,
    pages: Option<u64>,
    pub(super) schema: u32,
    application_id: u32,
}

/// Reads the head and the size, and refuses what SQLite should not touch: something else, or a part
/// of a database. `None`: there is no file, or an empty one that a killed first start left.
pub(super) fn look(path: &Path) -> Result<Option<Head>, StoreError> {
    let mut bytes = [0_u8; 100];
    let (read, size) = match head_bytes(path, &mut bytes) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::file("read", path, error)),
    };
    if size == 0 {
        return Ok(None);
    }
    let not_ours = |finding| StoreError::NotOurs {
        path: path.to_owned(),
        finding,
    };
    if !bytes.starts_with(b"SQLite format 3\0") {
        return Err(not_ours("it does not begin like an SQLite database"));
    }
    let damaged = |finding| StoreError::Damaged {
        path: path.to_owned(),
        finding,
    };
    if read < bytes.len() {
        return Err(damaged(format!("it ends after {size} bytes")));
    }
    let head = Head::of(&bytes);
    // Our mark is written before our first table.
    let unmarked = head.application_id == 0 && head.schema == 0;
    if head.application_id != APPLICATION_ID as u32 && !unmarked {
        return Err(not_ours("another program made it"));
    }
    // While the log holds pages, the file may rightly be shorter than its head says.
    if let Some(pages) = head.pages
        && size < pages * head.page_size
        && !has_content(&beside(path, "-wal"))
    {
        let whole = pages * head.page_size;
        return Err(damaged(format!("it has {size} of {whole} bytes")));
    }
    Ok(Some(head))
}

fn head_bytes(path: &Path, bytes: &mut [u8]) -> io::Result<(usize, u64)> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut read = 0;
    while read < bytes.len() {
        match file.read(&mut bytes[read..])? {
            0 => break,
            more => read += more,
        }
    }
    Ok((read, size))
}

fn has_content(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.len() > 0)
}

impl Head {
    fn of(bytes: &[u8; 100]) -> Head {
        let word = |at: usize| {
            u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let page_size = match u64::from(u16::from_be_bytes([bytes[16], bytes[17]])) {
            1 => 65_536,
            size => size,
        };
        // The page count holds only where both change counters agree.
        let pages = (word(24) == word(92)).then(|| u64::from(word(28)));
        Head {
            page_size,
            pages,
            schema: word(60),
            application_id: word(68),
        }
    }
}

/// The version of the program that wrote a database, read without leaving a trace beside it.
pub(super) fn written_by(path: &Path) -> Option<String> {
    let encoded: String = path.to_str()?.bytes().fold(String::new(), |mut uri, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                uri.push(char::from(byte));
            }
            other => uri.push_str(&format!("%{other:02X}")),
        }
        uri
    });
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection =
        Connection::open_with_flags(format!("file:{encoded}?immutable=1"), flags).ok()?;
    let ask = "SELECT value FROM meta WHERE key = 'program'";
    connection.query_row(ask, [], |row| row.get(0)).ok()
}

/// A file that belongs to the database: its name with something at the end.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Copies a whole database to a new file; others may read and write meanwhile. The copy has its
/// name only when it is complete.
pub(super) fn copy(from: &Connection, from_path: &Path, to: &Path) -> Result<(), StoreError> {
    if to.exists() {
        return Err(StoreError::Exists {
            path: to.to_owned(),
        });
    }
    let partial = beside(to, ".partial");
    let _ = std::fs::remove_file(&partial);
    // The system says more exactly than SQLite why a file cannot be made.
    File::create(&partial).map_err(|error| StoreError::file("write", to, error))?;
    let outcome = copy_pages(from, &partial);
    outcome.map_err(|error| match error {
        // Reading or writing: the file named is the one that the disk complains about.
        error if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseCorrupt) => {
            StoreError::sql("copy pages", from_path, error)
        }
        error => StoreError::sql("write a copy", to, error),
    })?;
    let sync = File::open(&partial).and_then(|file| file.sync_all());
    sync.and_then(|()| std::fs::rename(&partial, to))
        .map_err(|error| StoreError::file("write", to, error))
}

fn copy_pages(from: &Connection, to: &Path) -> rusqlite::Result<()> {
    let mut target = Connection::open(to)?;
    over(from, &mut target)?;
    // One file without a log beside it.
    target.pragma_update(None, "journal_mode", "DELETE")?;
    target.close().map_err(|(_, error)| error)
}

/// Replaces the content of `target` by that of `from`, all or nothing.
pub(super) fn over(from: &Connection, target: &mut Connection) -> rusqlite::Result<()> {
    let backup = Backup::new(from, target)?;
    // In one step, so that a writer elsewhere does not make it begin again.
    backup.run_to_completion(i32::MAX, Duration::from_millis(50), None)
}
