//! What the wizard shows beside its questions.

use serde::Serialize;

use super::MessageView;
use super::advice::NeedView;
use super::cost::DiscountView;
use crate::answers::Answers;

/// Everything the wizard's fields offer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct WizardOptions {
    /// Presets, by name.
    pub models: Vec<ModelOption>,
    /// Models that are counted in samples: networks on pictures, BERT, image generators.
    pub sample_models: Vec<SampleOption>,
    /// What an empty field means for such a model: training, then inference.
    pub sample_defaults: Vec<Answers>,
    /// Precisions of such a model, as they are typed.
    pub sample_precisions: Vec<String>,
    /// Ways to run such a model, as they are typed.
    pub engines: Vec<String>,
    /// Weights of a served language model, as they are typed.
    pub quants: Vec<String>,
    /// Programs that serve, as they are typed.
    pub servers: Vec<String>,
    /// Training frameworks, by their name in the model.
    pub frameworks: Vec<String>,
    /// Sellers with offers, and sellers without a shipped price.
    pub providers: Vec<ProviderOption>,
    /// Regions that sellers name, mainland China first.
    pub regions: Vec<String>,
    /// Currencies with a rate.
    pub currencies: Vec<String>,
    /// Vendors of cards in the catalogue, lower case.
    pub vendors: Vec<String>,
    /// Software of the cards, NVIDIA's first.
    pub software: Vec<SoftwareOption>,
    /// Discounts that sellers are known to give, those that can be ticked first.
    pub discounts: Vec<DiscountView>,
    /// What an empty field means, as it would be typed: one list a scenario, in the order training,
    /// inference, dev. A field that is empty here too has no default (a budget), or one that depends on
    /// another answer (the framework on the number of cards).
    pub defaults: Vec<Answers>,
}

/// A model preset.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ModelOption {
    /// `llama3.1-8b`.
    pub name: String,
    /// Billions of parameters.
    pub params_b: f64,
    /// Billions active for one token.
    pub active_params_b: f64,
    /// Layers.
    pub layers: u32,
    /// `GQA 32/8`, `MHA 32`, `MLA`.
    pub attention: String,
}

/// A model that is counted in samples.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SampleOption {
    /// `resnet50`.
    pub name: String,
    /// `cnn` (images), `bert` (sequences) or `diffusion` (images that are made; inference only).
    pub family: String,
    /// Millions of parameters; of the denoiser alone for an image generator.
    pub params_m: f64,
    /// Pixels of a side, or tokens of a sequence, where none are said.
    pub size: u32,
    /// Denoising steps where none are said; `null` for the other families.
    pub steps: Option<u32>,
}

/// Software that programs a maker's cards.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SoftwareOption {
    /// As it is typed: `cuda`.
    pub id: String,
    /// `CUDA`.
    pub name: String,
    /// The maker of the cards.
    pub vendor: String,
}

/// A seller.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ProviderOption {
    /// Its id.
    pub id: String,
    /// Its name in the reader's language.
    pub name: String,
    /// Offers in the catalogue; 0 = none shipped, `note` says what to do.
    pub offers: u32,
    /// What to do where no price is shipped.
    pub note: Option<MessageView>,
}

/// The running answer beside the workload step.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct WorkloadPreview {
    /// Fields that cannot be read; the rest of the answer then uses their defaults.
    pub problems: Vec<FieldProblem>,
    /// What readable fields mean: `90M tokens in all, 5,494 steps of 8 × 2,048`.
    pub echoes: Vec<FieldEcho>,
    /// The memory need and its sum; `None` where nominal sizes are compared (development).
    pub need: Option<NeedView>,
    /// Card sizes, smallest first.
    pub cards: Vec<CardSize>,
    /// The need with another method or quantisation: `full` 144 GiB, `qlora` 12.6 GiB.
    pub alternatives: Vec<Alternative>,
    /// Billed hours of a month (inference, development).
    pub month_hours: Option<f64>,
    /// Advice in one sentence.
    pub advice: Option<MessageView>,
}

/// A field that cannot be read.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct FieldProblem {
    /// Field of `Answers`.
    pub field: String,
    /// What is wrong and what to write instead.
    pub message: MessageView,
}

/// What a field means.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct FieldEcho {
    /// Field of `Answers`.
    pub field: String,
    /// In words.
    pub text: String,
}

/// A size of card against the need.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct CardSize {
    /// Nominal GiB.
    pub nominal_gib: f64,
    /// Usable GiB.
    pub usable_gib: f64,
    /// `fits`, `tight` or `no`.
    pub verdict: String,
    /// Usable minus needed, GiB; negative = short.
    pub spare_gib: f64,
    /// Cards of that size in the catalogue, the most offered first; at most three.
    pub examples: Vec<String>,
}

/// The need under another choice.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Alternative {
    /// Field of `Answers`: `method`, `quant`.
    pub field: String,
    /// Its value.
    pub value: String,
    /// GiB needed.
    pub gpu_memory_gib: f64,
}

/// The running answer beside the limits step.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct LimitsPreview {
    /// Fields that cannot be read.
    pub problems: Vec<FieldProblem>,
    /// Offers before any limit.
    pub all: u32,
    /// What each limit leaves; the last `left` is the number of plans that fit.
    pub stages: Vec<Stage>,
    /// Who leads with the slider where.
    pub bands: Vec<super::advice::BandView>,
    /// The limit that binds, and what relaxing it gives.
    pub binding: Option<MessageView>,
    /// Needs that the data does not answer: how many sellers are silent.
    pub silent: Vec<MessageView>,
}

/// One limit of the funnel.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Stage {
    /// `region`, `memory`, `card`, `stock`, `budget`, `deadline`, …
    pub code: String,
    /// In the reader's language, with its figure: `≤ ¥150`.
    pub label: String,
    /// What it removed, in words: `104 over budget`.
    pub detail: String,
    /// Plans it removed.
    pub removed: u32,
    /// Plans left after it.
    pub left: u32,
}
