//! The fitted numbers of the predictions, and what was measured to fit them.
//!
//! They are in `data/constants/*.csv`, one line a constant; logarithms are natural. An absolute quantity
//! is a sum: a **base** that an unknown framework gets, and the **deviation** of the one at hand, which is
//! 0 where no row of the fit shows it. `value` and `rows` are written by `tiaoka-fit`; the other columns
//! say what the number is, what was expected of it, and between which bounds it makes sense.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, OnceLock};

use super::cards::{MeasuredCard, ModelRow, Tables};
use super::group::{Constant, Group};
use super::measured::{Covered, evidence, sigmas};
use crate::predict::{Evidence, Kind};

/// The sum of a base and a deviation, and whether the deviation is only assumed to be 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantity {
    /// The logarithm.
    pub ln: f64,
    /// No row of the fit shows the deviation.
    pub assumed: bool,
}

/// Everything that predictions are made with.
#[derive(Debug, Clone, Default)]
pub struct ModelConstants {
    /// Cards with the figures the constants were fitted with.
    pub cards: Vec<MeasuredCard>,
    pub(super) models: Vec<ModelRow>,
    constants: HashMap<String, Constant>,
    /// Where the fit writes down which constants a prediction reads.
    record: Option<Record>,
    evidence: BTreeMap<Kind, Covered>,
    sigmas: BTreeMap<(Kind, Evidence), f64>,
}

/// The keys read since the last look.
#[derive(Debug, Default)]
struct Record(Mutex<BTreeSet<String>>);

impl Clone for Record {
    /// A copy of the constants starts a record of its own.
    fn clone(&self) -> Record {
        Record::default()
    }
}

impl ModelConstants {
    /// The same constants, which write down the keys that are read.
    #[must_use]
    pub fn recording(&self) -> ModelConstants {
        ModelConstants {
            record: Some(Record::default()),
            ..self.clone()
        }
    }

    /// The keys read since the last call; none unless these constants are [`recording`](Self::recording).
    pub fn take_read(&self) -> BTreeSet<String> {
        let read = self.record.as_ref().and_then(|record| record.0.lock().ok());
        read.map(|mut read| std::mem::take(&mut *read))
            .unwrap_or_default()
    }

    fn get(&self, key: &str) -> Option<&Constant> {
        let constant = self.constants.get(key)?;
        if let Some(Ok(mut read)) = self.record.as_ref().map(|record| record.0.lock()) {
            read.insert(key.to_owned());
        }
        Some(constant)
    }

    /// A correction: 0 where there is none.
    pub fn correction(&self, key: &str) -> f64 {
        self.get(key).map_or(0.0, |constant| constant.value)
    }

    /// A constant that measured rows show, or that is held fixed.
    pub fn fitted(&self, key: &str) -> Option<f64> {
        let constant = self.get(key)?;
        (constant.rows > 0 || constant.spread.is_none()).then_some(constant.value)
    }

    /// An absolute quantity: `base` plus the deviation `base.of`.
    pub fn quantity(&self, base: &str, of: &str) -> Quantity {
        self.sum(base, &format!("{base}.{of}"))
    }

    /// The sum of a base and a deviation of another name.
    pub fn sum(&self, base: &str, deviation: &str) -> Quantity {
        let own = self.fitted(deviation);
        Quantity {
            ln: self.correction(base) + own.unwrap_or(0.0),
            assumed: own.is_none(),
        }
    }

    /// Puts another value in place of a constant's, with the rows it rests on; nothing for a key that
    /// no file has.
    pub fn set(&mut self, key: &str, value: f64, rows: u32) {
        if let Some(constant) = self.constants.get_mut(key) {
            constant.value = value;
            constant.rows = rows;
        }
    }

    /// What was measured for a kind of prediction.
    pub fn covered(&self, kind: Kind) -> Option<&Covered> {
        self.evidence.get(&kind)
    }

    /// Puts other lists in place of what was measured.
    pub fn set_covered(&mut self, kind: Kind, covered: Covered) {
        self.evidence.insert(kind, covered);
    }

    /// σ of ln(predicted ÷ measured) on sources that the constants were not fitted to; 0 for a grade
    /// that is no prediction.
    pub fn sigma(&self, kind: Kind, evidence: Evidence) -> f64 {
        self.sigmas
            .get(&(kind, evidence))
            .copied()
            .unwrap_or_default()
    }

    /// Whether any measured row of any kind ran on this architecture.
    pub fn knows_architecture(&self, arch: &str) -> bool {
        self.evidence
            .values()
            .any(|covered| covered.architectures.contains(arch))
    }

    fn shipped() -> ModelConstants {
        let tables = Tables::shipped();
        let all = Group::ALL.into_iter().flat_map(Group::shipped);
        ModelConstants {
            cards: tables.cards,
            models: tables.models,
            constants: all
                .map(|constant| (constant.key.clone(), constant))
                .collect(),
            record: None,
            evidence: evidence(),
            sigmas: sigmas(),
        }
    }
}

/// The shipped constants; read once.
pub fn constants() -> &'static ModelConstants {
    static CONSTANTS: OnceLock<ModelConstants> = OnceLock::new();
    CONSTANTS.get_or_init(ModelConstants::shipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data_lines(text: &str) -> usize {
        text.lines().count() - 1 // a head line; no cell spans lines
    }

    #[test]
    fn every_line_of_every_file_is_read() {
        for group in Group::ALL {
            assert_eq!(
                group.shipped().len(),
                data_lines(group.file()),
                "{}",
                group.name()
            );
        }
    }

    #[test]
    fn a_key_stands_in_one_file_only() {
        let all: Vec<_> = Group::ALL.into_iter().flat_map(Group::shipped).collect();
        let keys: BTreeSet<_> = all.iter().map(|constant| &constant.key).collect();
        assert_eq!(keys.len(), all.len());
    }

    #[test]
    fn every_constant_lies_within_its_bounds_and_says_what_it_means() {
        for constant in Group::ALL.into_iter().flat_map(Group::shipped) {
            let (low, high) = (constant.lowest, constant.highest);
            let inside = low.is_none_or(|low| low <= constant.value)
                && high.is_none_or(|high| constant.value <= high);
            assert!(inside && constant.value.is_finite(), "{constant:?}");
            assert!(
                !constant.unit.is_empty() && !constant.meaning.is_empty(),
                "{constant:?}"
            );
        }
    }

    #[test]
    fn a_deviation_without_rows_is_zero_and_the_sum_assumed() {
        let mut all = constants().clone();
        let base = all.correction("tr.fw");
        let unknown = Quantity {
            ln: base,
            assumed: true,
        };
        assert_eq!(all.quantity("tr.fw", "a-new-trainer"), unknown);
        all.set("tr.fw.torchtitan", 0.2, 5);
        let known = Quantity {
            ln: base + 0.2,
            assumed: false,
        };
        assert_eq!(all.quantity("tr.fw", "torchtitan"), known);
        all.set("tr.fw.torchtitan", 0.2, 0);
        assert_eq!(all.quantity("tr.fw", "torchtitan"), unknown);
    }

    #[test]
    fn the_measured_rows_of_nine_kinds_are_listed() {
        let all = constants();
        assert!(Kind::ALL.iter().all(|kind| all.covered(*kind).is_some()));
        let train = all.covered(Kind::TrainLlm).unwrap();
        assert!(train.cards.contains("rtx-4090") && train.frameworks.contains("torchtitan"));
        assert!(all.knows_architecture("turing") && !all.knows_architecture("kepler"));
    }

    #[test]
    fn a_better_grade_is_never_wider() {
        let all = constants();
        for kind in Kind::ALL {
            let [a, b, c] = [Evidence::A, Evidence::B, Evidence::C].map(|e| all.sigma(kind, e));
            assert!(0.0 < a && a <= b && b <= c, "{kind:?} {a} {b} {c}");
        }
    }

    #[test]
    fn every_measured_card_is_a_row_of_the_spec_sheet() {
        for card in &constants().cards {
            assert!(crate::gpu::sheet().get(&card.id).is_some(), "{}", card.name);
        }
    }
}
