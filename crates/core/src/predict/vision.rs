//! Time of a sample of a network on pictures or of BERT.
//!
//! A step of `b` samples takes products and memory traffic one after the other, so their times add up;
//! an engine overlaps them, so the root of their squares counts. Launches and the loading of
//! pictures run beside the device's work and count by the root of squares too. Gradients are then
//! added up over the link. `docs/model/vision.md` has the formulas and where each constant is from.

use super::efficiency::REACHABLE;
use super::evidence::Kind;
use super::figures::{Evidence, Refusal, Step};
use super::formula;
use super::rig::Rig;
use super::samples::rate;
use super::stack::{Stack, decodes_on_card, stores_point_by_point};
use crate::gpu::Link;
use crate::message::Message;
use crate::model::{ModelConstants, SampleFamily, SampleModel};
use crate::workload::SamplePrecision;

/// Devices of one host, over whose link gradients are added up.
const HOST: f64 = 8.0;
/// Passes of training: forward, backward for values, backward for weights.
const PASSES: f64 = 3.0;
/// Bytes per parameter of a gradient: 32 bit, under mixed precision too.
const GRADIENT: f64 = 4.0;
/// 10¹² operations a second and watt of the 16-bit matrix units of most cards, 2018 to 2024: the median
/// of the spec sheet's cards of 0.7 to 0.8.
const OPERATIONS_PER_WATT: f64 = 0.75;
/// Sequences are packed without padding where they are longer than this: shorter ones are full.
const PACKED_ABOVE: f64 = 256.0;
/// Colours of a picture's point.
const COLOURS: f64 = 3.0;
/// Part of the loading that is left to the host where pictures are decoded on the card (assumed).
const LEFT_TO_HOST: f64 = 0.5;

/// A network that works on batches, on one device.
#[derive(Debug, Clone)]
pub(crate) struct VisionRun<'a> {
    pub(crate) model: &'a SampleModel,
    pub(crate) precision: SamplePrecision,
    /// Samples of one step of one device.
    pub(crate) batch: f64,
    /// Side of a picture in pixels, or tokens of a sequence.
    pub(crate) size: f64,
    /// Forward and backward, else forward only.
    pub(crate) training: bool,
    /// Framework as measured rows name it.
    pub(crate) framework: &'a str,
    /// How the framework runs it.
    pub(crate) stack: Stack,
    /// Kernels tuned for a submission to MLPerf.
    pub(crate) tuned: bool,
    /// Sequences without their padding; a sequence then counts by its longest length.
    pub(crate) packed: bool,
}

/// Seconds of one sample on one device; the parts add up to [`SampleTime::total`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SampleTime {
    /// Matrix products and memory traffic.
    pub(crate) arithmetic: f64,
    /// Launches and loading, as far as the device's work does not hide them.
    pub(crate) overhead: f64,
    /// Adding up gradients.
    pub(crate) traffic: f64,
    /// Losses of many devices.
    pub(crate) scaling: f64,
}

impl SampleTime {
    pub(crate) fn total(&self) -> f64 {
        self.arithmetic + self.overhead + self.traffic + self.scaling
    }

    fn times(self, factor: f64) -> SampleTime {
        SampleTime {
            arithmetic: self.arithmetic * factor,
            overhead: self.overhead * factor,
            traffic: self.traffic * factor,
            scaling: self.scaling * factor,
        }
    }
}

impl VisionRun<'_> {
    /// Operations of one sample, padding included: three passes in training.
    pub(crate) fn flop(&self) -> f64 {
        let passes = if self.training { PASSES } else { 1.0 };
        passes * self.model.forward_flop(self.size)
    }

    /// Seconds of one sample on one of the rig's devices.
    pub(crate) fn sample_time(
        &self,
        rig: &Rig,
        constants: &ModelConstants,
    ) -> Result<SampleTime, Refusal> {
        let devices = f64::from(rig.count);
        let filled = self.filled(constants);
        let work = self.work_s(rig, constants, filled)?;
        let host = self.launches_s(constants) / self.batch;
        let loading = self.loading_s(constants);
        let step = (work * work + host * host + loading * loading).sqrt();
        let traffic = self.gradients_s(rig, constants) / self.batch;
        let doublings = (devices / HOST).log2().max(0.0);
        let speed = self.own_speed(constants).exp();
        // One device alone is the most that many together may take.
        let traffic = traffic.min((devices - 1.0) * step);
        let time = SampleTime {
            arithmetic: work,
            overhead: step - work,
            traffic,
            scaling: (step + traffic) * constants.correction("vi.loss").exp() * doublings,
        };
        let time = time.times(1.0 / speed);
        let least = filled * self.flop() / (REACHABLE * self.rate(rig)?);
        Ok(time.times((least / time.total()).max(1.0)))
    }

    /// Rate of one device: 32 bit is TF32 where the card has it.
    fn rate(&self, rig: &Rig) -> Result<f64, Refusal> {
        rate(self.precision, rig)
    }

    fn is_encoder(&self) -> bool {
        self.model.family == SampleFamily::Bert
    }

    /// Share of a sequence that is no padding, where padding is not calculated.
    fn filled(&self, constants: &ModelConstants) -> f64 {
        if self.packed && self.is_encoder() && self.size > PACKED_ABOVE {
            constants.correction("vi.fill").exp()
        } else {
            1.0
        }
    }

    /// Products and memory traffic of one sample.
    fn work_s(&self, rig: &Rig, constants: &ModelConstants, filled: f64) -> Result<f64, Refusal> {
        let products = filled * self.flop() / self.reached(rig, constants)?;
        let bytes = filled * self.model.activations(self.size) * self.value_bytes();
        let crossing = bytes * self.crossings(constants).exp() / rig.bandwidth()?;
        Ok(if self.stack == Stack::Engine {
            products.hypot(crossing)
        } else {
            products + crossing
        })
    }

    /// Operations a second of the products: by matrix units, or in 32 bit by vector units where
    /// those, being easier to keep busy, reach more.
    fn reached(&self, rig: &Rig, constants: &ModelConstants) -> Result<f64, Refusal> {
        let share = self.efficiency(rig, constants);
        let power = constants.correction("vi.power");
        let at = |rate: f64, share: f64| {
            let kept = share - power * promise(rate, self.precision, rig);
            rate * kept.min(REACHABLE.ln()).exp()
        };
        let matrix = at(self.rate(rig)?, share);
        let vector = match (self.precision, rig.rate_fp32()) {
            (SamplePrecision::Tf32 | SamplePrecision::Fp32, Ok(rate)) => {
                at(rate, share + constants.correction("vi.e.vector"))
            }
            _ => 0.0,
        };
        Ok(matrix.max(vector))
    }

    /// Logarithm of the share of the matrix rate that products reach, on a card of the usual promise.
    fn efficiency(&self, rig: &Rig, constants: &ModelConstants) -> f64 {
        let of = |key: &str| constants.correction(key);
        let mut ln = of(if self.is_encoder() {
            "vi.e.bert"
        } else {
            "vi.e.cnn"
        });
        match self.precision {
            SamplePrecision::Half
                if !self.is_encoder()
                    && self.stack != Stack::Engine
                    && !stores_point_by_point(self.framework) =>
            {
                ln += of("vi.e.nchw");
            }
            SamplePrecision::Fp8 | SamplePrecision::Int8 => ln += of("vi.e.8bit"),
            _ => {}
        }
        match self.stack {
            Stack::Eager => {}
            Stack::Compiled => ln += of("vi.e.compiled"),
            // Training is written by hand for MLPerf only, which `tuned` counts.
            Stack::Engine if self.training => {}
            Stack::Engine => ln += of("vi.e.engine"),
        }
        if self.tuned {
            ln += of("vi.e.tuned");
        }
        ln + of(&format!("vi.arch.{}", arch_key(rig)))
    }

    /// Logarithm of the times a value crosses the memory.
    fn crossings(&self, constants: &ModelConstants) -> f64 {
        let of = |key| constants.correction(key);
        let mut ln = of(if self.is_encoder() {
            "vi.m.bert"
        } else {
            "vi.m.cnn"
        });
        if self.training {
            ln += of("vi.m.train");
        }
        if self.stack.fuses() {
            // In training the statistics of a batch are wanted before its values can pass on.
            ln += of(if self.training {
                "vi.m.fused.train"
            } else {
                "vi.m.fused"
            });
        }
        ln
    }

    /// Bytes of a value between two operations.
    fn value_bytes(&self) -> f64 {
        match self.precision {
            SamplePrecision::Half => 2.0,
            SamplePrecision::Tf32 | SamplePrecision::Fp32 => 4.0,
            SamplePrecision::Fp8 | SamplePrecision::Int8 => 1.0,
        }
    }

    /// Host time of one step.
    fn launches_s(&self, constants: &ModelConstants) -> f64 {
        let of = |key| constants.correction(key);
        let mut ln = of("vi.o");
        if self.training {
            ln += of("vi.o.train");
        }
        if self.stack.fuses() {
            ln += of("vi.o.fused");
        }
        self.model.operators * ln.exp() * 1e-6
    }

    /// Reading one picture for training, in the processes that serve one card.
    fn loading_s(&self, constants: &ModelConstants) -> f64 {
        if !self.training || self.is_encoder() || self.stack != Stack::Eager {
            return 0.0;
        }
        let values = COLOURS * self.size * self.size;
        let share = if decodes_on_card(self.framework) {
            LEFT_TO_HOST
        } else {
            1.0
        };
        share * values * constants.correction("vi.in").exp() * 1e-9
    }

    /// Adding up the gradients of one step: `2 · (n − 1)/n` of them cross the link of each device.
    fn gradients_s(&self, rig: &Rig, constants: &ModelConstants) -> f64 {
        if !self.training || rig.count <= 1 {
            return 0.0;
        }
        let devices = f64::from(rig.count).min(HOST);
        let bytes = 2.0 * (devices - 1.0) / devices * GRADIENT * self.model.params();
        let key = match rig.link {
            Link::Nvlink => "vi.bl.nvlink",
            Link::Pcie => "vi.bl.pcie",
            Link::PcieNoP2p => "vi.bl.pcie-nop2p",
            Link::Hccs => "vi.bl.hccs",
        };
        bytes / (constants.correction(key).exp() * 1e9)
    }

    /// What is measured of this software and this model beyond their kind, as a logarithm of speed.
    fn own_speed(&self, constants: &ModelConstants) -> f64 {
        constants.correction(&format!("vi.fw.{}", self.framework))
            + constants.correction(&format!("vi.model.{}", self.model.name))
    }

    /// No measured row shows this model.
    pub(crate) fn assumed(&self, constants: &ModelConstants) -> bool {
        constants
            .fitted(&format!("vi.model.{}", self.model.name))
            .is_none()
    }

    /// How well it is grounded.
    pub(crate) fn evidence(&self, rig: &Rig, constants: &ModelConstants) -> Evidence {
        if self.assumed(constants) {
            return Evidence::C;
        }
        let kind = if self.training {
            Kind::TrainCnnBert
        } else {
            Kind::InferCnnBert
        };
        kind.grade(
            constants,
            rig,
            self.framework,
            precision_key(self.precision),
        )
    }

    /// The sum of one batch, in milliseconds.
    pub(crate) fn lines(&self, time: &SampleTime) -> Vec<Step> {
        let line = |code, formula, each: f64| Step {
            code,
            formula,
            value: self.batch * each * 1e3,
            unit: "ms",
        };
        let work = format!(
            "{} × {} ÷ {}",
            formula::figure(self.batch),
            formula::flop(self.flop()),
            formula::flop_rate(self.flop() / time.arithmetic)
        );
        let mut lines = vec![line("arithmetic", work, time.arithmetic)];
        if time.overhead > 0.0 {
            lines.push(line("step_overhead", String::new(), time.overhead));
        }
        lines
    }

    /// Assumptions to show.
    pub(crate) fn notes(&self, rig: &Rig) -> Vec<Message> {
        let mut notes = Vec::new();
        if self.training && rig.count > 1 && rig.link == Link::PcieNoP2p {
            notes.push(super::verdict::card_note("no_peer_to_peer", rig));
        }
        notes
    }
}

/// Architecture as in the keys of the constants; other vendors share one.
pub(crate) fn arch_key(rig: &Rig) -> &str {
    rig.card.arch.as_deref().unwrap_or("other-vendor")
}

/// The precision as the lists of measured rows name it.
pub(crate) fn precision_key(precision: SamplePrecision) -> &'static str {
    match precision {
        SamplePrecision::Half => "16",
        SamplePrecision::Tf32 | SamplePrecision::Fp32 => "32",
        SamplePrecision::Fp8 => "fp8",
        SamplePrecision::Int8 => "int8",
    }
}

/// Logarithm of the operations a watt that a card promises with this rate, of what most cards promise;
/// 0 where its power is not stated. A slice has the promise of its card.
pub(crate) fn promise(rate: f64, precision: SamplePrecision, rig: &Rig) -> f64 {
    let Some(watts) = rig.card.board_w else {
        return 0.0;
    };
    let usual = OPERATIONS_PER_WATT
        * match precision {
            SamplePrecision::Half => 1.0,
            SamplePrecision::Tf32 | SamplePrecision::Fp32 => 0.5,
            SamplePrecision::Fp8 | SamplePrecision::Int8 => 2.0,
        };
    (rate / rig.share / (1e12 * watts * usual)).ln()
}
