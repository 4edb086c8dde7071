//! The user's own measurements correct predictions (workload model, section 7).
//!
//! The same workload on the same cards is answered by what was measured. Anything else on that card
//! and framework moves by a shrunken correction, which a single report cannot carry far and old ones
//! lose. The shipped constants never change: a correction is worked out anew for each question.

use jiff::Timestamp;
use jiff::civil::Date;

use super::{Observation, Prepared, Shape, predict_row};
use crate::gpu::GpuId;
use crate::message::{Message, Param};
use crate::model::{ModelConstants, ModelShape};
use crate::predict::{Kind, Refusal};

/// How far the speed of a card and framework is from the model's before anything was measured, σ of
/// the logarithm. Source: workload model, section 7.
const TAU: f64 = 0.30;
/// After so many days a report counts half. Source: section 7.
const HALF_LIFE_DAYS: f64 = 180.0;
/// Weight of a report of another model, or of another number of cards. Source: section 7.
const OTHER_MODEL: f64 = 0.3;
const OTHER_COUNT: f64 = 0.3;
/// Nobody measures more exactly than this, σ of the logarithm. Source: section 7.
const LEAST_SIGMA: f64 = 0.03;
/// A ratio above three is kept out until the user confirms it. Source: section 7.
const ODD_RATIO: f64 = 3.0;
/// The last runs of a workload that its median is taken over.
const LAST_RUNS: usize = 5;

/// What was measured, or what is asked about: the key under which reports are compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// Kind of prediction.
    pub kind: Kind,
    /// The card.
    pub card: GpuId,
    /// Cards that work together.
    pub cards: u32,
    /// Framework by its name in the constants.
    pub framework: String,
    /// Precision by its name in the constants: `16`, `awq-int4`.
    pub precision: String,
    /// Model: a preset's name, else letters and digits of the name given.
    pub model: String,
    /// Batch, lengths.
    pub shape: Shape,
}

impl Subject {
    /// Same workload and plan: the shapes may differ by a quarter.
    fn is_same(&self, other: &Subject) -> bool {
        self.is_related(other)
            && self.cards == other.cards
            && self.model == other.model
            && self.precision == other.precision
            && self.shape.is_near(&other.shape)
    }

    /// Reports of another kind, card or framework say nothing about this one.
    fn is_related(&self, other: &Subject) -> bool {
        self.kind == other.kind && self.card == other.card && self.framework == other.framework
    }
}

/// A model's name as reports are compared by it.
pub fn model_key(name: &str) -> String {
    if let Some(preset) = ModelShape::preset(name) {
        return preset.name;
    }
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// One measurement of the user's own, beside what the model says of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// What was measured.
    pub subject: Subject,
    /// ln(measured ÷ predicted), turned so that above zero is better: faster, or less memory.
    pub log_ratio: f64,
    /// When.
    pub at: Timestamp,
    /// The user has confirmed a figure that is far from the prediction.
    pub confirmed: bool,
}

impl Report {
    /// A row with a value, measured at that moment; refused where the model says nothing of it.
    pub fn of(
        row: &Observation,
        at: Timestamp,
        confirmed: bool,
        constants: &ModelConstants,
    ) -> Result<Report, Refusal> {
        let none = || Refusal::new(Message::new("row_without_value"));
        let measured = row.value.ok_or_else(none)?;
        let prepared = Prepared::of(row)?;
        let predicted = predict_row(row, constants)?.value;
        let ratio = (measured / predicted).ln();
        Ok(Report {
            subject: Subject {
                kind: prepared.kind,
                card: prepared.rig.card.id.clone(),
                cards: prepared.rig.count,
                framework: prepared.framework,
                precision: prepared.precision,
                model: model_key(&row.model),
                shape: Shape::of(row),
            },
            log_ratio: if row.is_smaller_better() {
                -ratio
            } else {
                ratio
            },
            at,
            confirmed,
        })
    }

    /// More than three times off, and nobody has said that it is right.
    pub fn is_kept_out(&self) -> bool {
        is_odd(self.log_ratio) && !self.confirmed
    }

    /// Weight before its age: 0 where it says nothing about the subject.
    fn relevance(&self, subject: &Subject) -> f64 {
        if !self.subject.is_related(subject) {
            return 0.0;
        }
        let model = if self.subject.model == subject.model {
            1.0
        } else {
            OTHER_MODEL
        };
        let count = if self.subject.cards == subject.cards {
            1.0
        } else {
            OTHER_COUNT
        };
        model * count
    }

    fn age_days(&self, now: Timestamp) -> f64 {
        const DAY_S: f64 = 86_400.0;
        ((now.as_second() - self.at.as_second()) as f64 / DAY_S).max(0.0)
    }
}

/// The day a row was measured: `date=2026-11-20` of its note, else the middle of the year it names.
pub fn measured_on(row: &Observation) -> Option<Date> {
    let stated = row.note.get("date").and_then(|text| text.parse().ok());
    let middle = |year: u32| Date::new(i16::try_from(year).ok()?, 7, 1).ok();
    stated.or_else(|| row.year.and_then(middle))
}

/// Whether a measurement is so far from its prediction that something else is the likelier cause.
pub fn is_odd(log_ratio: f64) -> bool {
    log_ratio.abs() > ODD_RATIO.ln()
}

/// What usually makes a measurement three times too slow or too fast, as codes of sentences.
pub fn usual_causes(log_ratio: f64) -> Vec<Message> {
    let cause = |code| Message::new("own_cause").with("cause", Param::Word(code));
    if log_ratio < 0.0 {
        vec![
            cause("cause_clock"),
            cause("cause_data_loading"),
            cause("cause_p2p_off"),
            cause("cause_precision"),
            cause("cause_shared_card"),
        ]
    } else {
        vec![
            cause("cause_unit"),
            cause("cause_count"),
            cause("cause_precision"),
        ]
    }
}

/// On what a corrected figure rests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The user measured this workload.
    Measured,
    /// The user measured others with this card and framework.
    Corrected,
}

/// How the user's reports move one figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Correction {
    /// Logarithm of the factor on a speed; a time or a size takes its negative.
    pub log_factor: f64,
    /// σ of the logarithm of the figure after it.
    pub sigma: f64,
    /// On what it rests.
    pub basis: Basis,
    /// Reports that took part.
    pub reports: usize,
}

/// What these reports say about a subject; `None` where they say nothing.
///
/// With `w = q · 2^(−age/180 d) / σ_kind²` the correction is `c = Σ w·r / (Σ w + 1/τ²)`, and
/// `σ² = 1/(Σ w + 1/τ²) + σ_kind²/2` (section 7).
pub fn correction(subject: &Subject, reports: &[Report], now: Timestamp) -> Option<Correction> {
    let mut related: Vec<&Report> = reports
        .iter()
        .filter(|report| report.subject.is_related(subject) && !report.is_kept_out())
        .collect();
    related.sort_by_key(|report| std::cmp::Reverse(report.at));
    let same = related
        .iter()
        .filter(|report| report.subject.is_same(subject));
    let runs: Vec<f64> = same
        .take(LAST_RUNS)
        .map(|report| report.log_ratio)
        .collect();
    if !runs.is_empty() {
        return Some(measured(runs));
    }
    if related.len() < least_reports(subject.kind)? {
        return None;
    }
    let variance = sigma_kind(subject.kind).powi(2);
    let (mut weight, mut sum) = (1.0 / TAU.powi(2), 0.0);
    for report in &related {
        let fresh = (-report.age_days(now) / HALF_LIFE_DAYS).exp2();
        let w = report.relevance(subject) * fresh / variance;
        weight += w;
        sum += w * report.log_ratio;
    }
    Some(Correction {
        log_factor: sum / weight,
        sigma: (1.0 / weight + variance / 2.0).sqrt(),
        basis: Basis::Corrected,
        reports: related.len(),
    })
}

/// The median of the runs; as a ratio to their own predictions it carries over to a shape that
/// differs a little.
fn measured(mut runs: Vec<f64>) -> Correction {
    runs.sort_by(f64::total_cmp);
    let middle = runs.len() / 2;
    let median = if runs.len() % 2 == 1 {
        runs[middle]
    } else {
        (runs[middle - 1] + runs[middle]) / 2.0
    };
    Correction {
        log_factor: median,
        sigma: spread(&runs).max(LEAST_SIGMA),
        basis: Basis::Measured,
        reports: runs.len(),
    }
}

/// Standard deviation of a sample; 0 for one run alone.
fn spread(runs: &[f64]) -> f64 {
    let n = runs.len() as f64;
    if runs.len() < 2 {
        return 0.0;
    }
    let mean = runs.iter().sum::<f64>() / n;
    let squares: f64 = runs.iter().map(|run| (run - mean).powi(2)).sum();
    (squares / (n - 1.0)).sqrt()
}

/// Reports of other workloads that it takes; `None` where they do not help. Errors of memory belong to
/// model and framework version, and one odd report spoils transformer training (section 7).
fn least_reports(kind: Kind) -> Option<usize> {
    match kind {
        Kind::MemoryInfer | Kind::MemoryTrain => None,
        Kind::TrainLlm => Some(2),
        Kind::TrainCnnBert
        | Kind::InferCnnBert
        | Kind::Decode
        | Kind::Prefill
        | Kind::Serving
        | Kind::Diffusion => Some(1),
    }
}

/// σ of the logarithm of one report of a kind. Source: workload model, section 9, last table.
fn sigma_kind(kind: Kind) -> f64 {
    match kind {
        Kind::TrainLlm | Kind::Diffusion | Kind::MemoryTrain => 0.15,
        Kind::TrainCnnBert | Kind::Decode => 0.12,
        Kind::InferCnnBert | Kind::Serving => 0.20,
        Kind::Prefill => 0.25,
        Kind::MemoryInfer => 0.08,
    }
}

#[cfg(test)]
mod tests;
