//! Cards with the figures the constants were fitted with, and public models: `data/model.json`.

use serde::Deserialize;

use crate::gpu::{GpuId, Link};

/// What the file holds.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Tables {
    pub(super) cards: Vec<MeasuredCard>,
    pub(super) models: Vec<ModelRow>,
}

impl Tables {
    /// A file that cannot be read would leave nothing to predict with and fails the test below.
    pub(super) fn shipped() -> Tables {
        serde_json::from_str(include_str!("../../data/model.json")).unwrap_or_default()
    }
}

/// A card of appendix A: dense peaks, as the constants were fitted with.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct MeasuredCard {
    /// Name in `published.csv`.
    pub name: String,
    /// Row of `gpus.csv`.
    pub id: GpuId,
    /// Architecture as in the keys of the constants: `hopper`, `ada-geforce`.
    pub arch: String,
    /// Nominal memory, GiB.
    pub memory_gib: f64,
    /// BF16 or FP16 with 32-bit accumulation, TFLOP/s.
    pub tflops_16: f64,
    /// TF32 where the card has it, else FP32, TFLOP/s.
    pub tflops_32: Option<f64>,
    /// FP8, TFLOP/s.
    pub tflops_fp8: Option<f64>,
    /// FP4, TFLOP/s.
    pub tflops_fp4: Option<f64>,
    /// Memory bandwidth, 10⁹ bytes a second.
    pub bandwidth_gb_s: f64,
    /// Link between the cards of a host.
    pub link: Link,
}

/// A public model by its configuration. Counts and widths; a missing optional column is an absent part.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct ModelRow {
    /// Names of models with this shape; the first is the one to show.
    pub(super) names: Vec<String>,
    /// Parameters in all, 10⁹.
    pub(super) params_b: f64,
    /// Parameters active for one token, 10⁹, as the model card counts them.
    pub(super) active_params_b: f64,
    pub(super) layers: f64,
    pub(super) hidden: f64,
    pub(super) heads: f64,
    pub(super) kv_heads: f64,
    pub(super) head_dim: f64,
    /// Active width: of a mixture, routed experts per token and shared ones together.
    pub(super) ffn: f64,
    pub(super) vocabulary: f64,
    #[serde(default)]
    pub(super) tied: bool,
    pub(super) kv_bytes_per_token: Option<f64>,
    /// Routed experts in a layer.
    pub(super) experts: Option<f64>,
    #[serde(default)]
    pub(super) experts_per_token: f64,
    #[serde(default)]
    pub(super) expert_ffn: f64,
    #[serde(default)]
    pub(super) shared_ffn: f64,
    #[serde(default)]
    pub(super) dense_layers: f64,
    /// Tokens that a windowed layer sees.
    pub(super) window: Option<f64>,
    /// Share of the layers with that window.
    #[serde(default)]
    pub(super) windowed_share: f64,
    /// Matrices of a feed-forward layer: 3 with a gate, 2 without.
    #[cfg(test)]
    pub(super) ffn_matrices: Option<f64>,
    /// Parameters of all attention layers, 10⁹, where heads do not give them: MLA, linear attention.
    #[cfg(test)]
    pub(super) attention_b: Option<f64>,
    /// Where the figures are from.
    #[cfg(test)]
    pub(super) source: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_holds_every_card_of_appendix_a() {
        let all = Tables::shipped();
        assert_eq!(all.cards.len(), 47);
        assert!(!all.models.is_empty());
    }
}
