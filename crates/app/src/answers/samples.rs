//! The job of a model that is counted in samples: images, sequences of BERT, pictures to be made.

use tiaoka_core::message::{Message, Param};
use tiaoka_core::model::{SampleFamily, SampleModel};
use tiaoka_core::workload::{Engine, SampleInference, SampleLoad, SamplePrecision, SampleTraining};

use super::fields as f;
use super::reader::Reader;

/// Precisions, as they are typed; the first name of each is the one to show.
pub(crate) const PRECISIONS: [(&str, SamplePrecision); 8] = [
    ("fp16", SamplePrecision::Half),
    ("bf16", SamplePrecision::Half),
    ("amp", SamplePrecision::Half),
    ("half", SamplePrecision::Half),
    ("tf32", SamplePrecision::Tf32),
    ("fp32", SamplePrecision::Fp32),
    ("fp8", SamplePrecision::Fp8),
    ("int8", SamplePrecision::Int8),
];
/// Of those, what a network is trained in: measurements of training have no other.
const TRAINED_IN: usize = 6;
/// Ways to run a model, as they are typed.
pub(crate) const ENGINES: [(&str, Engine); 3] = [
    ("eager", Engine::Eager),
    ("compiled", Engine::Compiled),
    ("tensorrt", Engine::Tensorrt),
];
/// Samples of one epoch where none are said.
const DEFAULT_SAMPLES: f64 = 1e6;
/// Samples of one step of one device where none are said.
const DEFAULT_BATCH: u32 = 32;

impl Reader<'_> {
    /// The model, where it is one that is counted in samples.
    pub(super) fn sample_model(&self) -> Option<SampleModel> {
        SampleModel::named(&self.answers.model)
    }

    pub(super) fn sample_training(&mut self, model: SampleModel) -> SampleTraining {
        let a = self.answers;
        self.without_size();
        if model.family == SampleFamily::Diffusion {
            let name = Param::Text(model.name.clone());
            let message = Message::new("diffusion_training_unknown").with("model", name);
            self.refuse("model", "field_model", &a.model, message);
        }
        let trained_in = &PRECISIONS[..TRAINED_IN];
        let precision = self.choice(&a.precision, ("precision", "field_precision"), trained_in);
        SampleTraining {
            size: self.sample_size(&model),
            precision: precision.unwrap_or(SamplePrecision::Half),
            precision_chosen: precision.is_some(),
            batch: self
                .whole(&a.micro_batch, &f::MICRO_BATCH)
                .unwrap_or(DEFAULT_BATCH),
            samples: self
                .number(&a.samples, &f::SAMPLES)
                .unwrap_or(DEFAULT_SAMPLES),
            epochs: self.number(&a.epochs, &f::EPOCHS).unwrap_or(1.0),
            // The frameworks that the other field knows train language models.
            framework: None,
            deadline_h: self.deadline(&a.deadline, &f::DEADLINE),
            model,
        }
    }

    pub(super) fn sample_inference(&mut self, model: SampleModel) -> SampleInference {
        let a = self.answers;
        self.without_size();
        let precision = self.choice(&a.precision, ("precision", "field_precision"), &PRECISIONS);
        let steps = match model.family {
            SampleFamily::Diffusion => self
                .whole(&a.image_steps, &f::IMAGE_STEPS)
                .or(model.steps)
                .unwrap_or(1),
            SampleFamily::Cnn | SampleFamily::Bert => 1,
        };
        SampleInference {
            size: self.sample_size(&model),
            precision: precision.unwrap_or(SamplePrecision::Half),
            precision_chosen: precision.is_some(),
            batch: self.whole(&a.batch, &f::BATCH).unwrap_or(1),
            steps,
            load: self.sample_load(),
            hours_per_day: self.number(&a.hours_per_day, &f::HOURS).unwrap_or(24.0),
            engine: self
                .choice(&a.engine, ("engine", "field_engine"), &ENGINES)
                .unwrap_or(Engine::Eager),
            latency_ms_max: self.optional(&a.latency_ms, &f::LATENCY).flatten(),
            model,
        }
    }

    /// Side of a picture, or tokens of a sequence.
    fn sample_size(&mut self, model: &SampleModel) -> u32 {
        let a = self.answers;
        let said = match model.family {
            SampleFamily::Bert => self.whole(&a.seq, &f::SEQ),
            SampleFamily::Cnn | SampleFamily::Diffusion => {
                self.whole(&a.image_size, &f::IMAGE_SIZE)
            }
        };
        said.unwrap_or_else(|| model.default_size())
    }

    /// The load, said in one of two ways.
    fn sample_load(&mut self) -> SampleLoad {
        let a = self.answers;
        self.exclusive(&[
            ("qps", "field_qps", &a.qps),
            ("per_month", "field_per_month", &a.per_month),
        ]);
        let rate = self.number(&a.qps, &f::QPS).map(SampleLoad::PerSecond);
        let month = self
            .number(&a.per_month, &f::PER_MONTH)
            .map(SampleLoad::PerMonth);
        rate.or(month).unwrap_or(SampleLoad::PerSecond(1.0))
    }

    /// Such a model has a name and no size of its own.
    fn without_size(&mut self) {
        let a = self.answers;
        self.exclusive(&[
            ("model", "field_model", &a.model),
            ("params", "field_params", &a.params),
        ]);
    }
}

/// The name that a precision is shown with: `fp16` stands for every 16-bit format.
pub(crate) fn precision_name(precision: SamplePrecision) -> &'static str {
    PRECISIONS
        .iter()
        .find(|(_, known)| *known == precision)
        .map_or("", |(name, _)| *name)
}
