//! Measurements: rows of the form of `data/published.csv`, published or the user's own.
//!
//! * [`read()`]: a CSV file becomes rows, or problems that name the row and the column;
//! * [`Prepared`]: a row with its card, model and formats found, ready to be predicted (workload model,
//!   section 8.1); one file below `case` for each group of kinds;
//! * [`predict_row`]: what the engine says of a row, with its interval;
//! * [`accuracy()`]: how far predictions are from what was measured, by kind.

mod accuracy;
mod baseline;
mod case;
mod correction;
mod note;
mod prepare;
mod read;
mod scored;
mod shape;
mod shipped;
mod source;
mod work;
mod write;

use serde::{Deserialize, Serialize};

use crate::model::{ModelConstants, SampleModel};
use crate::predict::{Evidence, Interval, Kind, Refusal};

pub use accuracy::{Accuracy, Point, accuracy, percentile};
pub use baseline::{Baseline, Method, baselines};
pub use case::{Case, Estimate};
pub use correction::{
    Basis, Correction, Report, Subject, correction, is_odd, measured_on, model_key, usual_causes,
};
pub use note::Notes;
pub use prepare::Prepared;
pub use read::{Problem, REQUIRED_COLUMNS, ReadRows, read};
pub use scored::{Scored, Split, scored};
pub use shape::Shape;
pub use shipped::shipped;
pub use source::source_of;
pub use write::{COLUMNS, write};

/// What a row is a measurement of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Throughput of training.
    Train,
    /// Throughput of a loaded server, or of CNN and BERT inference.
    Infer,
    /// Reading a prompt.
    Prefill,
    /// Writing an answer.
    Decode,
    /// Denoising steps.
    Diffusion,
    /// GPU memory held.
    Memory,
}

/// One measurement, as a row of the file states it.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// Name of the row; unique in its file.
    pub id: String,
    /// What was measured.
    pub task: Task,
    /// Model by its name.
    pub model: String,
    /// Card by a name of the published files, an id of the spec sheet, or any recognised spelling.
    pub gpu: String,
    /// Cards that worked together.
    pub gpu_count: u32,
    /// Precision of weights and arithmetic: `bf16`, `awq-int4`, `fp32/tf32`.
    pub precision: String,
    /// Sequences, images or requests together; empty = not stated.
    pub batch: Option<f64>,
    /// Tokens of a sequence or prompt, or pixels of a side.
    pub seq: Option<f64>,
    /// What the value is: `throughput`, `ttft_p50`, `total_memory`.
    pub metric: String,
    /// The measured value in `unit`; `None` where the row only asks for a prediction.
    pub value: Option<f64>,
    /// Unit of the value: `tokens/s`, `ms`, `GiB`.
    pub unit: String,
    /// The program.
    pub framework: String,
    /// Who measured it; `None` in a user's own file.
    pub source: Option<String>,
    /// The year it was published.
    pub year: Option<u32>,
    /// Everything else, as `key=value` pairs.
    pub note: Notes,
}

impl Task {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Task::Train => "train",
            Task::Infer => "infer",
            Task::Prefill => "prefill",
            Task::Decode => "decode",
            Task::Diffusion => "diffusion",
            Task::Memory => "memory",
        }
    }
}

impl Observation {
    /// The kind of prediction this row belongs to (section 8.1).
    pub fn kind(&self) -> Kind {
        let named = ["resnet", "ssd", "bert"]
            .iter()
            .any(|family| self.model.to_lowercase().starts_with(family));
        let images = self.unit == "images/s";
        let images_or_bert = named || images || SampleModel::named(&self.model).is_some();
        match self.task {
            Task::Train if images_or_bert => Kind::TrainCnnBert,
            Task::Train => Kind::TrainLlm,
            Task::Infer if images_or_bert => Kind::InferCnnBert,
            Task::Infer => Kind::Serving,
            Task::Prefill => Kind::Prefill,
            Task::Decode => Kind::Decode,
            Task::Diffusion => Kind::Diffusion,
            Task::Memory if self.note.get("kind") == Some("infer") => Kind::MemoryInfer,
            Task::Memory => Kind::MemoryTrain,
        }
    }

    /// Left out of fitting and scoring, for the reason its note gives.
    pub fn is_flagged(&self) -> bool {
        self.note.get("flag").is_some()
    }

    /// Repository or publisher it came from; `None` in a user's own file.
    pub fn source_name(&self) -> Option<String> {
        self.source.as_deref().map(source_of)
    }

    /// A smaller value is a better one: times and memory.
    pub fn is_smaller_better(&self) -> bool {
        self.task == Task::Memory || matches!(self.unit.as_str(), "ms" | "s")
    }
}

/// What the engine says of a row, in the row's own unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Predicted {
    /// The median.
    pub value: f64,
    /// σ of its logarithm.
    pub sigma: f64,
    /// Lower end of the 80 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// How well it is grounded.
    pub evidence: Evidence,
}

impl Predicted {
    /// A median with this σ.
    pub fn new(value: f64, sigma: f64, evidence: Evidence) -> Predicted {
        let interval = Interval::log_normal(value, sigma);
        Predicted {
            value,
            sigma,
            low: interval.low,
            high: interval.high,
            evidence,
        }
    }

    /// Whether a measured value lies inside the 80 % interval.
    pub fn holds(&self, measured: f64) -> bool {
        (self.low..=self.high).contains(&measured)
    }
}

/// What the engine says of a row, or why it says nothing.
pub fn predict_row(row: &Observation, constants: &ModelConstants) -> Result<Predicted, Refusal> {
    Prepared::of(row)?.predict(constants)
}
