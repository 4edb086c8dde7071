//! GPU memory of a workload, line by line (docs/model/memory.md).
//!
//! Every figure is of one device. Sums are in bytes and leave this module as steps in GiB.

mod infer;
mod train;

use super::figures::Step;

pub(crate) use infer::{MEMORY_UTILISATION, ServeMemory, reserve_bytes, server_capacity};
pub(crate) use train::{Stage, TrainMemory};

/// Bytes of a GiB.
pub(crate) const GIB: f64 = 1_073_741_824.0;
/// Bytes of a GB.
pub(crate) const GB: f64 = 1e9;

/// One summand.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    /// Worded under `step.<code>`.
    pub(crate) code: &'static str,
    /// The formula with its figures.
    pub(crate) formula: String,
    /// Its value.
    pub(crate) bytes: f64,
}

impl Part {
    fn new(code: &'static str, formula: String, bytes: f64) -> Part {
        Part {
            code,
            formula,
            bytes,
        }
    }
}

/// Bytes of a sum.
pub(crate) fn total(parts: &[Part]) -> f64 {
    parts.iter().map(|part| part.bytes).sum()
}

/// The sum as steps in GiB.
pub(crate) fn steps(parts: Vec<Part>) -> Vec<Step> {
    let step = |part: Part| Step {
        code: part.code,
        formula: part.formula,
        value: part.bytes / GIB,
        unit: "gib",
    };
    parts.into_iter().map(step).collect()
}
