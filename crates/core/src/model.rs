//! Models: the shape of a transformer, as far as memory and time depend on it.

use serde::{Deserialize, Serialize};

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
    /// Bytes of KV cache per token at 16 bit where no head formula gives it (MLA).
    pub kv_bytes_per_token: Option<f64>,
}
