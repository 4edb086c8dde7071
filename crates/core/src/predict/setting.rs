//! One copy of a served model on its devices: what decoding and prefill have in common.

use super::card::Card;
use super::figures::Refusal;
use super::rig::Rig;
use super::weights::Format;
use crate::model::{ModelConstants, ModelShape, Quantity};

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
        match self.format.key {
            "fp8" => return self.rig.rate_fp8(),
            "fp4" => return self.rig.rate_fp4(),
            _ => {}
        }
        let doubled = matches!(self.framework, "llama.cpp" | "llama.cpp-fa" | "autoawq");
        let geforce = self.rig.card.is_geforce_arch();
        Ok(self.rig.rate_16()? * if doubled && geforce { 2.0 } else { 1.0 })
    }

    /// A quantity of the framework: the base `<key>` and the deviation `<key>.<framework>`.
    pub(crate) fn quantity(&self, key: &str) -> Quantity {
        self.constants.quantity(key, self.framework)
    }

    /// The same on another base.
    pub(crate) fn quantity_on(&self, base: &str, key: &str) -> Quantity {
        self.constants
            .sum(base, &format!("{key}.{}", self.framework))
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
            self.framework,
            self.rig.card,
            OTHER_VENDOR_COMPUTE,
        )
    }

    /// `m_arch`: the same for memory bandwidth.
    pub(crate) fn bandwidth_arch(&self) -> f64 {
        arch_correction(
            self.constants,
            "mbu.arch",
            self.framework,
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

/// `<key>.<arch>`; without one, or where it does not apply, 0 for NVIDIA and the assumption for other
/// vendors.
pub(crate) fn arch_correction(
    constants: &ModelConstants,
    key: &str,
    framework: &str,
    card: &Card,
    other_vendor: f64,
) -> f64 {
    let otherwise = if card.is_nvidia() { 0.0 } else { other_vendor };
    let Some(arch) = &card.arch else {
        return otherwise;
    };
    let key = format!("{key}.{arch}");
    if BOUND
        .iter()
        .any(|bound| bound.key == key && !bound.applies(framework, card))
    {
        return otherwise;
    }
    constants.fitted(&key).unwrap_or(otherwise)
}

/// A constant that rests on few rows or stands in for something else, and where alone it applies.
struct Bound {
    key: &'static str,
    /// Only with this framework; empty = any.
    framework: &'static str,
    /// Only on cards whose id begins so; empty = any.
    card: &'static str,
}

/// Never carried to another framework or card (workload model, section 9.1): half of a pair whose other half is llama.cpp's.
const BOUND: [Bound; 1] = [Bound {
    key: "pc.arch.volta",
    framework: "llama.cpp-fa",
    card: "",
}];

impl Bound {
    fn applies(&self, framework: &str, card: &Card) -> bool {
        card.id.0.starts_with(self.card)
            && (self.framework.is_empty() || self.framework == framework)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::GpuId;
    use crate::model::constants;
    use crate::predict::card;

    #[track_caller]
    fn corrects(key: &str, framework: &str, id: &str, expected: f64) {
        let card = card(&GpuId(id.to_owned())).unwrap();
        let ln = arch_correction(constants(), key, framework, card, -0.4);
        assert_eq!(ln, expected, "{key} {framework} {id}");
    }

    #[test]
    fn a_constant_of_few_rows_stays_with_its_card_and_framework() {
        corrects("pc.arch", "llama.cpp-fa", "v100-32g-sxm", -1.051);
        corrects("pc.arch", "vllm", "v100-32g-sxm", 0.0);
    }

    #[test]
    fn an_architecture_without_a_key_is_neutral_and_another_vendor_assumed() {
        corrects("pc.arch", "vllm", "ascend-910b3", -0.4);
    }
}
