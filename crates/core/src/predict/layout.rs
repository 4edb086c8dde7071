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
