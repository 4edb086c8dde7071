//! The wizard's answers: one list of fields for the window's form and the terminal's options.
//!
//! Every field is the user's text, as typed (`30M`, `3000万`, `5000 CNY`, `72h`), or empty when
//! nothing was said and the default holds. Reading them gives a workload and limits, or a message
//! for each field that cannot be read; nothing typed is ever lost.
//!
//! * [`Answers::reading`]: what was understood, with defaults where nothing was;
//! * [`Answers::read`]: the same, or what is wrong;
//! * [`words`]: the question in words; [`meaning`]: what each field means.

mod discounts;
mod fields;
mod limits;
pub mod meaning;
mod reader;
mod samples;
pub mod words;
mod workload;

use jiff::ZonedDateTime;
use serde::{Deserialize, Serialize};
use tiaoka_core::money::{Currency, Rates};
use tiaoka_core::workload::{Limits, Workload};

use reader::Reader;

pub use crate::problem::FieldFault;
pub(crate) use samples::{ENGINES, PRECISIONS as SAMPLE_PRECISIONS, precision_name};
pub(crate) use workload::{METHODS, QUANTS, SERVERS};

/// What reading depends on besides the text.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The present moment, in the reader's time zone: a deadline may be a day.
    pub now: &'a ZonedDateTime,
    /// Currency where none is said.
    pub currency: Currency,
    /// Currencies that can be converted.
    pub rates: &'a Rates,
    /// Sellers by id, with their other names; empty = any id is taken as it is.
    pub providers: &'a [(String, Vec<String>)],
}

/// What answers mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The job; a field that cannot be read has its default.
    pub workload: Workload,
    /// The limits, likewise.
    pub limits: Limits,
    /// What cannot be read.
    pub faults: Vec<FieldFault>,
}

impl Answers {
    /// What the answers mean, with the default in place of each field that is empty or cannot be
    /// read. Fields of another scenario are not looked at, so that going back loses nothing.
    pub fn reading(&self, context: &Context<'_>) -> Reading {
        let mut reader = Reader::new(self, context);
        let workload = reader.workload();
        let limits = reader.limits();
        Reading {
            workload,
            limits,
            faults: reader.faults,
        }
    }

    /// The job and its limits, or every field that cannot be read.
    pub fn read(&self, context: &Context<'_>) -> Result<(Workload, Limits), Vec<FieldFault>> {
        let Reading {
            workload,
            limits,
            faults,
        } = self.reading(context);
        if faults.is_empty() {
            Ok((workload, limits))
        } else {
            Err(faults)
        }
    }

    /// What an empty field means in this scenario, as it would be typed; empty where a field has no
    /// default, or one that depends on another answer.
    pub fn defaults(scenario: &str) -> Answers {
        let text = str::to_owned;
        let all = Answers {
            scenario: text(scenario),
            currency: text("CNY"),
            region: text("any"),
            billing: vec![text("on-demand")],
            storage_gb: text("0"),
            egress_gb: text("0"),
            speed: text("0.35"),
            limit: text("20"),
            ..Answers::default()
        };
        match scenario {
            "inference" => Answers {
                model: text(workload::DEFAULT_MODEL),
                quant: text("bf16"),
                prompt: text("1024"),
                answer: text("256"),
                concurrency: text("1"),
                ttft_ms: text("2000"),
                tpot_ms: text("100"),
                hours_per_day: text("24"),
                server: text("vllm"),
                kv_bits: text("16"),
                ..all
            },
            "dev" => Answers {
                gpu_memory_gb: text("24"),
                hours_per_day: text("3"),
                days_per_month: text("22"),
                starts_per_day: text("2"),
                keep_gb: text("0"),
                ..all
            },
            _ => Answers {
                model: text(workload::DEFAULT_MODEL),
                method: text("lora"),
                tokens: text("30M"),
                epochs: text("1"),
                seq: text("2048"),
                precision: text("bf16"),
                micro_batch: text("1"),
                grad_accum: text("8"),
                checkpointing: text("full"),
                optimizer: text("adamw"),
                lora_rank: text("8"),
                ..all
            },
        }
    }

    /// What an empty field means for a model that is counted in samples, as it would be typed.
    ///
    /// Size and steps of a picture depend on the model and are not among them.
    pub fn sample_defaults(scenario: &str) -> Answers {
        let text = str::to_owned;
        let all = Answers {
            model: String::new(),
            precision: text("fp16"),
            ..Answers::defaults("")
        };
        let limits = Answers {
            scenario: text(scenario),
            precision: all.precision.clone(),
            epochs: String::new(),
            method: String::new(),
            tokens: String::new(),
            seq: String::new(),
            micro_batch: String::new(),
            grad_accum: String::new(),
            checkpointing: String::new(),
            optimizer: String::new(),
            lora_rank: String::new(),
            ..all
        };
        match scenario {
            "inference" => Answers {
                batch: text("1"),
                qps: text("1"),
                hours_per_day: text("24"),
                engine: text("eager"),
                ..limits
            },
            _ => Answers {
                samples: text("1M"),
                epochs: text("1"),
                micro_batch: text("32"),
                ..limits
            },
        }
    }

    /// Which of the three questions is asked: `training` unless said.
    pub fn scenario(&self) -> &str {
        match self.scenario.trim() {
            "" => "training",
            said => said,
        }
    }
}

#[cfg(test)]
mod tests;

/// Answers as typed. Field names are the option names of `tiaoka recommend` with `_` for `-`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Answers {
    /// `training`, `inference` or `dev`.
    pub scenario: String,
    /// Preset, compared by letters and digits only.
    pub model: String,
    /// Parameters, e.g. `7B`; instead of a preset.
    pub params: String,
    /// Active parameters of a mixture of experts, e.g. `3B`.
    pub active_params: String,
    /// `full`, `lora` or `qlora`.
    pub method: String,
    /// Tokens of one epoch.
    pub tokens: String,
    /// Samples of one epoch: sequences of a language model, images, or sequences of BERT.
    pub samples: String,
    /// Optimizer steps of one epoch.
    pub steps: String,
    /// Passes over the data.
    pub epochs: String,
    /// Tokens of one sequence.
    pub seq: String,
    /// `bf16`, `fp16`, `fp32` or `fp8`; of a model that is counted in samples also `tf32` and `int8`.
    pub precision: String,
    /// Sequences, images or sequences of BERT in one step of one device.
    pub micro_batch: String,
    /// Micro-steps of one optimizer step.
    pub grad_accum: String,
    /// Global batch; sets the accumulation. In inference, samples that are answered together.
    pub batch: String,
    /// `none`, `selective` or `full`.
    pub checkpointing: String,
    /// Optimizer.
    pub optimizer: String,
    /// Rank of the adapter.
    pub lora_rank: String,
    /// Time the job may take, e.g. `72h`.
    pub deadline: String,
    /// Training framework.
    pub framework: String,
    /// Weights of a served model.
    pub quant: String,
    /// Tokens of a typical prompt.
    pub prompt: String,
    /// Tokens of a typical answer.
    pub answer: String,
    /// Requests in flight.
    pub concurrency: String,
    /// Requests a second; images or sequences a second of a model that is counted in samples.
    pub qps: String,
    /// Tokens a minute.
    pub tokens_per_minute: String,
    /// Images or sequences a month, instead of a second.
    pub per_month: String,
    /// Side of a picture, pixels.
    pub image_size: String,
    /// Denoising steps of an image.
    pub image_steps: String,
    /// How a model that is counted in samples is run: `eager`, `compiled` or `tensorrt`.
    pub engine: String,
    /// Longest time of one batch, ms.
    pub latency_ms: String,
    /// Longest time to the first token, ms.
    pub ttft_ms: String,
    /// Longest time between later tokens, ms.
    pub tpot_ms: String,
    /// Hours a day (inference, development).
    pub hours_per_day: String,
    /// The program that serves.
    pub server: String,
    /// Bits of a KV cache value.
    pub kv_bits: String,
    /// Working days a month.
    pub days_per_month: String,
    /// Starts a day.
    pub starts_per_day: String,
    /// Nominal memory of the card to develop on, GB.
    pub gpu_memory_gb: String,
    /// Files kept while stopped, GB.
    pub keep_gb: String,
    /// Most that it may cost, with or without a currency.
    pub budget: String,
    /// `CNY`, `USD`, …
    pub currency: String,
    /// `any`, `cn` or a provider's code.
    pub region: String,
    /// Only these providers.
    pub provider: Vec<String>,
    /// Ways of billing.
    pub billing: Vec<String>,
    /// Most GPUs together.
    pub gpus_max: String,
    /// Vendors of cards.
    pub vendor: Vec<String>,
    /// What a plan must have.
    pub need: Vec<String>,
    /// Software that the job is written for: `cuda`, `cann`, `musa`, …
    pub software: String,
    /// Cards that sellers let the user have: `aliyun/cn-beijing=8`, `autodl=4`.
    pub quota: Vec<String>,
    /// Cards that are reserved for the user, written the same way.
    pub reservation: Vec<String>,
    /// Data set on disk, GB.
    pub storage_gb: String,
    /// Traffic out, GB.
    pub egress_gb: String,
    /// Where the data set lies now: a seller, or `seller/region`.
    pub data_at: String,
    /// What an hour of waiting for a machine to start is worth, with or without a currency.
    pub time_value: String,
    /// Discounts that the user has: ids of `WizardOptions::discounts`, or `seller:15%`, `seller:59for200`,
    /// `seller:500/1000`.
    pub discount: Vec<String>,
    /// β: 0 = cheapest, 1 = fastest.
    pub speed: String,
    /// Also rank what is sold out.
    pub can_wait: bool,
    /// Also rank unusually low prices.
    pub accept_suspicious: bool,
    /// The user checks what no data answers.
    pub will_verify: bool,
    /// Longest list of choices.
    pub limit: String,
}
