//! The chart in words: axes, labels, marks, summary and table.

use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;
use tiaoka_core::message::Param;
use tiaoka_core::money::Money;

use super::data::{BreakEvenChart, Crossing, MONTH_H};
use crate::wording::{Wording, figures};

/// An amount with its sign.
pub(super) fn money(amount: f64, data: &BreakEvenChart) -> String {
    let money = Decimal::from_f64(amount).zip(data.currency.parse().ok());
    money.map_or_else(
        || figures::three(amount),
        |(amount, currency)| figures::money(&Money { amount, currency }),
    )
}

/// A figure of the cost axis: whole, with its sign.
pub(super) fn money_tick(amount: f64, data: &BreakEvenChart) -> String {
    let text = money(amount, data);
    text.strip_suffix(".00").map_or(text.clone(), str::to_owned)
}

/// Hours of use, in words.
pub(super) fn hours(x: f64, wording: &Wording) -> String {
    wording.param(&Param::Hours(x))
}

/// `120–180 h`; one figure where both ends agree.
pub(super) fn use_range(data: &BreakEvenChart, wording: &Wording) -> String {
    let use_h = data.use_h;
    let end = hours(use_h.high, wording);
    match figures::three(use_h.low) == figures::three(use_h.high) {
        true => end,
        false => format!("{}–{end}", figures::three(use_h.low)),
    }
}

/// `360 h: monthly costs ¥1,800.00, as much as on-demand`.
pub(super) fn crossing(one: &Crossing, data: &BreakEvenChart, wording: &Wording) -> String {
    let [hourly, term] = one.lines.map(|line| data.lines[line].name.as_str());
    wording.fill(
        "chart.break_even.mark",
        &[
            ("hours", &hours(one.hours, wording)),
            ("term", term),
            ("against", hourly),
            ("cost", &money(one.cost, data)),
        ],
    )
}

/// The predicted use: what it costs each way, the cheapest named.
pub(super) fn use_mark(data: &BreakEvenChart, wording: &Wording) -> String {
    let use_h = data.use_h.mid;
    let cheapest = data.cheapest(use_h);
    wording.fill(
        "chart.break_even.use",
        &[
            ("hours", &use_range(data, wording)),
            ("way", cheapest.map_or("–", |line| line.name.as_str())),
            (
                "cost",
                &cheapest.map_or_else(String::new, |line| money(line.at(use_h), data)),
            ),
        ],
    )
}

/// What the picture shows, in two or three sentences.
pub(super) fn summary(data: &BreakEvenChart, wording: &Wording) -> String {
    if data.lines.is_empty() {
        return wording.plain("chart.break_even.none");
    }
    let crossings = data.crossings();
    let names: Vec<&str> = data.lines.iter().map(|line| line.name.as_str()).collect();
    let lines = wording.fill(
        "chart.break_even.summary",
        &[
            ("plan", data.plan.as_str()),
            ("ways", &names.join(&wording.plain("answers.list"))),
        ],
    );
    let marks = crossings.iter().map(|one| crossing(one, data, wording));
    let end = wording.plain("chart.stop");
    let flat = data.lines.iter().any(super::data::Line::flat);
    let mut sentences = vec![lines];
    sentences.extend(marks.map(|mark| mark + &end));
    if crossings.is_empty() {
        let key = if flat {
            "chart.break_even.never"
        } else {
            "chart.break_even.no_term"
        };
        sentences.push(wording.plain(key));
    }
    sentences.push(use_mark(data, wording) + &end);
    sentences.join(&wording.plain("chart.between"))
}

/// Head of the table.
pub(super) fn columns(data: &BreakEvenChart, wording: &Wording) -> Vec<String> {
    let mut columns = vec![wording.plain("chart.column.hours_a_month")];
    let way = |name: &str| {
        let values = [("way", name), ("unit", data.currency.as_str())];
        wording.fill("chart.column.way", &values)
    };
    columns.extend(data.lines.iter().map(|line| way(&line.name)));
    columns.push(wording.plain("chart.column.cheapest"));
    columns.push(wording.plain("chart.column.what"));
    columns
}

/// Rows of the table: the marks, each quarter of the month, in the order of hours.
pub(super) fn rows(data: &BreakEvenChart, wording: &Wording) -> Vec<Vec<String>> {
    let mut at: Vec<(f64, String)> = [0.0, 0.25, 0.5, 0.75, 1.0]
        .map(|share| (share * MONTH_H, String::from("–")))
        .to_vec();
    let crossings = data.crossings();
    at.extend(crossings.iter().map(|one| {
        let [hourly, term] = one.lines.map(|line| data.lines[line].name.as_str());
        let values = [("term", term), ("against", hourly)];
        (one.hours, wording.fill("chart.break_even.row", &values))
    }));
    at.push((data.use_h.mid, wording.plain("chart.break_even.use_row")));
    at.sort_by(|a, b| a.0.total_cmp(&b.0));
    let row = |(hours, what): &(f64, String)| {
        let amounts = data.lines.iter().map(|line| {
            Decimal::from_f64(line.at(*hours)).map_or_else(|| String::from("–"), figures::amount)
        });
        let cheapest = data.cheapest(*hours).map(|line| line.name.clone());
        [figures::three(*hours)]
            .into_iter()
            .chain(amounts)
            .chain([cheapest.unwrap_or_else(|| String::from("–")), what.clone()])
            .collect()
    };
    at.iter().map(row).collect()
}
