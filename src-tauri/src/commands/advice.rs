//! The wizard: its fields, its running answers, the ranking and its chart.

use serde::Deserialize;
use tiaoka_app::answers::Answers;
use tiaoka_app::problem::Problem;
use tiaoka_app::views::advice::AdviceView;
use tiaoka_app::views::chart::{ChartSize, ChartView};
use tiaoka_app::views::wizard::{LimitsPreview, WizardOptions, WorkloadPreview};
use ts_rs::TS;

use crate::house::House;

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

/// A chart of one plan to draw.
#[derive(Debug, Deserialize, TS)]
pub(crate) struct PlanChartRequest {
    /// The question.
    pub(crate) answers: Answers,
    /// Its place on the screen.
    pub(crate) size: ChartSize,
    /// `ChoiceView.id` of the plan.
    pub(crate) id: String,
}

/// What the wizard's fields offer.
pub(crate) fn wizard_options(house: &House, (): ()) -> Result<WizardOptions, Problem> {
    house.app()?.wizard_options(house.language())
}

/// The running answer beside the workload.
pub(crate) fn preview_workload(
    house: &House,
    answers: Answers,
) -> Result<WorkloadPreview, Problem> {
    house.app()?.preview_workload(&answers, house.language())
}

/// The running answer beside the limits.
pub(crate) fn preview_limits(house: &House, answers: Answers) -> Result<LimitsPreview, Problem> {
    house.app()?.preview_limits(&answers, house.language())
}

/// The ranking.
pub(crate) fn recommend(house: &House, answers: Answers) -> Result<AdviceView, Problem> {
    house.app()?.advise(&answers, house.language())
}

/// Cost against time of the ranked plans, drawn.
pub(crate) fn cost_time_chart(house: &House, wanted: ChartRequest) -> Result<ChartView, Problem> {
    let ChartRequest {
        answers,
        size,
        focused,
    } = wanted;
    house
        .app()?
        .cost_time_chart(&answers, &size, focused.as_deref(), house.language())
}

/// What a month of one plan costs against its hours of use, drawn for every way of paying.
pub(crate) fn break_even_chart(
    house: &House,
    wanted: PlanChartRequest,
) -> Result<ChartView, Problem> {
    let PlanChartRequest { answers, size, id } = wanted;
    house
        .app()?
        .break_even_chart(&answers, &size, &id, house.language())
}

/// Keeps the question among the earlier ones.
pub(crate) fn remember(house: &House, answers: Answers) -> Result<(), Problem> {
    house.app()?.remember(&answers, house.language()).map(drop)
}
