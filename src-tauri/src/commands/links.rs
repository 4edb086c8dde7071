//! Addresses of the outside world, opened by the system's browser if at all.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An address to open.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct LinkRequest {
    /// As the data has it.
    pub(crate) url: String,
    /// The user has seen the real host and agreed.
    pub(crate) confirmed: bool,
}

/// What became of an address. Neither opened nor to be confirmed: it stays text.
#[derive(Debug, PartialEq, Serialize, TS)]
pub(crate) struct LinkAnswer {
    /// The browser was asked.
    pub(crate) opened: bool,
    /// The host that will be or was asked; `null` for an address that is never opened.
    pub(crate) host: Option<String>,
    /// The address opens once the user has seen this host.
    pub(crate) needs_confirmation: bool,
}
