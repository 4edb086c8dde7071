//! Formats of weights: bytes held, and bytes read for one token (workload model, sections 2 and 3.1).

use crate::model::ModelShape;
use crate::workload::{Precision, Quant};

/// Bytes of 16-bit embeddings.
const EMBEDDING_BYTES: f64 = 2.0;
/// Most of the parameters that embeddings may be counted as; tied small models would exceed it.
const EMBEDDING_SHARE_MAX: f64 = 0.45;
/// Least of the parameters that do the work of a layer (guard of section 9.1).
const LAYER_SHARE_MIN: f64 = 0.3;

/// Bits of a weight in the other formats of GGUF files: by the size of their blocks where all weights are
/// alike, of published files of 7B and 8B models where a file mixes blocks (`_S`, `_M`, `_L`).
const GGUF: [(&str, f64); 16] = [
    ("q2_k", 3.0),
    ("q3_k_s", 3.5),
    ("q3_k_m", 3.91),
    ("q3_k_l", 4.27),
    ("q4_1", 5.0),
    ("q4_k_s", 4.58),
    ("q5_0", 5.5),
    ("q5_1", 6.0),
    ("q5_k_s", 5.54),
    ("q5_k_m", 5.69),
    ("q6_k", 6.5625),
    ("iq2_xs", 2.31),
    ("iq3_xxs", 3.06),
    ("iq3_s", 3.44),
    ("iq4_xs", 4.25),
    ("iq4_nl", 4.5),
];

/// How weights are stored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Format {
    /// Name in the keys of the constants; `16` is any 16-bit format.
    pub(crate) key: &'static str,
    /// Bytes of one weight, β.
    pub(crate) bytes: f64,
    embeddings: Embeddings,
}

/// What a format does to embeddings and head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Embeddings {
    /// The same as to every other weight.
    Alike,
    /// Leaves them at 16 bit.
    Kept,
    /// Quantises them less than the rest (K-quants of GGUF).
    Less,
}

impl Format {
    pub(crate) const FP32: Format = Format::new("32", 4.0, Embeddings::Alike);
    pub(crate) const BITS_16: Format = Format::new("16", 2.0, Embeddings::Alike);
    pub(crate) const FP8: Format = Format::new("fp8", 1.0, Embeddings::Kept);
    pub(crate) const GPTQ_INT8: Format = Format::new("gptq-int8", 1.03, Embeddings::Kept);
    pub(crate) const AWQ_INT4: Format = Format::new("awq-int4", 0.53, Embeddings::Kept);
    pub(crate) const GPTQ_INT4: Format = Format::new("gptq-int4", 0.53, Embeddings::Kept);
    pub(crate) const INT8: Format = Format::new("int8", 1.0, Embeddings::Kept);
    pub(crate) const NF4: Format = Format::new("bnb-nf4", 0.5625, Embeddings::Kept);
    /// NF4 whose block scales are quantised too.
    pub(crate) const NF4_DOUBLE: Format = Format::new("bnb-nf4-dq", 0.516, Embeddings::Kept);
    pub(crate) const FP4: Format = Format::new("fp4", 0.5625, Embeddings::Kept);
    /// A scale of 8 bit for 32 weights of 4 bit.
    pub(crate) const MXFP4: Format = Format::new("mxfp4", 0.531, Embeddings::Kept);
    pub(crate) const Q4_0: Format = Format::new("q4_0", 0.5625, Embeddings::Less);
    pub(crate) const Q8_0: Format = Format::new("q8_0", 1.0625, Embeddings::Less);
    pub(crate) const Q4_K_M: Format = Format::new("q4_k_m", 0.604, Embeddings::Less);

    const fn new(key: &'static str, bytes: f64, embeddings: Embeddings) -> Format {
        Format {
            key,
            bytes,
            embeddings,
        }
    }

    /// By its name in files of measurements; `16` and `32` are any format of that width. Names that
    /// say only a width are the usual format of it.
    pub(crate) fn by_name(name: &str) -> Option<Format> {
        Some(match name {
            "16" | "float16" | "bfloat16" | "half" => Format::BITS_16,
            "32" => Format::FP32,
            "fp8" | "mxfp8" | "fp8_e4m3" | "fp8-e4m3" | "fp8-dynamic" => Format::FP8,
            "fp4" | "nvfp4" => Format::FP4,
            "mxfp4" => Format::MXFP4,
            "int8" | "w8a8" | "w8a8-int8" | "int8-w8a8" | "smoothquant" => Format::INT8,
            "gptq-int8" | "w8a16" | "bnb-int8" => Format::GPTQ_INT8,
            "gptq-int4" | "gptq" => Format::GPTQ_INT4,
            "awq-int4" | "int4" | "awq" | "w4a16" => Format::AWQ_INT4,
            "bnb-nf4" | "nf4" | "bnb-4bit" => Format::NF4,
            "bnb-nf4-dq" => Format::NF4_DOUBLE,
            "q4_k_m" => Format::Q4_K_M,
            "q4_0" | "q4" => Format::Q4_0,
            "q8_0" | "q8" => Format::Q8_0,
            other => return Format::of_gguf(other),
        })
    }

    fn of_gguf(name: &str) -> Option<Format> {
        let (key, bits) = GGUF.iter().find(|(key, _)| *key == name)?;
        Some(Format::new(key, bits / 8.0, Embeddings::Less))
    }

    /// NF4, which is unpacked before it is multiplied.
    pub(crate) fn is_nf4(self) -> bool {
        self.key.starts_with("bnb-nf4")
    }

    /// Of a served model.
    pub(crate) fn of_quant(quant: Quant) -> Format {
        match quant {
            Quant::Bf16 => Format::BITS_16,
            Quant::Fp8 => Format::FP8,
            Quant::Int8 => Format::GPTQ_INT8,
            Quant::Int4 => Format::AWQ_INT4,
            Quant::Q4KM => Format::Q4_K_M,
        }
    }

    /// Of the weights that are trained or adapted; FP8 training keeps 16-bit weights.
    pub(crate) fn of_precision(precision: Precision) -> Format {
        match precision {
            Precision::Fp32 => Format::FP32,
            Precision::Bf16 | Precision::Fp16 | Precision::Fp8 => Format::BITS_16,
        }
    }

    /// Bytes of all weights, `W`.
    pub(crate) fn weight_bytes(self, shape: &ModelShape) -> f64 {
        let embeddings = shape
            .embedding_params()
            .min(EMBEDDING_SHARE_MAX * shape.params);
        match self.embeddings {
            Embeddings::Alike => shape.params * self.bytes,
            Embeddings::Kept => {
                (shape.params - embeddings) * self.bytes + EMBEDDING_BYTES * embeddings
            }
            Embeddings::Less if shape.tied_embeddings => {
                shape.params * self.bytes + 0.2 * embeddings
            }
            Embeddings::Less => shape.params * self.bytes,
        }
    }

    /// Bytes read for one token when so many parameters are active, `S`.
    pub(crate) fn read_bytes(self, shape: &ModelShape, active: f64) -> f64 {
        let head = match self.embeddings {
            Embeddings::Less => 1.25 * self.bytes,
            Embeddings::Alike | Embeddings::Kept => EMBEDDING_BYTES,
        };
        layer_params(shape, active, 1.0) * self.bytes + shape.vocabulary * shape.hidden * head
    }
}

/// Active parameters without so much of the embeddings, but never fewer than 0.3 of them.
pub(crate) fn layer_params(shape: &ModelShape, active: f64, embedding_share: f64) -> f64 {
    (active - embedding_share * shape.embedding_params()).max(LAYER_SHARE_MIN * active)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn weighs(name: &str, format: Format, expected: f64) {
        let bytes = format.weight_bytes(&ModelShape::preset(name).unwrap());
        assert!((bytes / expected - 1.0).abs() < 0.005, "{name}: {bytes}");
    }

    #[test]
    fn a_format_of_gguf_is_as_large_as_its_blocks() {
        // 210 bytes for 256 weights; 24 for 32.
        assert_eq!(Format::by_name("q6_k").unwrap().bytes, 210.0 / 256.0);
        assert_eq!(Format::by_name("q5_1").unwrap().bytes, 24.0 / 32.0);
        assert_eq!(Format::by_name("w8a8"), Some(Format::INT8));
        assert_eq!(Format::by_name("q9_z"), None);
    }

    /// Workload model, section 11, test 5.
    #[test]
    fn weights_of_llama3() {
        let gib = f64::from(1 << 30);
        weighs("llama3-70b", Format::BITS_16, 141.1e9);
        weighs("llama3-8b", Format::Q4_K_M, 4.52 * gib);
        weighs("llama3-70b", Format::Q4_K_M, 39.69 * gib);
    }

    /// Workload model, section 11, test 6: embeddings stay at 16 bit, so not 0.262 GB.
    #[test]
    fn awq_of_a_small_model_is_mostly_embeddings() {
        weighs("qwen2.5-0.5b", Format::AWQ_INT4, 0.462e9);
    }

    /// Workload model, section 11, test 9: 67.72 GiB in the server's log.
    #[test]
    fn weights_of_a_70b_in_8_bit() {
        let shape = ModelShape::preset("llama3-70b").unwrap();
        // W8A8 is one byte a weight with 16-bit embeddings, as FP8 is here.
        let gib = Format::FP8.weight_bytes(&shape) / f64::from(1 << 30);
        assert!((gib / 67.7 - 1.0).abs() < 0.005, "{gib}");
        // 1381 blocks of 16 tokens at 327,680 B: 6.74 GiB
        let cache = 1381.0 * 16.0 * shape.kv_bytes(2.0) / f64::from(1 << 30);
        assert!((cache - 6.74).abs() < 0.01, "{cache}");
        assert!((79.65 * 0.98 - gib - cache - 3.6).abs() < 0.1);
    }
}
