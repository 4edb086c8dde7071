//! The ranking score: four parts, each between nothing and its weight.
//!
//! Source: workload model, section 6.3.

use std::f64::consts::LN_10;

use super::limits::Fit;
use super::risk;
use crate::workload::Workload;

/// Parts of the score, in this order everywhere: cost, time, risk, fit.
pub(super) const PARTS: [&str; 4] = ["cost", "time", "risk", "fit"];

/// Weights of the parts; they add up to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Weights(pub(super) [f64; 4]);

impl Weights {
    /// For a scenario and β, the position of the slider.
    pub(super) fn of(workload: &Workload, speed: f64) -> Weights {
        let speed = speed.clamp(0.0, 1.0);
        match workload {
            Workload::Training(_)
            | Workload::Inference(_)
            | Workload::SampleTraining(_)
            | Workload::SampleInference(_) => {
                Weights([0.60 * (1.0 - speed), 0.60 * speed, 0.25, 0.15])
            }
            Workload::Dev(_) => Weights([0.45, 0.15, 0.10, 0.30]),
        }
    }

    /// Points of a plan in each part.
    pub(super) fn points(&self, s: &[f64; 4]) -> [f64; 4] {
        std::array::from_fn(|part| 100.0 * self.0[part] * s[part])
    }

    /// Points of a plan together.
    pub(super) fn score(&self, s: &[f64; 4]) -> f64 {
        self.points(s).iter().sum()
    }
}

/// A plan as the score sees it: logarithms of cost and time, and what is left of certainty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Marks {
    pub(super) ln_cost: f64,
    pub(super) ln_time: f64,
    /// 1 − R.
    pub(super) kept: f64,
    /// Share of the soft wishes that are met.
    pub(super) fit: f64,
}

impl Marks {
    pub(super) fn of(fit: &Fit<'_>, wishes: f64, stock_known: bool) -> Marks {
        let stock = risk::stock(fit.stock_unknown, stock_known);
        Marks {
            ln_cost: fit.cost.mid.max(f64::MIN_POSITIVE).ln(),
            ln_time: fit.time_s.max(f64::MIN_POSITIVE).ln(),
            kept: fit.kept * (1.0 - stock),
            fit: wishes,
        }
    }
}

/// The lowest cost and time of all plans, against which each is measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Best {
    pub(super) ln_cost: f64,
    pub(super) ln_time: f64,
}

impl Best {
    pub(super) fn of<'a>(marks: impl IntoIterator<Item = &'a Marks>) -> Best {
        let none = Best {
            ln_cost: f64::INFINITY,
            ln_time: f64::INFINITY,
        };
        marks.into_iter().fold(none, |best, marks| Best {
            ln_cost: best.ln_cost.min(marks.ln_cost),
            ln_time: best.ln_time.min(marks.ln_time),
        })
    }

    /// `s_j` of a plan, each between 0 and 1: ten times the best is nothing.
    pub(super) fn s(&self, marks: &Marks) -> [f64; 4] {
        let below = |ln: f64, best: f64| (1.0 - (ln - best) / LN_10).clamp(0.0, 1.0);
        [
            below(marks.ln_cost, self.ln_cost),
            below(marks.ln_time, self.ln_time),
            marks.kept,
            marks.fit,
        ]
    }
}

/// The median of each figure over all plans, as the yardstick of reasons.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Median {
    pub(super) s: [f64; 4],
    pub(super) cost: f64,
    pub(super) time_s: f64,
}

impl Median {
    pub(super) fn of(fits: &[Fit<'_>], s: &[[f64; 4]]) -> Median {
        Median {
            s: std::array::from_fn(|part| median(s.iter().map(|s| s[part]).collect())),
            cost: median(fits.iter().map(|fit| fit.cost.mid).collect()),
            time_s: median(fits.iter().map(|fit| fit.time_s).collect()),
        }
    }
}

/// The middle value, the lower of two; 0 of none.
fn median(mut values: Vec<f64>) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = (values.len() - 1) / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}
