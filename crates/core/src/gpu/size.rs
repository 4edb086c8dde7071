//! What a stated memory size says of a card: whole, a slice, or not possible.

use super::spelling::Profile;
use super::{GpuId, sheet};

/// A reported size is the card's own when it differs by no more than this part.
/// Source: architecture, "GB and GiB, the one rule".
const SNAP: f64 = 0.09;
/// How far the part of the memory may be from the stated part of the card: MIG gives `1g.20gb` a
/// seventh of the arithmetic and a quarter of the memory.
const PART_RATIO: std::ops::RangeInclusive<f64> = 0.5..=2.0;
/// Cards whose stated size is kept, since sources differ (179 to 192 and 262 to 288 GiB).
/// Source: as [`SNAP`].
const KEPT_AS_STATED: [&str; 4] = ["b200", "b300", "gb200", "gb300"];

/// What a source says of size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stated {
    /// Memory of one device, GiB.
    pub device_gib: Option<f64>,
    /// Memory of the card that the device is, or is a part of, GiB.
    pub whole_gib: Option<f64>,
    /// Part of a card that one device is, where a table says so.
    pub part: Option<f64>,
    /// The device is a partition of a card.
    pub sliced: bool,
}

impl Stated {
    /// Nothing is said of memory.
    pub(super) fn silent(part: Option<f64>) -> Stated {
        Stated {
            device_gib: None,
            whole_gib: None,
            part,
            sliced: part.is_some(),
        }
    }

    /// One device has this memory.
    pub(super) fn device(gib: f64, part: Option<f64>) -> Stated {
        Stated {
            device_gib: Some(gib),
            whole_gib: Some(gib / part.unwrap_or(1.0)),
            part,
            sliced: part.is_some(),
        }
    }

    /// One device is this partition of a card; the card's own memory where it is known.
    pub(super) fn partition(profile: Profile, card_gib: Option<f64>) -> Stated {
        Stated {
            device_gib: Some(profile.memory_gib()),
            whole_gib: card_gib,
            part: None,
            sliced: true,
        }
    }
}

/// What the stated size makes of the cards a name can mean.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Size {
    /// Cards that are still possible, in the order given.
    pub ids: Vec<GpuId>,
    /// Nominal memory of one device, GiB.
    pub memory_gib: Option<f64>,
    /// Reported memory of one device, GiB, where it is below nominal.
    pub usable_gib: Option<f64>,
    /// Part of the card that one device is.
    pub share: f64,
    /// The stated size is one of a whole card.
    pub whole: bool,
    /// Name and size do not exclude each other.
    pub plausible: bool,
}

/// Weighs a stated size against the cards a name can mean.
pub(super) fn size(ids: Vec<GpuId>, stated: &Stated) -> Size {
    let Some(device_gib) = stated.device_gib else {
        return unstated(ids, stated.part.unwrap_or(1.0));
    };
    let kept = |ids: Vec<GpuId>, share, plausible| Size {
        ids,
        memory_gib: Some(device_gib),
        usable_gib: None,
        share,
        whole: false,
        plausible,
    };
    if ids.iter().all(|id| card_gib(id).is_none()) {
        return kept(ids, stated.part.unwrap_or(1.0), true);
    }
    let whole_gib = stated.whole_gib.unwrap_or(device_gib);
    let fitting = some_of(&ids, |card| near(whole_gib, card));
    if let Some(part) = stated.part {
        let ratio = |card: f64| device_gib / card / part;
        return match fitting.or_else(|| some_of(&ids, |card| PART_RATIO.contains(&ratio(card)))) {
            Some(ids) => kept(ids, part, true),
            None => kept(ids, part, false),
        };
    }
    match fitting {
        Some(ids) if !stated.sliced || ids.iter().any(|id| fits(id, device_gib)) => {
            whole(ids, device_gib)
        }
        // The smallest share among the cards that are large enough is of the first: the slowest.
        fitting => match fitting.or_else(|| some_of(&ids, |card| device_gib < card)) {
            Some(ids) => {
                let card = ids.first().and_then(card_gib).unwrap_or(device_gib);
                kept(ids, (device_gib / card).min(1.0), true)
            }
            None => kept(ids, 1.0, false),
        },
    }
}

/// Nothing stated: the card's own size, where all that are possible agree on it.
fn unstated(ids: Vec<GpuId>, share: f64) -> Size {
    let first = ids.first().and_then(card_gib);
    let agreed = first.filter(|gib| ids.iter().all(|id| card_gib(id) == Some(*gib)));
    Size {
        ids,
        memory_gib: agreed.map(|gib| gib * share),
        usable_gib: None,
        share,
        whole: share >= 1.0,
        plausible: true,
    }
}

fn whole(ids: Vec<GpuId>, stated_gib: f64) -> Size {
    let kept = ids.iter().any(|id| KEPT_AS_STATED.contains(&id.0.as_str()));
    let card = ids.first().and_then(card_gib).filter(|_| !kept);
    let nominal = card.unwrap_or(stated_gib);
    Size {
        ids,
        memory_gib: Some(nominal),
        usable_gib: (stated_gib < nominal).then_some(stated_gib),
        share: 1.0,
        whole: true,
        plausible: true,
    }
}

/// The cards whose memory meets a condition; `None` when there is none.
fn some_of(ids: &[GpuId], keep: impl Fn(f64) -> bool) -> Option<Vec<GpuId>> {
    let kept = ids.iter().filter(|id| card_gib(id).is_some_and(&keep));
    let kept: Vec<GpuId> = kept.cloned().collect();
    (!kept.is_empty()).then_some(kept)
}

fn fits(id: &GpuId, gib: f64) -> bool {
    card_gib(id).is_some_and(|card| near(gib, card))
}

/// Whether a stated size is this nominal one.
pub(super) fn near(stated_gib: f64, nominal_gib: f64) -> bool {
    (stated_gib - nominal_gib).abs() <= SNAP * nominal_gib
}

pub(super) fn card_gib(id: &GpuId) -> Option<f64> {
    sheet().get(id)?.memory_gib
}
