//! What would change the first rank: the slider, time, prices, interruptions.
//!
//! Source: workload model, section 6.4.

use super::advice::Sensitivity;
use super::limits::Fit;
use super::order::{Standing, by_name};
use super::score::{Best, Marks, Weights};
use crate::cost::{INTERRUPTIONS_PER_H_HIGH, INTERRUPTIONS_PER_H_LOW};
use crate::offer::Billing;
use crate::workload::Workload;

/// A price is moved by a tenth either way. Source: workload model, section 6.4.
const PRICE: f64 = 0.10;
/// The slider is moved by so much either way. Source: as [`PRICE`].
const SPEED: f64 = 0.2;

/// The plans that fit, as far as moving an input asks of them.
pub(super) struct Field<'f, 'a> {
    pub(super) workload: &'f Workload,
    pub(super) speed: f64,
    pub(super) fits: &'f [Fit<'a>],
    pub(super) standings: &'f [Standing<'f>],
    /// Marks of a spot plan at another interruption rate; `None` for any other plan.
    pub(super) at_rate: &'f dyn Fn(usize, f64) -> Option<Marks>,
}

impl Field<'_, '_> {
    pub(super) fn weights(&self, speed: f64) -> Weights {
        Weights::of(self.workload, speed)
    }

    /// Lead of `first` over the best other with marks changed by `moved`, and who that other is.
    pub(super) fn lead(
        &self,
        first: usize,
        weights: &Weights,
        moved: impl Fn(usize, Marks) -> Marks,
    ) -> Option<(f64, usize)> {
        let marks: Vec<Marks> = self
            .standings
            .iter()
            .enumerate()
            .map(|(i, standing)| moved(i, standing.marks))
            .collect();
        let best = Best::of(&marks);
        let score = |i: usize| weights.score(&best.s(&marks[i]));
        let others = (0..marks.len()).filter(|i| *i != first);
        let (points, other) = others.map(|i| (score(i), i)).max_by(|(a, i), (b, j)| {
            a.total_cmp(b)
                .then_with(|| by_name(&self.fits[*j], &self.fits[*i]))
        })?;
        Some((score(first) - points, other))
    }

    /// Points of `first` over the best other as things are, and who that is; `None` without another.
    pub(super) fn lead_now(&self, first: usize) -> Option<(f64, usize)> {
        self.lead(first, &self.weights(self.speed), |_, marks| marks)
    }

    /// Whether any plan that fits is on spot.
    pub(super) fn on_spot(&self) -> bool {
        let spot = |fit: &Fit<'_>| fit.offer.billing == Billing::Spot;
        self.fits.iter().any(spot) && self.workload.is_training()
    }

    /// Each input moved to both ends; `listed` finds a plan among the choices.
    pub(super) fn moved(
        &self,
        first: usize,
        listed: impl Fn(usize) -> Option<usize>,
    ) -> Vec<Sensitivity> {
        let weights = self.weights(self.speed);
        let only = |i: usize, marks: Marks, ln_cost: f64, ln_time: f64| match i == first {
            true => Marks {
                ln_cost: marks.ln_cost + ln_cost,
                ln_time: marks.ln_time + ln_time,
                ..marks
            },
            false => marks,
        };
        let mut all = Vec::new();
        let mut say = |code, ends: [Option<(f64, usize)>; 2]| {
            let [Some((lead_low, low)), Some((lead_high, high))] = ends else {
                return;
            };
            let (lead, other) = match lead_low < lead_high {
                true => (lead_low, low),
                false => (lead_high, high),
            };
            all.push(Sensitivity {
                code,
                lead_low,
                lead_high,
                other: (lead < 0.0).then(|| listed(other)).flatten(),
            });
        };
        let sigma = self.standings[first].sigma;
        let paid = f64::from(u8::from(self.standings[first].pays_for_time));
        if sigma > 0.0 {
            let time = |end: f64| {
                self.lead(first, &weights, |i, marks| {
                    only(i, marks, end * sigma * paid, end * sigma)
                })
            };
            say("time", [time(-1.0), time(1.0)]);
        }
        let price =
            |factor: f64| self.lead(first, &weights, |i, marks| only(i, marks, factor.ln(), 0.0));
        say("price", [price(1.0 - PRICE), price(1.0 + PRICE)]);
        let prices = |factor: f64| {
            self.lead(first, &weights, |_, marks| Marks {
                ln_cost: marks.ln_cost + factor.ln(),
                ..marks
            })
        };
        say("all_prices", [prices(1.0 - PRICE), prices(1.0 + PRICE)]);
        if !matches!(self.workload, Workload::Dev(_)) {
            let speed = |by: f64| {
                let weights = self.weights((self.speed + by).clamp(0.0, 1.0));
                self.lead(first, &weights, |_, marks| marks)
            };
            say("speed", [speed(-SPEED), speed(SPEED)]);
        }
        if self.on_spot() {
            let rate = |per_h: f64| {
                self.lead(first, &weights, |i, marks| {
                    (self.at_rate)(i, per_h).unwrap_or(marks)
                })
            };
            let ends = [INTERRUPTIONS_PER_H_LOW, INTERRUPTIONS_PER_H_HIGH];
            say("interruptions", ends.map(rate));
        }
        let doubt = self.standings[first].evidence_risk;
        if doubt > 0.0 {
            let measured = self.lead(first, &weights, |i, marks| match i == first {
                true => Marks {
                    kept: marks.kept / (1.0 - doubt),
                    ..marks
                },
                false => marks,
            });
            say(
                "measured",
                [self.lead(first, &weights, |_, marks| marks), measured],
            );
        }
        all
    }
}
