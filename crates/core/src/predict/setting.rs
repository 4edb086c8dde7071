//! One copy of a served model on its devices: what decoding and prefill have in common.

use super::figures::Refusal;
use super::rig::Rig;
use super::servers::{self, ServerFamily};
use super::weights::Format;
use crate::model::{ModelConstants, ModelShape};

/// How a copy uses several devices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Split {
    /// Every device works on every layer.
    Tensor,
    /// Each device holds some of the layers: more devices bring capacity, not speed.
    Layer,
}

/// A model, a server and the devices of one copy.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) shape: &'a ModelShape,
    pub(crate) format: Format,
    /// As a row or a question names it.
    pub(crate) framework: &'a str,
    /// Bytes of one value of the KV cache.
    pub(crate) kv_value_bytes: f64,
    pub(crate) rig: &'a Rig,
    /// Devices of this copy.
    pub(crate) devices: f64,
    pub(crate) split: Split,
    /// Year of the program: they become faster.
    pub(crate) year: f64,
    pub(crate) constants: &'a ModelConstants,
}

impl Setting<'_> {
    /// Devices that work on one token together, n_tp.
    pub(crate) fn tensor_devices(&self) -> f64 {
        match self.split {
            Split::Tensor => self.devices,
            Split::Layer => 1.0,
        }
    }

    /// The format that weights are multiplied in: FP8 and FP4 where the card has that rate, else 16 bit,
    /// which int4, int8, NF4 and GGUF weights are unpacked to.
    pub(crate) fn multiplied(&self) -> Format {
        let card = self.rig.card;
        match self.format.key {
            "fp4" if card.rate_fp4.is_some() => Format::FP4,
            "fp4" | "fp8" if card.rate_fp8.is_some() => Format::FP8,
            _ => Format::BITS_16,
        }
    }

    /// The matrix rate of one device for this format, FLOP/s.
    pub(crate) fn rate(&self) -> Result<f64, Refusal> {
        match self.multiplied() {
            Format::FP4 => self.rig.rate_fp4(),
            Format::FP8 => self.rig.rate_fp8(),
            _ => self.rate_attention(),
        }
    }

    /// The 16-bit matrix rate of one device, FLOP/s: attention is multiplied in 16 bit. GeForce cards
    /// accumulate in 16 bit, twice as fast, under programs for one user.
    pub(crate) fn rate_attention(&self) -> Result<f64, Refusal> {
        let (_, family, _) = servers::recognise(self.framework);
        let doubled = family == ServerFamily::Local && self.rig.card.is_geforce_arch();
        Ok(self.rig.rate_16()? * if doubled { 2.0 } else { 1.0 })
    }
}
