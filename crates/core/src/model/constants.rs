//! The numbers of the workload model: cards of appendix A, public models, constants of appendix C.
//!
//! They are in `data/model.json`. Logarithms are natural; the keys and their symbols are explained in
//! appendix C. A missing **correction** is 0; a missing **absolute** quantity takes a fall-back and
//! makes the prediction evidence C, never 0.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::OnceLock;

use serde::Deserialize;

use crate::gpu::{GpuId, Link};

/// Everything `data/model.json` holds.
#[derive(Debug, Default, Deserialize)]
pub struct ModelConstants {
    /// Appendix A. The constants were fitted with exactly these figures.
    pub cards: Vec<MeasuredCard>,
    pub(super) models: Vec<ModelRow>,
    constants: HashMap<String, f64>,
    fallbacks: HashMap<String, f64>,
    evidence: BTreeMap<String, Covered>,
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
#[derive(Debug, Deserialize)]
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

/// What the measured rows of one kind of prediction cover.
#[derive(Debug, Default, Deserialize)]
pub struct Covered {
    /// Cards by id.
    pub cards: BTreeSet<String>,
    /// Frameworks by their name in appendix C.
    pub frameworks: BTreeSet<String>,
    /// Precisions: `16` is any 16-bit format, `32` FP32 and TF32, others by name.
    pub precisions: BTreeSet<String>,
    /// Architectures.
    pub architectures: BTreeSet<String>,
}

impl ModelConstants {
    /// A correction: 0 where the fit has none.
    pub fn correction(&self, key: &str) -> f64 {
        self.constants.get(key).copied().unwrap_or(0.0)
    }

    /// A constant where the fit has one.
    pub fn fitted(&self, key: &str) -> Option<f64> {
        self.constants.get(key).copied()
    }

    /// The value that stands in for an absolute quantity without a fitted key.
    pub fn fallback(&self, key: &str) -> f64 {
        self.fallbacks.get(key).copied().unwrap_or(0.0)
    }

    /// What was measured for a kind of prediction (`train_llm`, `decode`, …).
    pub fn covered(&self, kind: &str) -> Option<&Covered> {
        self.evidence.get(kind)
    }

    /// Whether any measured row of any kind ran on this architecture.
    pub fn knows_architecture(&self, arch: &str) -> bool {
        self.evidence
            .values()
            .any(|covered| covered.architectures.contains(arch))
    }
}

/// The shipped constants; read once.
pub fn constants() -> &'static ModelConstants {
    static CONSTANTS: OnceLock<ModelConstants> = OnceLock::new();
    // A file that cannot be read would leave nothing to predict with and fails the test below.
    CONSTANTS.get_or_init(|| {
        serde_json::from_str(include_str!("../../data/model.json")).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_holds_appendices_a_and_c() {
        let all = constants();
        assert_eq!(all.cards.len(), 47);
        assert_eq!((all.constants.len(), all.fallbacks.len()), (289, 18));
        assert_eq!(all.fitted("tr.fw.hf-trainer+deepspeed"), Some(-0.362));
        assert_eq!(all.fallback("mt.c"), 1.3863); // ln 4
    }

    #[test]
    fn every_fall_back_is_used_by_an_absolute_quantity() {
        // A fall-back of 0 would mean an efficiency of 1 or an overhead of 1 µs.
        assert!(constants().fallbacks.values().all(|value| *value != 0.0));
    }

    #[test]
    fn the_measured_rows_of_nine_kinds_are_listed() {
        let all = constants();
        assert_eq!(all.evidence.len(), 9);
        let train = all.covered("train_llm").unwrap();
        assert!(train.cards.contains("rtx-4090") && train.frameworks.contains("torchtitan"));
        assert!(!train.cards.contains("a800-80g-sxm"));
        assert!(all.knows_architecture("turing") && !all.knows_architecture("kepler"));
    }

    #[test]
    fn every_card_of_appendix_a_is_a_row_of_the_spec_sheet() {
        for card in &constants().cards {
            assert!(crate::gpu::sheet().get(&card.id).is_some(), "{}", card.name);
        }
    }
}
