//! Files that come from or go to the user: price sheets in, lists out.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

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
