//! Memory of training, per device (workload model, section 3.4).

use super::{GB, Part};
use crate::model::{ModelConstants, ModelShape};
use crate::predict::formula::{bytes, figure, params};
use crate::predict::weights::Format;
use crate::workload::{Checkpointing, Method, Optimizer, Precision};

/// Bytes per parameter of an adapter: 16-bit weight and gradient, 32-bit master and two moments.
const ADAPTER_ADAMW: f64 = 16.0;
/// Bytes per parameter that a frozen model split over the devices keeps whole on each (`lora-zero3`).
const ZERO3_FROZEN: f64 = 0.05;
/// Activations of a frozen base that selective checkpointing keeps.
const SELECTIVE_KEEPS: f64 = 0.62;
/// Smallest card for which torchtitan's fitted constant holds: it absorbs what its allocator caches on
/// cards of 80 to 96 GB (section 13).
const TORCHTITAN_CARD_GIB: f64 = 79.0;

/// What is laid out on one device.
#[derive(Debug, Clone)]
pub(crate) struct TrainMemory<'a> {
    pub(crate) shape: &'a ModelShape,
    pub(crate) method: Method,
    pub(crate) precision: Precision,
    /// Of the weights, or of the frozen base.
    pub(crate) format: Format,
    pub(crate) optimizer: Optimizer,
    pub(crate) framework: &'a str,
    pub(crate) micro_batch: f64,
    pub(crate) sequence: f64,
    pub(crate) checkpointing: Checkpointing,
    /// Attention keeps no square of scores (flash attention).
    pub(crate) flash: bool,
    pub(crate) lora_rank: f64,
    /// Devices that share the states (ZeRO-3, FSDP, lora-zero3); 1 = each holds all.
    pub(crate) shards: f64,
    /// Nominal memory of the card; `None` before a card is looked at.
    pub(crate) card_gib: Option<f64>,
}

/// Bytes per parameter of weights, gradients and optimizer.
struct States {
    weights: f64,
    gradients: f64,
    optimizer: f64,
}

impl TrainMemory<'_> {
    /// The sum, largest idea first: states, activations, logits, framework.
    pub(crate) fn parts(&self, constants: &ModelConstants) -> Vec<Part> {
        let mut parts = match self.method {
            Method::Full => self.full_states(),
            Method::Lora | Method::Qlora => self.adapter_states(),
        };
        parts.push(self.activations(constants));
        parts.push(self.logits(constants));
        parts.push(self.framework(constants));
        parts
    }

    /// A constant of this framework stands in for a fitted one.
    pub(crate) fn is_assumed(&self, constants: &ModelConstants) -> bool {
        !self.is_fitted(constants)
    }

    /// The framework's own constants apply: it was measured, and on cards like this one.
    fn is_fitted(&self, constants: &ModelConstants) -> bool {
        let measured = constants
            .fitted(&format!("mt.c.{}", self.framework))
            .is_some();
        let torchtitan = self.framework == "torchtitan";
        measured && (!torchtitan || self.card_gib.is_some_and(|gib| gib >= TORCHTITAN_CARD_GIB))
    }

    fn full_states(&self) -> Vec<Part> {
        let n = self.shape.params;
        let States {
            weights,
            gradients,
            optimizer,
        } = self.full_bytes();
        let line = |code, each: f64| {
            Part::new(code, self.shared(&params(n), each), n * each / self.shards)
        };
        let mut parts = vec![line("weights", weights)];
        if gradients > 0.0 {
            parts.push(line("gradients", gradients));
        }
        if optimizer > 0.0 {
            parts.push(line("optimizer", optimizer));
        }
        parts
    }

    /// Section 3.4, table of methods and "states used with the constants of appendix C".
    fn full_bytes(&self) -> States {
        let states = |weights, gradients, optimizer| States {
            weights,
            gradients,
            optimizer,
        };
        let single = self.precision == Precision::Fp32;
        match self.optimizer {
            Optimizer::PagedAdamw8bit if single => states(4.0, 0.0, 0.0),
            Optimizer::PagedAdamw8bit => states(2.0, 0.0, 0.0),
            Optimizer::Sgd => states(4.0, 4.0, 4.0),
            Optimizer::Adamw8bit if single => states(4.0, 4.0, 2.0),
            // Without a 32-bit master where the framework trains in pure bf16.
            Optimizer::Adamw8bit if self.framework == "ms-swift" => states(2.0, 2.0, 2.0),
            Optimizer::Adamw8bit => states(2.0, 2.0, 6.0),
            Optimizer::Adamw if single => states(4.0, 4.0, 8.0),
            Optimizer::Adamw if self.framework == "ms-swift" => states(2.0, 2.0, 4.0),
            // DeepSpeed as commonly configured keeps a 32-bit copy of the gradients.
            Optimizer::Adamw if self.framework == "hf-trainer+deepspeed" => states(2.0, 4.0, 12.0),
            Optimizer::Adamw => states(2.0, 2.0, 12.0),
        }
    }

    fn adapter_states(&self) -> Vec<Part> {
        let n = self.shape.params;
        let base = self.format.weight_bytes(self.shape);
        let adapter = self.shape.lora_params(self.lora_rank);
        let each = match self.optimizer {
            Optimizer::Adamw => ADAPTER_ADAMW,
            Optimizer::Adamw8bit => 10.0,
            Optimizer::Sgd => 12.0,
            Optimizer::PagedAdamw8bit => 4.0,
        };
        let mut parts = vec![
            Part::new(
                "weights",
                self.shared(&params(n), base / n),
                base / self.shards,
            ),
            Part::new(
                "adapter",
                self.shared(&params(adapter), each),
                adapter * each / self.shards,
            ),
        ];
        if self.shards > 1.0 {
            let formula = format!("{} × {}", params(n), bytes(ZERO3_FROZEN));
            parts.push(Part::new("gathered", formula, ZERO3_FROZEN * n));
        }
        parts
    }

    fn activations(&self, constants: &ModelConstants) -> Part {
        let (shape, tokens) = (self.shape, self.micro_batch * self.sequence);
        let (c1, c2) = (
            constants.correction("mt.c1").exp(),
            constants.correction("mt.c2").exp(),
        );
        let frozen = if self.method == Method::Full {
            0.0
        } else {
            constants.correction("mt.lora")
        };
        let phi = (self.framework_key(constants, "mt.fw").unwrap_or(0.0) + frozen).exp();
        let kv = 2.0 * shape.kv_heads * shape.head_dim + 2.0 * shape.heads * shape.head_dim;
        let width = c1 * shape.hidden + kv + c2 * shape.ffn;
        let value_bytes = if self.precision == Precision::Fp32 {
            4.0
        } else {
            2.0
        };
        // Scores of each head and their softmax (Korthikanti et al. 2022: 5 · a · s).
        let scores = if self.flash {
            0.0
        } else {
            5.0 * shape.heads * self.sequence
        };
        let one_layer = value_bytes * width * phi + scores;
        let inputs = value_bytes * shape.hidden * shape.layers;
        let (code, per_token) = match self.checkpointing {
            Checkpointing::None => ("activations", shape.layers * one_layer),
            Checkpointing::Full => ("activations_recomputed", inputs + one_layer),
            Checkpointing::Selective => (
                "activations_selective",
                inputs + SELECTIVE_KEEPS * shape.layers * one_layer,
            ),
        };
        let formula = format!("{} × {}", self.tokens_text(), bytes(per_token));
        Part::new(code, formula, tokens * per_token)
    }

    fn logits(&self, constants: &ModelConstants) -> Part {
        let own = self.framework_key(constants, "mt.logit");
        let omega = (constants.correction("mt.logit") + own.unwrap_or(0.0)).exp();
        let vocabulary = self.shape.vocabulary;
        let formula = format!(
            "{} × {} × {}",
            self.tokens_text(),
            figure(vocabulary),
            bytes(omega)
        );
        let tokens = self.micro_batch * self.sequence;
        Part::new("logits", formula, tokens * vocabulary * omega)
    }

    fn framework(&self, constants: &ModelConstants) -> Part {
        let own = self.framework_key(constants, "mt.c").unwrap_or(0.0);
        let own = (constants.correction("mt.c") + own).exp() * GB;
        // The fitted constant of a sharded framework already contains the gathered layers.
        let gathered = if self.shards > 1.0 && !self.is_fitted(constants) {
            2.0 * (self.shape.params / self.shape.layers) * 2.0
        } else {
            0.0
        };
        Part::new("framework", self.framework.to_owned(), own + gathered)
    }

    /// A constant of the framework, where it applies.
    fn framework_key(&self, constants: &ModelConstants, key: &str) -> Option<f64> {
        if !self.is_fitted(constants) {
            return None;
        }
        constants.fitted(&format!("{key}.{}", self.framework))
    }

    /// `8.03 B × 2 B`, or `8.03 B × 2 B ÷ 8`.
    fn shared(&self, count: &str, each: f64) -> String {
        let whole = format!("{count} × {}", bytes(each));
        if self.shards > 1.0 {
            format!("{whole} ÷ {}", figure(self.shards))
        } else {
            whole
        }
    }

    /// `1 × 2,048`.
    fn tokens_text(&self) -> String {
        format!("{} × {}", figure(self.micro_batch), figure(self.sequence))
    }
}
