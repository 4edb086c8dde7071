//! Memory of serving (docs/model/memory.md).

use super::{GB, GIB, Part};
use crate::model::{ModelConstants, ModelShape};
use crate::predict::formula::{bytes, figure, params};

/// Part of the memory that a paged server may use, u.
pub(crate) const MEMORY_UTILISATION: f64 = 0.9;
/// Bytes of each further device that a framework takes for itself.
const FURTHER_DEVICE: f64 = 0.5 * GB;

/// Last year whose builds of Hugging Face Transformers kept the old cache while they made the new one.
const CACHE_COPIED_UNTIL: u32 = 2023;
/// First year whose builds free most intermediate values of a prompt before the peak.
const VALUES_FREED_FROM: u32 = 2025;

/// What a server holds for so many requests, over all its devices.
#[derive(Debug, Clone)]
pub(crate) struct ServeMemory<'a> {
    pub(crate) shape: &'a ModelShape,
    /// Bytes of all weights.
    pub(crate) weight_bytes: f64,
    /// Framework by its name in the constants.
    pub(crate) framework: &'a str,
    /// Year of the software; `None` = today's.
    pub(crate) year: Option<u32>,
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
        let weights = self.weight_bytes;
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
        if !self.is_chunked() {
            let logits = self.constant(constants, "mi.logits").exp();
            let each = 4.0 * self.shape.vocabulary * logits;
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
        let own = self.constant(constants, "mi.c").exp() * GB;
        own + FURTHER_DEVICE * (self.devices - 1.0)
    }

    fn kv_bytes(&self, constants: &ModelConstants) -> f64 {
        let mut ln = self.constant(constants, "mi.kv");
        if self.is_transformers() && self.year.is_some_and(|year| year <= CACHE_COPIED_UNTIL) {
            ln += constants.correction("mi.kv.copied");
        }
        self.shape.kv_bytes(self.kv_value_bytes) * ln.exp()
    }

    /// Base and what the framework adds.
    fn constant(&self, constants: &ModelConstants, key: &str) -> f64 {
        let own = format!("{key}.{}", self.framework);
        constants.correction(key) + constants.correction(&own)
    }

    fn is_transformers(&self) -> bool {
        self.framework == "hf-transformers"
    }

    /// The prompt passes in chunks, and only the last token's logits are made.
    fn is_chunked(&self) -> bool {
        !matches!(self.framework, "hf-transformers" | "litgpt" | "autoawq")
    }

    /// Tokens whose intermediate values are held at once. Frameworks without chunking hold all
    /// prompts; a chunk is shared by all requests in flight.
    fn temporary_tokens(&self) -> f64 {
        let prompts = self.requests * self.prompt;
        match self.framework {
            "llama.cpp" | "llama.cpp-fa" => prompts.min(512.0),
            _ if self.is_chunked() => prompts.min(2048.0),
            _ => prompts,
        }
    }

    fn temporary_bytes(&self, constants: &ModelConstants) -> f64 {
        let mut ln = self.constant(constants, "mi.tmp");
        if self.is_transformers() && self.year.is_some_and(|year| year >= VALUES_FREED_FROM) {
            ln += constants.correction("mi.tmp.freed");
        }
        (8.0 * self.shape.hidden + 4.0 * self.shape.ffn) * ln.exp()
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
