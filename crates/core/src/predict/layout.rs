//! How frameworks of the Megatron kind split a model when nobody says how.

use super::memory::GIB;
use super::rig::Rig;
use crate::model::ModelShape;
use crate::workload::Method;

/// Part of a card that weights and gradients may take; the rest is for states and activations.
const MODEL_SHARE: f64 = 0.75;
/// Bytes a parameter of weights and gradients in full training: 2 + 4.
const FULL_BYTES: f64 = 6.0;
/// Largest tensor-parallel group.
const TENSOR_MAX: f64 = 8.0;

/// Devices over which weights are split so that they fit: a power of two, at most all.
pub(crate) fn model_devices(shape: &ModelShape, method: Method, rig: &Rig) -> f64 {
    let bytes = match method {
        Method::Full => FULL_BYTES,
        Method::Lora => 2.0,
        Method::Qlora => 0.5625,
    };
    let room = MODEL_SHARE * rig.usable_gib * GIB;
    let needed = (bytes * shape.params / room).max(1.0);
    let devices = needed.log2().ceil().exp2();
    devices.min(f64::from(rig.count))
}

/// Devices that share each matrix. Full training halves the split between tensor and pipeline
/// parallelism; adapters, whose batches are small, take tensor parallelism as far as the host goes.
pub(crate) fn tensor_devices(shape: &ModelShape, method: Method, rig: &Rig) -> f64 {
    let devices = model_devices(shape, method, rig);
    let wanted = match method {
        Method::Full => (devices.log2() / 2.0).floor().exp2(),
        Method::Lora | Method::Qlora => devices,
    };
    let host = f64::from(rig.per_host.max(1)).log2().floor().exp2();
    wanted.min(host).min(TENSOR_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::GpuId;
    use crate::predict::card;

    #[track_caller]
    fn splits(model: &str, method: Method, id: &str, count: u32, devices: f64, tensor: f64) {
        let shape = ModelShape::preset(model).unwrap();
        let rig = Rig::of_card(card(&GpuId(id.to_owned())).unwrap(), count).unwrap();
        assert_eq!(model_devices(&shape, method, &rig), devices, "{model} {id}");
        assert_eq!(tensor_devices(&shape, method, &rig), tensor, "{model} {id}");
    }

    #[test]
    fn weights_and_gradients_take_at_most_three_quarters_of_a_card() {
        // 80 GiB · 0.995 · 0.75 = 64.1 GB. 8.03 B · 6 B = 48 GB
        splits("llama3-8b", Method::Full, "h100-80g-sxm", 8, 1.0, 1.0);
        // 68.98 B · 6 B = 414 GB: 6.5 cards, so 8; half of three doublings, rounded down
        splits("llama2-70b", Method::Full, "h100-80g-sxm", 64, 8.0, 2.0);
        // 405.9 B · 6 B = 2,435 GB: 38 cards, so 64
        splits(
            "llama3.1-405b",
            Method::Full,
            "h100-80g-sxm",
            512,
            64.0,
            8.0,
        );
        // 138 GB of a frozen base: 2.2 cards
        splits("llama2-70b", Method::Lora, "h100-80g-sxm", 8, 4.0, 4.0);
        // 48 GiB · 0.9375 · 0.75 = 36.2 GB: 3.8 cards
        splits("llama2-70b", Method::Lora, "l40s", 64, 4.0, 4.0);
    }
}
