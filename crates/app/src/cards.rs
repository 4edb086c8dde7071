//! The cards of the catalogue by what somebody types.

use tiaoka_core::gpu::{CardFilter, GpuName, sheet};
use tiaoka_core::plan::PlanGpu;

use crate::problem::{Code, Problem, shortened};
use crate::store::Card;

/// Numbers of the catalogue's names that a spelling means. A card that is known and sold by nobody
/// gives none; a spelling of no card at all is refused.
pub(crate) fn named(known: &[Card], text: &str) -> Result<Vec<i64>, Problem> {
    let ids = recognised(known, text);
    if ids.is_empty() && tiaoka_core::gpu::resolve(text).is_empty() {
        return Err(Problem::new(Code::UnknownGpu).with("gpu", shortened(text)));
    }
    Ok(ids)
}

/// As [`named`]; none where the text as a whole names no card of the catalogue.
pub(crate) fn recognised(known: &[Card], text: &str) -> Vec<i64> {
    let filter = CardFilter::of(text);
    if filter.is_empty() {
        return Vec::new();
    }
    known
        .iter()
        .filter(|card| filter.keeps(&as_gpu(card)))
        .map(|card| card.id)
        .collect()
}

/// A card as a plan has it; only the name and its meaning count here.
fn as_gpu(card: &Card) -> PlanGpu {
    PlanGpu {
        name: card.name.clone(),
        model: card.model.clone(),
        count: None,
        memory_gib: None,
        usable_gib: None,
        share: 1.0,
        link: None,
    }
}

/// Whether a word stands in the name of a card, or in the name of a row that it may be.
pub(crate) fn contains(card: &Card, word: &str) -> bool {
    let wanted = letters(word);
    let here = |text: &str| !wanted.is_empty() && letters(text).contains(&wanted);
    let ids = match &card.model {
        GpuName::Known(id) => std::slice::from_ref(id),
        GpuName::OneOf(ids) => ids.as_slice(),
        GpuName::Unknown(_) => &[],
    };
    here(&card.name)
        || ids
            .iter()
            .any(|id| here(&id.0) || sheet().get(id).is_some_and(|spec| here(&spec.name)))
}

/// Letters and digits only, in lower case: spellings differ in the rest.
fn letters(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}
