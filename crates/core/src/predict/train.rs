//! Time of training a transformer, per token and device (workload model, section 4.1).

use super::decode::REACHABLE;
use super::figures::Refusal;
use super::interconnect::sharding_b_s;
use super::rig::Rig;
use super::setting::arch_correction;
use crate::gpu::Link;
use crate::model::{ModelConstants, ModelShape};
use crate::workload::{Checkpointing, Method, Precision};

/// In which numbers matrices are multiplied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// BF16 or FP16.
    Bits16,
    /// FP32 or TF32.
    Bits32,
    /// FP8 with a scale for each tensor.
    Fp8,
    /// FP8 with a scale for each block of 32.
    Mxfp8,
    /// FP4 with a scale for each block of 16.
    Nvfp4,
}

impl Arithmetic {
    /// By its name in files of measurements; quantised frozen weights are multiplied at 16 bit.
    pub(crate) fn by_name(name: &str) -> Option<Arithmetic> {
        Some(match name {
            "32" => Arithmetic::Bits32,
            "fp8" => Arithmetic::Fp8,
            "mxfp8" => Arithmetic::Mxfp8,
            "nvfp4" | "fp4" => Arithmetic::Nvfp4,
            other => {
                super::weights::Format::by_name(other)?;
                Arithmetic::Bits16
            }
        })
    }

    /// Of a planned job.
    pub(crate) fn of(precision: Precision) -> Arithmetic {
        match precision {
            Precision::Bf16 | Precision::Fp16 => Arithmetic::Bits16,
            Precision::Fp32 => Arithmetic::Bits32,
            Precision::Fp8 => Arithmetic::Fp8,
        }
    }
}

/// Share of a forward pass that is done again.
pub(crate) fn recomputed(checkpointing: Checkpointing) -> f64 {
    match checkpointing {
        Checkpointing::None => 0.0,
        Checkpointing::Selective => 0.15,
        Checkpointing::Full => 1.0,
    }
}

/// What other vendors' cards are assumed to lose against their data sheet, as a logarithm.
const OTHER_VENDOR: f64 = -0.4;
/// Devices up to which no loss with their number was measured.
const SCALES_FREELY: f64 = 8.0;
/// Frameworks whose traffic of sharded weights is counted apart; in the others it is in the fit.
const COUNTED_SHARDING: [&str; 4] = [
    "hf-trainer+deepspeed",
    "llm-foundry-fsdp",
    "torchtitan",
    "torchtune",
];

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
    /// Weights or frozen base are split over the devices.
    pub(crate) sharded: bool,
}

/// Seconds per token and device; the parts add up to [`TokenTime::total`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TokenTime {
    /// Matrix products and attention.
    pub(crate) arithmetic: f64,
    /// Gathering shards, as far as arithmetic does not hide it.
    pub(crate) traffic: f64,
    /// Losses of many devices.
    pub(crate) scaling: f64,
    /// What the framework's host program adds to every micro-step.
    pub(crate) overhead: f64,
    /// A fall-back stands in for a constant.
    pub(crate) assumed: bool,
}

impl TokenTime {
    pub(crate) fn total(&self) -> f64 {
        self.arithmetic + self.traffic + self.scaling + self.overhead
    }
}

impl TrainStep<'_> {
    /// Operations of all passes per token, `x · f`.
    pub(crate) fn flop_per_token(&self) -> f64 {
        self.passes() * self.shape.forward_flop(self.sequence)
    }

    /// Seconds per token of one device among those of the rig.
    pub(crate) fn token_time(
        &self,
        rig: &Rig,
        constants: &ModelConstants,
    ) -> Result<TokenTime, Refusal> {
        let devices = f64::from(rig.count);
        let (efficiency, efficiency_assumed) = self.efficiency(rig, constants);
        let rate = self.rate(rig)?;
        let arithmetic = self.weighted_flop(constants) / (rate * efficiency);
        let (combined, traffic_assumed) = self.with_traffic(arithmetic, rig, constants);
        let steps_of_ten = (devices / SCALES_FREELY).log2().max(0.0);
        let scaling = combined * constants.correction("tr.scale").exp() * steps_of_ten;
        let overhead = self.host_overhead(constants);
        let total = combined + scaling + overhead;
        // Nothing is faster than the data sheet allows.
        let least = self.flop_per_token() / (REACHABLE * rate);
        Ok(TokenTime {
            arithmetic: arithmetic + (least - total).max(0.0),
            traffic: combined - arithmetic,
            scaling,
            overhead,
            assumed: efficiency_assumed || traffic_assumed,
        })
    }

    /// Peak rate of one device; numbers for which a card has no rate run at 16 bit.
    pub(crate) fn rate(&self, rig: &Rig) -> Result<f64, Refusal> {
        match self.arithmetic {
            Arithmetic::Bits16 => rig.rate_16(),
            Arithmetic::Bits32 => rig.rate_32(),
            Arithmetic::Fp8 | Arithmetic::Mxfp8 => rig.rate_fp8().or_else(|_| rig.rate_16()),
            Arithmetic::Nvfp4 => rig.rate_fp4().or_else(|_| rig.rate_16()),
        }
    }

    /// What narrow numbers lose against their peak rate, where the card has one.
    fn narrow_key(&self, rig: &Rig) -> Option<&'static str> {
        let card = rig.card;
        let (key, rate) = match self.arithmetic {
            Arithmetic::Bits16 | Arithmetic::Bits32 => return None,
            Arithmetic::Fp8 => ("tr.q.fp8", card.rate_fp8),
            Arithmetic::Mxfp8 => ("tr.q.mxfp8", card.rate_fp8),
            Arithmetic::Nvfp4 => ("tr.q.nvfp4", card.rate_fp4),
        };
        rate.is_some().then_some(key)
    }

    /// Forward, backward for activations, backward for weights unless they are frozen, recomputation.
    fn passes(&self) -> f64 {
        let trained = if self.method == Method::Full {
            3.0
        } else {
            2.0
        };
        trained + self.recomputed
    }

    /// Operations weighted by how far narrow layers and attention stay below GEMM speed.
    fn weighted_flop(&self, constants: &ModelConstants) -> f64 {
        let shape = self.shape;
        let narrow = 1.0 + constants.correction("tr.h0").exp() / shape.hidden;
        let attention = 2.0 * shape.layers * shape.hidden * self.sequence;
        let slower = constants.correction("tr.att").exp();
        self.passes() * (shape.forward_flop(self.sequence) * narrow + attention * slower)
    }

    fn efficiency(&self, rig: &Rig, constants: &ModelConstants) -> (f64, bool) {
        let framework = constants.quantity("tr.fw", self.framework);
        let mut ln = framework.ln;
        ln += arch_correction(constants, "tr.arch", self.framework, rig.card, OTHER_VENDOR);
        if let Some(key) = self.narrow_key(rig) {
            ln += constants.correction(key);
        }
        if self.shape.is_moe() {
            ln += constants.correction("tr.moe");
        }
        if self.method == Method::Qlora {
            ln += constants.correction("tr.qlora");
        }
        if self.compiled {
            ln += constants.correction("tr.compile");
        }
        (ln.exp(), framework.assumed)
    }

    /// Arithmetic and the gathering of shards, overlapped.
    fn with_traffic(&self, arithmetic: f64, rig: &Rig, constants: &ModelConstants) -> (f64, bool) {
        let devices = f64::from(rig.count);
        let counted = COUNTED_SHARDING.contains(&self.framework) || self.method != Method::Full;
        if !self.sharded || devices <= 1.0 || !counted {
            return (arithmetic, false);
        }
        let link = sharding_b_s(rig, constants);
        let tokens = self.micro_batch * self.sequence;
        let traffic = 3.0 * 2.0 * self.shape.params / (link.value * tokens);
        let combined = (arithmetic.powi(3) + traffic.powi(3)).cbrt();
        // Inside an NVLink host, sharding is never slower than one device alone (guard G5).
        let nvlink_host = rig.link == Link::Nvlink && rig.count <= rig.per_host;
        let most = if nvlink_host {
            devices * arithmetic
        } else {
            f64::INFINITY
        };
        (combined.min(most), link.assumed)
    }

    fn host_overhead(&self, constants: &ModelConstants) -> f64 {
        if self.framework != "hf-trainer+deepspeed" {
            return 0.0;
        }
        let per_layer = constants.correction("tr.hfovh").exp() * 1e-3;
        per_layer * self.shape.layers / (self.micro_batch * self.sequence)
    }
}
