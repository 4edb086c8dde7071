//! Models: the shape of a transformer, as far as memory and time depend on it.
//!
//! * [`presets`]: public models by their configuration, found by name;
//! * [`ModelShape::from_params`]: a model known only by its size;
//! * [`sample_models`]: networks that are counted in samples;
//! * [`constants`]: the fitted constants, the cards with the figures they were fitted with, and what was
//!   measured.
//!
//! Nothing here knows a workload or a machine.

mod cards;
mod constants;
mod group;
mod measured;
mod presets;
mod samples;

use serde::{Deserialize, Serialize};

pub use cards::MeasuredCard;
pub use constants::{ModelConstants, Quantity, constants};
pub use group::{Constant, Group};
pub use measured::Covered;
pub use presets::presets;
pub use samples::{SampleFamily, SampleModel, sample_models};

/// A model by its shape (workload model, section 2 and appendix B).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelShape {
    /// Name to show: a preset's, or `7B`.
    pub name: String,
    /// Given by its parameter count only, so the shape is a rule's and the interval wider.
    pub from_params: bool,
    /// Parameters.
    pub params: f64,
    /// Parameters active for one token; equal to `params` for a dense model.
    pub active_params: f64,
    /// Layers.
    pub layers: f64,
    /// Hidden size.
    pub hidden: f64,
    /// Attention heads.
    pub heads: f64,
    /// KV heads.
    pub kv_heads: f64,
    /// Dimension of one head.
    pub head_dim: f64,
    /// Size of the (active) feed-forward layer.
    pub ffn: f64,
    /// Vocabulary.
    pub vocabulary: f64,
    /// Input and output embeddings are one matrix.
    pub tied_embeddings: bool,
    /// Bytes of KV cache per token at 16 bit where no head formula gives it: MLA, and models of which
    /// only some layers keep a cache.
    pub kv_bytes_per_token: Option<f64>,
    /// The experts of a mixture; `None` for a dense model and for one known by its size.
    pub experts: Option<Experts>,
    /// The layers that see only the last tokens, where the model has some.
    pub window: Option<Window>,
}

/// The experts of a mixture-of-experts model (config.json of the model).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Experts {
    /// Routed experts in a layer.
    pub count: f64,
    /// Routed experts that work on one token.
    pub per_token: f64,
    /// Width of one routed expert.
    pub ffn: f64,
    /// Width of the experts that every token passes; 0 where there are none.
    pub shared_ffn: f64,
    /// Layers that have an ordinary feed-forward network in place of experts.
    pub dense_layers: f64,
}

/// Attention to the last tokens only, in some of the layers (config.json of the model).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// Tokens that such a layer sees, and whose keys and values it keeps.
    pub tokens: f64,
    /// Share of the layers that are so, above 0, at most 1.
    pub share: f64,
}

impl ModelShape {
    /// The preset of this name, compared by letters and digits only: `llama-3.1-8b` is `llama3.1-8b`.
    ///
    /// `None` for a name that the list does not know. The shape carries the preset's own spelling.
    pub fn preset(name: &str) -> Option<ModelShape> {
        presets::find(name)
    }

    /// A model known only by its billions of parameters, in all and active for one token.
    ///
    /// The shape follows the rule of the workload model, section 1; predictions are then ×1.25 wider.
    /// `None` unless `0 < active_b ≤ total_b`, both finite.
    ///
    /// ```
    /// # use tiaoka_core::model::ModelShape;
    /// // L = round(32 · (7/7)^0.36) = 32, h = 128 · round(√(7e9 / (12 · 32)) / 128) = 128 · 33
    /// let shape = ModelShape::from_params(7.0, 7.0).unwrap();
    /// assert_eq!((shape.layers, shape.hidden, shape.heads, shape.kv_heads), (32.0, 4224.0, 33.0, 33.0));
    /// assert_eq!(shape.name, "7B");
    /// ```
    pub fn from_params(total_b: f64, active_b: f64) -> Option<ModelShape> {
        if !(total_b.is_finite() && active_b > 0.0 && active_b <= total_b) {
            return None;
        }
        let layers = (32.0 * (total_b / 7.0).powf(0.36)).round().max(1.0);
        let hidden = 128.0
            * ((total_b * 1e9 / (12.0 * layers)).sqrt() / 128.0)
                .round()
                .max(1.0);
        let heads = hidden / 128.0;
        Some(ModelShape {
            name: name_of(total_b, active_b),
            from_params: true,
            params: total_b * 1e9,
            active_params: active_b * 1e9,
            layers,
            hidden,
            heads,
            kv_heads: if total_b >= 8.0 {
                heads.min(8.0)
            } else {
                heads
            },
            head_dim: 128.0,
            ffn: 3.5 * hidden,
            vocabulary: 128_000.0,
            tied_embeddings: false,
            kv_bytes_per_token: None,
            experts: None,
            window: None,
        })
    }

    /// Only some of the parameters work on a token.
    pub fn is_moe(&self) -> bool {
        self.active_params < self.params
    }

    /// Bytes of KV cache per token: keys and values of every layer, or the latent of MLA.
    ///
    /// `2 · L · k · d · B` with `B` bytes per value: 2 at 16 bit, 1 at 8 (workload model, section 3.2).
    pub fn kv_bytes(&self, bytes_per_value: f64) -> f64 {
        match self.kv_bytes_per_token {
            Some(at_16_bit) => at_16_bit * bytes_per_value / 2.0,
            None => 2.0 * self.layers * self.kv_heads * self.head_dim * bytes_per_value,
        }
    }

    /// Parameters of the embeddings: `V · h`, twice where input and output are two matrices.
    pub fn embedding_params(&self) -> f64 {
        self.vocabulary * self.hidden * if self.tied_embeddings { 1.0 } else { 2.0 }
    }

    /// Parameters of an adapter of this rank on the attention projections (workload model, section 3.4).
    pub fn lora_params(&self, rank: f64) -> f64 {
        rank * self.layers * (4.0 * self.hidden + 2.0 * self.kv_heads * self.head_dim)
    }

    /// Floating-point operations of one forward pass per token at this sequence length.
    ///
    /// `2 · Na + 2 · L · h · s`; causal attention counts half the square (Kaplan et al. 2020).
    pub fn forward_flop(&self, sequence: f64) -> f64 {
        2.0 * self.active_params + 2.0 * self.layers * self.hidden * sequence
    }
}

/// `7B`, or `125.1B-A10B` where fewer parameters are active.
fn name_of(total_b: f64, active_b: f64) -> String {
    if active_b < total_b {
        format!("{total_b}B-A{active_b}B")
    } else {
        format!("{total_b}B")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_is_found_by_its_letters_and_digits() {
        for name in ["llama3.1-8b", "llama-3.1-8b", "Llama 3.1 8B", "LLAMA_31_8B"] {
            assert_eq!(
                ModelShape::preset(name).unwrap().name,
                "llama3.1-8b",
                "{name}"
            );
        }
        assert_eq!(ModelShape::preset("llama3.3-70b").unwrap().params, 70.55e9);
        assert_eq!(ModelShape::preset("llama9-8b"), None);
        assert_eq!(ModelShape::preset(""), None);
    }

    /// Workload model, section 11, test 3.
    #[test]
    fn kv_bytes_per_token_are_those_of_the_published_shapes() {
        for (name, bytes) in [
            ("llama2-7b", 524_288.0),
            ("llama2-13b", 819_200.0),
            ("llama2-70b", 327_680.0),
            ("llama3-8b", 131_072.0),
            ("qwen2.5-7b", 57_344.0),
            ("deepseek-v3", 70_272.0),
        ] {
            assert_eq!(
                ModelShape::preset(name).unwrap().kv_bytes(2.0),
                bytes,
                "{name}"
            );
        }
    }

    /// Workload model, section 11, test 4.
    #[test]
    fn the_cache_of_one_sequence_of_8192_tokens() {
        for (name, gb) in [
            ("llama2-7b", 4.295),
            ("llama3-8b", 1.074),
            ("llama3-70b", 2.684),
        ] {
            let bytes = 8192.0 * ModelShape::preset(name).unwrap().kv_bytes(2.0);
            assert!((bytes / 1e9 / gb - 1.0).abs() < 0.005, "{name}: {bytes}");
        }
    }

    /// Workload model, section 11, test 10: 2 · 8.03e9 + 2 · 32 · 4096 · 8192 = 18.21e9.
    #[test]
    fn a_token_of_llama3_8b_takes_18_gflop_at_8192() {
        let flop = ModelShape::preset("llama3-8b")
            .unwrap()
            .forward_flop(8192.0);
        assert!((flop / 18.21e9 - 1.0).abs() < 0.005, "{flop}");
    }

    /// 5.31 M: 8 · 36 · (4 · 4096 + 2 · 8 · 128).
    #[test]
    fn an_adapter_of_rank_8_on_qwen3_8b_has_5_million_parameters() {
        assert_eq!(
            ModelShape::preset("qwen3-8b").unwrap().lora_params(8.0),
            5_308_416.0
        );
    }

    #[test]
    fn a_model_by_size_must_have_a_size() {
        for (total, active) in [
            (0.0, 0.0),
            (-3.0, -3.0),
            (7.0, 8.0),
            (f64::NAN, 1.0),
            (7.0, f64::NAN),
        ] {
            assert_eq!(
                ModelShape::from_params(total, active),
                None,
                "{total} {active}"
            );
        }
        assert_eq!(ModelShape::from_params(f64::INFINITY, 1.0), None);
        // Far below the rule's range there is still one layer and one head.
        let tiny = ModelShape::from_params(1e-6, 1e-6).unwrap();
        assert_eq!((tiny.layers, tiny.heads), (1.0, 1.0));
    }

    #[test]
    fn a_large_model_by_size_groups_its_heads() {
        let shape = ModelShape::from_params(125.1, 10.0).unwrap();
        assert_eq!(shape.name, "125.1B-A10B");
        assert!(shape.is_moe());
        // L = round(32 · (125.1/7)^0.36) = 90; h = 128 · round(√(125.1e9/1080)/128) = 128 · 84
        assert_eq!(
            (shape.layers, shape.hidden, shape.kv_heads),
            (90.0, 10_752.0, 8.0)
        );
    }
}
