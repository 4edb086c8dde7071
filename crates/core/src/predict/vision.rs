//! Time of a sample of a network on pictures or of BERT.

use super::figures::{Evidence, Refusal, Step};
use super::formula;
use super::rig::Rig;
use super::samples::rate;
use crate::message::Message;
use crate::model::{ModelConstants, SampleModel};
use crate::workload::SamplePrecision;

/// Part of the data sheet's rate that is assumed.
const EFFICIENCY: f64 = 0.3;

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
}

/// Seconds of one sample on one device; the parts add up to [`SampleTime::total`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SampleTime {
    /// Matrix products and memory traffic.
    pub(crate) arithmetic: f64,
}

impl SampleTime {
    pub(crate) fn total(&self) -> f64 {
        self.arithmetic
    }
}

impl VisionRun<'_> {
    /// Operations of one sample: three passes in training.
    pub(crate) fn flop(&self) -> f64 {
        let passes = if self.training { 3.0 } else { 1.0 };
        passes * self.model.forward_flop(self.size)
    }

    /// Seconds of one sample on one of the rig's devices.
    pub(crate) fn sample_time(
        &self,
        rig: &Rig,
        _constants: &ModelConstants,
    ) -> Result<SampleTime, Refusal> {
        let arithmetic = self.flop() / (EFFICIENCY * rate(self.precision, rig)?);
        Ok(SampleTime { arithmetic })
    }

    /// How well it is grounded.
    pub(crate) fn evidence(
        &self,
        _rig: &Rig,
        _constants: &ModelConstants,
        _time: &SampleTime,
    ) -> Evidence {
        Evidence::C
    }

    /// The sum of one batch, in milliseconds.
    pub(crate) fn lines(&self, time: &SampleTime) -> Vec<Step> {
        let formula = format!(
            "{} × {} ÷ {}",
            formula::figure(self.batch),
            formula::flop(self.flop()),
            formula::flop_rate(self.flop() / time.arithmetic)
        );
        vec![Step {
            code: "arithmetic",
            formula,
            value: self.batch * time.arithmetic * 1e3,
            unit: "ms",
        }]
    }

    /// Assumptions to show.
    pub(crate) fn notes(&self, _rig: &Rig) -> Vec<Message> {
        Vec::new()
    }
}
