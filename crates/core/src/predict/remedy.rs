//! What would fit where memory is too small (workload model, section 3.5): the first change that does.

use super::rig::Rig;
use crate::message::{Message, Param};
use crate::workload::{Checkpointing, Inference, Method, Optimizer, Quant, Server, Training};

/// Most devices that a remedy asks for.
const DEVICES_MAX: u32 = 64;
/// Sizes of cards that are rented, GiB.
const CARD_SIZES_GIB: [f64; 10] = [16.0, 24.0, 32.0, 40.0, 48.0, 64.0, 80.0, 96.0, 141.0, 180.0];

/// The first change to a job that fits this machine, with its price in time; else how many such cards,
/// else how large a card.
///
/// `seconds` is the time of a job regardless of memory.
pub(crate) fn training(
    job: &Training,
    rig: &Rig,
    fits: impl Fn(&Training, &Rig) -> bool,
    seconds: impl Fn(&Training, &Rig) -> Option<f64>,
) -> Option<Message> {
    let mut changed = job.clone();
    for change in TRAINING_CHANGES {
        if (change.apply)(&mut changed) && fits(&changed, rig) {
            let both = seconds(job, rig).zip(seconds(&changed, rig));
            let more = both.map(|(before, after)| after / before - 1.0);
            return Some(change.message(more));
        }
    }
    let as_it_is = |rig: &Rig| fits(job, rig);
    more_cards(rig, as_it_is).or_else(|| larger_card(rig, as_it_is))
}

/// The same for a served model.
pub(crate) fn serving(
    job: &Inference,
    rig: &Rig,
    fits: impl Fn(&Inference, &Rig) -> bool,
) -> Option<Message> {
    for &quant in smaller_quants(job) {
        if fits(
            &Inference {
                quant,
                ..job.clone()
            },
            rig,
        ) {
            let format = Param::Word(quant.word());
            return Some(Message::new("remedy_quant").with("format", format));
        }
    }
    let as_it_is = |rig: &Rig| fits(job, rig);
    more_cards(rig, as_it_is).or_else(|| larger_card(rig, as_it_is))
}

/// A change to a job; `apply` says whether it changed anything. Changes add up.
struct Change {
    code: &'static str,
    /// The same, where it costs time.
    slower_code: &'static str,
    apply: fn(&mut Training) -> bool,
}

impl Change {
    /// With the share of time it takes more, where that is a percent or more.
    fn message(&self, more: Option<f64>) -> Message {
        match more.filter(|more| *more >= 0.01) {
            Some(more) => Message::new(self.slower_code).with("time", Param::Share(more)),
            None => Message::new(self.code),
        }
    }
}

/// In the order of section 3.5.
const TRAINING_CHANGES: [Change; 5] = [
    Change {
        code: "remedy_checkpointing",
        slower_code: "remedy_checkpointing_slower",
        apply: |job| {
            std::mem::replace(&mut job.checkpointing, Checkpointing::Full) != Checkpointing::Full
        },
    },
    Change {
        code: "remedy_micro_batch",
        slower_code: "remedy_micro_batch_slower",
        apply: |job| std::mem::replace(&mut job.micro_batch, 1) != 1,
    },
    Change {
        code: "remedy_optimizer",
        slower_code: "remedy_optimizer_slower",
        apply: |job| {
            let large = matches!(job.optimizer, Optimizer::Adamw | Optimizer::Sgd);
            if large && job.method == Method::Full {
                job.optimizer = Optimizer::Adamw8bit;
                return true;
            }
            false
        },
    },
    Change {
        code: "remedy_lora",
        slower_code: "remedy_lora_slower",
        apply: |job| {
            let full = job.method == Method::Full;
            if full {
                job.method = Method::Lora;
            }
            full
        },
    },
    Change {
        code: "remedy_qlora",
        slower_code: "remedy_qlora_slower",
        apply: |job| std::mem::replace(&mut job.method, Method::Qlora) != Method::Qlora,
    },
];

/// Formats with fewer bytes that the server loads, the largest first.
fn smaller_quants(job: &Inference) -> &'static [Quant] {
    match (job.server, job.quant) {
        (Server::LlamaCpp, Quant::Bf16) => &[Quant::Q4KM],
        (_, Quant::Bf16) => &[Quant::Fp8, Quant::Int4],
        (_, Quant::Fp8 | Quant::Int8) => &[Quant::Int4],
        (_, Quant::Int4 | Quant::Q4KM) => &[],
    }
}

/// The smallest number of such cards in one machine that fits.
fn more_cards(rig: &Rig, fits: impl Fn(&Rig) -> bool) -> Option<Message> {
    let counts = std::iter::successors(Some(2_u32), |count| count.checked_mul(2));
    let count = counts
        .take_while(|count| *count <= DEVICES_MAX)
        .find(|&count| {
            count > rig.count
                && fits(&Rig {
                    count,
                    per_host: count.min(8),
                    ..rig.clone()
                })
        })?;
    let message = Message::new("remedy_cards").with("count", Param::Count(u64::from(count)));
    Some(message.with("memory", Param::Gib(rig.nominal_gib)))
}

/// The smallest single card that fits.
fn larger_card(rig: &Rig, fits: impl Fn(&Rig) -> bool) -> Option<Message> {
    let sized = |&gib: &f64| {
        let usable_gib = gib * rig.card.usable_share;
        Rig {
            count: 1,
            per_host: 1,
            nominal_gib: gib,
            usable_gib,
            ..rig.clone()
        }
    };
    let larger = CARD_SIZES_GIB.iter().filter(|gib| **gib > rig.nominal_gib);
    let gib = larger.copied().find(|gib| fits(&sized(gib)))?;
    Some(Message::new("remedy_card").with("memory", Param::Gib(gib)))
}
