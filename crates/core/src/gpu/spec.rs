//! The one spec sheet, `data/gpus.csv`, compiled in.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::{GpuId, Kind};

/// A row of `data/gpus.csv`; an empty cell is `None`, never zero. Rates are dense (no sparsity).
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct GpuSpec {
    /// Key.
    pub id: GpuId,
    /// Name to show.
    pub name: String,
    /// For grouping on screen; never joined on.
    pub family: String,
    /// Maker.
    pub vendor: String,
    /// The maker's name of the architecture.
    pub arch: String,
    /// NVIDIA's compute capability, e.g. 8.9.
    pub compute_capability: Option<f64>,
    /// `PCIe`, `SXM5`, `NVL`, `OAM`, `Superchip`, `Module`.
    pub form: String,
    /// Memory of the card, GiB (vendors print "80 GB" for 80 GiB).
    #[serde(rename(deserialize = "memory_gb"))]
    pub memory_gib: Option<f64>,
    /// `GDDR6`, `HBM3`, …
    pub memory_type: String,
    /// Theoretical memory bandwidth, 10⁹ bytes a second.
    #[serde(rename(deserialize = "bandwidth_gbs"))]
    pub bandwidth_gb_s: Option<f64>,
    /// Vector FP32, TFLOP/s.
    pub fp32_tflops: Option<f64>,
    /// Matrix TF32, TFLOP/s.
    pub tf32_tflops: Option<f64>,
    /// Matrix FP16, TFLOP/s.
    pub fp16_tflops: Option<f64>,
    /// Matrix BF16, TFLOP/s.
    pub bf16_tflops: Option<f64>,
    /// Matrix FP8, TFLOP/s.
    pub fp8_tflops: Option<f64>,
    /// Matrix FP4, TFLOP/s.
    pub fp4_tflops: Option<f64>,
    /// Matrix INT8, TOP/s.
    pub int8_tops: Option<f64>,
    /// Board or module power, W.
    pub tdp_w: Option<f64>,
    /// Link between accelerators: `NVLink`, `none`, …
    pub interconnect: String,
    /// Its bandwidth, both directions together, 10⁹ bytes a second.
    #[serde(rename(deserialize = "interconnect_gbs"))]
    pub interconnect_gb_s: Option<f64>,
    /// Generation of the host link.
    pub pcie_gen: Option<u32>,
    /// Announced or launched in.
    pub year: Option<u32>,
    /// How far the row is verified.
    pub check: String,
    /// The page the figures were read from.
    pub source: String,
    /// Caveats.
    pub note: String,
    /// What it is.
    pub kind: Kind,
}

/// The spec sheet by id.
#[derive(Debug)]
pub struct Sheet {
    rows: BTreeMap<GpuId, GpuSpec>,
}

impl Sheet {
    /// The card of this id.
    pub fn get(&self, id: &GpuId) -> Option<&GpuSpec> {
        self.rows.get(id)
    }

    /// Every card, by id.
    pub fn iter(&self) -> impl Iterator<Item = &GpuSpec> {
        self.rows.values()
    }
}

/// The shipped spec sheet; read once.
pub fn sheet() -> &'static Sheet {
    static SHEET: OnceLock<Sheet> = OnceLock::new();
    SHEET.get_or_init(|| {
        let mut reader = csv::Reader::from_reader(include_bytes!("../../data/gpus.csv").as_slice());
        // A row that cannot be read is left out here and fails the test below.
        let rows = reader.deserialize::<GpuSpec>().filter_map(Result::ok);
        Sheet {
            rows: rows.map(|spec| (spec.id.clone(), spec)).collect(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_sheet_is_read() {
        let lines = include_str!("../../data/gpus.csv").lines().count();
        assert_eq!(sheet().iter().count(), lines - 1); // a head line; no cell spans lines
        let card = sheet().get(&GpuId("rtx-4090".into())).unwrap();
        assert_eq!(
            (card.memory_gib, card.bandwidth_gb_s),
            (Some(24.0), Some(1008.0))
        );
        assert!(sheet().iter().all(|card| !card.source.is_empty()));
    }
}
