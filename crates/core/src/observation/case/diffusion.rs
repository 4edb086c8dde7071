//! Diffusion: denoising steps a second.

use super::{Case, about};
use crate::observation::Observation;
use crate::predict::{Refusal, Rig};

pub(super) fn prepare(
    row: &Observation,
    _rig: &Rig,
    _framework: &str,
) -> Result<(Box<dyn Case>, bool), Refusal> {
    Err(about("row_model_unknown", "model", &row.model))
}
