//! Kept choices.

use serde::Deserialize;
use tiaoka_app::answers::Answers;
use tiaoka_app::views::settings::Shortlist;
use ts_rs::TS;

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
