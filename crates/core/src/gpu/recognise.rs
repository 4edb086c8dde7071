//! What a vendor's text means: one recogniser for every file, API and question.
//!
//! A text reaches a card in two steps (`data/gpus.md`, "How names join"): spelling → catalogue name
//! by letters and digits, then catalogue name and memory → row of the spec sheet. A text that
//! nothing matches keeps its own words; it is never guessed at.

use super::find::{Found, find};
use super::kind::{kind_of, kind_of_unknown};
use super::names::{Meaning, Status, names};
use super::size::{Size, Stated, card_gib, near, size};
use super::spelling::{Profile, split_count, split_memory, split_profile};
use super::{GpuId, GpuName, Kind};
use crate::plan::PlanGpu;

/// What a vendor's text turned out to mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Recognised {
    /// The catalogue name (`A100 SXM`), or the text as written; empty where none was given.
    pub name: String,
    /// Which cards of the spec sheet that can be.
    pub model: GpuName,
    /// How surely.
    pub status: Status,
    /// What kind of thing it is.
    pub kind: Kind,
    /// Devices, from the caller or from the text (`8x A100`); a slice counts as one.
    pub count: Option<u32>,
    /// Nominal memory of one device, GiB; of a slice, the slice's.
    pub memory_gib: Option<f64>,
    /// Memory of one device that the driver or the cloud reported, GiB, where it is below nominal.
    pub usable_gib: Option<f64>,
    /// Part of the card's memory that one device has: 1.0 whole, 2/24 for 2 GiB of an A10.
    pub share: f64,
    /// The partition named in the text, if any.
    pub profile: Option<Profile>,
}

impl Recognised {
    /// Part of the card's arithmetic that one device has: of a MIG slice its compute slices, else
    /// the same part as of its memory.
    pub fn compute_share(&self) -> f64 {
        match (self.profile, self.first()) {
            (Some(Profile::Mig { slices, .. }), Some(id)) => {
                (f64::from(slices) / f64::from(compute_slices(id))).min(1.0)
            }
            _ => self.share,
        }
    }

    /// As the cards of a plan. Its share is the smaller of memory's and arithmetic's, so that
    /// neither is promised too large.
    pub fn into_plan_gpu(self) -> PlanGpu {
        let share = self.share.min(self.compute_share());
        PlanGpu {
            name: self.name,
            model: self.model,
            count: self.count,
            memory_gib: self.memory_gib,
            usable_gib: self.usable_gib,
            share,
            link: None,
        }
    }

    fn first(&self) -> Option<&GpuId> {
        match &self.model {
            GpuName::Known(id) => Some(id),
            GpuName::OneOf(ids) => ids.first(),
            GpuName::Unknown(_) => None,
        }
    }
}

/// What `text` means, given the memory of one device (GiB) and the number of devices, where known.
///
/// The memory may also be the sum over all devices: 178.8 GiB beside eight L4 is 22.35 GiB each.
///
/// ```
/// # use tiaoka_core::gpu::{GpuId, GpuName, recognise};
/// let card = recognise("NVIDIA A100-SXM4-80GB", None, None);
/// assert_eq!(card.model, GpuName::Known(GpuId("a100-80g-sxm".into())));
/// let slice = recognise("A10", Some(2.0), Some(1));
/// assert_eq!(slice.share, 2.0 / 24.0);
/// ```
pub fn recognise(text: &str, memory_gib: Option<f64>, count: Option<u32>) -> Recognised {
    understand(text, memory_gib, count, None)
}

/// As [`recognise`], where a table writes a slice as a count below one: 0.25 is one device that is
/// a quarter of a card, and the memory is the slice's.
pub fn recognise_devices(text: &str, memory_gib: Option<f64>, devices: Option<f64>) -> Recognised {
    match devices {
        Some(part) if part > 0.0 && part < 1.0 => understand(text, memory_gib, Some(1), Some(part)),
        Some(whole) if whole >= 1.0 && whole.fract() == 0.0 && whole <= f64::from(u16::MAX) => {
            understand(text, memory_gib, Some(whole as u32), None)
        }
        _ => understand(text, memory_gib, None, None),
    }
}

fn understand(
    text: &str,
    memory_gib: Option<f64>,
    count: Option<u32>,
    part: Option<f64>,
) -> Recognised {
    let (counted, body) = split_count(text);
    let memory_gib = memory_gib.filter(|gib| gib.is_finite() && *gib > 0.0);
    let Some(found) = find(body, names()) else {
        return unknown(text, body, memory_gib, count.or(counted), part);
    };
    let count = count.or(counted).or(found.count);
    let readings = readings(&found, memory_gib, count, part);
    let weighed: Vec<_> = readings
        .iter()
        .filter_map(|stated| weigh(&found, stated))
        .collect();
    let sound = weighed
        .iter()
        .position(|(_, size)| size.plausible)
        .unwrap_or(0);
    match weighed.into_iter().nth(sound) {
        Some((meaning, size)) => settled(&found, meaning, size, count),
        None => unknown(text, body, memory_gib, count, part),
    }
}

/// What the stated figures can say, the most literal reading first.
fn readings(
    found: &Found<'_>,
    memory_gib: Option<f64>,
    count: Option<u32>,
    part: Option<f64>,
) -> Vec<Stated> {
    if let Some(profile) = found.profile {
        let beside = memory_gib
            .filter(|gib| *gib > profile.memory_gib() && !near(*gib, profile.memory_gib()));
        let card = found
            .memory_gib
            .or(beside)
            .or_else(|| whole_of(profile, found));
        return vec![Stated::partition(profile, card)];
    }
    let mut readings = Vec::with_capacity(3);
    match memory_gib.or(found.memory_gib) {
        Some(gib) => readings.push(Stated::device(gib, part)),
        None => readings.push(Stated::silent(part)),
    }
    // The sum over all devices counts only where the parts are whole cards.
    if let (Some(gib), Some(count @ 2..)) = (memory_gib, count) {
        let each = Stated::device(gib / f64::from(count), part);
        if weigh(found, &each).is_some_and(|(_, size)| size.whole) {
            readings.push(each);
        }
    }
    // An alias may name other memory than the card's: a `GH200 480GB` has that beside its host.
    if memory_gib.is_none() && found.verbatim {
        readings.push(Stated::silent(part));
    }
    readings
}

/// The meaning whose size is nearest within the bound, else the one without a size; and what the
/// stated size makes of it. An H100 of 96 GiB is not the one of 94.
fn weigh<'a>(found: &Found<'a>, stated: &Stated) -> Option<(&'a Meaning, Size)> {
    let distance = |meaning: &Meaning| match (meaning.memory_gib, stated.whole_gib) {
        (Some(nominal), Some(stated)) if near(stated, nominal) => Some((stated - nominal).abs()),
        _ => None,
    };
    let meanings = found.meanings;
    let sized = meanings
        .iter()
        .filter_map(|meaning| Some((meaning, distance(meaning)?)));
    let meaning = sized
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .map(|(meaning, _)| meaning)
        .or_else(|| meanings.iter().find(|meaning| meaning.memory_gib.is_none()))
        .or_else(|| meanings.first())?;
    let ids = meaning.ids.iter().filter(|id| found.allows(id));
    Some((meaning, size(ids.cloned().collect(), stated)))
}

fn settled(found: &Found<'_>, meaning: &Meaning, size: Size, count: Option<u32>) -> Recognised {
    let status = match meaning.status {
        _ if !size.plausible => Status::Implausible,
        Status::FormNotStated | Status::VariantNotStated if size.ids.len() == 1 => Status::Exact,
        status => status,
    };
    Recognised {
        kind: kind_of(status, size.ids.first(), found.name),
        name: found.name.to_owned(),
        model: match size.ids.as_slice() {
            [] => GpuName::Unknown(found.name.to_owned()),
            [id] => GpuName::Known(id.clone()),
            _ => GpuName::OneOf(size.ids),
        },
        status,
        count,
        memory_gib: size.memory_gib,
        usable_gib: size.usable_gib,
        share: size.share,
        profile: found.profile,
    }
}

/// A text that no table knows, or none at all: kept as written.
fn unknown(
    text: &str,
    body: &str,
    memory_gib: Option<f64>,
    count: Option<u32>,
    part: Option<f64>,
) -> Recognised {
    let written = text.trim();
    let profile = split_profile(body).map(|(profile, _)| profile);
    Recognised {
        name: written.to_owned(),
        model: GpuName::Unknown(written.to_owned()),
        status: if written.is_empty() {
            Status::Masked
        } else {
            Status::Unknown
        },
        kind: kind_of_unknown(body),
        count,
        memory_gib: memory_gib
            .or(profile.map(Profile::memory_gib))
            .or_else(|| split_memory(body).map(|(gib, _)| gib)),
        usable_gib: None,
        share: part.unwrap_or(1.0),
        profile,
    }
}

/// Compute slices of a card that is partitioned by MIG.
/// Source: NVIDIA Multi-Instance GPU user guide, "Supported MIG profiles".
fn compute_slices(id: &GpuId) -> u32 {
    let four = id.0 == "a30" || id.0.starts_with("rtx-pro-");
    if four { 4 } else { 7 }
}

/// The card's memory that a MIG profile belongs to: 1, 2, 4, 4 and 8 eighths for one, two, three,
/// four and seven compute slices, quarters on cards with four. `None` where it fits no card.
/// Source: as [`compute_slices`].
fn whole_of(profile: Profile, found: &Found<'_>) -> Option<f64> {
    let Profile::Mig { slices, memory_gib } = profile else {
        return None;
    };
    let mut ids = found.meanings.iter().flat_map(|meaning| &meaning.ids);
    ids.find_map(|id| {
        let parts = match (compute_slices(id), slices) {
            (4, n) => 4.0 / f64::from(n),
            (_, 1) => 8.0,
            (_, 2) => 4.0,
            (_, 3 | 4) => 2.0,
            _ => 1.0,
        };
        card_gib(id).filter(|card| near(memory_gib * parts, *card))
    })
}

/// The card that files of measurements mean by a name (`used_in` = `published`), an id of the spec
/// sheet or its name; else what [`recognise`] makes of the text.
pub fn published(name: &str) -> GpuName {
    let tables = names();
    let key = super::spelling::key(name);
    let meaning = tables.published.get(&key);
    match meaning.and_then(|meaning| meaning.ids.first()) {
        Some(id) => GpuName::Known(id.clone()),
        None => match tables
            .cards
            .get(&key)
            .and_then(|card| card.meaning.ids.first())
        {
            Some(id) => GpuName::Known(id.clone()),
            None => recognise(name, None, None).model,
        },
    }
}
