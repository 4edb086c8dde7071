//! What would change the first rank: the slider, time, prices, interruptions.
//!
//! Source: workload model, section 6.4.

use super::advice::Sensitivity;
use super::limits::Fit;
use super::order::{Standing, by_name, cheaper};
use super::score::{Best, Marks, Weights};
use crate::workload::Workload;

/// A price is moved by a tenth either way. Source: workload model, section 6.4.
const PRICE: f64 = 0.10;
/// The slider is moved by so much either way. Source: as [`PRICE`].
const SPEED: f64 = 0.2;
/// Steps in which the slider is looked at.
const STEPS: u32 = 100;
/// Halvings of the step in which the leader changes: to a millionth of the slider.
const HALVINGS: u32 = 14;

/// The plans that fit, as far as moving an input asks of them.
pub(super) struct Field<'f, 'a> {
    pub(super) workload: &'f Workload,
    pub(super) speed: f64,
    pub(super) fits: &'f [Fit<'a>],
    pub(super) standings: &'f [Standing<'f>],
    /// For spot plans: ln of cost, ln of time and 1 − R at the ends of the interruption rate.
    pub(super) interrupted: &'f [Option<[Marks; 2]>],
}

impl Field<'_, '_> {
    fn weights(&self, speed: f64) -> Weights {
        Weights::of(self.workload, speed)
    }

    /// Lead of `first` over the best other with marks changed by `moved`, and who that other is.
    fn lead(
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

    /// Points of `first` over the best other as things are; `None` without another.
    pub(super) fn lead_now(&self, first: usize) -> Option<f64> {
        let weights = self.weights(self.speed);
        self.lead(first, &weights, |_, marks| marks)
            .map(|(lead, _)| lead)
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
        if self.interrupted.iter().any(Option::is_some) {
            let rate = |end: usize| {
                self.lead(first, &weights, |i, marks| {
                    self.interrupted[i].map_or(marks, |ends| ends[end])
                })
            };
            say("interruptions", [rate(0), rate(1)]);
        }
        all
    }

    /// Who stands first at which β, from 0 to 1 without gaps: (from, to, plan).
    ///
    /// The score is linear in β, but the first row is not simply the highest score: inside a tie the
    /// cheaper plan stands first. So the slider is walked in hundredths and each change of the first row
    /// is narrowed down by halving; a plan that could never come first is left out beforehand.
    pub(super) fn bands(&self) -> Vec<(f64, f64, usize)> {
        if self.fits.is_empty() {
            return Vec::new();
        }
        let best = Best::of(self.standings.iter().map(|standing| &standing.marks));
        let rows = Rows::new(self, &best);
        let mut bands = Vec::new();
        let (mut from, mut leader) = (0.0, rows.first(0.0));
        for step in 1..=STEPS {
            let (mut low, mut high) = (f64::from(step - 1), f64::from(step));
            (low, high) = (low / f64::from(STEPS), high / f64::from(STEPS));
            let next = rows.first(high);
            if next == leader {
                continue;
            }
            for _ in 0..HALVINGS {
                let middle = f64::midpoint(low, high);
                match rows.first(middle) == leader {
                    true => low = middle,
                    false => high = middle,
                }
            }
            bands.push((from, high, leader));
            (from, leader) = (high, next);
        }
        bands.push((from, 1.0, leader));
        bands
    }
}

/// Plans that may stand first somewhere, with their score as a line in β.
struct Rows<'f, 'a> {
    field: &'f Field<'f, 'a>,
    candidates: Vec<(usize, [f64; 4])>,
    /// No tie is wider.
    reach: f64,
}

impl<'f, 'a> Rows<'f, 'a> {
    fn new(field: &'f Field<'f, 'a>, best: &Best) -> Self {
        let s: Vec<[f64; 4]> = field
            .standings
            .iter()
            .map(|standing| best.s(&standing.marks))
            .collect();
        let ends = [field.weights(0.0), field.weights(1.0)];
        let score = |i: usize, end: usize| ends[end].score(&s[i]);
        let lead = |end: usize| {
            let scores = (0..s.len()).map(|i| (score(i, end), score(i, 1 - end)));
            scores.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)))
        };
        // The leaders at both ends are two lines; where they cross, the higher of both is lowest.
        let ((a0, a1), (b1, b0)) = match (lead(0), lead(1)) {
            (Some(a), Some(b)) => (a, b),
            _ => ((0.0, 0.0), (0.0, 0.0)),
        };
        let cross = match (a0 - b0) + (b1 - a1) {
            width if width > 0.0 => (a0 - b0) / width,
            _ => 0.0,
        };
        let floor = a0 + cross * (a1 - a0);
        let widest = |standing: &Standing<'_>| {
            let [cheap, fast] = ends.map(|weights| standing.widest_tie(&weights));
            cheap.max(fast)
        };
        let reach = field.standings.iter().map(widest).fold(0.0, f64::max);
        let near = |i: &usize| {
            let (start, end) = (score(*i, 0), score(*i, 1));
            let middle = start + cross * (end - start);
            start >= a0 - reach || middle >= floor - reach || end >= b1 - reach
        };
        let candidates = (0..s.len()).filter(near).map(|i| (i, s[i])).collect();
        Rows {
            field,
            candidates,
            reach,
        }
    }

    /// The plan of the first row at this β.
    fn first(&self, speed: f64) -> usize {
        let weights = self.field.weights(speed);
        let (fits, standings) = (self.field.fits, self.field.standings);
        let scored = || self.candidates.iter().map(|(i, s)| (weights.score(s), *i));
        let best = scored().map(|row| row.0).fold(f64::NEG_INFINITY, f64::max);
        let mut near: Vec<(f64, usize)> =
            scored().filter(|row| best - row.0 <= self.reach).collect();
        near.sort_unstable_by(|a, b| {
            b.0.total_cmp(&a.0)
                .then_with(|| by_name(&fits[a.1], &fits[b.1]))
        });
        let Some(top) = near.first() else {
            return 0;
        };
        // As in the ranking, a tie ends at the first row that is clearly behind.
        let tied = near
            .iter()
            .take_while(|row| standings[top.1].ties(&standings[row.1], top.0 - row.0, &weights));
        tied.min_by(|a, b| cheaper(fits, standings, a.1, b.1))
            .map_or(top.1, |row| row.1)
    }
}
