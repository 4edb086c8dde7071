//! Memory of serving (workload model, sections 3.2 and 3.3).

use super::{GB, GIB, Part};
use crate::model::{ModelConstants, ModelShape};
use crate::predict::formula::{bytes, figure, params};
use crate::predict::weights::Format;

/// Part of the memory that a paged server may use, u.
pub(crate) const MEMORY_UTILISATION: f64 = 0.9;
/// Bytes of each further device that a framework takes for itself.
const FURTHER_DEVICE: f64 = 0.5 * GB;

/// What a server holds for so many requests, over all its devices.
#[derive(Debug, Clone)]
pub(crate) struct ServeMemory<'a> {
    pub(crate) shape: &'a ModelShape,
    pub(crate) format: Format,
    /// Bytes of all weights; those of the format unless the size of the file is known.
    pub(crate) weight_bytes: f64,
    /// Framework by its name in appendix C.
    pub(crate) framework: &'a str,
    /// Bytes of one value of the KV cache.
    pub(crate) kv_value_bytes: f64,
    /// Requests held.
    pub(crate) requests: f64,
    pub(crate) prompt: f64,
    pub(crate) answer: f64,
    /// Devices that the server spans.
    pub(crate) devices: f64,
}

impl ServeMemory<'_> {
    /// The sum over all devices.
    pub(crate) fn parts(&self, constants: &ModelConstants) -> Vec<Part> {
        let n = self.shape.params;
        let of_weights = self.correction(constants, "mi.wq", true).exp();
        let weights = self.weight_bytes * of_weights;
        let (context, kappa) = (self.prompt + self.answer, self.kv_bytes(constants));
        let cache = format!(
            "{} × {} × {}",
            figure(self.requests),
            figure(context),
            bytes(kappa)
        );
        let (temporary, per_token) = (self.temporary_tokens(), self.temporary_bytes(constants));
        let mut parts = vec![
            Part::new(
                "weights",
                format!("{} × {}", params(n), bytes(weights / n)),
                weights,
            ),
            Part::new("kv_cache", cache, self.requests * context * kappa),
            Part::new(
                "temporary",
                format!("{} × {}", figure(temporary), bytes(per_token)),
                temporary * per_token,
            ),
        ];
        if let Some(logits) = constants.fitted(&format!("mi.logits.{}", self.framework)) {
            let each = 4.0 * self.shape.vocabulary * logits.exp();
            let tokens = self.requests * self.prompt;
            let formula = format!("{} × {}", figure(tokens), bytes(each));
            parts.push(Part::new("logits", formula, tokens * each));
        }
        parts.push(Part::new(
            "server_reserve",
            self.framework.to_owned(),
            self.reserve(constants),
        ));
        parts
    }

    /// Bytes that one more request adds.
    pub(crate) fn bytes_per_request(&self, constants: &ModelConstants) -> f64 {
        (self.prompt + self.answer) * self.kv_bytes(constants)
    }

    fn reserve(&self, constants: &ModelConstants) -> f64 {
        constants.quantity("mi.c", self.framework).ln.exp() * GB
            + FURTHER_DEVICE * (self.devices - 1.0)
    }

    fn kv_bytes(&self, constants: &ModelConstants) -> f64 {
        let factor = self.correction(constants, "mi.kv", false).exp();
        self.shape.kv_bytes(self.kv_value_bytes) * factor
    }

    fn correction(&self, constants: &ModelConstants, key: &str, by_width: bool) -> f64 {
        let width = match (by_width, self.format.is_unquantised()) {
            (false, _) => "",
            (true, true) => "16",
            (true, false) => "q",
        };
        constants.correction(&format!("{key}.{}{width}", self.framework))
    }

    /// Tokens whose intermediate values are held at once. Frameworks without chunking hold all
    /// prompts; a chunk is shared by all requests in flight.
    fn temporary_tokens(&self) -> f64 {
        let prompts = self.requests * self.prompt;
        match self.framework {
            "hf-transformers" | "litgpt" | "autoawq" => prompts,
            "llama.cpp" | "llama.cpp-fa" => prompts.min(512.0),
            _ => prompts.min(2048.0),
        }
    }

    fn temporary_bytes(&self, constants: &ModelConstants) -> f64 {
        let tau = constants.quantity("mi.tmp", self.framework).ln.exp();
        (8.0 * self.shape.hidden + 4.0 * self.shape.ffn) * tau
    }
}

/// Tokens that the cache of a paged server holds on so many devices: `(u·n·C − W − 2 GiB·n) / κ`.
/// Below zero where not even the weights fit.
pub(crate) fn server_capacity(weights: f64, kappa: f64, device_bytes: f64, devices: f64) -> f64 {
    let usable = MEMORY_UTILISATION * devices * device_bytes;
    (usable - weights - reserve_bytes(devices)) / kappa
}

/// Bytes a paged server keeps free of cache for activations and graphs.
pub(crate) fn reserve_bytes(devices: f64) -> f64 {
    2.0 * GIB * devices
}
