//! Diffusion: denoising steps, or images, a second.

use super::samples::{model_of, precision_of, stack_of};
use super::{Case, Estimate, unit_unknown};
use crate::model::{ModelConstants, SampleModel};
use crate::observation::Observation;
use crate::predict::{ImageRun, Refusal, Rig, SOFTWARE_YEARS_MOST, Stack};
use crate::workload::SamplePrecision;

/// What a row counts.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Counted {
    /// Steps of the whole batch.
    Steps,
    /// Steps of one image each.
    ImageSteps,
    /// Images.
    Images,
}

struct DiffusionCase {
    model: SampleModel,
    precision: SamplePrecision,
    batch: f64,
    side_px: f64,
    steps: f64,
    framework: String,
    stack: Stack,
    years: f64,
    counted: Counted,
    /// The clock ran until the image was decoded.
    decoded: bool,
    rig: Rig,
}

pub(super) fn prepare(
    row: &Observation,
    rig: &Rig,
    framework: &str,
) -> Result<(Box<dyn Case>, bool), Refusal> {
    let model = model_of(row)?;
    let counted = match (row.metric.as_str(), row.unit.as_str()) {
        ("iterations_per_s", _) => Counted::Steps,
        ("image_steps_per_s", _) => Counted::ImageSteps,
        ("images_per_s" | "throughput", _) | (_, "images/s") => Counted::Images,
        (_, "it/s") => Counted::Steps,
        _ => return Err(unit_unknown(row)),
    };
    let stated = row.note.number("steps");
    let usual = model.steps.map_or(1.0, f64::from);
    let case = DiffusionCase {
        precision: precision_of(row)?,
        batch: row.batch.filter(|batch| *batch > 0.0).unwrap_or(1.0),
        side_px: row.seq.unwrap_or(f64::from(model.default_size())),
        steps: stated.unwrap_or(usual).max(1.0),
        stack: stack_of(row, framework),
        years: row.year.map_or(SOFTWARE_YEARS_MOST, years_after_2023),
        // Rows that state their steps are worked out from whole images.
        decoded: stated.is_some() || counted == Counted::Images,
        framework: framework.to_owned(),
        rig: rig.clone(),
        counted,
        model,
    };
    Ok((Box::new(case), false))
}

fn years_after_2023(year: u32) -> f64 {
    f64::from(year.saturating_sub(2023)).min(SOFTWARE_YEARS_MOST)
}

impl Case for DiffusionCase {
    fn estimate(&self, constants: &ModelConstants) -> Result<Estimate, Refusal> {
        let run = ImageRun {
            model: &self.model,
            precision: self.precision,
            batch: self.batch,
            side_px: self.side_px,
            steps: self.steps,
            framework: &self.framework,
            stack: self.stack,
            years: self.years,
        };
        let time = run.time(&self.rig, constants)?;
        let decoding = if self.decoded { time.decoding } else { 0.0 };
        let step = run.step_s(&time) + decoding / self.steps;
        let devices = f64::from(self.rig.count);
        let value = match self.counted {
            Counted::Steps => 1.0 / step,
            Counted::ImageSteps => devices * self.batch / step,
            Counted::Images => devices * self.batch / (self.steps * step),
        };
        Ok(Estimate {
            value,
            assumed: run.assumed(constants),
        })
    }
}
