//! The plans table.

use serde::Deserialize;
use ts_rs::TS;

/// An offer to show in full.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct OfferRequest {
    /// `OfferRow.id` or `ChoiceView.id`.
    pub(crate) id: String,
    /// Currency of its figures.
    pub(crate) currency: String,
}
