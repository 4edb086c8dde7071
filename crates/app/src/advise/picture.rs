//! The choices as cost × time.

use rust_decimal::prelude::ToPrimitive;
use tiaoka_core::choose::{Advice, Choice};
use tiaoka_core::predict::Interval;

use super::{Desk, card_name, choice};
use crate::answers::Reading;
use crate::charts::canvas::ChartError;
use crate::charts::cost_time::{self, CostTime, Plotted};
use crate::views::chart::{ChartSize, ChartView};

/// Draws the listed choices.
pub(super) fn draw(
    desk: &Desk<'_>,
    reading: &Reading,
    advice: &Advice<'_>,
    size: &ChartSize,
    focused: Option<&str>,
) -> Result<ChartView, ChartError> {
    let limits = &reading.limits;
    let budget = limits
        .budget
        .and_then(|budget| desk.stock.rates.convert(budget, limits.currency));
    let deadline_h = reading.workload.deadline_h();
    let data = CostTime {
        plans: advice
            .choices
            .iter()
            .map(|one| plotted(desk, one, &advice.choices))
            .collect(),
        fit: advice.fit,
        currency: limits.currency.code().to_owned(),
        scenario: desk.answers.scenario().to_owned(),
        budget: budget.and_then(|budget| budget.amount.to_f64()),
        deadline_s: deadline_h.map(|hours| hours * 3_600.0),
    };
    cost_time::draw(&data, size, focused, &desk.wording)
}

fn plotted(desk: &Desk<'_>, one: &Choice<'_>, all: &[Choice<'_>]) -> Plotted {
    let card = card_name(one.offer);
    // On the frontier one card may be sold by several; then its name alone says too little.
    let shared = all.iter().any(|other| {
        other.pareto && !std::ptr::eq(other.offer, one.offer) && card_name(other.offer) == card
    });
    let full_name = desk.offer_name(one.offer);
    let amount = |decimal: rust_decimal::Decimal| decimal.to_f64().unwrap_or(f64::NAN);
    Plotted {
        key: desk.id(one.offer),
        name: if shared { full_name.clone() } else { card },
        full_name,
        rank: one.rank,
        time_s: one.time_s,
        cost: Interval {
            low: amount(one.cost.low),
            mid: amount(one.cost.mid),
            high: amount(one.cost.high),
        },
        evidence: one.prediction.evidence.map(choice::evidence),
        frontier: one.pareto,
    }
}
