//! Links between devices (workload model, section 4.6).
//!
//! Fitted where the constants have the link, else the figures of the section's table, which make the
//! prediction evidence C.

use super::rig::Rig;
use crate::gpu::Link;
use crate::model::ModelConstants;

/// A figure of a link, and whether it stands in for a measured one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LinkFigure {
    pub(crate) value: f64,
    pub(crate) assumed: bool,
}

/// NVLink of A800 and H800, cut to 400 GB/s: a third less in tensor parallel (section 4.6).
const REDUCED_LINK: f64 = 2.0 / 3.0;

/// Bytes a second and direction of NVLink where the spec sheet has no figure: A100's 600 GB/s both ways.
const NVLINK_USUAL: f64 = 300e9;
/// The same of HCCS: 392 GB/s both ways.
const HCCS_USUAL: f64 = 196e9;

/// Small inference cards, whose hosts pass traffic through the processor: two or four of them gain as
/// little as cards without peer-to-peer (measured on L4).
const SMALL_CARDS: [&str; 4] = ["a10", "a10g", "l4", "t4"];

/// The link that collectives of a served model see.
fn serving_link(rig: &Rig) -> Link {
    match rig.link {
        Link::Pcie if SMALL_CARDS.contains(&rig.card.id.0.as_str()) => Link::PcieNoP2p,
        link => link,
    }
}

/// Seconds of one collective.
pub(crate) fn latency_s(rig: &Rig, constants: &ModelConstants) -> LinkFigure {
    let micros = match serving_link(rig) {
        Link::Nvlink => fitted_or(constants, "ar.nvlink", 5.0),
        Link::Pcie => fitted_or(constants, "ar.pcie", 12.0),
        Link::Hccs => fitted_or(constants, "ar.hccs", 15.0),
        Link::PcieNoP2p => fitted_or(constants, "ar.pcie-nop2p", 30.0),
    };
    LinkFigure {
        value: micros.value * 1e-6,
        ..micros
    }
}

/// Bytes a second of an all-reduce inside a host, per device and direction.
pub(crate) fn all_reduce_b_s(rig: &Rig, constants: &ModelConstants) -> LinkFigure {
    let gb_s = match serving_link(rig) {
        Link::Nvlink => fitted_or(constants, "tpbw.nvlink", 166.0),
        Link::Pcie => fitted_or(constants, "tpbw.pcie", 14.9),
        Link::Hccs => fitted_or(constants, "tpbw.hccs", 56.0),
        Link::PcieNoP2p => fitted_or(constants, "tpbw.pcie-nop2p", 6.0),
    };
    let reduced = rig.link == Link::Nvlink && rig.card.reduced_link;
    LinkFigure {
        value: gb_s.value * 1e9 * if reduced { REDUCED_LINK } else { 1.0 },
        ..gb_s
    }
}

/// Bytes a second at which shards of weights are gathered, per device, among all devices of the rig.
pub(crate) fn gather_b_s(rig: &Rig, constants: &ModelConstants) -> LinkFigure {
    let inside = inside_b_s(rig, constants, "tr.link.gather");
    if rig.count <= rig.per_host {
        return inside;
    }
    let between = LinkFigure {
        value: constants.correction("tr.link.hosts").exp() * 1e9,
        assumed: inside.assumed,
    };
    if between.value < inside.value {
        between
    } else {
        inside
    }
}

/// Bytes a second of the all-reduces of tensor parallelism in training, inside a host.
pub(crate) fn tensor_b_s(rig: &Rig, constants: &ModelConstants) -> LinkFigure {
    inside_b_s(rig, constants, "tr.link.tensor")
}

/// A fitted share of the link's data sheet figure; on PCIe the class figure of section 4.6.
fn inside_b_s(rig: &Rig, constants: &ModelConstants, share: &str) -> LinkFigure {
    let share = constants.correction(share).exp();
    let sheet = |usual: f64| rig.card.interconnect.unwrap_or(usual) * share;
    let (value, assumed) = match rig.link {
        Link::Nvlink => (sheet(NVLINK_USUAL), false),
        Link::Hccs => (sheet(HCCS_USUAL), false),
        Link::Pcie => (14.9e9, false),
        Link::PcieNoP2p => (6e9, true),
    };
    LinkFigure { value, assumed }
}

/// e to the fitted logarithm; the table's figure where the constants lack it.
fn fitted_or(constants: &ModelConstants, key: &str, otherwise: f64) -> LinkFigure {
    match constants.fitted(key) {
        Some(ln) => LinkFigure {
            value: ln.exp(),
            assumed: false,
        },
        None => assumed(otherwise),
    }
}

fn assumed(value: f64) -> LinkFigure {
    LinkFigure {
        value,
        assumed: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::GpuId;
    use crate::model::constants;
    use crate::predict::card;

    #[track_caller]
    fn rig(id: &str, count: u32) -> Rig {
        Rig::of_card(card(&GpuId(id.to_owned())).unwrap(), count).unwrap()
    }

    #[track_caller]
    fn near(figure: LinkFigure, value: f64, assumed: bool) {
        assert!((figure.value / value - 1.0).abs() < 0.005, "{figure:?}");
        assert_eq!(figure.assumed, assumed);
    }

    #[test]
    fn collectives_take_the_fitted_figures_of_their_link() {
        let all = constants();
        let micros = |key| all.correction(key).exp() * 1e-6;
        let giga = |key| all.correction(key).exp() * 1e9;
        near(
            latency_s(&rig("h100-80g-sxm", 2), all),
            micros("ar.nvlink"),
            false,
        );
        near(latency_s(&rig("l40s", 2), all), micros("ar.pcie"), false);
        near(
            all_reduce_b_s(&rig("l40s", 2), all),
            giga("tpbw.pcie"),
            false,
        );
        // A small inference card is as slow as one without peer-to-peer.
        near(
            all_reduce_b_s(&rig("l4", 2), all),
            giga("tpbw.pcie-nop2p"),
            false,
        );
    }

    #[test]
    fn a_link_that_no_row_shows_is_assumed() {
        let mut all = constants().clone();
        all.set("ar.pcie-nop2p", 9.0, 0);
        near(latency_s(&rig("rtx-4090", 2), &all), 30e-6, true);
    }

    #[test]
    fn the_link_of_h800_is_a_third_slower_than_that_of_h100() {
        let speed = |id| all_reduce_b_s(&rig(id, 8), constants()).value;
        assert!((speed("h800-80g-sxm") / speed("h100-80g-sxm") - 2.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn gathering_takes_a_share_of_the_link_and_the_network_beyond_a_host() {
        let all = constants();
        let share = all.correction("tr.link.gather").exp();
        let hosts = all.correction("tr.link.hosts").exp() * 1e9;
        near(
            gather_b_s(&rig("h100-80g-sxm", 8), all),
            450e9 * share,
            false,
        );
        near(
            gather_b_s(&rig("a800-80g-sxm", 8), all),
            200e9 * share,
            false,
        ); // 400 GB/s both ways
        near(gather_b_s(&rig("h100-80g-sxm", 64), all), hosts, false);
        near(gather_b_s(&rig("l40s", 64), all), 14.9e9, false); // PCIe stays the bottleneck
        near(gather_b_s(&rig("rtx-4090", 2), all), 6e9, true);
    }
}
