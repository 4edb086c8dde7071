//! Time of images from a denoiser.
//!
//! A denoising step takes matrix products and memory traffic, one after the other; the host's launches
//! run beside them and count by the root of squares. `docs/model/vision.md` has the formulas and where
//! each constant is from.

use super::efficiency::REACHABLE;
use super::evidence::Kind;
use super::figures::{Evidence, Refusal, Step};
use super::formula;
use super::rig::Rig;
use super::samples::rate;
use super::stack::Stack;
use super::vision::{arch_key, precision_key, promise};
use crate::message::Message;
use crate::model::{ModelConstants, SampleModel};
use crate::workload::SamplePrecision;

/// Engines of 16 bit on GeForce cards add up in 16 bit, at twice the rate of the spec sheet's figure.
const GEFORCE_ENGINE: f64 = 2.0;
/// Part of the memory traffic left with 8-bit weights and inputs: values between operations stay at
/// 16 bit (assumed).
const TRAFFIC_8_BIT: f64 = 0.6;
/// Years after 2023 over which the host's work became faster as measured; longer is not foretold.
pub(crate) const SOFTWARE_YEARS_MOST: f64 = 2.0;
/// Bytes of a value between operations.
const VALUE: f64 = 2.0;

/// Images made at once on one device.
#[derive(Debug, Clone)]
pub(crate) struct ImageRun<'a> {
    pub(crate) model: &'a SampleModel,
    pub(crate) precision: SamplePrecision,
    /// Images made at once.
    pub(crate) batch: f64,
    /// Side of an image, pixels.
    pub(crate) side_px: f64,
    /// Denoising steps.
    pub(crate) steps: f64,
    /// Framework as measured rows name it.
    pub(crate) framework: &'a str,
    /// How the framework runs it.
    pub(crate) stack: Stack,
    /// Age of the software: years after 2023, at most [`SOFTWARE_YEARS_MOST`].
    pub(crate) years: f64,
}

/// Seconds of one batch of images; the parts add up to [`ImageTime::total`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ImageTime {
    /// Products and memory traffic of all denoising steps.
    pub(crate) denoising: f64,
    /// Launches of all steps, as far as the device's work does not hide them.
    pub(crate) overhead: f64,
    /// From latent to image.
    pub(crate) decoding: f64,
}

impl ImageTime {
    pub(crate) fn total(&self) -> f64 {
        self.denoising + self.overhead + self.decoding
    }
}

impl ImageRun<'_> {
    /// Operations of one denoising step of the batch.
    pub(crate) fn step_flop(&self) -> f64 {
        self.model.passes() * self.batch * self.model.forward_flop(self.side_px)
    }

    /// Seconds of one batch of images.
    pub(crate) fn time(&self, rig: &Rig, constants: &ModelConstants) -> Result<ImageTime, Refusal> {
        let peak = rate(self.precision, rig)?;
        let products = self.step_flop() / self.reached(self.precision, rig, constants)?;
        let work = products + self.step_bytes(constants) / rig.bandwidth()?;
        let host = self.launches_s(rig, constants);
        let speed = (constants.correction(&format!("df.fw.{}", self.framework))
            + constants.correction(&format!("df.model.{}", self.model.name)))
        .exp();
        let least = self.step_flop() / (self.reachable(rig) * peak);
        let step = (work.hypot(host) / speed).max(least);
        let shown = (work / speed).clamp(least, step);
        Ok(ImageTime {
            denoising: self.steps * shown,
            overhead: self.steps * (step - shown),
            decoding: self.decoding_s(rig, constants)?,
        })
    }

    /// Seconds of one denoising step of the batch.
    pub(crate) fn step_s(&self, time: &ImageTime) -> f64 {
        (time.denoising + time.overhead) / self.steps
    }

    /// Most of the spec sheet's rate that can be reached.
    fn reachable(&self, rig: &Rig) -> f64 {
        let doubled = self.stack == Stack::Engine
            && self.precision == SamplePrecision::Half
            && rig.card.is_geforce_arch();
        REACHABLE * if doubled { GEFORCE_ENGINE } else { 1.0 }
    }

    /// Operations a second that products reach.
    fn reached(
        &self,
        precision: SamplePrecision,
        rig: &Rig,
        constants: &ModelConstants,
    ) -> Result<f64, Refusal> {
        let peak = rate(precision, rig)?;
        let of = |key: &str| constants.correction(key);
        let mut ln = of("df.e") + of(&format!("df.arch.{}", arch_key(rig)));
        match self.stack {
            Stack::Eager => {}
            Stack::Compiled => ln += of("df.e.compiled"),
            Stack::Engine => ln += of("df.e.engine"),
        }
        if matches!(precision, SamplePrecision::Fp8 | SamplePrecision::Int8) {
            ln += of("df.e.8bit");
        }
        ln -= of("df.power") * promise(peak, precision, rig);
        Ok(peak * ln.exp().min(self.reachable(rig)))
    }

    /// Bytes that cross the memory in one step of the batch.
    fn step_bytes(&self, constants: &ModelConstants) -> f64 {
        let of = |key| constants.correction(key);
        let mut ln = of("df.m");
        match self.stack {
            Stack::Eager => {}
            Stack::Compiled => ln += of("df.m.compiled"),
            Stack::Engine => ln += of("df.m.engine"),
        }
        let values = self.model.passes() * self.batch * self.model.activations(self.side_px);
        let width = match self.precision {
            SamplePrecision::Half => VALUE,
            SamplePrecision::Tf32 | SamplePrecision::Fp32 => 2.0 * VALUE,
            SamplePrecision::Fp8 | SamplePrecision::Int8 => TRAFFIC_8_BIT * VALUE,
        };
        values * width * ln.exp()
    }

    /// Host time of one step.
    fn launches_s(&self, rig: &Rig, constants: &ModelConstants) -> f64 {
        let of = |key| constants.correction(key);
        let mut ln = of("df.o") + of("df.o.year") * self.years;
        if !rig.card.name.starts_with("GeForce") {
            ln += of("df.o.server");
        }
        match self.stack {
            Stack::Eager => {}
            Stack::Compiled => ln += of("df.o.compiled"),
            Stack::Engine => ln += of("df.o.engine"),
        }
        self.model.operators * ln.exp() * 1e-6
    }

    /// From latents to images: the decoder stays at 16 bit.
    fn decoding_s(&self, rig: &Rig, constants: &ModelConstants) -> Result<f64, Refusal> {
        let precision = match self.precision {
            SamplePrecision::Fp8 | SamplePrecision::Int8 => SamplePrecision::Half,
            precision => precision,
        };
        let most = REACHABLE * rate(precision, rig)?;
        let flop = self.batch * self.model.decoder_flop(self.side_px);
        Ok(flop / self.reached(precision, rig, constants)?.min(most))
    }

    /// No measured row shows this model.
    pub(crate) fn assumed(&self, constants: &ModelConstants) -> bool {
        constants
            .fitted(&format!("df.model.{}", self.model.name))
            .is_none()
    }

    /// How well it is grounded.
    pub(crate) fn evidence(&self, rig: &Rig, constants: &ModelConstants) -> Evidence {
        if self.assumed(constants) {
            return Evidence::C;
        }
        Kind::Diffusion.grade(
            constants,
            rig,
            self.framework,
            precision_key(self.precision),
        )
    }

    /// The sum of one batch of images, in milliseconds.
    pub(crate) fn lines(&self, time: &ImageTime) -> Vec<Step> {
        let line = |code, formula, seconds: f64| Step {
            code,
            formula,
            value: seconds * 1e3,
            unit: "ms",
        };
        let each = |seconds: f64| {
            let (steps, each) = (formula::figure(self.steps), formula::seconds(seconds));
            format!("{steps} × {each}")
        };
        let mut lines = vec![line(
            "denoising",
            each(time.denoising / self.steps),
            time.denoising,
        )];
        if time.overhead > 0.0 {
            lines.push(line(
                "step_overhead",
                each(time.overhead / self.steps),
                time.overhead,
            ));
        }
        let decoded = formula::flop(self.batch * self.model.decoder_flop(self.side_px));
        lines.push(line("image_decoding", decoded, time.decoding));
        lines
    }

    /// Assumptions to show.
    pub(crate) fn notes(&self, _rig: &Rig) -> Vec<Message> {
        Vec::new()
    }
}
