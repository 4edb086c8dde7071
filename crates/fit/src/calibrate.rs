//! σ of a prediction: what is left when whole sources are left out.
//!
//! A user's machine is a source that no constant has seen. So σ is not taken from the errors of the fit,
//! but from rows predicted by constants that were fitted without their source, with the grade they had
//! then. The interval of a row is never made from rows of its own source (conformal prediction across
//! groups): its σ is that of all the *other* sources. `docs/model/intervals.md` tells it at length.

use std::collections::{BTreeMap, BTreeSet};

use tiaoka_core::predict::{Evidence, Kind, Z80};

use crate::folds::Foretold;

/// Part of the errors that the interval is to hold: 80 %, and a little for σ being an estimate itself.
const COVERAGE: f64 = 0.82;
/// Rows and sources from which on a grade has a σ of its own.
const ENOUGH_ROWS: usize = 12;
const ENOUGH_SOURCES: usize = 3;
/// A grade with too few rows of its own is at least this much wider than the one above.
const UNKNOWN_WIDER: f64 = 1.25;
/// A model known by its size only has this much wider an interval (workload model, section 1).
const BY_SIZE: f64 = 1.25;

/// σ of a kind and grade, and the rows of that grade.
pub(crate) type Sigmas = BTreeMap<(Kind, Evidence), (f64, usize)>;

/// The error of a row whose source was left out.
struct Error<'a> {
    kind: Kind,
    grade: Evidence,
    source: &'a str,
    /// |ln(predicted ÷ measured)|.
    size: f64,
}

fn errors<'a>(foretold: &[Foretold<'a>]) -> Vec<Error<'a>> {
    let error = |(row, point): &Foretold<'a>| Error {
        kind: point.kind,
        grade: point.predicted.evidence,
        source: row.source(),
        size: (point.predicted.value / point.measured).ln().abs() / widening(row.case.from_params),
    };
    foretold.iter().map(error).collect()
}

/// Factor on σ of a row.
pub(crate) fn widening(by_size: bool) -> f64 {
    if by_size { BY_SIZE } else { 1.0 }
}

/// σ of every kind and grade from rows whose source was left out.
pub(crate) fn sigmas(foretold: &[Foretold<'_>]) -> Sigmas {
    let errors = errors(foretold);
    Kind::ALL
        .into_iter()
        .flat_map(|kind| of_kind(kind, &errors.iter().collect::<Vec<_>>()))
        .collect()
}

/// The same for each source, from the rows of all other sources.
pub(crate) fn by_source(foretold: &[Foretold<'_>]) -> BTreeMap<String, Sigmas> {
    let errors = errors(foretold);
    let sources: BTreeSet<&str> = errors.iter().map(|error| error.source).collect();
    let others = |source: &&str| {
        let others: Vec<_> = errors
            .iter()
            .filter(|error| error.source != *source)
            .collect();
        let kinds = Kind::ALL
            .into_iter()
            .flat_map(|kind| of_kind(kind, &others));
        ((*source).to_owned(), kinds.collect())
    };
    sources.iter().map(others).collect()
}

fn of_kind(kind: Kind, errors: &[&Error<'_>]) -> Vec<((Kind, Evidence), (f64, usize))> {
    let all: Vec<&Error<'_>> = errors
        .iter()
        .filter(|error| error.kind == kind)
        .copied()
        .collect();
    let pooled = sigma(&all);
    let mut before = 0.0;
    let mut found = Vec::new();
    for grade in [Evidence::A, Evidence::B, Evidence::C] {
        let own: Vec<&Error<'_>> = all
            .iter()
            .filter(|error| error.grade == grade)
            .copied()
            .collect();
        let sources: BTreeSet<&str> = own.iter().map(|error| error.source).collect();
        let enough = own.len() >= ENOUGH_ROWS && sources.len() >= ENOUGH_SOURCES;
        let value = match grade {
            _ if enough => sigma(&own),
            // The best grade with too few rows is no better than the whole kind.
            Evidence::A => pooled,
            _ => pooled.max(UNKNOWN_WIDER * before),
        };
        before = f64::max(before, value);
        found.push(((kind, grade), (before, own.len())));
    }
    found
}

/// The σ whose interval holds [`COVERAGE`] of the errors; a row counts 1 ÷ √(rows of its source).
fn sigma(errors: &[&Error<'_>]) -> f64 {
    let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
    for error in errors {
        *counts.entry(error.source).or_default() += 1.0;
    }
    let mut weighed: Vec<(f64, f64)> = errors
        .iter()
        .map(|error| (error.size, counts[error.source].sqrt().recip()))
        .collect();
    weighed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let whole: f64 = weighed.iter().map(|(_, weight)| weight).sum();
    let mut passed = 0.0;
    for (size, weight) in &weighed {
        passed += weight;
        if passed >= COVERAGE * whole {
            return size / Z80;
        }
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(source: &'static str, grade: Evidence, size: f64) -> Error<'static> {
        Error {
            kind: Kind::Decode,
            grade,
            source,
            size,
        }
    }

    const SOURCES: [&str; 10] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

    #[test]
    fn sigma_holds_a_little_more_than_four_fifths_of_equal_sources() {
        let errors: Vec<_> = SOURCES
            .iter()
            .zip(1..)
            .map(|(source, n)| error(source, Evidence::A, 0.1 * f64::from(n)))
            .collect();
        // Eight of ten are too few, nine hold: 0.9 ÷ 1.2816.
        assert!((sigma(&errors.iter().collect::<Vec<_>>()) - 0.9 / 1.2816).abs() < 1e-12);
    }

    #[test]
    fn a_source_of_many_rows_counts_as_their_root() {
        // Nine rows of one source weigh 3 in all, three of others 1 each: 82 % of 6 is 4.92.
        let mut errors: Vec<_> = (0..9).map(|_| error("large", Evidence::A, 0.1)).collect();
        errors.extend(["x", "y", "z"].map(|source| error(source, Evidence::A, 0.5)));
        assert!((sigma(&errors.iter().collect::<Vec<_>>()) - 0.5 / 1.2816).abs() < 1e-12);
    }

    #[test]
    fn a_grade_with_few_rows_takes_the_whole_kind_and_is_wider_than_the_one_above() {
        let many = (0..2).flat_map(|_| SOURCES.map(|source| error(source, Evidence::A, 0.2)));
        let errors: Vec<_> = many.chain([error("a", Evidence::B, 9.0)]).collect();
        let found = of_kind(Kind::Decode, &errors.iter().collect::<Vec<_>>());
        let [a, b, c] = [0, 1, 2].map(|at: usize| found[at].1.0);
        assert!((a - 0.2 / 1.2816).abs() < 1e-12);
        assert!((b - 1.25 * a).abs() < 1e-12 && (c - 1.25 * b).abs() < 1e-12);
    }
}
