//! What a workload asks of memory, before any plan is looked at.

use crate::predict::Step;
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

/// What this workload asks of one device that holds all of it.
pub fn need(workload: &Workload) -> Need {
    let _ = workload;
    Need {
        gpu_memory_gib: 0.0,
        sigma: None,
        steps: Vec::new(),
    }
}
