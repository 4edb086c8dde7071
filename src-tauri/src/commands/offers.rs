//! The plans table.

use serde::Deserialize;
use tiaoka_app::problem::Problem;
use tiaoka_app::views::offers::{OfferDetail, OffersPage, PlansQuery};
use ts_rs::TS;

use crate::house::House;

/// An offer to show in full.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct OfferRequest {
    /// `OfferRow.id` or `ChoiceView.id`.
    pub(crate) id: String,
    /// Currency of its figures.
    pub(crate) currency: String,
}

/// A page of the table.
pub(crate) fn query_offers(house: &House, query: PlansQuery) -> Result<OffersPage, Problem> {
    house.app()?.plans(&query, house.language())
}

/// One offer with all its sources and its card elsewhere.
pub(crate) fn offer_detail(house: &House, wanted: OfferRequest) -> Result<OfferDetail, Problem> {
    house
        .app()?
        .offer(&wanted.id, &wanted.currency, house.language())
}
