//! Each numeric field: its name, its unit, its range.
//!
//! The ranges keep absurd input out; each end is far beyond what anybody rents for.

use crate::quantity::Of;

/// A field that holds a number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    /// Field of `Answers`.
    pub(super) name: &'static str,
    /// What messages call it, under `word.<id>`.
    pub(super) word: &'static str,
    /// Something that can be written there.
    pub(super) example: &'static str,
    /// Which units it takes.
    pub(super) of: Of,
    /// Least value; 0 stands for "above zero" unless `zero` allows it.
    pub(super) low: f64,
    /// Greatest value.
    pub(super) high: f64,
    /// Zero is a value of its own, e.g. no files kept.
    pub(super) zero: bool,
    /// Only whole numbers make sense.
    pub(super) whole: bool,
}

/// A field that must be above zero.
const fn positive(
    name: &'static str,
    word: &'static str,
    example: &'static str,
    of: Of,
    high: f64,
) -> Field {
    Field {
        name,
        word,
        example,
        of,
        low: 0.0,
        high,
        zero: false,
        whole: false,
    }
}

/// A field of whole things, at least one.
const fn whole(name: &'static str, word: &'static str, example: &'static str, high: f64) -> Field {
    Field {
        name,
        word,
        example,
        of: Of::Things,
        low: 1.0,
        high,
        zero: false,
        whole: true,
    }
}

/// A size in GB that may be nothing.
const fn size(name: &'static str, word: &'static str) -> Field {
    Field {
        name,
        word,
        example: "50",
        of: Of::Gigabytes,
        low: 0.0,
        high: 1e7,
        zero: true,
        whole: false,
    }
}

/// Longest sequence that is looked at: 2²⁰ tokens.
const LONGEST: f64 = 1_048_576.0;

pub(super) const ACTIVE_PARAMS: Field = params("active_params", "field_active_params", "3B");
pub(super) const ANSWER: Field = whole("answer", "field_answer", "256", LONGEST);
pub(super) const BATCH: Field = whole("batch", "field_batch", "8", 1e6);
pub(super) const CONCURRENCY: Field =
    positive("concurrency", "field_concurrency", "16", Of::Things, 1e6);
pub(super) const DAYS: Field = positive(
    "days_per_month",
    "field_days_per_month",
    "22",
    Of::Things,
    31.0,
);
pub(super) const DEADLINE: Field =
    positive("deadline", "field_deadline", "72h", Of::Hours, 87_600.0);
pub(super) const EGRESS: Field = size("egress_gb", "field_egress_gb");
pub(super) const EPOCHS: Field = positive("epochs", "field_epochs", "3", Of::Things, 10_000.0);
pub(super) const GPU_MEMORY: Field = positive(
    "gpu_memory_gb",
    "field_gpu_memory_gb",
    "24",
    Of::Gigabytes,
    10_000.0,
);
pub(super) const GPUS_MAX: Field = whole("gpus_max", "field_gpus_max", "8", 1e6);
pub(super) const GRAD_ACCUM: Field = whole("grad_accum", "field_grad_accum", "8", 1e6);
pub(super) const HOURS: Field =
    positive("hours_per_day", "field_hours_per_day", "8", Of::Hours, 24.0);
pub(super) const IMAGE_SIZE: Field = Field {
    low: 32.0,
    ..whole("image_size", "field_image_size", "1024", 4_096.0)
};
pub(super) const IMAGE_STEPS: Field = whole("image_steps", "field_image_steps", "30", 1_000.0);
pub(super) const KEEP: Field = size("keep_gb", "field_keep_gb");
pub(super) const LATENCY: Field = positive(
    "latency_ms",
    "field_latency_ms",
    "500",
    Of::Millis,
    3_600_000.0,
);
pub(super) const LIMIT: Field = whole("limit", "field_limit", "20", 100_000.0);
pub(super) const LORA_RANK: Field = whole("lora_rank", "field_lora_rank", "8", 4_096.0);
pub(super) const MICRO_BATCH: Field = whole("micro_batch", "field_micro_batch", "1", 65_536.0);
pub(super) const PARAMS: Field = params("params", "field_params", "7B");
pub(super) const PER_MONTH: Field =
    positive("per_month", "field_per_month", "100000", Of::Things, 1e13);
pub(super) const PROMPT: Field = whole("prompt", "field_prompt", "1024", LONGEST);
pub(super) const QPS: Field = positive("qps", "field_qps", "2.5", Of::Things, 1e6);
pub(super) const SAMPLES: Field = positive("samples", "field_samples", "20000", Of::Things, 1e13);
pub(super) const SEQ: Field = whole("seq", "field_seq", "2048", LONGEST);
pub(super) const SPEED: Field = Field {
    name: "speed",
    word: "field_speed",
    example: "0.35",
    of: Of::Share,
    low: 0.0,
    high: 1.0,
    zero: true,
    whole: false,
};
pub(super) const STARTS: Field = positive(
    "starts_per_day",
    "field_starts_per_day",
    "2",
    Of::Things,
    1_000.0,
);
pub(super) const STEPS: Field = whole("steps", "field_steps", "5000", 1e12);
pub(super) const STORAGE: Field = size("storage_gb", "field_storage_gb");
pub(super) const TOKENS: Field = positive("tokens", "field_tokens", "30M", Of::Things, 1e16);
pub(super) const TOKENS_PER_MINUTE: Field = positive(
    "tokens_per_minute",
    "field_tokens_per_minute",
    "60000",
    Of::Things,
    1e12,
);
pub(super) const TPOT: Field = positive("tpot_ms", "field_tpot_ms", "50", Of::Millis, 600_000.0);
pub(super) const TTFT: Field =
    positive("ttft_ms", "field_ttft_ms", "2000", Of::Millis, 3_600_000.0);

/// Parameters, from a million to a hundred thousand billions.
const fn params(name: &'static str, word: &'static str, example: &'static str) -> Field {
    Field {
        name,
        word,
        example,
        of: Of::Things,
        low: 1e6,
        high: 1e14,
        zero: false,
        whole: false,
    }
}
