//! Kept choices.

use serde::Deserialize;
use tiaoka_app::answers::Answers;
use tiaoka_app::problem::Problem;
use tiaoka_app::views::settings::Shortlist;
use ts_rs::TS;

use crate::house::House;

/// Choices to keep.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct ShortlistRequest {
    /// Name of the list.
    pub(crate) name: String,
    /// The question.
    pub(crate) answers: Answers,
    /// `ChoiceView.id` of each, in their order.
    pub(crate) ids: Vec<String>,
}

/// A kept list.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct ShortlistId {
    /// `Shortlist.id`.
    pub(crate) id: u32,
}

/// A list whose deletion is undone.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct RestoreRequest {
    /// As it was.
    pub(crate) shortlist: Shortlist,
}

/// Every kept list.
pub(crate) fn shortlists(house: &House, (): ()) -> Result<Vec<Shortlist>, Problem> {
    house.app()?.shortlists()
}

/// Keeps choices with the figures they have now.
pub(crate) fn save_shortlist(
    house: &House,
    new: ShortlistRequest,
) -> Result<Vec<Shortlist>, Problem> {
    house
        .app()?
        .save_shortlist(&new.name, &new.answers, &new.ids, house.language())
}

/// Deletes a list.
pub(crate) fn delete_shortlist(
    house: &House,
    list: ShortlistId,
) -> Result<Vec<Shortlist>, Problem> {
    house.app()?.delete_shortlist(list.id)
}

/// Undoes a deletion.
pub(crate) fn restore_shortlist(
    house: &House,
    old: RestoreRequest,
) -> Result<Vec<Shortlist>, Problem> {
    house.app()?.restore_shortlist(&old.shortlist)
}
