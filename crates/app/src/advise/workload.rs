//! The running answer beside the workload step: the memory need, and which cards hold it.

use std::collections::{BTreeMap, BTreeSet};

use tiaoka_core::message::{Message, Param};
use tiaoka_core::need::{Need, need};
use tiaoka_core::predict::{card, p_fit};
use tiaoka_core::workload::{DevMemory, Method, Quant, SamplePrecision, Workload};

use super::{Desk, answer};
use crate::answers::{METHODS, QUANTS, Reading, meaning, precision_name};
use crate::views::wizard::{Alternative, CardSize, WorkloadPreview};

/// Certainty from which a need fits, and from which it is tight (workload model, section 3.5).
const FITS: f64 = 0.95;
const TIGHT: f64 = 0.5;
/// A size is shown when so many sellers offer it: fewer make it a rarity.
const SELLERS: usize = 2;
/// Sizes shown above the first that holds the need.
const LARGER: usize = 4;

/// What the workload asks, as far as it can be read.
pub(super) fn preview(desk: &Desk<'_>, reading: &Reading) -> WorkloadPreview {
    let needed = need(&reading.workload);
    let nominal = match &reading.workload {
        Workload::Dev(dev) => match dev.memory {
            DevMemory::NominalGib(gib) => Some(gib),
            DevMemory::Model(_) => None,
        },
        Workload::Training(_)
        | Workload::Inference(_)
        | Workload::SampleTraining(_)
        | Workload::SampleInference(_) => None,
    };
    let sizes = sizes(desk);
    let verdicts = sizes
        .iter()
        .map(|size| size.against(&needed, nominal))
        .collect();
    let alternatives = alternatives(&reading.workload);
    let advice = match nominal {
        Some(_) => None,
        None => advice(&needed, &sizes, &alternatives),
    };
    WorkloadPreview {
        problems: desk.problems(reading),
        echoes: meaning::echoes(desk.answers, reading, &desk.wording),
        need: nominal
            .is_none()
            .then(|| answer::need(&needed, &desk.wording)),
        cards: around_the_need(verdicts),
        alternatives: alternatives
            .into_iter()
            .map(|(alternative, _)| alternative)
            .collect(),
        month_hours: meaning::month_hours(&reading.workload),
        advice: advice.map(|advice| desk.wording.view(&advice)),
    }
}

/// A size of card on sale.
struct Size {
    nominal_gib: f64,
    /// Of the most offered card of this size.
    usable_gib: f64,
    examples: Vec<String>,
}

impl Size {
    fn verdict(&self, need: &Need, nominal: Option<f64>) -> &'static str {
        if let Some(wanted) = nominal {
            return if self.nominal_gib >= wanted {
                "fits"
            } else {
                "no"
            };
        }
        match p_fit(
            self.usable_gib,
            need.gpu_memory_gib,
            need.sigma.unwrap_or(f64::MIN_POSITIVE),
        ) {
            p if p >= FITS => "fits",
            p if p >= TIGHT => "tight",
            _ => "no",
        }
    }

    fn against(&self, need: &Need, nominal: Option<f64>) -> CardSize {
        let spare = match nominal {
            Some(wanted) => self.nominal_gib - wanted,
            None => self.usable_gib - need.gpu_memory_gib,
        };
        CardSize {
            nominal_gib: self.nominal_gib,
            usable_gib: self.usable_gib,
            verdict: self.verdict(need, nominal).to_owned(),
            spare_gib: spare,
            examples: self.examples.clone(),
        }
    }
}

/// Sizes of whole cards on sale, smallest first.
fn sizes(desk: &Desk<'_>) -> Vec<Size> {
    // By tenths of a GiB, so that equal sizes meet; then by card, with the sellers that have it.
    let mut cards: BTreeMap<u64, BTreeMap<&str, (f64, usize)>> = BTreeMap::new();
    let mut sellers: BTreeMap<u64, BTreeSet<&str>> = BTreeMap::new();
    for offer in desk
        .stock
        .offers
        .iter()
        .filter(|o| !o.superseded && o.quarantine.is_none())
    {
        let Some(gpu) = offer.plan.gpu.as_ref().filter(|gpu| gpu.is_whole()) else {
            continue;
        };
        let Some(card) = gpu.id().and_then(card) else {
            continue;
        };
        let Some(nominal) = gpu.memory_gib.or(card.memory_gib) else {
            continue;
        };
        let size = (nominal * 10.0).round() as u64;
        let usable = gpu.usable_gib.unwrap_or(nominal * card.usable_share);
        cards
            .entry(size)
            .or_default()
            .entry(&gpu.name)
            .or_insert((usable, 0))
            .1 += 1;
        sellers
            .entry(size)
            .or_default()
            .insert(&offer.plan.provider);
    }
    let common = cards
        .into_iter()
        .filter(|(size, _)| sellers[size].len() >= SELLERS);
    common
        .map(|(size, names)| of_size(size as f64 / 10.0, names))
        .collect()
}

fn of_size(nominal_gib: f64, names: BTreeMap<&str, (f64, usize)>) -> Size {
    let mut names: Vec<_> = names.into_iter().collect();
    names.sort_by(|a, b| b.1.1.cmp(&a.1.1).then_with(|| a.0.cmp(b.0)));
    Size {
        nominal_gib,
        usable_gib: names
            .first()
            .map_or(nominal_gib, |(_, (usable, _))| *usable),
        examples: names
            .into_iter()
            .take(3)
            .map(|(name, _)| name.to_owned())
            .collect(),
    }
}

/// The last size that is too small, and those from there on.
fn around_the_need(sizes: Vec<CardSize>) -> Vec<CardSize> {
    let first = sizes
        .iter()
        .position(|size| size.verdict != "no")
        .unwrap_or(sizes.len());
    let from = first.saturating_sub(if first == sizes.len() { 2 } else { 1 });
    sizes.into_iter().skip(from).take(LARGER + 1).collect()
}

/// The need with each other method or each other quantisation.
fn alternatives(workload: &Workload) -> Vec<(Alternative, Need)> {
    let other = |field: &str, value: &str, workload: Workload| {
        let need = need(&workload);
        let view = Alternative {
            field: field.to_owned(),
            value: value.to_owned(),
            gpu_memory_gib: need.gpu_memory_gib,
        };
        (view, need)
    };
    match workload {
        Workload::Training(job) => METHODS
            .iter()
            .filter(|(_, method)| *method != job.method)
            .map(|(name, method)| {
                let job = tiaoka_core::workload::Training {
                    method: *method,
                    ..job.clone()
                };
                other("method", name, Workload::Training(job))
            })
            .collect(),
        Workload::Inference(job) => QUANTS
            .iter()
            // GGUF is another server's format, so it is no change of this one field.
            .filter(|(_, quant)| {
                *quant != job.quant && *quant != Quant::Q4KM && job.quant != Quant::Q4KM
            })
            .map(|(name, quant)| {
                let job = tiaoka_core::workload::Inference {
                    quant: *quant,
                    ..job.clone()
                };
                other("quant", name, Workload::Inference(job))
            })
            .collect(),
        Workload::SampleTraining(job) => [SamplePrecision::Half, SamplePrecision::Fp32]
            .into_iter()
            .filter(|precision| *precision != job.precision)
            .map(|precision| {
                let job = tiaoka_core::workload::SampleTraining {
                    precision,
                    ..job.clone()
                };
                let name = precision_name(precision);
                other("precision", name, Workload::SampleTraining(job))
            })
            .collect(),
        Workload::SampleInference(job) => [SamplePrecision::Half, SamplePrecision::Fp8]
            .into_iter()
            .filter(|precision| *precision != job.precision)
            .map(|precision| {
                let job = tiaoka_core::workload::SampleInference {
                    precision,
                    ..job.clone()
                };
                let name = precision_name(precision);
                other("precision", name, Workload::SampleInference(job))
            })
            .collect(),
        Workload::Dev(_) => Vec::new(),
    }
}

/// A method by its word, a quantisation as it is typed.
fn named(value: &str) -> Param {
    match METHODS.iter().find(|(name, _)| *name == value) {
        Some((name, _)) => Param::Word(name),
        None => Param::Text(value.to_owned()),
    }
}

/// A smaller card that another choice would do with, or that no single card holds this.
fn advice(need: &Need, sizes: &[Size], alternatives: &[(Alternative, Need)]) -> Option<Message> {
    let smallest = |need: &Need| sizes.iter().find(|size| size.verdict(need, None) == "fits");
    let now = smallest(need);
    let gentler = alternatives.iter().filter(|(view, _)| {
        let full = METHODS
            .iter()
            .any(|(name, m)| *name == view.value && *m == Method::Full);
        !full && view.gpu_memory_gib < need.gpu_memory_gib
    });
    // Of several that help the one that gives up least: the largest need that saves a size.
    let saving = gentler.filter_map(|(view, other)| {
        let size = smallest(other)?;
        let saves = now.is_none_or(|now| size.nominal_gib < now.nominal_gib);
        saves.then_some((view, size))
    });
    let best = saving.max_by(|(a, _), (b, _)| a.gpu_memory_gib.total_cmp(&b.gpu_memory_gib));
    match (best, now) {
        (Some((view, size)), _) => Some(
            Message::new("smaller_card_with")
                .with("choice", named(&view.value))
                .with("size", Param::Gib(size.nominal_gib)),
        ),
        (None, None) => {
            Some(Message::new("no_single_card").with("needed", Param::Gib(need.gpu_memory_gib)))
        }
        (None, Some(_)) => None,
    }
}
