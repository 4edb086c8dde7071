//! What a developer reads: accuracy by kind, medians by source or card, and the worst rows.

use std::collections::BTreeMap;
use std::io::{self, Write};

use tiaoka_core::model::Constant;
use tiaoka_core::observation::{Accuracy, Point, accuracy};
use tiaoka_core::predict::Kind;

use crate::rows::{Row, Rows};
use crate::solve::Solution;

/// What rows are gathered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum By {
    Source,
    Card,
    Framework,
    Model,
    Precision,
}

/// A row and its residual, ln(predicted ÷ measured).
pub(crate) type Scored<'a> = (&'a Row, f64);

/// Accuracy of the points, one line a kind.
pub(crate) fn table(out: &mut impl Write, title: &str, points: &[Point]) -> io::Result<()> {
    writeln!(out, "\n{title}")?;
    writeln!(
        out,
        "{:<15} {:>5} {:>8} {:>8} {:>8} {:>8}",
        "kind", "rows", "median", "p90", "in 25 %", "in 80"
    )?;
    for line in accuracy(points) {
        let Accuracy {
            kind,
            rows,
            median_ape,
            p90_ape,
            within_25,
            in_80_interval,
        } = line;
        let percent = |share: f64| format!("{:.1}", share * 100.0);
        writeln!(
            out,
            "{:<15} {rows:>5} {:>8} {:>8} {:>8} {:>8}",
            kind.key(),
            percent(median_ape),
            percent(p90_ape),
            percent(within_25),
            percent(in_80_interval)
        )?;
    }
    Ok(())
}

/// Each constant with what was expected of it and what was found.
pub(crate) fn values(
    out: &mut impl Write,
    lines: &[Constant],
    solution: &Solution,
) -> io::Result<()> {
    for (key, value, rows) in &solution.values {
        let Some(line) = lines.iter().find(|line| line.key == *key) else {
            continue;
        };
        let moved = (value - line.prior) / line.spread.unwrap_or(1.0);
        writeln!(
            out,
            "{key:<44} {:>8.3} → {value:>8.3} ({moved:>5.1} σ) {rows:>5} rows",
            line.prior
        )?;
    }
    Ok(())
}

/// Rows that the engine refuses, counted by kind and reason.
pub(crate) fn refusals(out: &mut impl Write, rows: &Rows, kinds: &[Kind]) -> io::Result<()> {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let wanted = |kind| kinds.is_empty() || kinds.contains(&kind);
    for (seen, reason) in rows.refused.iter().filter(|(seen, _)| wanted(seen.kind())) {
        *counts.entry((seen.kind().key(), reason)).or_default() += 1;
    }
    for ((kind, reason), count) in counts {
        writeln!(out, "refused: {kind:<15} {count:>4} × {reason}")?;
    }
    Ok(())
}

/// Median of the residuals in each group, with their number and spread.
pub(crate) fn medians(out: &mut impl Write, by: By, scored: &[Scored<'_>]) -> io::Result<()> {
    let mut groups: BTreeMap<(&str, String), Vec<f64>> = BTreeMap::new();
    for (row, residual) in scored {
        let name = match by {
            By::Source => row.source.clone(),
            By::Card => row.case.rig.card.id.0.clone(),
            By::Framework => row.case.framework.clone(),
            By::Model => row.seen.model.clone(),
            By::Precision => row.case.precision.clone(),
        };
        groups
            .entry((row.case.kind.key(), name))
            .or_default()
            .push(*residual);
    }
    writeln!(out, "\nmedian of ln(predicted ÷ measured), and of its size")?;
    for ((kind, name), mut residuals) in groups {
        residuals.sort_by(f64::total_cmp);
        let middle = residuals[residuals.len() / 2];
        let mut sizes: Vec<f64> = residuals.iter().map(|residual| residual.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        let size = sizes[sizes.len() / 2];
        writeln!(
            out,
            "{kind:<15} {:>4} rows {middle:>7.2} ± {size:.2}  {name}",
            residuals.len()
        )?;
    }
    Ok(())
}

/// The rows that are farthest off.
pub(crate) fn worst(out: &mut impl Write, count: usize, scored: &[Scored<'_>]) -> io::Result<()> {
    let mut sorted: Vec<_> = scored.iter().collect();
    sorted.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    writeln!(out, "\nfarthest off: predicted ÷ measured")?;
    for (row, residual) in sorted.into_iter().take(count) {
        let seen = row.seen;
        let dash = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |v| v.to_string());
        writeln!(
            out,
            "{:>6.2}× {:<6} {:<14} {:<16} {:>3} × {:<18} {:<9} b {:<5} s {:<6} {:>9} {:<12} {:<20} {} [{}]",
            residual.exp(),
            seen.id,
            row.case.kind.key(),
            seen.model,
            seen.gpu_count,
            row.case.rig.card.id.0,
            seen.precision,
            dash(seen.batch),
            dash(seen.seq),
            row.measured,
            seen.unit,
            row.case.framework,
            row.source,
            seen.note.text()
        )?;
    }
    Ok(())
}
