//! Time of images from a denoiser.

use super::figures::{Evidence, Refusal, Step};
use super::formula;
use super::rig::Rig;
use super::samples::rate;
use crate::message::Message;
use crate::model::{ModelConstants, SampleModel};
use crate::workload::SamplePrecision;

/// Part of the data sheet's rate that is assumed.
const EFFICIENCY: f64 = 0.3;

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
}

/// Seconds of one batch of images; the parts add up to [`ImageTime::total`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ImageTime {
    /// All denoising steps.
    pub(crate) denoising: f64,
    /// From latent to image.
    pub(crate) decoding: f64,
}

impl ImageTime {
    pub(crate) fn total(&self) -> f64 {
        self.denoising + self.decoding
    }
}

impl ImageRun<'_> {
    /// Operations of one denoising step of the batch.
    pub(crate) fn step_flop(&self) -> f64 {
        self.model.passes() * self.batch * self.model.forward_flop(self.side_px)
    }

    /// Seconds of one batch of images.
    pub(crate) fn time(
        &self,
        rig: &Rig,
        _constants: &ModelConstants,
    ) -> Result<ImageTime, Refusal> {
        let rate = EFFICIENCY * rate(self.precision, rig)?;
        Ok(ImageTime {
            denoising: self.steps * self.step_flop() / rate,
            decoding: self.batch * self.model.decoder_flop(self.side_px) / rate,
        })
    }

    /// How well it is grounded.
    pub(crate) fn evidence(
        &self,
        _rig: &Rig,
        _constants: &ModelConstants,
        _time: &ImageTime,
    ) -> Evidence {
        Evidence::C
    }

    /// The sum of one batch of images, in milliseconds.
    pub(crate) fn lines(&self, time: &ImageTime) -> Vec<Step> {
        let line = |code, formula, seconds: f64| Step {
            code,
            formula,
            value: seconds * 1e3,
            unit: "ms",
        };
        let each = formula::seconds(time.denoising / self.steps);
        let decoded = formula::flop(self.batch * self.model.decoder_flop(self.side_px));
        vec![
            line(
                "denoising",
                format!("{} × {each}", formula::figure(self.steps)),
                time.denoising,
            ),
            line("image_decoding", decoded, time.decoding),
        ]
    }

    /// Assumptions to show.
    pub(crate) fn notes(&self, _rig: &Rig) -> Vec<Message> {
        Vec::new()
    }
}
