//! Time of training a transformer, per token and device (docs/model/training.md).
//!
//! Seconds per token add up from matrix products, attention, elementwise work bound by memory
//! bandwidth, the unpacking of 4-bit weights and the traffic of tensor parallelism; gathering sharded
//! weights and the host's launches hide behind that sum as far as they can; the pipeline's bubble and
//! the number of hosts stretch it.

use super::arithmetic::Arithmetic;
use super::efficiency::REACHABLE;
use super::family::{Family, of_framework};
use super::figures::Refusal;
use super::interconnect::{LinkFigure, gather_b_s, tensor_b_s};
use super::rig::Rig;
use crate::gpu::Link;
use crate::model::{ModelConstants, ModelShape};
use crate::workload::Method;

/// Devices up to which no loss with their number was measured.
const SCALES_FREELY: f64 = 8.0;
/// 16-bit rate of the card whose attention kernels the constant was fitted with (A100), FLOP/s.
/// Attention reaches only half of the growth of matrix rates: its rate is the geometric mean of the
/// card's and this one.
const ATTENTION_REFERENCE: f64 = 312e12;
/// Bytes of one 16-bit value.
const BYTES_16: f64 = 2.0;
/// Bytes of a frozen NF4 weight (QLoRA, Dettmers et al. 2023).
const BYTES_NF4: f64 = 0.5625;
/// Bytes per trained parameter that copies agree on once a step: 16-bit gradients are reduced and new
/// 16-bit weights, or the sums, sent back.
pub(crate) const AGREED_BYTES: f64 = 2.0 + 2.0;
/// 16-bit operations per byte of memory traffic of a card whose sheet has no bandwidth: between A100
/// (153), Ascend 910B3 (196) and H100 (295).
const USUAL_INTENSITY: f64 = 200.0;
/// Least share of the parameters that is multiplied.
const MULTIPLIED_MIN: f64 = 0.3;

/// How layers are split besides sharding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TrainSplit {
    /// Devices that share each matrix, t.
    pub(crate) tensor: f64,
    /// Stages of the pipeline, p.
    pub(crate) stages: f64,
    /// Micro-batches that pass the pipeline in one optimizer step, m.
    pub(crate) micro_batches: f64,
}

impl TrainSplit {
    /// Every device has whole layers.
    pub(crate) const NONE: TrainSplit = TrainSplit {
        tensor: 1.0,
        stages: 1.0,
        micro_batches: 1.0,
    };
}

/// One step of one device.
#[derive(Debug, Clone)]
pub(crate) struct TrainStep<'a> {
    pub(crate) shape: &'a ModelShape,
    pub(crate) method: Method,
    pub(crate) arithmetic: Arithmetic,
    /// Share of a forward pass that is done again.
    pub(crate) recomputed: f64,
    pub(crate) framework: &'a str,
    /// The framework compiles the model.
    pub(crate) compiled: bool,
    pub(crate) micro_batch: f64,
    pub(crate) sequence: f64,
    /// Micro-steps of one optimizer step.
    pub(crate) accumulation: f64,
    /// Weights or frozen base are split over the devices and gathered layer by layer.
    pub(crate) sharded: bool,
    pub(crate) split: TrainSplit,
    /// Bytes that the devices agree on once an optimizer step: gradients of copies, and the weights
    /// that one of them has made new.
    pub(crate) agreed_bytes: f64,
}

/// Seconds per token and device; the parts add up to [`TokenTime::total`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TokenTime {
    /// Matrix products and attention.
    pub(crate) arithmetic: f64,
    /// Norms, activations and sums, which wait for memory.
    pub(crate) elementwise: f64,
    /// Unpacking of 4-bit weights.
    pub(crate) unpacking: f64,
    /// What moves between devices, as far as arithmetic does not hide it.
    pub(crate) traffic: f64,
    /// Bubbles of the pipeline and losses of many hosts.
    pub(crate) scaling: f64,
    /// Launches by the host program, as far as the device does not hide them.
    pub(crate) overhead: f64,
    /// A fall-back stands in for a constant.
    pub(crate) assumed: bool,
}

impl TokenTime {
    pub(crate) fn total(&self) -> f64 {
        self.arithmetic
            + self.elementwise
            + self.unpacking
            + self.traffic
            + self.scaling
            + self.overhead
    }
}

impl TrainStep<'_> {
    /// Operations of all passes per token, `x · f`.
    pub(crate) fn flop_per_token(&self) -> f64 {
        (self.trained_passes() + self.recomputed) * self.shape.forward_flop(self.sequence)
    }

    /// Seconds per token of one device among those of the rig.
    pub(crate) fn token_time(
        &self,
        rig: &Rig,
        constants: &ModelConstants,
    ) -> Result<TokenTime, Refusal> {
        let devices = f64::from(rig.count);
        let rate = self.rate(rig)?;
        let arithmetic = self.arithmetic_s(rig, constants)?;
        let bandwidth = bandwidth(rig)?;
        let elementwise = self.elementwise_s(bandwidth.value, constants);
        let unpacking = self.unpacking_s(bandwidth.value, constants);
        let tensor = self.tensor_s(rig, constants);
        let work = arithmetic + elementwise + unpacking + tensor.value;
        let gather = self.gather_s(rig, constants);
        let gathered = self.hide_gather(work, gather.value, rig);
        let launches = self.launches_s(constants);
        let launched = (gathered.powi(4) + launches.powi(4)).powf(0.25);
        let stretch = self.bubble(constants) + self.host_loss(devices, constants);
        let copies = self.copies_s(rig, constants);
        let total = launched * (1.0 + stretch) + copies.value;
        // Nothing is faster than the data sheet allows.
        let least = self.flop_per_token() / (REACHABLE * rate);
        let figure_assumed = [bandwidth, tensor, gather, copies]
            .iter()
            .any(|figure| figure.assumed && figure.value > 0.0);
        Ok(TokenTime {
            arithmetic: arithmetic + (least - total).max(0.0),
            elementwise,
            unpacking,
            traffic: tensor.value + (gathered - work) + copies.value,
            scaling: launched * stretch,
            overhead: launched - gathered,
            assumed: Family::of(self.framework) == Family::Unknown || figure_assumed,
        })
    }

    /// Peak rate of one device; numbers for which a card has no rate run at the next wider.
    pub(crate) fn rate(&self, rig: &Rig) -> Result<f64, Refusal> {
        let fp8 = || rig.rate_fp8().or_else(|_| rig.rate_16());
        match self.arithmetic {
            Arithmetic::Bits16 => rig.rate_16(),
            Arithmetic::Bits32 => rig.rate_32(),
            Arithmetic::Fp8 | Arithmetic::Mxfp8 => fp8(),
            Arithmetic::Nvfp4 => rig.rate_fp4().or_else(|_| fp8()),
        }
    }

    /// Forward, backward for activations, backward for weights unless they are frozen.
    fn trained_passes(&self) -> f64 {
        if self.is_full() { 3.0 } else { 2.0 }
    }

    /// Passes as they take time: recomputation is a forward pass, a little faster than the mean.
    fn timed_passes(&self, constants: &ModelConstants) -> f64 {
        self.trained_passes() + self.recomputed * constants.correction("tr.recompute").exp()
    }

    fn is_full(&self) -> bool {
        self.method == Method::Full
    }

    fn tokens(&self) -> f64 {
        self.micro_batch * self.sequence
    }

    /// Matrices in the chosen numbers, head and attention at 16 bit (or 32).
    fn arithmetic_s(&self, rig: &Rig, constants: &ModelConstants) -> Result<f64, Refusal> {
        let shape = self.shape;
        let rate = self.rate(rig)?;
        let wide_rate = match self.arithmetic {
            Arithmetic::Bits32 => rate,
            _ => rig.rate_16()?,
        };
        let efficiency = self.efficiency(rig, constants);
        let head = shape.vocabulary * shape.hidden;
        // Input embeddings are looked up, not multiplied.
        let looked_up = if shape.tied_embeddings { 0.0 } else { head };
        let least = MULTIPLIED_MIN * shape.active_params;
        let layers = (shape.active_params - looked_up - head).max(least);
        let passes = self.timed_passes(constants);
        let matrices = passes * 2.0 * layers / rate;
        // The loss is not recomputed.
        let head = self.trained_passes() * 2.0 * head / wide_rate;
        let attention_rate = (wide_rate * ATTENTION_REFERENCE).sqrt();
        let scores = 2.0 * shape.layers * shape.hidden * self.sequence;
        let slower = constants.correction("tr.attention").exp();
        let attention = passes * scores * slower / attention_rate;
        Ok((matrices + head + attention) / efficiency)
    }

    /// Share of the peak that matrix products reach, η.
    fn efficiency(&self, rig: &Rig, constants: &ModelConstants) -> f64 {
        let card = rig.card;
        let mut ln = of_framework(constants, "tr.fw", self.framework);
        if let Some(arch) = &card.arch {
            ln += constants.correction(&format!("tr.arch.{arch}"));
        }
        if !card.is_nvidia() {
            let vendor = card.vendor.to_lowercase();
            ln += constants.correction("tr.vendor");
            ln += constants.correction(&format!("tr.vendor.{vendor}"));
        }
        ln += match self.arithmetic {
            Arithmetic::Bits16 | Arithmetic::Bits32 => 0.0,
            Arithmetic::Fp8 | Arithmetic::Mxfp8 if card.rate_fp8.is_none() => 0.0,
            Arithmetic::Fp8 | Arithmetic::Mxfp8 => constants.correction("tr.q.fp8"),
            Arithmetic::Nvfp4 if card.rate_fp4.is_none() => 0.0,
            Arithmetic::Nvfp4 => {
                constants.correction("tr.q.fp8") + constants.correction("tr.q.nvfp4")
            }
        };
        if self.shape.is_moe() {
            let sparsity = (self.shape.params / self.shape.active_params).ln();
            ln -= constants.correction("tr.moe").exp() * sparsity;
        }
        ln.exp()
    }

    /// Bytes that norms, activations, sums and dropouts move in every layer and pass.
    fn elementwise_s(&self, bandwidth: f64, constants: &ModelConstants) -> f64 {
        let family = Family::of(self.framework).key();
        let mut ln = constants.correction("tr.bytes");
        ln += constants.correction(&format!("tr.bytes.{family}"));
        if self.compiled {
            ln += constants.correction("tr.bytes.compiled");
        }
        if !self.is_full() {
            ln += constants.correction("tr.bytes.adapter");
        }
        let values = self.shape.layers * self.shape.hidden * ln.exp();
        self.timed_passes(constants) * BYTES_16 * values / bandwidth
    }

    /// Quantised weights are unpacked in every pass of every micro-step.
    fn unpacking_s(&self, bandwidth: f64, constants: &ModelConstants) -> f64 {
        if self.method != Method::Qlora {
            return 0.0;
        }
        let bytes = self.shape.params * constants.correction("tr.unpack").exp();
        let passes = self.timed_passes(constants);
        passes * bytes / (bandwidth * self.tokens())
    }

    /// Four all-reduces a layer of 2 bytes an element, each moving 2(t−1)/t of the tensor; the t
    /// devices of a group wait together: `16 · L · h · (t − 1) / B` device-seconds a token.
    fn tensor_s(&self, rig: &Rig, constants: &ModelConstants) -> LinkFigure {
        let link = tensor_b_s(rig, constants);
        let bytes = 16.0 * self.shape.layers * self.shape.hidden * (self.split.tensor - 1.0);
        LinkFigure {
            value: bytes / link.value,
            ..link
        }
    }

    /// Shards are gathered for the forward and the backward pass, gradients scattered.
    fn gather_s(&self, rig: &Rig, constants: &ModelConstants) -> LinkFigure {
        let link = gather_b_s(rig, constants);
        let gathers = self.sharded && rig.count > 1;
        let moves = match (gathers, self.method) {
            (false, _) => 0.0,
            (true, Method::Full) => 3.0 * BYTES_16,
            (true, Method::Lora) => 2.0 * BYTES_16,
            (true, Method::Qlora) => 2.0 * BYTES_NF4,
        };
        LinkFigure {
            value: moves * self.shape.params / (link.value * self.tokens()),
            ..link
        }
    }

    /// Gathering runs beside the arithmetic. Inside an NVLink host, sharding is never slower than one
    /// device alone (guard G5).
    fn hide_gather(&self, work: f64, gather: f64, rig: &Rig) -> f64 {
        let together = work.hypot(gather);
        if rig.link == Link::Nvlink && rig.count <= rig.per_host {
            together.min(f64::from(rig.count) * work)
        } else {
            together
        }
    }

    /// Kernels that the host program starts in every layer of a micro-step; the devices of a
    /// tensor-parallel group wait together.
    fn launches_s(&self, constants: &ModelConstants) -> f64 {
        let family = Family::of(self.framework);
        let mut ln = constants.correction("tr.launch");
        ln += constants.correction(&format!("tr.launch.{}", family.key()));
        if family == Family::Trainer && self.is_full() {
            ln += constants.correction("tr.launch.full");
        }
        let milliseconds = self.shape.layers * ln.exp();
        milliseconds * 1e-3 * self.split.tensor / self.tokens()
    }

    /// Stages wait for each other at both ends of a step: `β · (p − 1) / m`.
    fn bubble(&self, constants: &ModelConstants) -> f64 {
        let waits = (self.split.stages - 1.0) / self.split.micro_batches.max(1.0);
        if waits > 0.0 {
            constants.correction("tr.bubble").exp() * waits
        } else {
            0.0
        }
    }

    /// What each doubling of the hosts costs.
    fn host_loss(&self, devices: f64, constants: &ModelConstants) -> f64 {
        let key = if self.is_full() {
            "tr.scale"
        } else {
            "tr.scale.adapter"
        };
        let doublings = (devices / SCALES_FREELY).log2().max(0.0);
        constants.correction(key).exp() * doublings
    }

    /// Copies agree on gradients and new weights once an optimizer step.
    fn copies_s(&self, rig: &Rig, constants: &ModelConstants) -> LinkFigure {
        let link = gather_b_s(rig, constants);
        let devices = f64::from(rig.count);
        let bytes = self.agreed_bytes * (devices - 1.0) / devices;
        LinkFigure {
            value: bytes / (link.value * self.tokens() * self.accumulation.max(1.0)),
            ..link
        }
    }
}

/// Bytes a second of a device's memory; where the sheet has none, what its matrix rate suggests.
fn bandwidth(rig: &Rig) -> Result<LinkFigure, Refusal> {
    let (value, assumed) = match rig.bandwidth() {
        Ok(bandwidth) => (bandwidth, false),
        Err(_) => (rig.rate_16()? / USUAL_INTENSITY, true),
    };
    Ok(LinkFigure { value, assumed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::GpuId;
    use crate::model::constants;
    use crate::predict::card;

    /// Adapters of a 70B on four L40S: 16 · 80 · 8192 · 3 B a token at 14.9 GB/s are 2.11 ms.
    #[test]
    fn tensor_parallelism_over_pcie_costs_more_than_the_arithmetic() {
        let shape = ModelShape::preset("llama2-70b").unwrap();
        let step = TrainStep {
            shape: &shape,
            method: Method::Lora,
            arithmetic: Arithmetic::Fp8,
            recomputed: 0.0,
            framework: "megatron-bridge",
            compiled: false,
            micro_batch: 1.0,
            sequence: 8192.0,
            accumulation: 1.0,
            sharded: false,
            split: TrainSplit {
                tensor: 4.0,
                ..TrainSplit::NONE
            },
            agreed_bytes: 0.0,
        };
        let rig = Rig::of_card(card(&GpuId("l40s".to_owned())).unwrap(), 4).unwrap();
        let time = step.token_time(&rig, constants()).unwrap();
        assert!((time.traffic / 2.11e-3 - 1.0).abs() < 0.005, "{time:?}");
        assert!(time.traffic > time.arithmetic, "{time:?}");
    }
}
