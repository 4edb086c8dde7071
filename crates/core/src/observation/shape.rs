//! The shape of a measured or asked workload: what two runs may differ in and still be one workload.

use super::Observation;
use crate::predict::Kind;

/// Two shapes within this share of each other are one workload. Source: workload model, section 7.
const NEAR: f64 = 0.25;
/// Where a row states none. Source: workload model, section 8.1.
const TRAINING_SEQUENCE: f64 = 2048.0;
const MICRO_BATCH: f64 = 4.0;

/// Batch and lengths of a workload, in the order of its kind; `None` = not stated.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape(Vec<Option<f64>>);

impl Shape {
    /// These sizes.
    pub fn new(sizes: impl IntoIterator<Item = Option<f64>>) -> Shape {
        Shape(sizes.into_iter().collect())
    }

    /// The sizes of a row, with what section 8.1 takes where one is missing.
    pub fn of(row: &Observation) -> Shape {
        let answer = row.note.number("osl").unwrap_or(0.0);
        let micro_batch = row.note.number("mbs");
        match row.kind() {
            Kind::TrainLlm => Shape::new([
                Some(micro_batch.unwrap_or(MICRO_BATCH)),
                Some(row.seq.unwrap_or(TRAINING_SEQUENCE)),
            ]),
            Kind::TrainCnnBert | Kind::InferCnnBert | Kind::Diffusion => {
                let all = row.note.get("batch") == Some("global");
                let devices = if all { f64::from(row.gpu_count) } else { 1.0 };
                Shape::new([row.batch.map(|batch| batch / devices), row.seq])
            }
            // The context in the middle of the answer; llama.cpp counts from an empty one.
            Kind::Decode if row.framework.starts_with("llama.cpp") => Shape::new([
                Some(row.batch.unwrap_or(1.0)),
                row.seq.map(|generated| generated / 2.0),
            ]),
            Kind::Decode => Shape::new([
                Some(row.batch.unwrap_or(1.0)),
                row.seq.map(|prompt| prompt + answer / 2.0),
            ]),
            Kind::Prefill => Shape::new([Some(row.batch.unwrap_or(1.0)), row.seq]),
            Kind::Serving => Shape::new([row.batch, row.seq, Some(answer)]),
            Kind::MemoryInfer | Kind::MemoryTrain => Shape::new([
                Some(micro_batch.or(row.batch).unwrap_or(1.0)),
                row.seq,
                Some(answer),
            ]),
        }
    }

    /// Every size is within a quarter of the other's, or stated by neither.
    pub(super) fn is_near(&self, other: &Shape) -> bool {
        let near = |ours: &Option<f64>, theirs: &Option<f64>| match (ours, theirs) {
            (None, None) => true,
            (Some(ours), Some(theirs)) => (ours - theirs).abs() <= NEAR * theirs,
            _ => false,
        };
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| near(a, b))
    }
}
