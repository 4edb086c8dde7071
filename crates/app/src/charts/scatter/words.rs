//! The scatter in words: axes, marks, summary and table.

use std::collections::BTreeSet;

use tiaoka_core::observation::percentile;
use tiaoka_core::predict::Kind;

use super::Dot;
use crate::wording::{Wording, figures};

/// A kind of prediction.
pub(super) fn kind(kind: Kind, wording: &Wording) -> String {
    wording.plain(&format!("kind.{}", kind.key()))
}

/// The unit of all rows, or that each has its own.
pub(super) fn unit(dots: &[Dot], wording: &Wording) -> String {
    let units: BTreeSet<&str> = dots.iter().map(|dot| dot.unit.as_str()).collect();
    match units.len() {
        0 => String::from("–"),
        1..=3 => units.into_iter().collect::<Vec<_>>().join(", "),
        _ => wording.plain("chart.scatter.own_units"),
    }
}

/// What ran, its figures, the verdict: three lines.
pub(super) fn label(dot: &Dot, wording: &Wording) -> String {
    let figures = [
        ("measured", figures::three(dot.measured)),
        ("predicted", figures::three(dot.predicted.mid)),
        ("range", range(dot)),
        ("unit", dot.unit.clone()),
    ];
    let figures = figures
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let key = if dot.is_outside() {
        "outside"
    } else {
        "inside"
    };
    let verdict = wording.fill(
        &format!("chart.scatter.{key}"),
        &[("off", &off(dot, wording))],
    );
    let figures = wording.fill("chart.scatter.figures", &figures);
    format!("{}\n{figures}\n{verdict}", dot.title)
}

/// `24 % too low`.
fn off(dot: &Dot, wording: &Wording) -> String {
    let share = dot.predicted.mid / dot.measured - 1.0;
    let key = if share < 0.0 { "low" } else { "high" };
    let share = figures::share(share.abs());
    wording.fill(&format!("chart.scatter.too_{key}"), &[("share", &share)])
}

fn range(dot: &Dot) -> String {
    let ends = [dot.predicted.low, dot.predicted.high].map(figures::three);
    ends.join("–")
}

/// What the picture shows, in a sentence or two.
pub(super) fn summary(dots: &[Dot], wording: &Wording) -> String {
    let mut errors: Vec<f64> = dots
        .iter()
        .map(|dot| (dot.predicted.mid / dot.measured - 1.0).abs())
        .collect();
    errors.sort_by(f64::total_cmp);
    let (Some(median), Some(p90)) = (percentile(&errors, 0.5), percentile(&errors, 0.9)) else {
        return wording.plain("chart.scatter.none");
    };
    let inside = dots.iter().filter(|dot| !dot.is_outside()).count();
    let values = [
        ("count", figures::count(dots.len() as u64)),
        ("median", figures::share(median)),
        ("p90", figures::share(p90)),
        ("inside", figures::share(inside as f64 / dots.len() as f64)),
    ];
    let values = values
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    wording.fill("chart.scatter.summary", &values)
}

/// Head of the table.
pub(super) fn columns(wording: &Wording) -> Vec<String> {
    let names = [
        "run",
        "kind",
        "measured",
        "predicted",
        "range",
        "unit",
        "off",
        "source",
    ];
    names
        .map(|name| wording.plain(&format!("chart.scatter.column.{name}")))
        .to_vec()
}

/// Rows of the table, in the order of the marks.
pub(super) fn rows(dots: &[Dot], wording: &Wording) -> Vec<Vec<String>> {
    let row = |dot: &Dot| {
        vec![
            dot.title.clone(),
            kind(dot.kind, wording),
            figures::three(dot.measured),
            figures::three(dot.predicted.mid),
            range(dot),
            dot.unit.clone(),
            off(dot, wording),
            if dot.source.is_empty() {
                wording.plain("accuracy.own_source")
            } else {
                dot.source.clone()
            },
        ]
    };
    dots.iter().map(row).collect()
}
