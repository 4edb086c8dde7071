//! Pictures: the choices as cost × time, and one plan's ways of paying over the hours of a month.

use rust_decimal::prelude::ToPrimitive;
use tiaoka_core::choose::{Advice, Choice, Way};
use tiaoka_core::money::HOURS_PER_LISTED_MONTH;
use tiaoka_core::offer::Billing;
use tiaoka_core::predict::Interval;

use super::{Desk, card_name, choice};
use crate::answers::Reading;
use crate::charts::break_even::{self, BreakEvenChart, Line};
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

/// Draws the ways of paying for one plan. A choice is looked for among those listed, the cheapest and
/// the fastest; `None` = it is none of them any more.
pub(super) fn break_even(
    desk: &Desk<'_>,
    advice: &Advice<'_>,
    size: &ChartSize,
    id: &str,
) -> Option<Result<ChartView, ChartError>> {
    let listed = advice.choices.iter();
    let mut all = listed.chain(&advice.cheapest).chain(&advice.fastest);
    let choice = all.find(|choice| desk.id(choice.offer) == id)?;
    let float = |amount: rust_decimal::Decimal| amount.to_f64().unwrap_or(0.0);
    let machines = f64::from(choice.prediction.machines);
    let line = |way: &Way| {
        let code = way.billing.to_string();
        let per_hour = float(way.per_hour.amount) * machines;
        let (per_hour, per_month) = match way.billing {
            Billing::Reserved { .. } => (0.0, float(way.per_month().amount) * machines),
            // An hour of work takes longer on machines that are taken away.
            Billing::Spot => (per_hour * (1.0 + choice.spot_stretch.unwrap_or(0.0)), 0.0),
            Billing::OnDemand => (per_hour, 0.0),
        };
        Line {
            name: desk.billing_word(&code),
            code,
            per_hour,
            per_month,
        }
    };
    let finishes = |way: &&Way| way.billing != Billing::Spot || choice.spot_stretch.is_some();
    let month = |hours: f64| hours.min(HOURS_PER_LISTED_MONTH as f64);
    let data = BreakEvenChart {
        plan: desk.offer_name(choice.offer),
        lines: desk
            .ways(choice)
            .iter()
            .filter(finishes)
            .map(line)
            .collect(),
        use_h: Interval {
            low: month(choice.used_h.low),
            mid: month(choice.used_h.mid),
            high: month(choice.used_h.high),
        },
        currency: choice.cost.currency.code().to_owned(),
    };
    Some(break_even::draw(&data, size, &desk.wording))
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
