//! Options of `recommend`: the wizard's fields, one for one.
//!
//! A table and not a struct, because [`Answers`] is that struct already: an option's text goes to
//! the field of its name (`-` becomes `_`), and a test holds the two lists together.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use serde_json::{Map, Value};
use tiaoka_app::answers::Answers;

/// The answers that the options give.
#[derive(Debug, Default)]
pub(crate) struct Recommend {
    pub(crate) answers: Answers,
}

/// What an option takes.
#[derive(Clone, Copy, PartialEq)]
enum Takes {
    /// One text.
    One,
    /// Texts, separated by commas.
    List,
    /// Nothing.
    Flag,
}
use Takes::{Flag, List, One};

const MODEL: &str = "Model";
const TRAINING: &str = "Training";
const INFERENCE: &str = "Inference";
const SAMPLES: &str =
    "Networks on pictures, BERT and image generators (--model resnet50, bert-large, sdxl, …)";
const DEV: &str = "Development";
const LIMITS: &str = "Limits";

/// Name, what it takes, its value's name, heading, help.
type Row = (
    &'static str,
    Takes,
    &'static str,
    &'static str,
    &'static str,
);

#[rustfmt::skip]
const OPTIONS: &[Row] = &[
    ("scenario", One, "NAME", MODEL, "training, inference or dev [default: training]"),
    ("model", One, "PRESET", MODEL, "Model preset, e.g. llama-3.1-8b, resnet50 or sdxl [default: llama3.1-8b]"),
    ("params", One, "N", MODEL, "Parameters, e.g. 7B, instead of a preset"),
    ("active-params", One, "N", MODEL, "Parameters active for one token of a mixture of experts, e.g. 3B"),
    ("method", One, "NAME", TRAINING, "full, lora or qlora [default: lora]"),
    ("tokens", One, "N", TRAINING, "Tokens of one epoch, e.g. 30M [default: 30M]"),
    ("samples", One, "N", TRAINING, "Samples of one epoch, each of the sequence length, instead of tokens; images of a network on pictures"),
    ("steps", One, "N", TRAINING, "Optimizer steps of one epoch, instead of tokens"),
    ("epochs", One, "N", TRAINING, "Passes over the data [default: 1]"),
    ("seq", One, "N", TRAINING, "Tokens of one sequence [default: 2048]"),
    ("precision", One, "NAME", TRAINING, "bf16, fp16, fp32 or fp8, of networks and image generators also tf32 and int8; naming one refuses cards without it [default: bf16]"),
    ("micro-batch", One, "N", TRAINING, "Sequences of one step of one device [default: 1], or images [default: 32]"),
    ("grad-accum", One, "N", TRAINING, "Micro-steps of one optimizer step [default: 8]"),
    ("batch", One, "N", TRAINING, "Global batch in sequences; sets the accumulation. In inference, images or BERT sequences answered together"),
    ("checkpointing", One, "NAME", TRAINING, "none, selective or full [default: full]"),
    ("optimizer", One, "NAME", TRAINING, "adamw, adamw-8bit, paged-adamw-8bit or sgd [default: adamw]"),
    ("lora-rank", One, "N", TRAINING, "Rank of the LoRA adapter [default: 8]"),
    ("deadline", One, "TIME", TRAINING, "Time the job may take, e.g. 72h"),
    ("framework", One, "NAME", TRAINING, "Training framework [default: by the number of cards]"),
    ("quant", One, "NAME", INFERENCE, "bf16, fp8, int8 (GPTQ), int4 (AWQ) or q4_k_m (GGUF) [default: bf16]"),
    ("prompt", One, "N", INFERENCE, "Tokens of a typical prompt [default: 1024]"),
    ("answer", One, "N", INFERENCE, "Tokens of a typical answer [default: 256]"),
    ("concurrency", One, "N", INFERENCE, "Requests in flight [default: 1]"),
    ("qps", One, "X", INFERENCE, "Requests a second, instead of concurrency; images or BERT sequences a second"),
    ("tokens-per-minute", One, "N", INFERENCE, "Tokens a minute, prompt and answer together, instead of concurrency"),
    ("ttft-ms", One, "N", INFERENCE, "Longest time to the first token, ms"),
    ("tpot-ms", One, "N", INFERENCE, "Longest mean time between later tokens, ms"),
    ("server", One, "NAME", INFERENCE, "vllm, sglang, tensorrt-llm, llama.cpp or lmdeploy [default: by the quantisation]"),
    ("kv-bits", One, "N", INFERENCE, "Bits of one value of the KV cache, 8 or 16 [default: 16]"),
    ("per-month", One, "N", SAMPLES, "Images or sequences a month, instead of --qps"),
    ("image-size", One, "N", SAMPLES, "Side of a picture, pixels [default: what the model is made for]"),
    ("image-steps", One, "N", SAMPLES, "Denoising steps of an image [default: the model's]"),
    ("engine", One, "NAME", SAMPLES, "eager, compiled or tensorrt [default: eager]"),
    ("latency-ms", One, "N", SAMPLES, "Longest time of one batch, ms"),
    ("hours-per-day", One, "N", DEV, "Hours a day, also of inference [default: 3; inference 24]"),
    ("days-per-month", One, "N", DEV, "Working days a month [default: 22]"),
    ("starts-per-day", One, "N", DEV, "Starts a day [default: 2]"),
    ("gpu-memory-gb", One, "N", DEV, "Nominal memory of the card, GB [default: 24]"),
    ("keep-gb", One, "N", DEV, "Files kept while stopped, GB"),
    ("budget", One, "MONEY", LIMITS, "Most the job or month may cost, e.g. \"5000 CNY\""),
    ("currency", One, "CODE", LIMITS, "Currency of the answer [default: as in the settings, at first CNY]"),
    ("region", One, "CODE", LIMITS, "A provider's region code, cn (mainland China) or any [default: any]"),
    ("provider", List, "ID", LIMITS, "Only these providers"),
    ("billing", List, "LIST", LIMITS, "on-demand, spot, monthly, yearly [default: on-demand]"),
    ("gpus-max", One, "N", LIMITS, "Most GPUs in all machines together"),
    ("vendor", List, "LIST", LIMITS, "Only cards of these makers: nvidia, huawei, amd, …"),
    ("need", List, "LIST", LIMITS, "nvlink, per-second-billing, stop-without-gpu-charge, preinstalled, djbh-3, log-retention-180d"),
    ("software", One, "NAME", LIMITS, "Software the job is written for: cuda, rocm, cann, musa, …; other makers' cards are refused"),
    ("quota", List, "LIST", LIMITS, "Cards a provider lets you have: aliyun/cn-beijing=8, autodl=4"),
    ("reservation", List, "LIST", LIMITS, "Cards reserved for you, written as quotas"),
    ("storage-gb", One, "N", LIMITS, "Data set on disk, GB"),
    ("egress-gb", One, "N", LIMITS, "Traffic out, GB"),
    ("data-at", One, "SELLER[/REGION]", LIMITS, "Where the data set lies now; a machine elsewhere costs a copy of it"),
    ("time-value", One, "MONEY", LIMITS, "What an hour of waiting for a machine to start is worth to you"),
    ("discount", List, "ID", LIMITS, "Discounts you have: ids of `tiaoka recommend --discounts`, or seller:15%, seller:59for200, seller:500/1000"),
    ("speed", One, "0..1", LIMITS, "0 = cheapest, 1 = fastest [default: 0.35]"),
    ("can-wait", Flag, "", LIMITS, "Also rank what is sold out"),
    ("accept-suspicious", Flag, "", LIMITS, "Also rank prices held as unusually low"),
    ("will-verify", Flag, "", LIMITS, "Also rank plans where no data answers a need: you will check"),
    ("limit", One, "N", LIMITS, "Most plans to list [default: 20]"),
];

impl Args for Recommend {
    fn augment_args(command: Command) -> Command {
        OPTIONS
            .iter()
            .fold(command, |command, (name, takes, value, heading, help)| {
                let arg = Arg::new(*name)
                    .long(*name)
                    .help(*help)
                    .help_heading(*heading);
                command.arg(match takes {
                    Flag => arg.action(ArgAction::SetTrue),
                    // `--params -3B` must reach the reader, who says what is wrong with it.
                    One => arg.value_name(*value).allow_hyphen_values(true),
                    List => arg
                        .value_name(*value)
                        .value_delimiter(',')
                        .num_args(1..)
                        .action(ArgAction::Append),
                })
            })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Recommend {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut recommend = Recommend::default();
        recommend.update_from_arg_matches(matches)?;
        Ok(recommend)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let mut fields = Map::new();
        for (name, takes, ..) in OPTIONS {
            let value = match takes {
                Flag => Some(Value::Bool(matches.get_flag(name))),
                One => matches.get_one::<String>(name).cloned().map(Value::String),
                List => matches
                    .get_many::<String>(name)
                    .map(|texts| texts.cloned().map(Value::String).collect()),
            };
            fields.extend(value.map(|value| (name.replace('-', "_"), value)));
        }
        self.answers = serde_json::from_value(Value::Object(fields))
            .map_err(|error| Error::raw(clap::error::ErrorKind::InvalidValue, error))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        recommend: Recommend,
    }

    #[test]
    fn options_and_fields_are_the_same_list() {
        let fields = serde_json::to_value(Answers::default()).unwrap();
        let mut fields: Vec<String> = fields.as_object().unwrap().keys().cloned().collect();
        let mut options: Vec<String> = OPTIONS
            .iter()
            .map(|(name, ..)| name.replace('-', "_"))
            .collect();
        fields.sort();
        options.sort();
        assert_eq!(options, fields);
    }

    #[test]
    fn an_option_reaches_the_field_of_its_name() {
        let line = [
            "tiaoka",
            "--active-params",
            "3B",
            "--billing",
            "spot,monthly",
            "--can-wait",
        ];
        let answers = Line::parse_from(line).recommend.answers;
        assert_eq!(answers.active_params, "3B");
        assert_eq!(answers.billing, ["spot", "monthly"]);
        assert!(answers.can_wait);
        assert_eq!(answers.model, "");
    }

    #[test]
    fn a_negative_value_is_a_value() {
        let answers = Line::parse_from(["tiaoka", "--params", "-3B"])
            .recommend
            .answers;
        assert_eq!(answers.params, "-3B");
    }
}
