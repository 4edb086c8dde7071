//! Memory of training, per device (docs/model/memory.md).
//!
//! States follow from the method, the optimizer and how they are shared; activations and logits from
//! one general model of a transformer layer; what a framework adds are factors that stay close to 1.

use super::{GB, Part};
use crate::model::{ModelConstants, ModelShape};
use crate::predict::family::{Family, of_framework};
use crate::predict::formula::{bytes, figure, params};
use crate::predict::weights::Format;
use crate::workload::{Checkpointing, Method, Optimizer, Precision};

/// Bytes per parameter that a frozen model split over the devices keeps whole on each (`lora-zero3`).
const ZERO3_FROZEN: f64 = 0.05;
/// Bytes of scores and softmax per head and pair of tokens without flash attention (Korthikanti et al.
/// 2022).
const SCORE_BYTES: f64 = 5.0;

/// What of the states is split over the devices that share them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Optimizer states (ZeRO-1).
    Optimizer,
    /// Gradients too (ZeRO-2).
    Gradients,
    /// Weights too (ZeRO-3, FSDP).
    Weights,
}

/// What is laid out on one device.
#[derive(Debug, Clone)]
pub(crate) struct TrainMemory<'a> {
    pub(crate) shape: &'a ModelShape,
    pub(crate) method: Method,
    pub(crate) precision: Precision,
    /// Of the weights, or of the frozen base.
    pub(crate) format: Format,
    pub(crate) optimizer: Optimizer,
    /// Optimizer states live in the host's memory.
    pub(crate) offloaded: bool,
    pub(crate) framework: &'a str,
    /// The framework compiles the model, which keeps fewer intermediate values.
    pub(crate) compiled: bool,
    pub(crate) micro_batch: f64,
    pub(crate) sequence: f64,
    pub(crate) checkpointing: Checkpointing,
    /// Attention keeps no square of scores (flash attention).
    pub(crate) flash: bool,
    pub(crate) lora_rank: f64,
    /// Devices that share the states; 1 = each holds all.
    pub(crate) shards: f64,
    /// What they share.
    pub(crate) stage: Stage,
    /// Devices that share each matrix and the tokens between them.
    pub(crate) tensor: f64,
    /// Stages of the pipeline.
    pub(crate) stages: f64,
    /// The figure wanted is what the allocator has taken from the driver, not what it has handed out.
    pub(crate) reserved: bool,
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
        let loose = self.loose_factor(constants);
        let working = [self.activations(constants), self.logits(constants)];
        parts.extend(working.into_iter().map(|part| Part {
            bytes: part.bytes * loose,
            ..part
        }));
        parts.extend(self.gathered(constants));
        parts.push(self.framework(constants));
        parts
    }

    /// Nothing is known of frameworks of this kind.
    pub(crate) fn is_assumed(&self) -> bool {
        Family::of(self.framework) == Family::Unknown
    }

    fn full_states(&self) -> Vec<Part> {
        let n = self.shape.params;
        let states = self.full_bytes();
        let split = self.tensor * self.stages;
        let line = |code, each: f64, shared_from: Stage| {
            let sharers = if self.shares(shared_from) {
                self.shards.max(split)
            } else {
                split
            };
            Part::new(code, shared(&params(n), each, sharers), n * each / sharers)
        };
        let all = [
            line("weights", states.weights, Stage::Weights),
            line("gradients", states.gradients, Stage::Gradients),
            line("optimizer", states.optimizer, Stage::Optimizer),
        ];
        all.into_iter().filter(|part| part.bytes > 0.0).collect()
    }

    /// Whether this part of the states is among what the devices share.
    fn shares(&self, part: Stage) -> bool {
        match self.stage {
            Stage::Weights => true,
            Stage::Gradients => part != Stage::Weights,
            Stage::Optimizer => part == Stage::Optimizer,
        }
    }

    /// Bytes per parameter by optimizer and by how frameworks are commonly configured.
    fn full_bytes(&self) -> States {
        let states = |weights, gradients, optimizer| States {
            weights,
            gradients,
            optimizer: if self.offloaded { 0.0 } else { optimizer },
        };
        let single = self.precision == Precision::Fp32;
        match self.optimizer {
            Optimizer::PagedAdamw8bit if single => states(4.0, 0.0, 0.0),
            Optimizer::PagedAdamw8bit => states(2.0, 0.0, 0.0),
            Optimizer::Sgd => states(4.0, 4.0, 4.0),
            Optimizer::Adamw8bit if single => states(4.0, 4.0, 2.0),
            // Without a 32-bit master where the framework trains in pure bf16.
            Optimizer::Adamw8bit if self.is_pure_16() => states(2.0, 2.0, 2.0),
            Optimizer::Adamw8bit => states(2.0, 2.0, 6.0),
            Optimizer::Adamw if single => states(4.0, 4.0, 8.0),
            Optimizer::Adamw if self.is_pure_16() => states(2.0, 2.0, 4.0),
            // Both accumulate gradients in 32 bit.
            Optimizer::Adamw if self.framework == "hf-trainer+deepspeed" => states(2.0, 4.0, 12.0),
            Optimizer::Adamw if Family::of(self.framework) == Family::Megatron => {
                states(2.0, 4.0, 12.0)
            }
            Optimizer::Adamw => states(2.0, 2.0, 12.0),
        }
    }

    /// Recipes that train 16-bit weights without a 32-bit master: ms-swift, and the fused recipes on
    /// one card.
    fn is_pure_16(&self) -> bool {
        let fused = Family::of(self.framework) == Family::Fused;
        self.framework.contains("swift") || (fused && self.shards <= 1.0)
    }

    fn adapter_states(&self) -> Vec<Part> {
        let n = self.shape.params;
        let base = self.format.weight_bytes(self.shape);
        let adapter = self.shape.lora_params(self.lora_rank);
        // 16-bit weight and gradient, then master and moments.
        let each = match self.optimizer {
            Optimizer::Adamw => 16.0,
            Optimizer::Adamw8bit => 10.0,
            Optimizer::Sgd => 12.0,
            Optimizer::PagedAdamw8bit => 4.0,
        };
        let split = self.tensor * self.stages;
        let shared_base = self.shards > 1.0 && self.stage == Stage::Weights;
        let sharers = if shared_base {
            self.shards.max(split)
        } else {
            split
        };
        let mut parts = vec![
            Part::new(
                "weights",
                shared(&params(n), base / n, sharers),
                base / sharers,
            ),
            Part::new(
                "adapter",
                shared(&params(adapter), each, sharers),
                adapter * each / sharers,
            ),
        ];
        if shared_base {
            let formula = format!("{} × {}", params(n), bytes(ZERO3_FROZEN));
            parts.push(Part::new("gathered", formula, ZERO3_FROZEN * n));
        }
        parts
    }

    fn activations(&self, constants: &ModelConstants) -> Part {
        let shape = self.shape;
        let (c1, c2) = (
            constants.correction("mt.c1").exp(),
            constants.correction("mt.c2").exp(),
        );
        let mut ln = of_framework(constants, "mt.fw", self.framework);
        if self.method != Method::Full {
            ln += constants.correction("mt.adapter");
        }
        if self.compiled {
            ln += constants.correction("mt.compiled");
        }
        let kv = 2.0 * shape.kv_heads * shape.head_dim + 2.0 * shape.heads * shape.head_dim;
        let width = c1 * shape.hidden + kv + c2 * shape.ffn;
        let value_bytes = if self.precision == Precision::Fp32 {
            4.0
        } else {
            2.0
        };
        let scores = if self.flash {
            0.0
        } else {
            SCORE_BYTES * shape.heads * self.sequence
        };
        let one_layer = value_bytes * width * ln.exp() + scores;
        let layers = shape.layers / self.stages;
        let inputs = value_bytes * shape.hidden * layers;
        let keeps = constants.correction("mt.selective").exp();
        let (code, per_token) = match self.checkpointing {
            Checkpointing::None => ("activations", layers * one_layer),
            Checkpointing::Full => ("activations_recomputed", inputs + one_layer),
            Checkpointing::Selective => (
                "activations_selective",
                // Never more than keeping all of it.
                (inputs + keeps * layers * one_layer).min(layers * one_layer),
            ),
        };
        let formula = format!("{} × {}", self.tokens_text(), bytes(per_token));
        Part::new(code, formula, self.tokens() * per_token)
    }

    fn logits(&self, constants: &ModelConstants) -> Part {
        let omega = of_framework(constants, "mt.logit", self.framework).exp();
        let vocabulary = self.shape.vocabulary;
        let formula = format!(
            "{} × {} × {}",
            self.tokens_text(),
            figure(vocabulary),
            bytes(omega)
        );
        Part::new("logits", formula, self.tokens() * vocabulary * omega)
    }

    /// What a sharded model holds whole while it works: two layers and the embeddings, and with a
    /// pipeline the 16-bit weights of the stage.
    fn gathered(&self, constants: &ModelConstants) -> Option<Part> {
        let shape = self.shape;
        let gathers = Family::of(self.framework).gathers() && self.stage == Stage::Weights;
        if self.method != Method::Full || self.shards <= 1.0 || !gathers {
            return None;
        }
        let held = 2.0 * shape.params / shape.layers + shape.embedding_params();
        let held = held.min(shape.params) * constants.correction("mt.gather").exp();
        let stage = if self.stages > 1.0 {
            shape.params / self.stages
        } else {
            0.0
        };
        let whole = (held + stage) / self.tensor;
        let formula = format!("{} × {}", params(whole), bytes(2.0));
        Some(Part::new("gathered", formula, 2.0 * whole))
    }

    fn framework(&self, constants: &ModelConstants) -> Part {
        let own = of_framework(constants, "mt.c", self.framework).exp() * GB;
        Part::new("framework", self.framework.to_owned(), own)
    }

    /// What the allocator holds beyond what it has handed out, of the values that come and go.
    fn loose_factor(&self, constants: &ModelConstants) -> f64 {
        if self.reserved {
            1.0 + constants.correction("mt.frag").exp()
        } else {
            1.0
        }
    }

    /// Tokens of one device in flight.
    fn tokens(&self) -> f64 {
        self.micro_batch * self.sequence / self.tensor
    }

    /// `1 × 2,048`, or `1 × 2,048 ÷ 4`.
    fn tokens_text(&self) -> String {
        let whole = format!("{} × {}", figure(self.micro_batch), figure(self.sequence));
        if self.tensor > 1.0 {
            format!("{whole} ÷ {}", figure(self.tensor))
        } else {
            whole
        }
    }
}

/// `8.03 B × 2 B`, or `8.03 B × 2 B ÷ 8`.
fn shared(count: &str, each: f64, sharers: f64) -> String {
    let whole = format!("{count} × {}", bytes(each));
    if sharers > 1.0 {
        format!("{whole} ÷ {}", figure(sharers))
    } else {
        whole
    }
}
