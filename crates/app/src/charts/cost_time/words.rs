//! The chart in words: axes, limits, marks, summary and table.

use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;
use tiaoka_core::message::Param;
use tiaoka_core::money::Money;
use tiaoka_core::predict::Interval;

use super::{CostTime, Plotted};
use crate::wording::{Wording, figures};

/// The unit that times are shown in: the largest that leaves no figure far below one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeUnit {
    Seconds,
    Minutes,
    Hours,
}

impl TimeUnit {
    /// The unit for these plans: by the longest of them.
    pub(super) fn of(data: &CostTime) -> TimeUnit {
        let longest = data
            .plans
            .iter()
            .map(|plan| plan.time_s.mid)
            .fold(0.0, f64::max);
        match longest {
            s if s < 300.0 => TimeUnit::Seconds,
            s if s < 10_800.0 => TimeUnit::Minutes,
            _ => TimeUnit::Hours,
        }
    }

    /// How long one of it is.
    pub(super) fn seconds(self) -> f64 {
        match self {
            TimeUnit::Seconds => 1.0,
            TimeUnit::Minutes => 60.0,
            TimeUnit::Hours => 3_600.0,
        }
    }

    fn key(self) -> &'static str {
        match self {
            TimeUnit::Seconds => "chart.unit.seconds",
            TimeUnit::Minutes => "chart.unit.minutes",
            TimeUnit::Hours => "chart.unit.hours",
        }
    }
}

fn money(amount: f64, data: &CostTime) -> Option<Money> {
    let amount = Decimal::from_f64(amount)?;
    Some(Money {
        amount,
        currency: data.currency.parse().ok()?,
    })
}

fn money_text(amount: f64, data: &CostTime) -> String {
    money(amount, data).map_or_else(|| figures::three(amount), |money| figures::money(&money))
}

/// A figure of the cost axis: `¥200`, `¥0.5`.
pub(super) fn money_tick(amount: f64, data: &CostTime) -> String {
    let nothing = figures::money(&Money {
        amount: Decimal::ZERO,
        currency: data
            .currency
            .parse()
            .unwrap_or(tiaoka_core::money::Currency::CNY),
    });
    let sign = nothing.trim_end_matches("0.00");
    format!("{sign}{}", figures::three(amount))
}

/// `time (h, log)`; `one answer (s, log)`.
pub(super) fn time_axis(data: &CostTime, unit: TimeUnit, wording: &Wording) -> String {
    let key = format!("chart.cost_time.time.{}", data.scenario);
    wording.fill(&key, &[("unit", &wording.plain(unit.key()))])
}

/// `budget ¥150`.
pub(super) fn budget(budget: f64, data: &CostTime, wording: &Wording) -> String {
    let figure = money(budget, data)
        .map(|money| figures::typed_money(&money))
        .unwrap_or_default();
    wording.fill("chart.budget", &[("figure", &figure)])
}

/// `deadline 24 h`.
pub(super) fn deadline(seconds: f64, wording: &Wording) -> String {
    wording.fill(
        "chart.deadline",
        &[("figure", &wording.param(&Param::Hours(seconds / 3_600.0)))],
    )
}

/// `AutoDL RTX 4090: ¥21.37 (17.20–26.57), 11.4 h (9.15–14.1), evidence A`.
pub(super) fn mark(plan: &Plotted, data: &CostTime, wording: &Wording) -> String {
    let unit = TimeUnit::of(data);
    let time = figures::three(plan.time_s.mid / unit.seconds());
    let values = [
        ("plan", plan.full_name.clone()),
        ("cost", money_text(plan.cost.mid, data)),
        ("cost_range", cost_range(plan.cost)),
        ("time", format!("{time}\u{a0}{}", wording.plain(unit.key()))),
        ("time_range", time_range(plan.time_s, unit)),
        ("evidence", evidence(plan, wording)),
    ];
    let values = values
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let key = if plan.evidence.is_some() {
        "chart.cost_time.mark"
    } else {
        "chart.cost_time.mark_plain"
    };
    wording.fill(key, &values)
}

/// What the picture shows, in one or two sentences.
pub(super) fn summary(data: &CostTime, wording: &Wording) -> String {
    let unit = TimeUnit::of(data);
    let by = |figure: fn(&Plotted) -> f64| {
        let least = data
            .plans
            .iter()
            .min_by(|a, b| figure(a).total_cmp(&figure(b)));
        least.zip(
            data.plans
                .iter()
                .max_by(|a, b| figure(a).total_cmp(&figure(b))),
        )
    };
    let (Some((cheapest, dearest)), Some((fastest, slowest))) =
        (by(|plan| plan.cost.mid), by(|plan| plan.time_s.mid))
    else {
        return wording.plain("chart.cost_time.none");
    };
    let time = |plan: &Plotted| figures::three(plan.time_s.mid / unit.seconds());
    let frontier = data.plans.iter().filter(|plan| plan.frontier).count();
    let values = [
        ("count", data.plans.len().to_string()),
        ("fit", figures::count(data.fit as u64)),
        ("cheapest", cheapest.full_name.clone()),
        ("least", money_text(cheapest.cost.mid, data)),
        ("most", money_text(dearest.cost.mid, data)),
        ("fastest", fastest.full_name.clone()),
        ("shortest", time(fastest)),
        (
            "longest",
            format!("{}\u{a0}{}", time(slowest), wording.plain(unit.key())),
        ),
        ("frontier", frontier.to_string()),
    ];
    let values = values
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    wording.fill("chart.cost_time.summary", &values)
}

/// Head of the table.
pub(super) fn columns(data: &CostTime, wording: &Wording) -> Vec<String> {
    let unit = wording.plain(TimeUnit::of(data).key());
    let named = |key: &str, unit: &str| wording.fill(key, &[("unit", unit)]);
    vec![
        wording.plain("chart.column.rank"),
        wording.plain("chart.column.plan"),
        named("chart.column.time", &unit),
        named("chart.column.time_range", &unit),
        named("chart.column.cost", &data.currency),
        named("chart.column.cost_range", &data.currency),
        wording.plain("chart.column.evidence"),
        wording.plain("chart.column.frontier"),
    ]
}

/// Rows of the table, in the order of the marks.
pub(super) fn rows(data: &CostTime, wording: &Wording) -> Vec<Vec<String>> {
    let unit = TimeUnit::of(data);
    let row = |plan: &Plotted| {
        vec![
            plan.rank.to_string(),
            plan.full_name.clone(),
            figures::three(plan.time_s.mid / unit.seconds()),
            time_range(plan.time_s, unit),
            amount(plan.cost.mid),
            cost_range(plan.cost),
            evidence(plan, wording),
            if plan.frontier {
                wording.plain("chart.yes")
            } else {
                String::from("–")
            },
        ]
    };
    data.plans.iter().map(row).collect()
}

fn evidence(plan: &Plotted, wording: &Wording) -> String {
    match plan.evidence.as_deref() {
        None => String::from("–"),
        Some("measured") => wording.word("measured"),
        Some(class) => class.to_owned(),
    }
}

fn amount(x: f64) -> String {
    Decimal::from_f64(x).map_or_else(|| figures::three(x), figures::amount)
}

fn cost_range(cost: Interval) -> String {
    format!("{}–{}", amount(cost.low), amount(cost.high))
}

fn time_range(time: Interval, unit: TimeUnit) -> String {
    let [low, high] = [time.low, time.high].map(|s| figures::three(s / unit.seconds()));
    format!("{low}–{high}")
}
