//! Predictions of rows by constants that were fitted without them.

use std::collections::{BTreeMap, BTreeSet};

use tiaoka_core::model::{Constant, Covered, Group, ModelConstants};
use tiaoka_core::observation::Point;
use tiaoka_core::predict::Kind;

use crate::rows::Row;
use crate::solve::{Problem, Solution};

/// The rows of one group, with its constants and everything else as shipped.
pub(crate) struct Bench<'a> {
    /// Every scored row of every kind.
    pub(crate) all: &'a [Row],
    /// The constants of the group.
    pub(crate) lines: &'a [Constant],
    pub(crate) group: Group,
    pub(crate) base: &'a ModelConstants,
}

/// A row with what was predicted for it, and its place among the rows of the group.
pub(crate) type Foretold<'a> = (&'a Row, Point);

impl<'a> Bench<'a> {
    /// The rows of the group.
    pub(crate) fn rows(&self) -> Vec<&'a Row> {
        let kinds = self.group.kinds();
        self.all
            .iter()
            .filter(|row| kinds.contains(&row.case.kind))
            .collect()
    }

    /// Constants fitted to the rows that `keep` lets through.
    pub(crate) fn fit(&self, keep: impl Fn(&Row) -> bool) -> Solution {
        let rows = self.rows().into_iter().filter(|row| keep(row)).collect();
        Problem::new(rows, self.lines, self.base, self.group).solve(self.base)
    }

    /// Constants and lists of what was measured, as if only the rows that `keep` lets through were known.
    ///
    /// Fitted from the priors: a start from the constants of all rows would carry what is left out.
    pub(crate) fn without(&self, keep: impl Fn(&Row) -> bool) -> ModelConstants {
        let mut constants = self.fit(&keep).apply(self.base);
        for (kind, covered) in coverage(self.all.iter().filter(|row| keep(row))) {
            constants.set_covered(kind, covered);
        }
        constants
    }

    /// Each group of rows of one name predicted without it: sources, or cards.
    pub(crate) fn leave_out(&self, name: fn(&Row) -> &str) -> Vec<Foretold<'a>> {
        let names: BTreeSet<&str> = self.rows().into_iter().map(name).collect();
        let mut found = Vec::new();
        for left in names {
            let constants = self.without(|row| name(row) != left);
            found.extend(predicted(
                self.rows().into_iter().filter(|row| name(row) == left),
                &constants,
            ));
        }
        found
    }

    /// The rows of `held` predicted by the others.
    pub(crate) fn hold_back(&self, held: &BTreeSet<&str>) -> Vec<Foretold<'a>> {
        let is_held = |row: &Row| held.contains(row.seen.id.as_str());
        let constants = self.without(|row| !is_held(row));
        predicted(
            self.rows().into_iter().filter(|row| is_held(row)),
            &constants,
        )
    }
}

/// What these constants say of the rows.
pub(crate) fn predicted<'a>(
    rows: impl Iterator<Item = &'a Row>,
    constants: &ModelConstants,
) -> Vec<Foretold<'a>> {
    let point = |row: &'a Row| {
        let predicted = row.case.predict(constants).ok()?;
        Some((
            row,
            Point {
                kind: row.case.kind,
                measured: row.measured,
                predicted,
            },
        ))
    };
    rows.filter_map(point).collect()
}

/// What these rows cover; a kind without any is covered by nothing.
pub(crate) fn coverage<'a>(rows: impl Iterator<Item = &'a Row>) -> BTreeMap<Kind, Covered> {
    let mut all: BTreeMap<Kind, Covered> = Kind::ALL
        .into_iter()
        .map(|kind| (kind, Covered::default()))
        .collect();
    for row in rows {
        let card = row.case.rig.card;
        if let Some(covered) = all.get_mut(&row.case.kind) {
            covered.add(
                &card.id.0,
                &row.case.framework,
                &row.case.precision,
                card.arch.as_deref(),
            );
        }
    }
    all
}

/// Three tenths of the rows of the first collection, drawn by the seed among rows of equal task, model
/// and card.
pub(crate) fn held_back(rows: &[Row], seed: u64) -> BTreeSet<&'static str> {
    let mut strata: BTreeMap<(Kind, &str, &str), Vec<&'static str>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.is_first_collection) {
        let seen = row.seen;
        strata
            .entry((row.case.kind, &seen.model, &seen.gpu))
            .or_default()
            .push(&seen.id);
    }
    let mut chance = fastrand::Rng::with_seed(seed);
    let mut held = BTreeSet::new();
    for ids in strata.values_mut() {
        chance.shuffle(ids);
        // A stratum of one row is held back three times in ten.
        let share = 0.3 * ids.len() as f64;
        let count = share.floor() + f64::from(u8::from(chance.f64() < share.fract()));
        held.extend(&ids[..count as usize]);
    }
    held
}
