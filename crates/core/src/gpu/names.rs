//! The tables behind the recogniser: `gpu-aliases.csv` and `gpu-names.csv`, compiled in.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::spelling::key;
use super::{GpuId, sheet};

const ALIASES: &str = include_str!("../../data/gpu-aliases.csv");
const NAMES: &str = include_str!("../../data/gpu-names.csv");

/// How surely a name says which card it is (column `status` of `gpu-names.csv`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// One card.
    Exact,
    /// One card, and shown as an assumption.
    Assumed,
    /// The form factor is left open; the slowest likely card comes first.
    FormNotStated,
    /// Size or part is left open; the slowest likely card comes first.
    VariantNotStated,
    /// A real card without a row in the spec sheet.
    NotInSheet,
    /// The provider hides the model.
    Masked,
    /// Name and memory exclude each other.
    Implausible,
    /// Programmable logic.
    Fpga,
    /// A video transcoder.
    Video,
    /// No table knows the name.
    Unknown,
}

/// One meaning of a catalogue name.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Meaning {
    /// Applies to cards of this size, GiB; `None` = to any other.
    pub memory_gib: Option<f64>,
    /// The cards it can be, the slowest likely first.
    pub ids: Vec<GpuId>,
    /// How surely.
    pub status: Status,
}

/// A card under a name of the spec sheet.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Card {
    /// The sheet's name for it.
    pub name: String,
    /// The card itself, at any size.
    pub meaning: Meaning,
}

/// Every name that is known.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Key of a spelling → catalogue name.
    pub canonical: HashMap<String, String>,
    /// Catalogue name → what it can mean.
    pub meanings: HashMap<String, Vec<Meaning>>,
    /// Key of a name that files of measurements use → what it means there.
    pub published: HashMap<String, Meaning>,
    /// Key of an id, or of a name of the spec sheet → that card.
    pub cards: HashMap<String, Card>,
    /// Every spelling as written, for showing.
    pub spellings: Vec<String>,
}

#[derive(Deserialize)]
struct AliasRow {
    alias: String,
    canonical: String,
}

#[derive(Deserialize)]
struct NameRow {
    used_in: String,
    name: String,
    memory_gb: Option<f64>,
    ids: String,
    status: Status,
}

/// The tables, read once.
pub(super) fn names() -> &'static Names {
    static TABLES: OnceLock<Names> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut names = Names::default();
        // A row that cannot be read is left out here and fails the tests below.
        for row in rows::<NameRow>(NAMES) {
            names.add_meaning(row);
        }
        for AliasRow { alias, canonical } in rows::<AliasRow>(ALIASES) {
            names.canonical.insert(key(&alias), canonical);
            names.spellings.push(alias);
        }
        for spec in sheet().iter() {
            let meaning = Meaning {
                memory_gib: None,
                ids: vec![spec.id.clone()],
                status: Status::Exact,
            };
            let card = Card {
                name: spec.name.clone(),
                meaning,
            };
            names.cards.insert(key(&spec.name), card.clone());
            names.cards.insert(key(&spec.id.0), card);
        }
        names
    })
}

fn rows<T: for<'a> Deserialize<'a>>(text: &str) -> Vec<T> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .filter_map(Result::ok)
        .collect()
}

impl Names {
    fn add_meaning(&mut self, row: NameRow) {
        let ids = row.ids.split('|').filter(|id| !id.is_empty());
        let meaning = Meaning {
            memory_gib: row.memory_gb,
            ids: ids.map(|id| GpuId(id.to_owned())).collect(),
            status: row.status,
        };
        if row.used_in == "published" {
            self.published.insert(key(&row.name), meaning);
        } else {
            self.canonical.insert(key(&row.name), row.name.clone());
            self.meanings.entry(row.name).or_default().push(meaning);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_row_of_both_tables_is_read() {
        let data_lines = |text: &str| text.lines().count() - 1; // a head line; no cell spans lines
        assert_eq!(rows::<AliasRow>(ALIASES).len(), data_lines(ALIASES));
        assert_eq!(rows::<NameRow>(NAMES).len(), data_lines(NAMES));
    }

    #[test]
    fn no_two_aliases_collide() {
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        for row in rows::<AliasRow>(ALIASES) {
            let before = seen.insert(key(&row.alias), row.canonical.clone());
            assert!(
                before.as_ref().is_none_or(|name| *name == row.canonical),
                "{} means {before:?} and {}",
                row.alias,
                row.canonical
            );
        }
    }

    #[test]
    fn every_canonical_name_of_an_alias_has_a_meaning() {
        for row in rows::<AliasRow>(ALIASES) {
            assert!(
                names().meanings.contains_key(&row.canonical),
                "{}",
                row.canonical
            );
        }
    }

    #[test]
    fn a_catalogue_name_means_at_most_one_thing_per_size_and_only_cards_of_the_sheet() {
        for (name, meanings) in &names().meanings {
            for (i, meaning) in meanings.iter().enumerate() {
                assert!(
                    meaning.ids.iter().all(|id| sheet().get(id).is_some()),
                    "{name}"
                );
                assert!(
                    meanings[..i]
                        .iter()
                        .all(|other| other.memory_gib != meaning.memory_gib),
                    "{name} twice for {:?}",
                    meaning.memory_gib
                );
                let cards = meaning.ids.len();
                match meaning.status {
                    Status::Exact | Status::Assumed | Status::Implausible => assert_eq!(cards, 1),
                    Status::FormNotStated | Status::VariantNotStated => assert!(cards > 1),
                    _ => assert_eq!(cards, 0),
                }
            }
        }
        assert!(
            names()
                .published
                .values()
                .all(|meaning| meaning.ids.len() == 1)
        );
    }
}
