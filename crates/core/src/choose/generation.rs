//! What a card's maker and generation mean for software that is written today.
//!
//! Sources: workload model, section 6.1 (bf16 needs Ampere or newer); release notes of CUDA 13.0, which
//! dropped compute capability below 7.5; `gpu-software.csv` for other makers. The shares are ours: they
//! stand beside their sentence, and section 6.3 has no term for them.

use crate::gpu::{sheet, software_of};
use crate::message::{Message, Param, Reason};
use crate::predict::Card;
use crate::workload::{Limits, Precision, Quant, Workload};

/// Compute capability from which on a card multiplies bf16.
const AMPERE: f64 = 8.0;
/// Compute capability that today's CUDA still serves.
const TURING: f64 = 7.5;
/// Software that is built for today's CUDA does not run on the card.
const DROPPED: f64 = 0.25;
/// The same on a machine to work on, where anything may be installed: even odds that it does not run.
const DROPPED_DEV: f64 = 0.5;
/// Code that asks for bf16 has to be changed, and fp16 may overflow.
const NO_BF16: f64 = 0.15;
/// Code has to be moved to another maker's software, and a part may be missing there.
const OTHER_STACK: f64 = 0.2;

/// What speaks against the card, with its share of the risk; at most one sentence.
pub(super) fn caution(workload: &Workload, limits: &Limits, card: &Card) -> Option<(f64, Reason)> {
    let name = Param::Text(card.name.clone());
    if !card.is_nvidia() {
        return other_stack(limits, card, name);
    }
    let capability = card.compute_capability?;
    if capability < TURING {
        let share = match workload {
            Workload::Dev(_) => DROPPED_DEV,
            _ => DROPPED,
        };
        return Some((share, Message::new("dropped_by_cuda").with("card", name)));
    }
    if capability >= AMPERE || !wants_bf16(workload) {
        return None;
    }
    let code = match workload {
        Workload::Training(_) => "trained_in_fp16",
        _ => "without_bf16",
    };
    Some((NO_BF16, Message::new(code).with("card", name)))
}

/// Whether the card is known to multiply bf16: by its generation, or by a figure of the sheet.
pub(super) fn is_current(card: &Card) -> bool {
    let stated = || {
        sheet()
            .get(&card.id)
            .is_some_and(|row| row.bf16_tflops.is_some())
    };
    card.compute_capability
        .is_some_and(|capability| capability >= AMPERE)
        || stated()
}

/// Whether today's CUDA runs on the card.
pub(super) fn is_supported(card: &Card) -> bool {
    card.compute_capability
        .is_some_and(|capability| capability >= TURING)
}

/// The job is planned in bf16, or may want it.
fn wants_bf16(workload: &Workload) -> bool {
    match workload {
        Workload::Training(job) => job.precision == Precision::Bf16,
        Workload::Inference(job) => job.quant == Quant::Bf16,
        Workload::Dev(_) => true,
        // Half precision of these stands for either format.
        Workload::SampleTraining(_) | Workload::SampleInference(_) => false,
    }
}

fn other_stack(limits: &Limits, card: &Card, name: Param) -> Option<(f64, Reason)> {
    // Who asked for this maker's software knows it.
    let stack = software_of(&card.vendor).filter(|_| limits.software.is_none())?;
    let message = Message::new("runs_other_software")
        .with("card", name)
        .with("stack", Param::Text(stack.name().to_owned()))
        .with("module", module(stack));
    Some((OTHER_STACK, message))
}

/// What PyTorch needs beside itself: a module by its name, or a build of the maker.
pub(super) fn module(stack: &crate::gpu::VendorSoftware) -> Param {
    match stack.module() {
        Some(module) => Param::Text(module.to_owned()),
        None => Param::Word("makers_build"),
    }
}
