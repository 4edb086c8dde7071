//! What can go wrong with the database, and which [`Problem`] that is.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::problem::{Code, Problem, Retry};
use crate::snapshot::SnapshotError;

/// An error of the store: what was being done, to what.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// A newer program wrote it.
    #[error("{} has schema {schema}, written by version {written_by}; this version knows schema {known}", .path.display())]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its schema.
        schema: u32,
        /// The newest schema that this program knows.
        known: u32,
        /// Version of the program that wrote it, or `?`.
        written_by: String,
    },
    /// Not all of it is there, or what is there contradicts itself.
    #[error("{} is damaged: {finding}", .path.display())]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What was found.
        finding: String,
    },
    /// No database of this program.
    #[error("{} is no database of Tiaoka: {finding}", .path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
        /// What was found.
        finding: &'static str,
    },
    /// A file or folder does not let us.
    #[error("cannot {doing} {}", .path.display())]
    File {
        /// Verb.
        doing: &'static str,
        /// File or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file that must not be overwritten is there.
    #[error("{} exists already", .path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The database does not let us.
    #[error("cannot {doing} in {}", .path.display())]
    Sql {
        /// Verb and object.
        doing: &'static str,
        /// The database.
        path: PathBuf,
        /// Why.
        source: rusqlite::Error,
    },
    /// What ships with the program cannot be unpacked to fill it.
    #[error("cannot fill {}", .path.display())]
    Snapshot {
        /// The database.
        path: PathBuf,
        /// Why.
        source: SnapshotError,
    },
    /// A step from one schema to the next.
    #[error("cannot bring {} from schema {from} to {to}", .path.display())]
    Migration {
        /// The database.
        path: PathBuf,
        /// Schema before.
        from: u32,
        /// Schema after.
        to: u32,
        /// Why.
        source: rusqlite_migration::Error,
    },
}

impl StoreError {
    pub(crate) fn file(doing: &'static str, path: &Path, source: io::Error) -> StoreError {
        StoreError::File {
            doing,
            path: path.to_owned(),
            source,
        }
    }

    pub(crate) fn sql(doing: &'static str, path: &Path, source: rusqlite::Error) -> StoreError {
        StoreError::Sql {
            doing,
            path: path.to_owned(),
            source,
        }
    }

    fn path(&self) -> &Path {
        match self {
            StoreError::Newer { path, .. }
            | StoreError::Damaged { path, .. }
            | StoreError::NotOurs { path, .. }
            | StoreError::File { path, .. }
            | StoreError::Exists { path }
            | StoreError::Sql { path, .. }
            | StoreError::Snapshot { path, .. }
            | StoreError::Migration { path, .. } => path,
        }
    }

    fn code(&self) -> Code {
        match self {
            StoreError::Newer { .. } => Code::NewerDatabase,
            StoreError::Damaged { .. } => Code::DamagedDatabase,
            StoreError::NotOurs { .. } => Code::NotOurs,
            StoreError::Exists { .. } => Code::FileExists,
            StoreError::Snapshot { .. } => Code::Internal,
            StoreError::File { source, .. } => code_of_io(source),
            StoreError::Sql { source, .. } => code_of_sql(source),
            StoreError::Migration { source, .. } => match source {
                rusqlite_migration::Error::RusqliteError { err, .. } => match code_of_sql(err) {
                    Code::Internal => Code::MigrationFailed,
                    code => code,
                },
                _ => Code::MigrationFailed,
            },
        }
    }
}

fn code_of_io(error: &io::Error) -> Code {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Code::DiskFull,
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Code::ReadOnly,
        io::ErrorKind::AlreadyExists => Code::FileExists,
        _ => Code::FileUnreachable,
    }
}

/// Which problem an answer of SQLite is.
fn code_of_sql(error: &rusqlite::Error) -> Code {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => Code::DiskFull,
        Some(ErrorCode::ReadOnly) => Code::ReadOnly,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Code::Busy,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Code::DamagedDatabase,
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => Code::ReadOnly,
        Some(ErrorCode::SystemIoFailure) => Code::FileUnreachable,
        // A cell that is not what we wrote there.
        None if matches!(error, rusqlite::Error::FromSqlConversionFailure(..)) => {
            Code::DamagedDatabase
        }
        _ => Code::Internal,
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        let mut problem = Problem::new(error.code())
            .with("path", error.path().display().to_string())
            .because(&error);
        if let StoreError::Newer { written_by, .. } = &error {
            problem = problem
                .with("written_by", written_by)
                .with("version", env!("CARGO_PKG_VERSION"));
        }
        if problem.code == Code::Busy {
            problem.retry = Retry::Now;
        }
        problem
    }
}
