//! Everything at once: fit every group, predict each source without it, calibrate, write.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::io::Write;

use tiaoka_core::model::{Constant, Group, constants};
use tiaoka_core::observation::{Point, Predicted, Scored, shipped};

use crate::calibrate::{self, Sigmas, widening};
use crate::folds::{Bench, Foretold, coverage, held_back};
use crate::rows::Row;
use crate::solve::Solution;
use crate::{document, report, write};

/// What a refit finds.
pub(crate) struct Refit<'a> {
    /// Predictions of the rows held back inside their sources.
    pub(crate) known: Vec<Foretold<'a>>,
    /// Predictions of each source without it.
    pub(crate) left_out: Vec<Foretold<'a>>,
    /// Predictions of each card without it.
    pub(crate) cards: Vec<Foretold<'a>>,
    /// σ to ship.
    pub(crate) sigmas: Sigmas,
}

/// Fits all groups from their priors and puts every written file in place.
pub(crate) fn run(rows: &[Row], seed: u64, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let groups: Vec<(Group, Vec<Constant>)> = Group::ALL
        .into_iter()
        .map(|group| (group, group.shipped()))
        .collect();
    let mut base = constants().clone();
    let mut solutions: Vec<(Group, Solution)> = Vec::new();
    for (group, lines) in &groups {
        let bench = Bench {
            all: rows,
            lines,
            group: *group,
            base: constants(),
        };
        let solution = bench.fit(|_| true);
        writeln!(
            out,
            "{}: {} steps, sum {:.1}",
            group.name(),
            solution.steps,
            solution.sum
        )?;
        base = solution.apply(&base);
        solutions.push((*group, solution));
    }
    let held = held_back(rows, seed);
    let (mut known, mut left_out, mut cards) = (Vec::new(), Vec::new(), Vec::new());
    for (group, lines) in &groups {
        let bench = Bench {
            all: rows,
            lines,
            group: *group,
            base: &base,
        };
        known.extend(bench.hold_back(&held));
        left_out.extend(bench.leave_out(Row::source));
        cards.extend(bench.leave_out(Row::card));
    }
    let refit = calibrated(known, left_out, cards);
    for (group, solution) in &solutions {
        write::constants(*group, solution)?;
    }
    write::evidence(&coverage(rows.iter()))?;
    write::sigmas(&refit.sigmas)?;
    let scored = scored(&refit);
    write::accuracy(&scored)?;
    document::write(&refit, &scored)?;
    let points = |foretold: &[Foretold<'_>]| -> Vec<Point> {
        foretold.iter().map(|(_, point)| *point).collect()
    };
    report::table(out, "Held back inside known sources", &points(&refit.known))?;
    report::table(out, "Left-out card", &points(&refit.cards))?;
    report::table(out, "Left-out source", &points(&refit.left_out))?;
    Ok(())
}

/// Gives every prediction the σ of its grade; one whose source was left out that of the other sources.
fn calibrated<'a>(
    mut known: Vec<Foretold<'a>>,
    mut left_out: Vec<Foretold<'a>>,
    mut cards: Vec<Foretold<'a>>,
) -> Refit<'a> {
    let sigmas = calibrate::sigmas(&left_out);
    let others = calibrate::by_source(&left_out);
    let shipped = |row: &Row, point: &mut Point| widen(row, point, &sigmas);
    known
        .iter_mut()
        .for_each(|(row, point)| shipped(row, point));
    for (row, point) in left_out.iter_mut().chain(&mut cards) {
        widen(row, point, others.get(row.source()).unwrap_or(&sigmas));
    }
    Refit {
        known,
        left_out,
        cards,
        sigmas,
    }
}

fn widen(row: &Row, point: &mut Point, sigmas: &Sigmas) {
    let grade = point.predicted.evidence;
    let sigma = sigmas
        .get(&(point.kind, grade))
        .map_or(0.0, |(sigma, _)| *sigma);
    let sigma = sigma * widening(row.case.from_params);
    point.predicted = Predicted::new(point.predicted.value, sigma, grade);
}

/// Every row that has a prediction, in the order of the files.
fn scored(refit: &Refit<'_>) -> Vec<Scored> {
    let by_id = |foretold: &[Foretold<'_>]| -> HashMap<String, Predicted> {
        foretold
            .iter()
            .map(|(row, point)| (row.seen.id.clone(), point.predicted))
            .collect()
    };
    let (known, left_out) = (by_id(&refit.known), by_id(&refit.left_out));
    let rows = shipped().iter().map(|row| Scored {
        row,
        known: known.get(&row.id).copied(),
        left_out: left_out.get(&row.id).copied(),
    });
    rows.filter(|scored| scored.known.or(scored.left_out).is_some())
        .collect()
}

/// The rows of each source, with what its left-out prediction was off by.
pub(crate) fn by_source<'r>(
    foretold: &'r [Foretold<'_>],
) -> BTreeMap<(&'static str, &'r str), Vec<f64>> {
    let mut found: BTreeMap<(&'static str, &str), Vec<f64>> = BTreeMap::new();
    for (row, point) in foretold {
        let ratio = point.predicted.value / point.measured;
        found
            .entry((point.kind.key(), row.source()))
            .or_default()
            .push(ratio);
    }
    found
}
