//! The start, the user's settings and the exchange rates.

use serde::Deserialize;
use tiaoka_app::problem::Problem;
use tiaoka_app::views::settings::{RateRow, Settings, Startup};
use ts_rs::TS;

use crate::house::House;

/// An exchange rate of the user's own.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct RateRequest {
    /// ISO code.
    pub(crate) currency: String,
    /// Yuan for one unit, decimal text; `null` = back to the published rate.
    pub(crate) cny: Option<String>,
}

/// What the page needs first. Called again, it tries again to open a database that did not open.
pub(crate) fn startup(house: &House, (): ()) -> Result<Startup, Problem> {
    let mut startup = house.app()?.startup(house.system_language().tag())?;
    startup.notes.extend(house.notes());
    Ok(startup)
}

/// Saves the user's settings; the answer is in the language now chosen.
pub(crate) fn save_settings(house: &House, settings: Settings) -> Result<Startup, Problem> {
    house.app()?.save_settings(&settings)?;
    startup(house, ())
}

/// The exchange rates.
pub(crate) fn rates(house: &House, (): ()) -> Result<Vec<RateRow>, Problem> {
    house.app()?.rates_view()
}

/// Sets a rate of the user's own, or goes back to the published one.
pub(crate) fn set_rate(house: &House, rate: RateRequest) -> Result<Vec<RateRow>, Problem> {
    house.app()?.set_rate(&rate.currency, rate.cny.as_deref())
}
