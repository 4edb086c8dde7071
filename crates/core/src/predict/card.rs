//! A card as the formulas see it: rates, bandwidth, memory, link, architecture.
//!
//! The cards of appendix A keep the figures the constants were fitted with; every other card takes
//! its own from the spec sheet. An empty figure stays empty and refuses the formula that needs it.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::gpu::{GpuId, GpuSpec, Link, sheet};
use crate::model::{MeasuredCard, constants};

/// FLOP/s of a TFLOP/s.
const TERA: f64 = 1e12;
/// B/s of a GB/s.
const GIGA: f64 = 1e9;

/// GDDR cards whose ECC takes a sixteenth of the memory: 23 034 of 24 576 MiB, read from cloud servers.
/// Source: workload model, section 2.
const ECC_ON_GDDR: [&str; 5] = ["a10", "a40", "l4", "l40s", "t4"];

/// A card with the figures that formulas use.
#[derive(Debug, Clone, PartialEq)]
pub struct Card {
    /// Row of `gpus.csv`.
    pub id: GpuId,
    /// Name to show.
    pub name: String,
    /// Maker, as `gpus.csv` spells it.
    pub vendor: String,
    /// Architecture as in the keys of the constants; `None` = other vendors, and NVIDIA cards whose
    /// compute capability is unknown.
    pub arch: Option<String>,
    /// NVIDIA's compute capability.
    pub compute_capability: Option<f64>,
    /// Nominal memory, GiB.
    pub memory_gib: Option<f64>,
    /// Part of the nominal memory that the driver reports.
    pub usable_share: f64,
    /// BF16, else FP16, FLOP/s.
    pub rate_16: Option<f64>,
    /// Clocks of all multiprocessors together in a second, where the sheet tells.
    pub issue_rate: Option<f64>,
    /// TF32, else FP32, FLOP/s.
    pub rate_32: Option<f64>,
    /// FP32 outside of matrix units, FLOP/s.
    pub rate_fp32: Option<f64>,
    /// INT8, OP/s.
    pub rate_int8: Option<f64>,
    /// FP8, FLOP/s.
    pub rate_fp8: Option<f64>,
    /// FP4, FLOP/s.
    pub rate_fp4: Option<f64>,
    /// Memory bandwidth, B/s.
    pub bandwidth: Option<f64>,
    /// Power of the board or module, W.
    pub board_w: Option<f64>,
    /// Link between the cards of a host.
    pub link: Link,
    /// Link between the cards of a host by the data sheet, B/s in one direction.
    pub interconnect: Option<f64>,
    /// NVLink reduced to 400 GB/s (A800, H800).
    pub reduced_link: bool,
}

impl Card {
    /// Made by NVIDIA.
    pub fn is_nvidia(&self) -> bool {
        self.vendor == "NVIDIA"
    }

    /// Of a `*-geforce` architecture, where 16-bit accumulation doubles the 16-bit rate.
    pub fn is_geforce_arch(&self) -> bool {
        self.arch
            .as_deref()
            .is_some_and(|arch| arch.ends_with("-geforce"))
    }

    fn from_sheet(spec: &GpuSpec) -> Card {
        let tera = |rate: Option<f64>| rate.filter(|rate| *rate > 0.0).map(|rate| rate * TERA);
        Card {
            id: spec.id.clone(),
            name: spec.name.clone(),
            vendor: spec.vendor.clone(),
            arch: architecture(spec),
            compute_capability: spec.compute_capability,
            memory_gib: spec.memory_gib.filter(|gib| *gib > 0.0),
            usable_share: usable_share(spec),
            rate_16: tera(spec.bf16_tflops.or(spec.fp16_tflops).or(half_of_int8(spec))),
            issue_rate: issue_rate(spec),
            rate_32: tera(spec.tf32_tflops.or(spec.fp32_tflops)),
            rate_fp32: tera(spec.fp32_tflops),
            rate_int8: tera(spec.int8_tops),
            rate_fp8: tera(spec.fp8_tflops),
            rate_fp4: tera(spec.fp4_tflops),
            bandwidth: spec
                .bandwidth_gb_s
                .filter(|rate| *rate > 0.0)
                .map(|rate| rate * GIGA),
            board_w: spec.tdp_w.filter(|watts| *watts > 0.0),
            link: link(spec),
            interconnect: spec
                .interconnect_gb_s
                .filter(|rate| *rate > 0.0)
                .map(|both| both * GIGA / 2.0),
            reduced_link: ["A800", "H800"]
                .iter()
                .any(|name| spec.family.starts_with(name)),
        }
    }

    /// The figures of appendix A in place of the sheet's.
    fn measured(self, row: &MeasuredCard) -> Card {
        Card {
            arch: Some(row.arch.clone()),
            memory_gib: Some(row.memory_gib),
            rate_16: Some(row.tflops_16 * TERA),
            rate_32: row.tflops_32.map(|rate| rate * TERA),
            rate_fp8: row.tflops_fp8.map(|rate| rate * TERA),
            rate_fp4: row.tflops_fp4.map(|rate| rate * TERA),
            bandwidth: Some(row.bandwidth_gb_s * GIGA),
            link: row.link,
            ..self
        }
    }
}

/// Every card of the spec sheet, in no order.
pub fn cards() -> impl Iterator<Item = &'static Card> {
    index().values()
}

/// The card of this id.
pub fn card(id: &GpuId) -> Option<&'static Card> {
    index().get(id)
}

fn index() -> &'static HashMap<GpuId, Card> {
    static CARDS: OnceLock<HashMap<GpuId, Card>> = OnceLock::new();
    CARDS.get_or_init(|| {
        let measured: HashMap<_, _> = constants().cards.iter().map(|row| (&row.id, row)).collect();
        let card = |spec: &GpuSpec| match measured.get(&spec.id) {
            Some(row) => Card::from_sheet(spec).measured(row),
            None => Card::from_sheet(spec),
        };
        sheet()
            .iter()
            .map(|spec| (spec.id.clone(), card(spec)))
            .collect()
    })
}

/// Intel's matrix units multiply 8-bit integers at twice the 16-bit rate (Xe HPG and Xe2 guides); its
/// sheets often print the former only.
fn half_of_int8(spec: &GpuSpec) -> Option<f64> {
    let xe = spec.vendor == "Intel" && spec.arch.starts_with("Xe");
    spec.int8_tops.filter(|_| xe).map(|tops| tops / 2.0)
}

/// Vector FP32 rate ÷ operations of one multiprocessor in a clock: 64 multiply-adds on NVIDIA's
/// P100, Volta, Turing and A100, 128 on its other cards and on AMD's compute units.
fn issue_rate(spec: &GpuSpec) -> Option<f64> {
    let per_clock = match (spec.vendor.as_str(), spec.compute_capability) {
        ("NVIDIA", Some(cc)) if cc == 6.0 || (7.0..8.5).contains(&cc) => 128.0,
        ("NVIDIA" | "AMD", _) => 256.0,
        _ => return None,
    };
    let rate = spec.fp32_tflops.filter(|rate| *rate > 0.0)?;
    Some(rate * TERA / per_clock)
}

/// By compute capability; Huawei has its own; other vendors none (workload model, appendix A).
fn architecture(spec: &GpuSpec) -> Option<String> {
    if spec.vendor == "Huawei" {
        return Some("ascend".to_owned());
    }
    let capability = spec.compute_capability?;
    let name = match (capability * 10.0).round() as u32 {
        30..=39 => "kepler",
        50..=59 => "maxwell",
        60..=69 => "pascal",
        70 => "volta",
        75 => "turing",
        80 => "ampere-dc",
        86 if is_geforce(spec) => "ampere-geforce",
        86 => "ampere",
        89 if is_geforce(spec) => "ada-geforce",
        89 => "ada",
        90 => "hopper",
        100..=109 => "blackwell",
        120..=129 => "blackwell-gddr",
        _ => return None,
    };
    Some(name.to_owned())
}

fn is_geforce(spec: &GpuSpec) -> bool {
    spec.name.starts_with("GeForce")
}

/// The form of `gpus.csv` is SXM2, SXM4, SXM5: its beginning counts (workload model, section 9.2).
fn link(spec: &GpuSpec) -> Link {
    let linked = !matches!(spec.interconnect.as_str(), "" | "none");
    let module = ["SXM", "OAM", "NVL", "Superchip"]
        .iter()
        .any(|form| spec.form.starts_with(form));
    // Tensor processing boards are wired to each other without a host between.
    let wired = spec.interconnect == "ICI";
    let without_p2p = is_geforce(spec) && spec.compute_capability.is_some_and(|cc| cc >= 8.9);
    if spec.vendor == "Huawei" && spec.form == "Module" {
        Link::Hccs
    } else if wired || (module && linked) {
        Link::Nvlink
    } else if without_p2p {
        Link::PcieNoP2p
    } else {
        Link::Pcie
    }
}

/// Memory as the driver reports it, of the nominal size (workload model, section 2).
fn usable_share(spec: &GpuSpec) -> f64 {
    if ECC_ON_GDDR.contains(&spec.id.0.as_str()) {
        0.9375
    } else if spec.vendor == "Huawei" {
        0.95 // assumed
    } else {
        0.995
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn of(id: &str) -> &'static Card {
        card(&GpuId(id.to_owned())).unwrap()
    }

    #[test]
    fn a_card_of_appendix_a_keeps_the_figures_the_constants_were_fitted_with() {
        let h100 = of("h100-80g-pcie");
        assert_eq!((h100.bandwidth, h100.rate_16), (Some(2039e9), Some(756e12))); // the sheet says 2000
        assert_eq!(of("rtx-pro-6000-server").rate_16, Some(500e12)); // empty in the sheet
        assert_eq!(of("h100-96g-sxm").bandwidth, Some(2400e9));
    }

    #[test]
    fn an_empty_figure_stays_empty() {
        assert_eq!(of("p40").rate_16, None);
        assert_eq!(of("ascend-910b1").bandwidth, None);
        assert_eq!(of("ascend-910b3").rate_32, None); // appendix A has 0 there
    }

    #[test]
    fn the_architecture_follows_compute_capability() {
        for (id, arch) in [
            ("k80", Some("kepler")),
            ("p4", Some("pascal")),
            ("rtx-3090-ti", Some("ampere-geforce")),
            ("rtx-a4000", Some("ampere")),
            ("rtx-4090-48g", Some("ada-geforce")),
            ("l20", Some("ada")),
            ("h800-80g-sxm", Some("hopper")),
            ("b300", Some("blackwell")),
            ("rtx-5090", Some("blackwell-gddr")),
            ("ascend-910c", Some("ascend")),
            ("mtt-s4000", None),
            ("l20n-48g", None),
        ] {
            assert_eq!(of(id).arch.as_deref(), arch, "{id}");
        }
    }

    #[test]
    fn the_link_follows_the_form() {
        for (id, link) in [
            ("a800-80g-sxm", Link::Nvlink), // SXM4
            ("h800-80g-sxm", Link::Nvlink), // SXM5
            ("gb200", Link::Nvlink),        // Superchip
            ("mi300x", Link::Nvlink),       // OAM with Infinity Fabric
            ("tpu-v6e", Link::Nvlink),      // inter-chip interconnect
            ("h200-nvl", Link::Nvlink),     // bridges of two or four
            ("a100-80g-pcie", Link::Pcie),
            ("rtx-3090", Link::Pcie),
            ("rtx-4090-48g", Link::PcieNoP2p),
            ("rtx-5090", Link::PcieNoP2p),
            ("ascend-910b2", Link::Hccs),
            ("atlas-300i-pro", Link::Pcie),
        ] {
            assert_eq!(of(id).link, link, "{id}");
        }
        assert!(of("a800-80g-sxm").reduced_link && !of("a100-80g-sxm").reduced_link);
    }
}
