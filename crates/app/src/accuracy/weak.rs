//! Where the model is weak, in sentences made from the figures.

use std::collections::BTreeMap;

use tiaoka_core::message::{Message, Param};
use tiaoka_core::observation::{Accuracy, Split, percentile, scored};
use tiaoka_core::predict::Kind;

use super::WEAK_P90;
use super::named::named;

/// Fewer rows than that say too little about a card or a framework.
const LEAST_ROWS: usize = 5;
/// Fewer rows of a kind than that are a caution of their own. Source: workload model, section 10.
const FEW_ROWS: usize = 20;
/// Share of runs that an interval called 80 % may hold. Source: the aim of the calibration.
const COVERAGE: std::ops::RangeInclusive<f64> = 0.72..=0.90;
/// Cards and frameworks that are named.
const MOST_GROUPS: usize = 5;

/// The worst kinds, then cards and frameworks with the largest errors, on sources that were left out.
pub(super) fn spots(split: Split, errors: &[Accuracy]) -> Vec<Message> {
    let mut spots = kinds(errors);
    spots.extend(groups(split));
    spots.extend(errors.iter().filter_map(coverage));
    spots.extend(errors.iter().filter_map(few));
    spots
}

fn word(kind: Kind) -> Param {
    Param::Word(match kind {
        Kind::TrainLlm => "kind_train_llm",
        Kind::TrainCnnBert => "kind_train_cnn_bert",
        Kind::InferCnnBert => "kind_infer_cnn_bert",
        Kind::Decode => "kind_decode",
        Kind::Prefill => "kind_prefill",
        Kind::Serving => "kind_serving",
        Kind::Diffusion => "kind_diffusion",
        Kind::MemoryInfer => "kind_memory_infer",
        Kind::MemoryTrain => "kind_memory_train",
    })
}

/// Kinds of which one prediction in ten is far off, the worst first.
fn kinds(errors: &[Accuracy]) -> Vec<Message> {
    let mut weak: Vec<&Accuracy> = errors
        .iter()
        .filter(|found| found.p90_ape > WEAK_P90)
        .collect();
    weak.sort_by(|a, b| b.p90_ape.total_cmp(&a.p90_ape));
    let sentence = |found: &Accuracy| {
        Message::new("weak_kind")
            .with("kind", word(found.kind))
            .with("median", Param::Share(found.median_ape))
            .with("p90", Param::Share(found.p90_ape))
    };
    weak.into_iter().map(sentence).collect()
}

/// Cards and frameworks with the largest median error.
fn groups(split: Split) -> Vec<Message> {
    type Group = (Kind, &'static str, &'static str);
    let mut groups: BTreeMap<Group, Vec<f64>> = BTreeMap::new();
    for (row, named) in scored().iter().zip(named()) {
        let Some(point) = row.point(split) else {
            continue;
        };
        for (what, name) in [("card", &named.card), ("framework", &named.framework)] {
            let group = groups.entry((point.kind, what, name)).or_default();
            group.push(point.error());
        }
    }
    let mut weak: Vec<(Group, usize, f64)> = groups
        .into_iter()
        .filter(|(_, errors)| errors.len() >= LEAST_ROWS)
        .filter_map(|(group, mut errors)| {
            errors.sort_by(f64::total_cmp);
            Some((group, errors.len(), percentile(&errors, 0.5)?))
        })
        .filter(|(.., median)| *median > WEAK_P90)
        .collect();
    weak.sort_by(|a, b| b.2.total_cmp(&a.2));
    let sentence = |((kind, what, name), rows, median): (Group, usize, f64)| {
        let message = match what {
            "card" => Message::new("weak_card"),
            _ => Message::new("weak_framework"),
        };
        message
            .with("kind", word(kind))
            .with("name", Param::Text(name.to_owned()))
            .with("count", Param::Count(rows as u64))
            .with("median", Param::Share(median))
    };
    weak.into_iter().take(MOST_GROUPS).map(sentence).collect()
}

/// An interval that holds too few runs, or so many that it is wider than it says.
fn coverage(found: &Accuracy) -> Option<Message> {
    if found.rows < FEW_ROWS || COVERAGE.contains(&found.in_80_interval) {
        return None;
    }
    let message = Message::new("weak_interval").with("kind", word(found.kind));
    Some(message.with("share", Param::Share(found.in_80_interval)))
}

fn few(found: &Accuracy) -> Option<Message> {
    (found.rows < FEW_ROWS).then(|| {
        Message::new("weak_few_rows")
            .with("kind", word(found.kind))
            .with("count", Param::Count(found.rows as u64))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(kind: Kind, rows: usize, p90_ape: f64, in_80_interval: f64) -> Accuracy {
        Accuracy {
            kind,
            rows,
            median_ape: 0.1,
            p90_ape,
            within_25: 0.7,
            in_80_interval,
        }
    }

    #[test]
    fn kinds_that_are_far_off_one_time_in_ten_are_named_the_worst_first() {
        let all = [
            errors(Kind::Decode, 100, 0.41, 0.8),
            errors(Kind::Serving, 100, 0.4, 0.8), // exactly two fifths: not weak
            errors(Kind::Prefill, 100, 0.9, 0.8),
        ];
        let named: Vec<Param> = kinds(&all)
            .iter()
            .map(|m| m.params["kind"].clone())
            .collect();
        assert_eq!(
            named,
            [Param::Word("kind_prefill"), Param::Word("kind_decode")]
        );
    }

    #[test]
    fn an_interval_is_named_when_it_holds_too_few_runs_or_too_many() {
        let said = |inside| coverage(&errors(Kind::Decode, 20, 0.1, inside)).is_some();
        assert_eq!(
            [0.71, 0.72, 0.90, 0.91].map(said),
            [true, false, false, true]
        );
        assert_eq!(coverage(&errors(Kind::Decode, 19, 0.1, 0.5)), None); // says nothing yet
    }

    #[test]
    fn a_kind_with_fewer_than_twenty_rows_says_so() {
        let few = |rows| few(&errors(Kind::Diffusion, rows, 0.1, 0.8));
        assert_eq!(few(19).unwrap().params["count"], Param::Count(19));
        assert_eq!(few(20), None);
    }
}
