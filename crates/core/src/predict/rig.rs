//! What is left of a plan when seller, place and price are taken away: cards, memory, link.

use std::hash::{Hash, Hasher};

use super::card::{Card, card};
use super::figures::Refusal;
use crate::gpu::{GpuName, Link};
use crate::message::{Message, Param};
use crate::plan::{Plan, PlanGpu};

/// The accelerators of one machine.
///
/// Two plans with equal rigs get equal predictions, so a prediction is made once for each distinct rig.
#[derive(Debug, Clone)]
pub struct Rig {
    /// The card to calculate with: of several possible ones the slowest likely.
    pub card: &'static Card,
    /// The other cards the seller's name may mean; they widen the interval.
    pub others: Vec<&'static Card>,
    /// Devices of the machine.
    pub count: u32,
    /// Devices under one roof; more devices than that talk over the network.
    pub per_host: u32,
    /// Part of a card that one device is.
    pub share: f64,
    /// Nominal memory of one device, GiB.
    pub nominal_gib: f64,
    /// Usable memory of one device, GiB.
    pub usable_gib: f64,
    /// Link between the devices of a host.
    pub link: Link,
}

impl Rig {
    /// The rig of a plan; refused where the card, its memory or the number of cards is unknown.
    pub fn of(plan: &Plan) -> Result<Rig, Refusal> {
        let Some(gpu) = &plan.gpu else {
            return Err(Refusal::new(Message::new("no_accelerator")));
        };
        let (first, others) = candidates(gpu)?;
        let Some(count) = gpu.count.filter(|count| *count > 0) else {
            return Err(about(gpu, "card_count_unknown"));
        };
        if first.is_nvidia() && first.arch.is_none() {
            return Err(about(gpu, "card_generation_unknown"));
        }
        let share = if gpu.share > 0.0 && gpu.share < 1.0 {
            gpu.share
        } else {
            1.0
        };
        let nominal = gpu.memory_gib.or(first.memory_gib.map(|gib| gib * share));
        let Some(nominal_gib) = nominal.filter(|gib| *gib > 0.0) else {
            return Err(about(gpu, "card_memory_unknown"));
        };
        Ok(Rig {
            card: first,
            others,
            count,
            per_host: count,
            share,
            nominal_gib,
            usable_gib: gpu.usable_gib.unwrap_or(nominal_gib * first.usable_share),
            link: gpu.link.unwrap_or(first.link),
        })
    }

    /// So many whole cards of this kind in hosts of eight.
    pub fn of_card(card: &'static Card, count: u32) -> Option<Rig> {
        let nominal_gib = card.memory_gib?;
        Some(Rig {
            card,
            others: Vec::new(),
            count,
            per_host: count.min(8),
            share: 1.0,
            nominal_gib,
            usable_gib: nominal_gib * card.usable_share,
            link: card.link,
        })
    }

    /// The same machine, if its name means the other card.
    pub(super) fn with_card(&self, card: &'static Card) -> Rig {
        let same_link = self.link == self.card.link;
        Rig {
            card,
            others: Vec::new(),
            link: if same_link { card.link } else { self.link },
            ..self.clone()
        }
    }

    /// 16-bit matrix rate of one device, FLOP/s.
    pub(super) fn rate_16(&self) -> Result<f64, Refusal> {
        self.figure(self.card.rate_16, "rate_16")
    }

    /// TF32 or FP32 rate of one device, FLOP/s.
    pub(super) fn rate_32(&self) -> Result<f64, Refusal> {
        self.figure(self.card.rate_32, "rate_32")
    }

    /// FP32 rate outside of matrix units of one device, FLOP/s.
    pub(super) fn rate_fp32(&self) -> Result<f64, Refusal> {
        self.figure(self.card.rate_fp32, "rate_32")
    }

    /// INT8 rate of one device, OP/s.
    pub(super) fn rate_int8(&self) -> Result<f64, Refusal> {
        self.figure(self.card.rate_int8, "rate_int8")
    }

    /// FP8 rate of one device, FLOP/s.
    pub(super) fn rate_fp8(&self) -> Result<f64, Refusal> {
        self.figure(self.card.rate_fp8, "rate_fp8")
    }

    /// FP4 rate of one device, FLOP/s.
    pub(super) fn rate_fp4(&self) -> Result<f64, Refusal> {
        self.figure(self.card.rate_fp4, "rate_fp4")
    }

    /// Memory bandwidth of one device, B/s.
    pub(super) fn bandwidth(&self) -> Result<f64, Refusal> {
        self.figure(self.card.bandwidth, "bandwidth")
    }

    fn figure(&self, figure: Option<f64>, word: &'static str) -> Result<f64, Refusal> {
        let missing = || {
            let reason = Message::new("card_figure_missing")
                .with("card", Param::Text(self.card.name.clone()))
                .with("figure", Param::Word(word));
            Refusal::new(reason)
        };
        figure.map(|figure| figure * self.share).ok_or_else(missing)
    }

    /// What makes two rigs the same; floats by their bits.
    fn key(&self) -> (&str, u32, u32, [u64; 3], Link) {
        let bits = [self.share, self.nominal_gib, self.usable_gib].map(f64::to_bits);
        (
            self.card.id.0.as_str(),
            self.count,
            self.per_host,
            bits,
            self.link,
        )
    }

    fn other_ids(&self) -> impl Iterator<Item = &str> {
        self.others.iter().map(|card| card.id.0.as_str())
    }
}

impl PartialEq for Rig {
    fn eq(&self, other: &Rig) -> bool {
        self.key() == other.key() && self.other_ids().eq(other.other_ids())
    }
}

impl Eq for Rig {}

impl Hash for Rig {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
        self.others.len().hash(state);
    }
}

/// The card to calculate with, and the others that the name may mean.
fn candidates(gpu: &PlanGpu) -> Result<(&'static Card, Vec<&'static Card>), Refusal> {
    let ids = match &gpu.model {
        GpuName::Known(id) => std::slice::from_ref(id),
        GpuName::OneOf(ids) => ids.as_slice(),
        GpuName::Unknown(_) => return Err(about(gpu, "card_unknown")),
    };
    let mut known = ids.iter().filter_map(card);
    let first = known.next().ok_or_else(|| about(gpu, "card_unknown"))?;
    Ok((first, known.collect()))
}

fn about(gpu: &PlanGpu, code: &'static str) -> Refusal {
    Refusal::new(Message::new(code).with("card", Param::Text(gpu.name.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::{GpuId, Kind};

    fn plan(model: GpuName, count: Option<u32>, memory_gib: Option<f64>, share: f64) -> Plan {
        let gpu = PlanGpu {
            name: "card".to_owned(),
            model,
            count,
            memory_gib,
            usable_gib: None,
            share,
            link: None,
        };
        Plan {
            provider: "p".to_owned(),
            sku: "s".to_owned(),
            kind: Kind::Gpu,
            gpu: Some(gpu),
            vcpus: None,
            memory_gib: None,
        }
    }

    fn known(id: &str) -> GpuName {
        GpuName::Known(GpuId(id.to_owned()))
    }

    #[track_caller]
    fn refused(plan: &Plan, code: &str) {
        assert_eq!(Rig::of(plan).unwrap_err().reason.code, code);
    }

    #[test]
    fn what_is_not_known_is_refused_with_its_reason() {
        refused(
            &plan(GpuName::Unknown("H900".into()), Some(1), Some(80.0), 1.0),
            "card_unknown",
        );
        refused(
            &plan(known("t4"), None, Some(16.0), 1.0),
            "card_count_unknown",
        );
        refused(
            &plan(known("l20n-48g"), Some(1), Some(48.0), 1.0),
            "card_generation_unknown",
        );
        refused(
            &plan(known("kunlun-p900"), Some(1), Some(48.0), 1.0),
            "card_unknown",
        );
        refused(
            &plan(known("mlu590"), Some(1), None, 1.0),
            "card_memory_unknown",
        );
        let mut without = plan(known("t4"), Some(1), None, 1.0);
        without.gpu = None;
        refused(&without, "no_accelerator");
    }

    #[test]
    fn a_t4_has_a_sixteenth_less_than_its_nominal_memory() {
        let rig = Rig::of(&plan(known("t4"), Some(1), Some(16.0), 1.0)).unwrap();
        assert_eq!(rig.usable_gib, 15.0); // 16 · 0.9375
    }

    #[test]
    fn a_slice_scales_rate_bandwidth_and_memory() {
        let rig = Rig::of(&plan(known("t4"), Some(1), None, 0.25)).unwrap();
        assert_eq!((rig.nominal_gib, rig.usable_gib), (4.0, 3.75));
        assert_eq!(rig.rate_16().unwrap(), 65e12 / 4.0);
        assert_eq!(rig.bandwidth().unwrap(), 320e9 / 4.0);
    }

    #[test]
    fn a_name_for_several_cards_calculates_with_the_first() {
        let ids = ["a100-80g-pcie", "a100-80g-sxm"].map(|id| GpuId(id.to_owned()));
        let rig = Rig::of(&plan(
            GpuName::OneOf(ids.to_vec()),
            Some(1),
            Some(80.0),
            1.0,
        ))
        .unwrap();
        assert_eq!(
            (rig.card.id.0.as_str(), rig.others.len()),
            ("a100-80g-pcie", 1)
        );
        assert_eq!(rig.with_card(rig.others[0]).link, Link::Nvlink);
    }

    #[test]
    fn a_figure_the_sheet_lacks_refuses_and_names_it() {
        let rig = Rig::of(&plan(known("p40"), Some(1), Some(24.0), 1.0)).unwrap();
        let refusal = rig.rate_16().unwrap_err();
        assert_eq!(refusal.reason.code, "card_figure_missing");
        assert_eq!(refusal.reason.params["figure"], Param::Word("rate_16"));
    }

    #[test]
    fn equal_machines_of_two_sellers_are_one_rig() {
        let mut first = plan(known("rtx-4090"), Some(1), Some(24.0), 1.0);
        let rig = Rig::of(&first).unwrap();
        first.provider = "q".to_owned();
        assert_eq!(Rig::of(&first).unwrap(), rig);
        first.gpu.as_mut().unwrap().count = Some(2);
        assert_ne!(Rig::of(&first).unwrap(), rig);
    }
}
