//! One copy of a served model on its devices: what decoding and prefill have in common.

use super::card::Card;
use super::figures::Refusal;
use super::rig::Rig;
use super::weights::Format;
use crate::model::{ModelConstants, ModelShape};

/// What the data sheet rate of cards of other vendors is reduced by, for want of a measurement
/// (workload model, appendix C): their kernels reach less of it.
const OTHER_VENDOR_COMPUTE: f64 = -0.4;
/// The same for memory bandwidth.
const OTHER_VENDOR_BANDWIDTH: f64 = -0.2;

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
    /// By its name in appendix C.
    pub(crate) framework: &'a str,
    /// Bytes of one value of the KV cache.
    pub(crate) kv_value_bytes: f64,
    pub(crate) rig: &'a Rig,
    /// Devices of this copy.
    pub(crate) devices: f64,
    pub(crate) split: Split,
    pub(crate) constants: &'a ModelConstants,
}

/// An absolute quantity, and whether a fall-back stands in for it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quantity {
    pub(crate) ln: f64,
    pub(crate) assumed: bool,
}

impl Setting<'_> {
    /// Devices that work on one token together, n_tp.
    pub(crate) fn tensor_devices(&self) -> f64 {
        match self.split {
            Split::Tensor => self.devices,
            Split::Layer => 1.0,
        }
    }

    /// The matrix rate of one device for this format, FLOP/s: int4, int8, NF4 and GGUF weights are
    /// multiplied at 16 bit; GeForce cards accumulate in 16 bit under llama.cpp and AutoAWQ.
    pub(crate) fn rate(&self) -> Result<f64, Refusal> {
        if self.format == Format::FP8 {
            return self.rig.rate_fp8();
        }
        let doubled = matches!(self.framework, "llama.cpp" | "llama.cpp-fa" | "autoawq");
        let geforce = self.rig.card.is_geforce_arch();
        Ok(self.rig.rate_16()? * if doubled && geforce { 2.0 } else { 1.0 })
    }

    /// A constant of the framework: `<key>.<framework>`, else the fall-back `<key>`.
    pub(crate) fn quantity(&self, key: &str) -> Quantity {
        self.quantity_or(key, key)
    }

    /// The same with another fall-back.
    pub(crate) fn quantity_or(&self, key: &str, fallback: &str) -> Quantity {
        match self.constants.fitted(&format!("{key}.{}", self.framework)) {
            Some(ln) => Quantity { ln, assumed: false },
            None => Quantity {
                ln: self.constants.fallback(fallback),
                assumed: true,
            },
        }
    }

    /// A correction by framework and format.
    pub(crate) fn of_format(&self, key: &str) -> f64 {
        self.constants
            .correction(&format!("{key}.{}.{}", self.framework, self.format.key))
    }

    /// `c_arch`: how far the card's architecture is from its data sheet in matrix products.
    pub(crate) fn compute_arch(&self) -> f64 {
        arch_correction(
            self.constants,
            "pc.arch",
            self.rig.card,
            OTHER_VENDOR_COMPUTE,
        )
    }

    /// `m_arch`: the same for memory bandwidth.
    pub(crate) fn bandwidth_arch(&self) -> f64 {
        arch_correction(
            self.constants,
            "mbu.arch",
            self.rig.card,
            OTHER_VENDOR_BANDWIDTH,
        )
    }

    /// A correction by framework and architecture.
    pub(crate) fn of_framework_arch(&self, key: &str) -> f64 {
        let arch = self.rig.card.arch.as_deref().unwrap_or_default();
        self.constants
            .correction(&format!("{key}.{}.{arch}", self.framework))
    }
}

/// `<key>.<arch>`; without one 0 for NVIDIA and the assumption for other vendors.
pub(crate) fn arch_correction(
    constants: &ModelConstants,
    key: &str,
    card: &Card,
    other_vendor: f64,
) -> f64 {
    let fitted = card
        .arch
        .as_ref()
        .and_then(|arch| constants.fitted(&format!("{key}.{arch}")));
    fitted.unwrap_or(if card.is_nvidia() { 0.0 } else { other_vendor })
}
