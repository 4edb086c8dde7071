//! Finding cards by what somebody types, and the spellings under which a card is known.

use std::collections::BTreeSet;

use super::names::names;
use super::recognise::recognise;
use super::spelling::{key, split_memory, words};
use super::{GpuId, GpuName, GpuSpec, sheet};
use crate::plan::PlanGpu;

/// Every spelling under which a card is recognised, as sources write it, sorted; the sheet's own
/// name and id among them.
pub fn names_of(id: &GpuId) -> Vec<&'static str> {
    let tables = names();
    let listed = tables.spellings.iter().map(String::as_str);
    let own = sheet().get(id).into_iter();
    let own = own.flat_map(|card| [card.name.as_str(), card.id.0.as_str()]);
    let meant = |text: &&str| meant_by(text).contains(id);
    let names: BTreeSet<&str> = listed.filter(meant).chain(own).collect();
    names.into_iter().collect()
}

fn meant_by(text: &str) -> Vec<GpuId> {
    match recognise(text, None, None).model {
        GpuName::Known(id) => vec![id],
        GpuName::OneOf(ids) => ids,
        GpuName::Unknown(_) => Vec::new(),
    }
}

/// The cards that somebody means who types `query`: "A100" every form and size of it, "4090" the
/// RTX 4090 but not the 4090 D, "A100 80GB" both forms of that size. What no table knows is looked
/// for inside names, families and architectures ("hopper", "RTX 50"). Empty when nothing is found.
pub fn resolve(query: &str) -> Vec<GpuId> {
    let query_key = key(query);
    if query_key.is_empty() {
        return Vec::new();
    }
    let mut ids = meant_by(query);
    if ids.is_empty() {
        let inside = |text: &str| key(text).contains(&query_key);
        let found = |card: &&GpuSpec| {
            inside(&card.name) || inside(&card.family) || inside(&card.arch) || inside(&card.id.0)
        };
        return sheet()
            .iter()
            .filter(found)
            .map(|card| card.id.clone())
            .collect();
    }
    if split_memory(query).is_none() {
        let name = recognise(query, None, None).name;
        let wanted = words(&name);
        for card in sheet().iter() {
            if !ids.contains(&card.id) && is_form_of(card, &wanted) {
                ids.push(card.id.clone());
            }
        }
    }
    ids
}

/// Whether a card's name is `wanted` with nothing behind it but size, form or edition.
fn is_form_of(card: &GpuSpec, wanted: &[String]) -> bool {
    let name = words(&card.name);
    let Some(rest) = name.strip_prefix(wanted) else {
        return is_part_of_ascend(&name, wanted);
    };
    rest.iter().all(|word| {
        let size = word.strip_suffix("gb").or_else(|| word.strip_suffix('g'));
        let edition = [
            "pcie",
            "nvl",
            "oam",
            "blackwell",
            "server",
            "workstation",
            "max",
            "q",
            "modified",
            "per",
            "gpu",
        ];
        word.starts_with("sxm")
            || edition.contains(&word.as_str())
            || size.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// "Ascend 910B" is the family of 910B1 to 910B4, each a word of its own.
fn is_part_of_ascend(name: &[String], wanted: &[String]) -> bool {
    match (name, wanted) {
        ([ascend, part, ..], [other, family]) if ascend == "ascend" && other == ascend => {
            let rest = part.strip_prefix(family.as_str());
            family.ends_with('b')
                && rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        }
        _ => false,
    }
}

/// A question for cards, ready to be asked of many plans.
#[derive(Debug, Clone, PartialEq)]
pub struct CardFilter {
    ids: Vec<GpuId>,
    key: String,
}

impl CardFilter {
    /// The cards that [`resolve`] finds; names that have no card (`Alibaba GPU H`) by their letters.
    pub fn of(query: &str) -> CardFilter {
        CardFilter {
            ids: resolve(query),
            key: key(query),
        }
    }

    /// Nothing was asked for, so every card is kept.
    pub fn is_empty(&self) -> bool {
        self.key.is_empty()
    }

    /// Whether a plan's card is, or can be, one of those asked for.
    pub fn keeps(&self, gpu: &PlanGpu) -> bool {
        match &gpu.model {
            _ if self.is_empty() => true,
            GpuName::Known(id) => self.ids.contains(id),
            GpuName::OneOf(ids) => ids.iter().any(|id| self.ids.contains(id)),
            GpuName::Unknown(text) => self.ids.is_empty() && key(text).contains(&self.key),
        }
    }
}
