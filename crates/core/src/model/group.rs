//! The constants, one line each, in one file a group of kinds.

use serde::Deserialize;

use super::measured::lines;
use crate::predict::Kind;

/// One number.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Constant {
    /// Its name: `mbu.fw` is a base, `mbu.fw.vllm` a deviation from it.
    pub key: String,
    /// Value expected before anything is measured.
    pub prior: f64,
    /// How far from it the value may well be (one σ); `None` = held fixed, by definition or as cited.
    pub spread: Option<f64>,
    /// Lowest value that makes sense.
    pub lowest: Option<f64>,
    /// Highest value that makes sense.
    pub highest: Option<f64>,
    /// The value in use.
    pub value: f64,
    /// Rows of the fit that the number takes part in.
    pub rows: u32,
    /// What it is the logarithm of.
    pub unit: String,
    /// What it means, and where a fixed one comes from.
    pub meaning: String,
}

/// The groups of constants, each a file; the kinds of a group share constants and are fitted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    /// Decoding, prefill and serving.
    Llm,
    /// Training of transformers.
    Train,
    /// Memory of serving and of training.
    Memory,
    /// CNN and BERT.
    Vision,
    /// Diffusion.
    Diffusion,
}

impl Group {
    /// Every group.
    pub const ALL: [Group; 5] = [
        Group::Llm,
        Group::Train,
        Group::Memory,
        Group::Vision,
        Group::Diffusion,
    ];

    /// Its name, which is that of its file.
    pub fn name(self) -> &'static str {
        match self {
            Group::Llm => "llm",
            Group::Train => "train",
            Group::Memory => "memory",
            Group::Vision => "vision",
            Group::Diffusion => "diffusion",
        }
    }

    /// The kinds it predicts.
    pub fn kinds(self) -> &'static [Kind] {
        match self {
            Group::Llm => &[Kind::Decode, Kind::Prefill, Kind::Serving],
            Group::Train => &[Kind::TrainLlm],
            Group::Memory => &[Kind::MemoryInfer, Kind::MemoryTrain],
            Group::Vision => &[Kind::TrainCnnBert, Kind::InferCnnBert],
            Group::Diffusion => &[Kind::Diffusion],
        }
    }

    /// Its constants as shipped.
    pub fn file(self) -> &'static str {
        match self {
            Group::Llm => include_str!("../../data/constants/llm.csv"),
            Group::Train => include_str!("../../data/constants/train.csv"),
            Group::Memory => include_str!("../../data/constants/memory.csv"),
            Group::Vision => include_str!("../../data/constants/vision.csv"),
            Group::Diffusion => include_str!("../../data/constants/diffusion.csv"),
        }
    }

    /// The lines of its file.
    pub fn shipped(self) -> Vec<Constant> {
        lines(self.file())
    }
}
