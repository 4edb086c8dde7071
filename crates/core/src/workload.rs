//! What the user wants to do: the questions of the wizard, answered.
//!
//! Inputs and defaults are those of the workload model, section 1. Reading a user's text is the
//! work of `app::answers`; here every field has a value or is honestly absent.

mod samples;

use serde::{Deserialize, Serialize};

pub use samples::{Engine, SampleInference, SampleLoad, SamplePrecision, SampleTraining};

use crate::model::ModelShape;

/// The job, in one of three scenarios; what a model is counted in decides how it is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Workload {
    /// Train or fine-tune a language model, counted in tokens.
    Training(Training),
    /// Serve a language model.
    Inference(Inference),
    /// Train a network on pictures, or BERT, counted in samples.
    SampleTraining(SampleTraining),
    /// Serve such a network, or an image generator.
    SampleInference(SampleInference),
    /// Rent a card to work on.
    Dev(Dev),
}

impl Workload {
    /// A job that ends, in either family.
    pub fn is_training(&self) -> bool {
        matches!(self, Workload::Training(_) | Workload::SampleTraining(_))
    }

    /// A service that answers requests, in either family.
    pub fn is_inference(&self) -> bool {
        matches!(self, Workload::Inference(_) | Workload::SampleInference(_))
    }

    /// Hours within which a training job must be done.
    pub fn deadline_h(&self) -> Option<f64> {
        match self {
            Workload::Training(job) => job.deadline_h,
            Workload::SampleTraining(job) => job.deadline_h,
            Workload::Inference(_) | Workload::SampleInference(_) | Workload::Dev(_) => None,
        }
    }

    /// The job with another deadline; the other scenarios stay as they are.
    pub fn set_deadline_h(&mut self, hours: Option<f64>) {
        match self {
            Workload::Training(job) => job.deadline_h = hours,
            Workload::SampleTraining(job) => job.deadline_h = hours,
            Workload::Inference(_) | Workload::SampleInference(_) | Workload::Dev(_) => {}
        }
    }
}

/// How the weights are trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Every weight.
    Full,
    /// A low-rank adapter on frozen weights of 16 bit.
    Lora,
    /// A low-rank adapter on frozen NF4 weights.
    Qlora,
}

/// How much there is to train on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DataAmount {
    /// Tokens of one epoch.
    Tokens(f64),
    /// Samples of one epoch, each of the sequence length.
    Samples(f64),
    /// Optimizer steps of one epoch, each of micro-batch × accumulation × devices sequences.
    Steps(f64),
}

/// Arithmetic of training.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// bfloat16.
    Bf16,
    /// IEEE half.
    Fp16,
    /// IEEE single (TF32 where the card has it).
    Fp32,
    /// 8-bit floating point matrices.
    Fp8,
}

/// Which activations are recomputed in the backward pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Checkpointing {
    /// None.
    None,
    /// Some.
    Selective,
    /// All.
    Full,
}

/// The optimizer, as far as memory knows the difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Optimizer {
    /// AdamW with 32-bit states.
    Adamw,
    /// AdamW with 8-bit states.
    #[serde(rename = "adamw_8bit")]
    Adamw8bit,
    /// Paged 8-bit AdamW, gradients freed in the backward pass.
    #[serde(rename = "paged_adamw_8bit")]
    PagedAdamw8bit,
    /// SGD with momentum.
    Sgd,
}

/// A training job.
#[derive(Debug, Clone, PartialEq)]
pub struct Training {
    /// The model.
    pub model: ModelShape,
    /// How it is trained.
    pub method: Method,
    /// Amount of data of one epoch.
    pub data: DataAmount,
    /// Passes over the data.
    pub epochs: f64,
    /// Tokens of one sequence.
    pub sequence_tokens: u32,
    /// Arithmetic.
    pub precision: Precision,
    /// The user named the precision, so a card without it is refused.
    pub precision_chosen: bool,
    /// Sequences of one step of one device.
    pub micro_batch: u32,
    /// Micro-steps of one optimizer step.
    pub grad_accumulation: u32,
    /// Recomputation.
    pub checkpointing: Checkpointing,
    /// Optimizer.
    pub optimizer: Optimizer,
    /// Rank of the adapter, on the attention projections.
    pub lora_rank: u32,
    /// Framework by its name in appendix C; `None` = by the number of cards.
    pub framework: Option<String>,
    /// The job must be done within so many hours.
    pub deadline_h: Option<f64>,
}

/// Weights of a served model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quant {
    /// 16 bit.
    Bf16,
    /// 8-bit floating point.
    Fp8,
    /// GPTQ, 8 bit.
    Int8,
    /// AWQ, 4 bit.
    Int4,
    /// GGUF Q4_K_M.
    #[serde(rename = "q4_k_m")]
    Q4KM,
}

impl Quant {
    /// Its word in the locales.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Quant::Bf16 => "quant_bf16",
            Quant::Fp8 => "quant_fp8",
            Quant::Int8 => "quant_int8",
            Quant::Int4 => "quant_int4",
            Quant::Q4KM => "quant_q4_k_m",
        }
    }
}

/// The program that serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Server {
    /// vLLM.
    #[serde(rename = "vllm")]
    Vllm,
    /// SGLang.
    #[serde(rename = "sglang")]
    Sglang,
    /// TensorRT-LLM.
    #[serde(rename = "tensorrt-llm")]
    TensorrtLlm,
    /// llama.cpp with flash attention (`llama.cpp-fa` of appendix C).
    #[serde(rename = "llama.cpp")]
    LlamaCpp,
    /// LMDeploy's TurboMind (`lmdeploy-turbomind` of appendix C).
    #[serde(rename = "lmdeploy")]
    Lmdeploy,
}

/// How much is asked of a server, in one of three ways.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Traffic {
    /// Requests in flight.
    Concurrency(f64),
    /// Requests a second.
    Qps(f64),
    /// Tokens a minute, prompt and answer together: 60 · QPS · (prompt + answer).
    TokensPerMinute(f64),
}

/// A model to serve.
#[derive(Debug, Clone, PartialEq)]
pub struct Inference {
    /// The model.
    pub model: ModelShape,
    /// Its weights.
    pub quant: Quant,
    /// Tokens of a typical prompt.
    pub prompt_tokens: u32,
    /// Tokens of a typical answer.
    pub answer_tokens: u32,
    /// The load.
    pub traffic: Traffic,
    /// Longest time to the first token, ms.
    pub ttft_ms_max: Option<f64>,
    /// Longest mean time between later tokens, ms.
    pub tpot_ms_max: Option<f64>,
    /// Hours of service a day.
    pub hours_per_day: f64,
    /// The program that serves.
    pub server: Server,
    /// Bits of one value of the KV cache: 8 or 16.
    pub kv_bits: u32,
}

/// What a development machine must hold.
#[derive(Debug, Clone, PartialEq)]
pub enum DevMemory {
    /// A card of so much nominal memory, GiB.
    NominalGib(f64),
    /// This model, served at 16 bit by one user (boxed: a shape is large).
    Model(Box<ModelShape>),
}

/// A machine to work on.
#[derive(Debug, Clone, PartialEq)]
pub struct Dev {
    /// What it must hold.
    pub memory: DevMemory,
    /// Hours of work a day.
    pub hours_per_day: f64,
    /// Working days a month.
    pub days_per_month: f64,
    /// Starts a day.
    pub starts_per_day: f64,
    /// Files kept while stopped, GB (10⁹ bytes).
    pub keep_gb: f64,
}

/// Where data may live.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RegionWish {
    /// Anywhere.
    #[default]
    Any,
    /// Mainland China.
    MainlandChina,
    /// A provider's own region, by its code or words.
    Code(String),
}

/// An attribute a plan must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// NVLink between the cards.
    Nvlink,
    /// Billing by the second.
    PerSecondBilling,
    /// Stopping ends the charge for the GPU.
    StopWithoutGpuCharge,
    /// An image with the usual frameworks.
    Preinstalled,
    /// Chinese graded protection of information security, level 3 (等保三级).
    #[serde(rename = "djbh_3")]
    Djbh3,
    /// Logs kept for 180 days or longer.
    #[serde(rename = "log_retention_180d")]
    LogRetention180d,
}

/// A seller, or one of its regions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataPlace {
    /// Its id.
    pub provider: String,
    /// The region's code; `None` = anywhere with this seller.
    pub region: Option<String>,
}

/// Cards that a seller lets the user have: a quota, or cards that are reserved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quota {
    /// The seller, by id.
    pub provider: String,
    /// Region or zone; `None` = everywhere at this seller.
    pub region: Option<String>,
    /// Cards at one time.
    pub gpus: u32,
    /// Reserved for the user, whatever the quota is.
    pub reserved: bool,
}

/// What else a plan must respect.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Most that the job (training) or a month may cost.
    pub budget: Option<crate::money::Money>,
    /// Currency of every figure in the answer.
    pub currency: crate::money::Currency,
    /// Where data may live.
    pub region: RegionWish,
    /// Only these providers; empty = all.
    pub providers: Vec<String>,
    /// Ways of billing to consider; never empty.
    pub billing: Vec<crate::offer::Billing>,
    /// Most GPUs in all machines together.
    pub gpus_max: Option<u32>,
    /// Vendors of cards, lower case (`nvidia`, `huawei`); empty = all.
    pub vendors: Vec<String>,
    /// What a plan must have.
    pub needs: Vec<Wish>,
    /// Software that the job is written for, by the stack's name (`CUDA`); `None` = whatever the card has.
    pub software: Option<String>,
    /// Quotas that the user knows; of other sellers and places nothing is known.
    pub quotas: Vec<Quota>,
    /// Size of the data set on disk, GB.
    pub storage_gb: f64,
    /// Traffic out, GB (training: of the job; else a month).
    pub egress_gb: f64,
    /// Where the data set lies now; a machine elsewhere costs a copy of it.
    pub data_at: Option<DataPlace>,
    /// What an hour of the user's own waiting for a machine to start is worth; `None` = it is not counted.
    pub time_value: Option<crate::money::Money>,
    /// Discounts that the user has.
    pub discounts: Vec<crate::cost::Discount>,
    /// β of the workload model: 0 = cheapest, 1 = fastest.
    pub speed: f64,
    /// Also rank what is sold out.
    pub can_wait: bool,
    /// Also rank rows quarantined as unusually low.
    pub accept_suspicious: bool,
    /// The user will check what no data answers.
    pub will_verify: bool,
    /// Longest list of choices.
    pub limit: usize,
}
