//! How far one input must move until another plan has the most points: the exact place, not a guess.
//!
//! The lead of a plan over the best other falls when its own price or time rises: its points fall, and
//! where it was itself the yardstick the points of all others rise. So the place where the lead is
//! nothing is found by a bracketed secant. In the slider every score is a straight line; there the
//! place is where two lines cross. Only listed plans are looked at.
//!
//! Source: workload model, section 6.4.

use super::advice::Threshold;
use super::score::{Best, Marks, Weights};
use super::sensitivity::Field;
use crate::cost::{INTERRUPTIONS_PER_H, INTERRUPTIONS_PER_H_HIGH, INTERRUPTIONS_PER_H_LOW};
use crate::workload::Workload;

/// Widest move of a price or a time: tenfold, where its part of the score has nothing left to give.
const WIDEST: f64 = std::f64::consts::LN_10;
/// Steps of the secant; each at least halves the bracket.
const STEPS: u32 = 40;
/// Points that count as nothing.
const NOTHING: f64 = 1e-7;
/// Steps of the interruption rate that are looked at on each side, equal in its logarithm.
const RATES: u32 = 4;

/// The finest position of the slider that is told.
const SLIDER_STEP: f64 = 0.01;

/// A plan against all others, with the marks of one of them moved.
pub(super) struct Rivalry<'r, 'f, 'a> {
    field: &'r Field<'f, 'a>,
    marks: Vec<Marks>,
    /// Plans that can be the best other one, whatever is moved.
    rivals: Vec<usize>,
    /// The two lowest of cost and of time, so that the lowest of all others is known for any plan.
    lowest: [[(f64, usize); 2]; 2],
}

impl<'r, 'f, 'a> Rivalry<'r, 'f, 'a> {
    pub(super) fn new(field: &'r Field<'f, 'a>) -> Self {
        let marks: Vec<Marks> = field.standings.iter().map(|s| s.marks).collect();
        let two = |figure: fn(&Marks) -> f64| {
            let none = (f64::INFINITY, usize::MAX);
            let all = marks.iter().map(figure).zip(0..);
            all.fold([none, none], |[first, second], one: (f64, usize)| {
                match (one.0 < first.0, one.0 < second.0) {
                    (true, _) => [one, first],
                    (false, true) => [first, one],
                    (false, false) => [first, second],
                }
            })
        };
        let lowest = [two(|marks| marks.ln_cost), two(|marks| marks.ln_time)];
        Rivalry {
            rivals: rivals(&marks, &field.weights(field.speed)),
            field,
            marks,
            lowest,
        }
    }

    /// Every move that gives the plan the most points, or takes them from it.
    pub(super) fn of(&self, plan: usize) -> Vec<Threshold<'a>> {
        let Some((now, _)) = self.lead(plan, self.marks[plan]) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        let paid = f64::from(u8::from(self.field.standings[plan].pays_for_time));
        all.extend(self.moved(plan, now, "price", |marks, by| Marks {
            ln_cost: marks.ln_cost + by,
            ..marks
        }));
        all.extend(self.moved(plan, now, "time", |marks, by| Marks {
            ln_cost: marks.ln_cost + by * paid,
            ln_time: marks.ln_time + by,
            ..marks
        }));
        if !matches!(self.field.workload, Workload::Dev(_)) {
            all.extend(self.slider(plan));
        }
        all
    }

    /// Points of a plan with these marks over the best other, and who that is.
    fn lead(&self, plan: usize, own: Marks) -> Option<(f64, usize)> {
        let other = |figure: usize| {
            let [first, second] = self.lowest[figure];
            if first.1 == plan { second.0 } else { first.0 }
        };
        let best = Best {
            ln_cost: other(0).min(own.ln_cost),
            ln_time: other(1).min(own.ln_time),
        };
        let weights = self.field.weights(self.field.speed);
        let others = self.rivals.iter().filter(|i| **i != plan);
        let scores = others.map(|i| (weights.score(&best.s(&self.marks[*i])), *i));
        let (points, rival) = scores.max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((weights.score(&best.s(&own)) - points, rival))
    }

    /// The share by which one figure of the plan must change, where a change within tenfold suffices.
    fn moved(
        &self,
        plan: usize,
        now: f64,
        code: &'static str,
        by: impl Fn(Marks, f64) -> Marks,
    ) -> Option<Threshold<'a>> {
        let lead = |x: f64| self.lead(plan, by(self.marks[plan], x));
        let end = if now >= 0.0 { WIDEST } else { -WIDEST };
        let x = root((0.0, now), (end, lead(end)?.0), |x| {
            lead(x).map_or(0.0, |(lead, _)| lead)
        })?;
        let (_, rival) = lead(x)?;
        Some(self.threshold(code, x.exp_m1(), rival))
    }

    /// Positions of the slider, nearest on either side, where the plan begins or ceases to lead.
    fn slider(&self, plan: usize) -> Vec<Threshold<'a>> {
        let best = Best::of(&self.marks);
        let ends = [0.0, 1.0].map(|speed| self.field.weights(speed));
        let line = |i: usize| {
            let s = best.s(&self.marks[i]);
            ends.map(|weights| weights.score(&s))
        };
        let own = line(plan);
        let now = self.field.speed;
        // Where the plan leads all others; a rival bounds it from below or from above.
        let (mut from, mut to) = ((0.0, None), (1.0, None));
        for rival in self.rivals.iter().copied().filter(|i| *i != plan) {
            let other = line(rival);
            let [start, end] = [own[0] - other[0], own[1] - other[1]];
            let crossing = start / (start - end);
            match (start >= 0.0, end >= 0.0) {
                (true, true) => {}
                (false, false) => return Vec::new(),
                (true, false) if crossing < to.0 => to = (crossing, Some(rival)),
                (false, true) if crossing > from.0 => from = (crossing, Some(rival)),
                _ => {}
            }
        }
        if from.0 > to.0 {
            return Vec::new();
        }
        // Whoever does not lead now begins to at the nearer end.
        let bounds = match (now < from.0, now > to.0) {
            (true, _) => vec![from],
            (_, true) => vec![to],
            _ => vec![from, to],
        };
        let bounds = bounds.into_iter();
        bounds
            // Nobody sets the slider below 0.00 or beyond 1.00, as which these would be read.
            .filter(|(at, _)| (SLIDER_STEP..=1.0 - SLIDER_STEP).contains(at))
            .filter_map(|(at, rival)| Some(self.threshold("speed", at, rival?)))
            .collect()
    }

    /// The interruption rate nearest to the assumed one at which the lead changes hands, within what
    /// is assumed.
    pub(super) fn interruptions(&self, plan: usize) -> Option<Threshold<'a>> {
        if !self.field.on_spot() {
            return None;
        }
        let weights = self.field.weights(self.field.speed);
        let lead = |ln_rate: f64| {
            self.field.lead(plan, &weights, |i, marks| {
                (self.field.at_rate)(i, ln_rate.exp()).unwrap_or(marks)
            })
        };
        let middle = INTERRUPTIONS_PER_H.ln();
        let now = lead(middle)?.0;
        let ends = [INTERRUPTIONS_PER_H_HIGH, INTERRUPTIONS_PER_H_LOW];
        let found = ends.into_iter().find_map(|end| {
            let step = (end.ln() - middle) / f64::from(RATES);
            (1..=RATES).find_map(|n| {
                let (a, b) = (f64::from(n - 1), f64::from(n));
                let (a, b) = (middle + a * step, middle + b * step);
                let value = |x: f64| lead(x).map_or(now, |(lead, _)| lead);
                root((a, value(a)), (b, value(b)), value)
            })
        })?;
        let (_, rival) = lead(found)?;
        Some(self.threshold("interruptions", found.exp(), rival))
    }

    fn threshold(&self, code: &'static str, at: f64, rival: usize) -> Threshold<'a> {
        Threshold {
            code,
            at,
            other: self.field.fits[rival].offer,
        }
    }
}

/// The plans of the highest scores that others are compared with when looking for rivals.
const TOP: usize = 64;

/// Plans that can be the best other one, whatever single plan is looked at and whatever is moved.
///
/// A plan that two others are at least as good as in all four marks never has more points than the
/// better of the two, at any weights and against any yardstick; one of the two is left when the other
/// is the plan that is moved. Two such plans are looked for among those of the highest scores only,
/// which leaves a few too many and costs next to nothing.
fn rivals(marks: &[Marks], weights: &Weights) -> Vec<usize> {
    let best = Best::of(marks);
    let mut order: Vec<(f64, usize)> = marks
        .iter()
        .enumerate()
        .map(|(i, marks)| (weights.score(&best.s(marks)), i))
        .collect();
    order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let no_worse = |a: &Marks, b: &Marks| {
        a.ln_cost <= b.ln_cost && a.ln_time <= b.ln_time && a.kept >= b.kept && a.fit >= b.fit
    };
    let beaten = |place: usize| {
        let own = &marks[order[place].1];
        let before = order[..place.min(TOP)].iter();
        let better = before.filter(|(_, i)| no_worse(&marks[*i], own));
        better.take(2).count() == 2
    };
    let places = (0..order.len()).filter(|place| !beaten(*place));
    places.map(|place| order[place].1).collect()
}

/// Where a function that changes sign between two places is nothing; `None` where it does not.
///
/// The Illinois form of the false position: exact in one step on a straight line, and never slower
/// than a few halvings where the line bends.
fn root(
    (mut a, mut fa): (f64, f64),
    (mut b, mut fb): (f64, f64),
    f: impl Fn(f64) -> f64,
) -> Option<f64> {
    if (fa >= 0.0) == (fb >= 0.0) {
        return None;
    }
    for _ in 0..STEPS {
        let x = b - fb * (b - a) / (fb - fa);
        let fx = f(x);
        if fx.abs() < NOTHING {
            return Some(x);
        }
        if (fx >= 0.0) == (fb >= 0.0) {
            fa /= 2.0;
        } else {
            (a, fa) = (b, fb);
        }
        (b, fb) = (x, fx);
    }
    Some(b)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_straight_line_is_crossed_in_one_step_and_a_bent_one_exactly() {
        assert_eq!(root((0.0, 1.0), (4.0, -1.0), |x| 1.0 - x / 2.0), Some(2.0));
        let bent = |x: f64| if x < 1.0 { 5.0 } else { 6.0 - x };
        let found = root((0.0, 5.0), (20.0, -14.0), bent).unwrap();
        assert!((found - 6.0).abs() < 1e-6, "{found}");
        assert_eq!(root((0.0, 1.0), (1.0, 2.0), |x| 1.0 + x), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn leaving_out_whoever_two_others_beat_never_changes_the_best_other_plan(
            all in prop::collection::vec((0.0..5.0_f64, 0.0..5.0_f64, 0_u8..6, 0_u8..4), 3..90),
            (speed, plan, cost, time) in (0.0..1.0_f64, 0_usize..90, -3.0..3.0_f64, -3.0..3.0_f64),
        ) {
            let mark = |(ln_cost, ln_time, kept, fit)| Marks {
                ln_cost,
                ln_time,
                kept: f64::from(kept) / 5.0,
                fit: f64::from(fit) / 3.0,
            };
            let mut marks: Vec<Marks> = all.into_iter().map(mark).collect();
            let weights = |speed: f64| Weights([0.6 * (1.0 - speed), 0.6 * speed, 0.25, 0.15]);
            // The rivals are those of another position of the slider.
            let rivals = rivals(&marks, &weights(0.35));
            let plan = plan % marks.len();
            marks[plan].ln_cost += cost;
            marks[plan].ln_time += time;
            let (best, weights) = (Best::of(&marks), weights(speed));
            let most = |plans: &mut dyn Iterator<Item = usize>| {
                let others = plans.filter(|i| *i != plan);
                others.map(|i| weights.score(&best.s(&marks[i]))).fold(f64::MIN, f64::max)
            };
            let pruned = most(&mut rivals.iter().copied());
            let every = most(&mut (0..marks.len()));
            prop_assert!((pruned - every).abs() < 1e-9);
        }
    }
}
