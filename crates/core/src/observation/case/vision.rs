//! CNN and BERT: images or sequences a second, of all cards together.

use super::samples::{is_mlperf, model_of, precision_of, stack_of};
use super::{Case, Estimate, about, unit_unknown};
use crate::model::{ModelConstants, SampleFamily, SampleModel};
use crate::observation::{Observation, Task};
use crate::predict::{Refusal, Rig, Stack, VisionRun, largest_training_batch};
use crate::workload::SamplePrecision;

/// Most samples of one step of one device that are assumed where the row states no batch.
const PICTURES_MOST: f64 = 256.0;
const SEQUENCES_MOST: f64 = 128.0;
/// Most pictures of one step of all devices: beyond it training to the same accuracy takes longer.
const STEP_MOST: f64 = 4096.0;
/// Samples together in inference where the row states none.
const ANSWERED: f64 = 64.0;

struct VisionCase {
    model: SampleModel,
    precision: SamplePrecision,
    batch: f64,
    size: f64,
    training: bool,
    framework: String,
    stack: Stack,
    tuned: bool,
    packed: bool,
    rig: Rig,
}

pub(super) fn prepare(
    row: &Observation,
    rig: &Rig,
    framework: &str,
) -> Result<(Box<dyn Case>, bool), Refusal> {
    let model = model_of(row)?;
    if !matches!(
        row.unit.as_str(),
        "images/s" | "sequences/s" | "samples/s" | "img/s"
    ) {
        return Err(unit_unknown(row));
    }
    let precision = precision_of(row)?;
    let training = row.task == Task::Train;
    if training && precision == SamplePrecision::Int8 {
        return Err(about("row_precision_unknown", "precision", &row.precision));
    }
    let size = row.seq.unwrap_or(f64::from(model.default_size()));
    let devices = f64::from(rig.count);
    let stated = row.batch.filter(|batch| *batch > 0.0);
    let batch = match stated {
        Some(batch) if training && row.note.get("batch") == Some("global") => {
            (batch / devices).max(1.0)
        }
        Some(batch) => batch,
        None if training => unstated(&model, precision, size, rig),
        None => ANSWERED,
    };
    let mlperf = is_mlperf(row);
    let case = VisionCase {
        precision,
        batch,
        size,
        training,
        stack: stack_of(row, framework),
        tuned: mlperf && framework != "tinygrad",
        packed: row.note.is_on("unpadded") || framework.ends_with("-pretrain"),
        framework: framework.to_owned(),
        rig: rig.clone(),
        model,
    };
    Ok((Box::new(case), false))
}

/// The batch of a row that does not state it: what fills the card, up to what is usual.
fn unstated(model: &SampleModel, precision: SamplePrecision, size: f64, rig: &Rig) -> f64 {
    let most = match model.family {
        SampleFamily::Bert => SEQUENCES_MOST,
        SampleFamily::Cnn | SampleFamily::Diffusion => {
            PICTURES_MOST.min(STEP_MOST / f64::from(rig.count))
        }
    };
    largest_training_batch(model, precision, size, rig).clamp(1.0, most.max(1.0))
}

impl Case for VisionCase {
    fn estimate(&self, constants: &ModelConstants) -> Result<Estimate, Refusal> {
        let run = VisionRun {
            model: &self.model,
            precision: self.precision,
            batch: self.batch,
            size: self.size,
            training: self.training,
            framework: &self.framework,
            stack: self.stack,
            tuned: self.tuned,
            packed: self.packed,
        };
        let time = run.sample_time(&self.rig, constants)?;
        Ok(Estimate {
            value: f64::from(self.rig.count) / time.total(),
            assumed: run.assumed(constants),
        })
    }
}
