//! Names of the scored rows: what ran, on which card, in which framework; found once.

use std::sync::OnceLock;

use tiaoka_core::gpu::sheet;
use tiaoka_core::observation::{Observation, Prepared, scored};

use crate::measurements::title;

/// A row in names.
pub(super) struct Named {
    /// Card, model, framework.
    pub(super) title: String,
    /// The card by its name in the spec sheet.
    pub(super) card: String,
    /// Framework by its name in the constants.
    pub(super) framework: String,
}

/// The names of every scored row, in the order of the rows.
pub(super) fn named() -> &'static [Named] {
    static NAMED: OnceLock<Vec<Named>> = OnceLock::new();
    NAMED.get_or_init(|| scored().iter().map(|scored| name(scored.row)).collect())
}

fn name(row: &Observation) -> Named {
    let prepared = Prepared::of(row).ok();
    let card = prepared
        .as_ref()
        .and_then(|prepared| sheet().get(&prepared.rig.card.id));
    Named {
        title: title(row),
        card: card.map_or_else(|| row.gpu.clone(), |spec| spec.name.clone()),
        framework: prepared.map_or_else(|| row.framework.clone(), |prepared| prepared.framework),
    }
}
