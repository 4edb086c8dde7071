use std::collections::BTreeSet;

use tiaoka_core::model::{Group, constants};
use tiaoka_core::predict::Kind;

use crate::folds::{Bench, coverage, held_back};
use crate::rows::{Rows, load};
use crate::solve::Problem;

fn rows() -> Rows {
    load(&Kind::ALL, constants())
}

/// Constants whose next step of the fit would gain more than this part of the sum were not written by it: a
/// value was edited by hand, rows were added, or a formula changed without a refit.
const SETTLED: f64 = 0.002;

#[test]
fn the_shipped_constants_are_those_that_the_fit_comes_to() {
    let rows = rows();
    for group in Group::ALL {
        let lines = group.shipped();
        let bench = Bench {
            all: &rows.scored,
            lines: &lines,
            group,
            base: constants(),
        };
        let gain = Problem::new(bench.rows(), &lines, constants(), group).next_gain(constants());
        let name = group.name();
        assert!(
            gain < SETTLED,
            "{name} would gain {gain}: refit, docs/model/README.md"
        );
    }
}

#[test]
fn the_shipped_lists_of_what_was_measured_are_those_of_the_rows() {
    for (kind, covered) in coverage(rows().scored.iter()) {
        assert_eq!(
            constants().covered(kind).cloned().unwrap_or_default(),
            covered,
            "{kind:?}"
        );
    }
}

#[test]
fn a_seed_holds_back_three_tenths_of_the_first_collection_and_always_the_same() {
    let rows = rows().scored;
    let held = held_back(&rows, 1);
    assert_eq!(held, held_back(&rows, 1));
    assert_ne!(held, held_back(&rows, 2));
    let first: BTreeSet<&str> = rows
        .iter()
        .filter(|row| row.is_first_collection)
        .map(|row| row.seen.id.as_str())
        .collect();
    assert!(held.is_subset(&first));
    let share = held.len() as f64 / first.len() as f64;
    assert!((0.28..0.32).contains(&share), "{share}");
}
