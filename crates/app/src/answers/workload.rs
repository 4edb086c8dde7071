//! The job that answers describe: inputs and defaults of the workload model, section 1.

use tiaoka_core::message::{Message, Param};
use tiaoka_core::model::{ModelShape, presets, sample_models};
use tiaoka_core::predict::TRAINING_FRAMEWORKS;
use tiaoka_core::workload::{
    Checkpointing, DataAmount, Dev, DevMemory, Inference, Method, Optimizer, Precision, Quant,
    Server, Traffic, Training, Workload,
};

use super::fields as f;
use super::reader::Reader;

/// Methods, as they are typed.
pub(crate) const METHODS: [(&str, Method); 3] = [
    ("full", Method::Full),
    ("lora", Method::Lora),
    ("qlora", Method::Qlora),
];
/// Precisions, as they are typed.
pub(super) const PRECISIONS: [(&str, Precision); 4] = [
    ("bf16", Precision::Bf16),
    ("fp16", Precision::Fp16),
    ("fp32", Precision::Fp32),
    ("fp8", Precision::Fp8),
];
/// Recomputation, as it is typed.
pub(super) const CHECKPOINTING: [(&str, Checkpointing); 3] = [
    ("none", Checkpointing::None),
    ("selective", Checkpointing::Selective),
    ("full", Checkpointing::Full),
];
/// Optimizers, as they are typed.
pub(super) const OPTIMIZERS: [(&str, Optimizer); 4] = [
    ("adamw", Optimizer::Adamw),
    ("adamw-8bit", Optimizer::Adamw8bit),
    ("paged-adamw-8bit", Optimizer::PagedAdamw8bit),
    ("sgd", Optimizer::Sgd),
];
/// Weights of a served model, as they are typed.
pub(crate) const QUANTS: [(&str, Quant); 5] = [
    ("bf16", Quant::Bf16),
    ("fp8", Quant::Fp8),
    ("int8", Quant::Int8),
    ("int4", Quant::Int4),
    ("q4_k_m", Quant::Q4KM),
];
/// Every name of these weights that is understood, those of [`QUANTS`] first.
const QUANT_NAMES: [(&str, Quant); 10] = [
    QUANTS[0],
    QUANTS[1],
    QUANTS[2],
    QUANTS[3],
    QUANTS[4],
    ("fp16", Quant::Bf16),
    ("gptq-int8", Quant::Int8),
    ("awq", Quant::Int4),
    ("awq-int4", Quant::Int4),
    ("gguf-q4_k_m", Quant::Q4KM),
];
/// Servers, as they are typed.
pub(crate) const SERVERS: [(&str, Server); 5] = [
    ("vllm", Server::Vllm),
    ("sglang", Server::Sglang),
    ("tensorrt-llm", Server::TensorrtLlm),
    ("llama.cpp", Server::LlamaCpp),
    ("lmdeploy", Server::Lmdeploy),
];
/// The model where none is said (command line, common rules).
pub(super) const DEFAULT_MODEL: &str = "llama3.1-8b";

impl Reader<'_> {
    /// The job.
    pub(super) fn workload(&mut self) -> Workload {
        const SCENARIOS: [(&str, u8); 3] = [("training", 0), ("inference", 1), ("dev", 2)];
        let said = self.answers.scenario.clone();
        let scenario = self
            .choice(&said, ("scenario", "field_scenario"), &SCENARIOS)
            .unwrap_or(0);
        match (scenario, self.sample_model()) {
            (2, _) => Workload::Dev(self.dev()),
            (1, Some(model)) => Workload::SampleInference(self.sample_inference(model)),
            (1, None) => Workload::Inference(self.inference()),
            (_, Some(model)) => Workload::SampleTraining(self.sample_training(model)),
            (_, None) => Workload::Training(self.training()),
        }
    }

    fn training(&mut self) -> Training {
        let a = self.answers;
        let model = self.model();
        let method = self
            .choice(&a.method, ("method", "field_method"), &METHODS)
            .unwrap_or(Method::Lora);
        let precision = self.choice(&a.precision, ("precision", "field_precision"), &PRECISIONS);
        let checkpointing = self.choice(
            &a.checkpointing,
            ("checkpointing", "field_checkpointing"),
            &CHECKPOINTING,
        );
        let optimizer = self.choice(&a.optimizer, ("optimizer", "field_optimizer"), &OPTIMIZERS);
        let sequence_tokens = self.whole(&a.seq, &f::SEQ).unwrap_or(2_048);
        let (micro_batch, grad_accumulation, global_batch) = self.batches();
        Training {
            model,
            method,
            data: self.data(sequence_tokens, global_batch),
            epochs: self.number(&a.epochs, &f::EPOCHS).unwrap_or(1.0),
            sequence_tokens,
            precision: precision.unwrap_or(Precision::Bf16),
            precision_chosen: precision.is_some(),
            micro_batch,
            grad_accumulation,
            checkpointing: checkpointing.unwrap_or(Checkpointing::Full),
            optimizer: optimizer.unwrap_or(Optimizer::Adamw),
            lora_rank: self.whole(&a.lora_rank, &f::LORA_RANK).unwrap_or(8),
            framework: self.framework(),
            deadline_h: self.deadline(&a.deadline, &f::DEADLINE),
        }
    }

    /// Micro-batch, accumulation, and the global batch where it was said.
    fn batches(&mut self) -> (u32, u32, Option<u32>) {
        let a = self.answers;
        self.exclusive(&[
            ("batch", "field_batch", &a.batch),
            ("grad_accum", "field_grad_accum", &a.grad_accum),
        ]);
        let micro = self.whole(&a.micro_batch, &f::MICRO_BATCH).unwrap_or(1);
        let accumulation = self.whole(&a.grad_accum, &f::GRAD_ACCUM);
        let Some(global) = self.whole(&a.batch, &f::BATCH) else {
            return (micro, accumulation.unwrap_or(8), None);
        };
        if !global.is_multiple_of(micro) {
            let message =
                Message::new("batch_not_a_multiple").with("micro", Param::Count(u64::from(micro)));
            self.refuse("batch", "field_batch", &a.batch, message);
        }
        (micro, global.div_ceil(micro), Some(global))
    }

    /// The amount of data, said in one of three ways.
    fn data(&mut self, sequence_tokens: u32, global_batch: Option<u32>) -> DataAmount {
        let a = self.answers;
        self.exclusive(&[
            ("tokens", "field_tokens", &a.tokens),
            ("samples", "field_samples", &a.samples),
            ("steps", "field_steps", &a.steps),
        ]);
        let samples = self
            .number(&a.samples, &f::SAMPLES)
            .map(DataAmount::Samples);
        let steps = self
            .number(&a.steps, &f::STEPS)
            .map(|steps| match global_batch {
                // A global batch fixes the tokens, however many devices share it.
                Some(batch) => {
                    DataAmount::Tokens(steps * f64::from(batch) * f64::from(sequence_tokens))
                }
                None => DataAmount::Steps(steps),
            });
        let tokens = self.number(&a.tokens, &f::TOKENS).map(DataAmount::Tokens);
        tokens
            .or(samples)
            .or(steps)
            .unwrap_or(DataAmount::Tokens(30e6))
    }

    fn framework(&mut self) -> Option<String> {
        let known = TRAINING_FRAMEWORKS.map(|name| (name, name));
        let said = &self.answers.framework;
        self.choice(said, ("framework", "field_framework"), &known)
            .map(str::to_owned)
    }

    fn inference(&mut self) -> Inference {
        let a = self.answers;
        let model = self.model();
        let quant = self
            .choice(&a.quant, ("quant", "field_quant"), &QUANT_NAMES)
            .unwrap_or(Quant::Bf16);
        let ttft = self.optional(&a.ttft_ms, &f::TTFT);
        let tpot = self.optional(&a.tpot_ms, &f::TPOT);
        Inference {
            model,
            quant,
            prompt_tokens: self.whole(&a.prompt, &f::PROMPT).unwrap_or(1_024),
            answer_tokens: self.whole(&a.answer, &f::ANSWER).unwrap_or(256),
            traffic: self.traffic(),
            ttft_ms_max: ttft.unwrap_or(Some(2_000.0)),
            tpot_ms_max: tpot.unwrap_or(Some(100.0)),
            hours_per_day: self.number(&a.hours_per_day, &f::HOURS).unwrap_or(24.0),
            server: self.server(quant),
            kv_bits: self
                .choice(
                    &a.kv_bits,
                    ("kv_bits", "field_kv_bits"),
                    &[("8", 8), ("16", 16)],
                )
                .unwrap_or(16),
        }
    }

    /// The load, said in one of three ways.
    fn traffic(&mut self) -> Traffic {
        let a = self.answers;
        self.exclusive(&[
            ("concurrency", "field_concurrency", &a.concurrency),
            ("qps", "field_qps", &a.qps),
            (
                "tokens_per_minute",
                "field_tokens_per_minute",
                &a.tokens_per_minute,
            ),
        ]);
        let users = self
            .number(&a.concurrency, &f::CONCURRENCY)
            .map(Traffic::Concurrency);
        let qps = self.number(&a.qps, &f::QPS).map(Traffic::Qps);
        let tokens = self
            .number(&a.tokens_per_minute, &f::TOKENS_PER_MINUTE)
            .map(Traffic::TokensPerMinute);
        users
            .or(qps)
            .or(tokens)
            .unwrap_or(Traffic::Concurrency(1.0))
    }

    /// The server: the one that can read the weights, unless said. GGUF files are llama.cpp's own.
    fn server(&mut self, quant: Quant) -> Server {
        let said = &self.answers.server;
        let server = self.choice(said, ("server", "field_server"), &SERVERS);
        let fitting = if quant == Quant::Q4KM {
            Server::LlamaCpp
        } else {
            Server::Vllm
        };
        let Some(server) = server else { return fitting };
        let reads = match server {
            Server::LlamaCpp => matches!(quant, Quant::Bf16 | Quant::Q4KM),
            Server::Vllm | Server::Sglang | Server::TensorrtLlm | Server::Lmdeploy => {
                quant != Quant::Q4KM
            }
        };
        if !reads {
            let name = |known: &[(&'static str, Server)]| {
                known
                    .iter()
                    .find(|(_, s)| *s == fitting)
                    .map_or("", |(name, _)| *name)
                    .to_owned()
            };
            let message = Message::new("server_cannot_read")
                .with("quant", Param::Text(self.answers.quant.trim().to_owned()))
                .with("instead", Param::Text(name(&SERVERS)));
            self.refuse("server", "field_server", said, message);
            return fitting;
        }
        server
    }

    fn dev(&mut self) -> Dev {
        let a = self.answers;
        self.exclusive(&[
            ("gpu_memory_gb", "field_gpu_memory_gb", &a.gpu_memory_gb),
            ("model", "field_model", &a.model),
            ("params", "field_params", &a.params),
        ]);
        let nominal = self.number(&a.gpu_memory_gb, &f::GPU_MEMORY);
        let by_model = !a.model.trim().is_empty() || !a.params.trim().is_empty();
        let memory = match nominal {
            None if by_model => DevMemory::Model(Box::new(self.model())),
            nominal => DevMemory::NominalGib(nominal.unwrap_or(24.0)),
        };
        Dev {
            memory,
            hours_per_day: self.number(&a.hours_per_day, &f::HOURS).unwrap_or(3.0),
            days_per_month: self.number(&a.days_per_month, &f::DAYS).unwrap_or(22.0),
            starts_per_day: self.number(&a.starts_per_day, &f::STARTS).unwrap_or(2.0),
            keep_gb: self.number(&a.keep_gb, &f::KEEP).unwrap_or(0.0),
        }
    }

    /// The model: a preset, or a size.
    fn model(&mut self) -> ModelShape {
        let a = self.answers;
        if a.scenario() != "dev" {
            self.exclusive(&[
                ("model", "field_model", &a.model),
                ("params", "field_params", &a.params),
            ]);
        }
        let by_size = self.sized_model();
        let name = a.model.trim();
        let preset = ModelShape::preset(name);
        if preset.is_none() && !name.is_empty() {
            let message = match self.sample_model() {
                Some(_) => Message::new("model_not_for_dev"),
                None => Message::new("model_unknown")
                    .with("near", Param::Text(nearest(name).join(", "))),
            };
            self.refuse("model", "field_model", name, message);
        }
        preset.or(by_size).unwrap_or_else(default_model)
    }

    /// A model given by its size.
    fn sized_model(&mut self) -> Option<ModelShape> {
        let a = self.answers;
        let active = self.number(&a.active_params, &f::ACTIVE_PARAMS);
        if active.is_some() && a.params.trim().is_empty() {
            self.refuse(
                "active_params",
                "field_active_params",
                &a.active_params,
                Message::new("active_without_total"),
            );
        }
        let total = self.number(&a.params, &f::PARAMS)?;
        let active = active.unwrap_or(total);
        if active > total {
            let message = Message::new("active_above_total")
                .with("total", Param::Text(a.params.trim().to_owned()));
            self.refuse(
                "active_params",
                "field_active_params",
                &a.active_params,
                message,
            );
        }
        ModelShape::from_params(total / 1e9, active.min(total) / 1e9)
    }
}

/// The model where none is said, with the figures of appendix B.
fn default_model() -> ModelShape {
    ModelShape {
        name: DEFAULT_MODEL.to_owned(),
        from_params: false,
        params: 8.03 * 1e9,
        active_params: 8.03 * 1e9,
        layers: 32.0,
        hidden: 4_096.0,
        heads: 32.0,
        kv_heads: 8.0,
        head_dim: 128.0,
        ffn: 14_336.0,
        vocabulary: 128_256.0,
        tied_embeddings: false,
        kv_bytes_per_token: None,
        experts: None,
        window: None,
    }
}

/// The presets whose names are spelled most like this one, at most three.
fn nearest(name: &str) -> Vec<&'static str> {
    let text = presets().iter().map(|model| model.name.as_str());
    let sampled = sample_models().iter().map(|model| model.name.as_str());
    super::reader::nearest(name, text.chain(sampled), 3)
}
