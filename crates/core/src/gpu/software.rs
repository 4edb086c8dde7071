//! What programs a maker's cards, and what PyTorch needs beside itself to run on them.
//!
//! The rows are those of `data/gpu-software.csv`, each with its source.

use std::sync::OnceLock;

use serde::Deserialize;

/// Software of a maker's cards.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct VendorSoftware {
    /// The maker, as `gpus.csv` spells it.
    pub vendor: String,
    /// Name of the stack, with what belongs to it: `DTK (HIP, ROCm compatible)`.
    pub stack: String,
    /// Frameworks that are known to run, and through what.
    pub framework_support: String,
    /// Tool that lists the cards; variable that hides some of them.
    pub visible_device_tool: String,
    /// Python module that brings PyTorch to the cards; `torch` = a build of PyTorch itself, empty = not
    /// known.
    pub python_module: String,
    /// Where that is said.
    pub source: String,
    /// What else is known.
    pub note: String,
}

impl VendorSoftware {
    /// The stack's own name: `CUDA`, `CANN`, `DTK`.
    pub fn name(&self) -> &str {
        self.stack
            .split([' ', '('])
            .next()
            .unwrap_or(self.stack.as_str())
    }

    /// A module that PyTorch has to load; `None` where a build of PyTorch itself is needed.
    pub fn module(&self) -> Option<&str> {
        Some(self.python_module.as_str()).filter(|module| !matches!(*module, "" | "torch"))
    }
}

/// Software of every maker that is known, NVIDIA's first.
pub fn software() -> &'static [VendorSoftware] {
    static ROWS: OnceLock<Vec<VendorSoftware>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let text = include_bytes!("../../data/gpu-software.csv");
        let mut reader = csv::Reader::from_reader(text.as_slice());
        // A row that cannot be read is left out here and fails the test below.
        let mut rows: Vec<VendorSoftware> = reader.deserialize().filter_map(Result::ok).collect();
        rows.sort_by_key(|row| row.vendor != "NVIDIA");
        rows
    })
}

/// Software of this maker's cards.
///
/// ```
/// # use tiaoka_core::gpu::software_of;
/// let ascend = software_of("Huawei").unwrap();
/// assert_eq!((ascend.name(), ascend.module()), ("CANN", Some("torch_npu")));
/// assert_eq!(software_of("NVIDIA").unwrap().module(), None);
/// ```
pub fn software_of(vendor: &str) -> Option<&'static VendorSoftware> {
    software().iter().find(|row| row.vendor == vendor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::sheet;

    #[test]
    fn every_row_is_read_and_names_a_maker_of_the_sheet() {
        let lines = include_str!("../../data/gpu-software.csv").lines().count();
        assert_eq!(software().len(), lines - 1);
        for row in software() {
            assert!(
                sheet().iter().any(|card| card.vendor == row.vendor),
                "{}",
                row.vendor
            );
            assert!(!row.source.is_empty(), "{}", row.vendor);
        }
    }

    #[test]
    fn stacks_are_told_apart_by_their_names() {
        let names: Vec<&str> = software().iter().map(VendorSoftware::name).collect();
        assert_eq!(
            names,
            [
                "CUDA",
                "CANN",
                "MUSA",
                "DTK",
                "Neuware",
                "XPU",
                "MACA",
                "CoreX",
                "TopsRider",
                "BIRENSUPA",
                "PPU",
                "ROCm",
                "oneAPI"
            ]
        );
    }
}
