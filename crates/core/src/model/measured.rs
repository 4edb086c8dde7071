//! What was measured to fit the constants, and how wide predictions are therefore: `data/evidence.csv`
//! and `data/sigmas.csv`, both written by the fit.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::predict::{Evidence, Kind};

/// What the measured rows of one kind of prediction cover.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Covered {
    /// Cards by id.
    pub cards: BTreeSet<String>,
    /// Frameworks by their name in the keys of the constants.
    pub frameworks: BTreeSet<String>,
    /// Precisions: `16` is any 16-bit format, `32` FP32 and TF32, others by name.
    pub precisions: BTreeSet<String>,
    /// Architectures.
    pub architectures: BTreeSet<String>,
}

impl Covered {
    /// Counts one measured row in.
    pub fn add(
        &mut self,
        card: &str,
        framework: &str,
        precision: &str,
        architecture: Option<&str>,
    ) {
        self.cards.insert(card.to_owned());
        self.frameworks.insert(framework.to_owned());
        self.precisions.insert(precision.to_owned());
        self.architectures.extend(architecture.map(str::to_owned));
    }
}

/// The lines of a table. One that cannot be read is left out here and fails the tests below.
pub(super) fn lines<T: for<'a> Deserialize<'a>>(text: &str) -> Vec<T> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .filter_map(Result::ok)
        .collect()
}

const EVIDENCE: &str = include_str!("../../data/evidence.csv");
const SIGMAS: &str = include_str!("../../data/sigmas.csv");

#[derive(Deserialize)]
struct EvidenceLine {
    kind: Kind,
    what: What,
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum What {
    Card,
    Framework,
    Precision,
    Architecture,
}

pub(super) fn evidence() -> BTreeMap<Kind, Covered> {
    let mut all: BTreeMap<Kind, Covered> = BTreeMap::new();
    for EvidenceLine { kind, what, name } in lines(EVIDENCE) {
        let covered = all.entry(kind).or_default();
        let list = match what {
            What::Card => &mut covered.cards,
            What::Framework => &mut covered.frameworks,
            What::Precision => &mut covered.precisions,
            What::Architecture => &mut covered.architectures,
        };
        list.insert(name);
    }
    all
}

#[derive(Deserialize)]
struct SigmaLine {
    kind: Kind,
    evidence: Evidence,
    sigma: f64,
}

pub(super) fn sigmas() -> BTreeMap<(Kind, Evidence), f64> {
    let lines = lines::<SigmaLine>(SIGMAS).into_iter();
    lines
        .map(|line| ((line.kind, line.evidence), line.sigma))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_both_tables_is_read() {
        let data_lines = |text: &str| text.lines().count() - 1; // a head line; no cell spans lines
        assert_eq!(lines::<EvidenceLine>(EVIDENCE).len(), data_lines(EVIDENCE));
        assert_eq!(lines::<SigmaLine>(SIGMAS).len(), data_lines(SIGMAS));
        assert_eq!(sigmas().len(), 3 * Kind::ALL.len());
    }
}
