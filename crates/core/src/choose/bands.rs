//! Who stands first at which position of the slider.
//!
//! Source: workload model, section 6.4.

use super::order::{Standing, by_name, cheaper};
use super::score::Best;
use super::sensitivity::Field;

/// Steps in which the slider is looked at.
const STEPS: u32 = 100;
/// Halvings of the step in which the leader changes: to a millionth of the slider.
const HALVINGS: u32 = 14;

impl Field<'_, '_> {
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
