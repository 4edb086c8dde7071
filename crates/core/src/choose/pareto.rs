//! The frontier of cost, time and risk: plans that no other beats.
//!
//! Source: workload model, section 6.2. A plan beats another when it is no worse in all three by more
//! than the tie margin, better in one by more than that, and better on the whole. The margin is two
//! hundredths of a criterion's own scale, the difference of a tied score: 4.7 % of cost or time (tenfold
//! is the whole scale), two points in a hundred of risk. Without "better on the whole" three plans could
//! beat each other in a circle and nothing would be left.

use std::f64::consts::LN_10;

use super::score::Marks;

/// Two points of a hundred. Source: workload model, section 6.4.
const MARGIN: f64 = 0.02;

type Point = [f64; 3];

fn point(marks: &Marks) -> Point {
    [
        marks.ln_cost / LN_10,
        marks.ln_time / LN_10,
        1.0 - marks.kept,
    ]
}

fn beats(a: &Point, b: &Point) -> bool {
    let pairs = || a.iter().zip(b);
    pairs().all(|(a, b)| *a <= b + MARGIN)
        && pairs().any(|(a, b)| *a < b - MARGIN)
        && a.iter().sum::<f64>() < b.iter().sum::<f64>()
}

/// The plans that could beat any: those no other is at least as good as in everything.
///
/// Whatever a plan outside this set beats, the one at least as good beats too, so only these need to
/// be compared with.
pub(super) struct Frontier {
    best: Vec<Point>,
}

impl Frontier {
    pub(super) fn of(marks: &[Marks]) -> Frontier {
        let mut points: Vec<Point> = marks.iter().map(point).collect();
        points.sort_unstable_by(|a, b| {
            let first = a[0].total_cmp(&b[0]);
            first
                .then_with(|| a[1].total_cmp(&b[1]))
                .then_with(|| a[2].total_cmp(&b[2]))
        });
        let mut best: Vec<Point> = Vec::new();
        for point in points {
            // Sorted by cost: whatever is already there is no dearer.
            if !best.iter().any(|b| b[1] <= point[1] && b[2] <= point[2]) {
                best.push(point);
            }
        }
        Frontier { best }
    }

    /// Whether nothing beats this plan.
    pub(super) fn holds(&self, marks: &Marks) -> bool {
        let point = point(marks);
        !self.best.iter().any(|best| beats(best, &point))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn marks(cost: f64, hours: f64, kept: f64) -> Marks {
        Marks {
            ln_cost: cost.ln(),
            ln_time: hours.ln(),
            kept,
            fit: 1.0,
        }
    }

    #[test]
    fn a_dearer_slower_plan_is_beaten_and_one_within_the_margin_is_not() {
        let all = [
            marks(10.0, 4.0, 0.9),
            marks(12.0, 5.0, 0.9),
            marks(10.2, 4.1, 0.9), // 2 % dearer and slower: within 4.7 %
            marks(30.0, 1.0, 0.9),
        ];
        let frontier = Frontier::of(&all);
        assert_eq!(
            all.map(|marks| frontier.holds(&marks)),
            [true, false, true, true]
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn the_frontier_is_never_empty_and_equals_comparing_all_with_all(
            all in prop::collection::vec((1.0..100.0_f64, 1.0..100.0_f64, 0.1..1.0_f64), 1..60),
        ) {
            let all: Vec<Marks> = all.into_iter().map(|(c, t, k)| marks(c, t, k)).collect();
            let frontier = Frontier::of(&all);
            prop_assert!(all.iter().any(|marks| frontier.holds(marks)));
            for b in &all {
                let beaten = all.iter().any(|a| beats(&point(a), &point(b)));
                prop_assert_eq!(frontier.holds(b), !beaten);
            }
        }
    }
}
