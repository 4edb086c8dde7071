//! The start, the user's settings and the exchange rates.

use serde::Deserialize;
use ts_rs::TS;

/// An exchange rate of the user's own.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct RateRequest {
    /// ISO code.
    pub(crate) currency: String,
    /// Yuan for one unit, decimal text; `null` = back to the published rate.
    pub(crate) cny: Option<String>,
}
