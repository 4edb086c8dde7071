//! Addresses of the outside world, opened by the system's browser if at all.

use serde::{Deserialize, Serialize};
use tiaoka_app::link::Link;
use tiaoka_app::problem::{Code, Problem};
use ts_rs::TS;

use crate::house::House;

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

/// Opens an address in the system's browser, if it is one that may be.
pub(crate) fn open_link(_house: &House, wanted: LinkRequest) -> Result<LinkAnswer, Problem> {
    let Ok(link) = Link::read(&wanted.url) else {
        return Ok(LinkAnswer {
            opened: false,
            host: None,
            needs_confirmation: false,
        });
    };
    let host = Some(link.host().to_owned());
    if link.needs_confirmation() && !wanted.confirmed {
        return Ok(LinkAnswer {
            opened: false,
            host,
            needs_confirmation: true,
        });
    }
    let failed = |error| {
        Problem::new(Code::NoBrowser)
            .with("url", link.url())
            .because(&error)
    };
    opener::open_browser(link.url()).map_err(failed)?;
    Ok(LinkAnswer {
        opened: true,
        host,
        needs_confirmation: false,
    })
}
