//! What a workload asks of memory, before any plan is looked at.
//!
//! [`need`] keeps every step of the sum, so that a face can show it. Nothing here knows a price or a
//! provider; the same sums on a machine, sharded over its cards, are the work of
//! [`predict`](crate::predict).

use crate::model::constants;
use crate::predict::{GIB, Step, memory_need, steps, total};
use crate::workload::Workload;

/// GPU memory of a workload, unsharded, on one device.
#[derive(Debug, Clone, PartialEq)]
pub struct Need {
    /// GiB in all.
    pub gpu_memory_gib: f64,
    /// σ of its logarithm; `None` where nominal sizes are compared (development by card size).
    pub sigma: Option<f64>,
    /// The sum.
    pub steps: Vec<Step>,
}

/// What this workload asks of one device that holds all of it (workload model, section 3).
pub fn need(workload: &Workload) -> Need {
    let (parts, sigma) = memory_need(workload, constants());
    Need {
        gpu_memory_gib: total(&parts) / GIB,
        sigma,
        steps: steps(parts),
    }
}
