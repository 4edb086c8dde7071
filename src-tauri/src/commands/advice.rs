//! The wizard: its fields, its running answers, the ranking and its chart.

use serde::Deserialize;
use tiaoka_app::answers::Answers;
use tiaoka_app::views::chart::ChartSize;
use ts_rs::TS;

/// A chart to draw.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct ChartRequest {
    /// The question.
    pub(crate) answers: Answers,
    /// Its place on the screen.
    pub(crate) size: ChartSize,
    /// `ChoiceView.id` of the row under the focus.
    pub(crate) focused: Option<String>,
}
