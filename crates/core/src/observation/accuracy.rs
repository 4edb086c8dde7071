//! How far predictions are from what was measured.

use serde::Serialize;

use super::Predicted;
use crate::predict::Kind;

/// A measured value and what was predicted for it, in one unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Kind of prediction.
    pub kind: Kind,
    /// The measured value.
    pub measured: f64,
    /// The prediction.
    pub predicted: Predicted,
}

impl Point {
    /// `|predicted − measured| / measured` (workload model, section 9).
    pub fn error(&self) -> f64 {
        (self.predicted.value - self.measured).abs() / self.measured
    }
}

/// Accuracy of one kind; shares of one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Accuracy {
    /// Kind of prediction.
    pub kind: Kind,
    /// Rows with a measured value and a prediction.
    pub rows: usize,
    /// Median of the relative error.
    pub median_ape: f64,
    /// The ⌈0.9 · rows⌉-th smallest relative error.
    pub p90_ape: f64,
    /// Rows with an error of at most a quarter.
    pub within_25: f64,
    /// Rows whose measured value lies inside the 80 % interval.
    pub in_80_interval: f64,
}

/// Accuracy of each kind that has points, in the order of the kinds.
pub fn accuracy(points: &[Point]) -> Vec<Accuracy> {
    let of_kind = |kind: Kind| {
        let points: Vec<&Point> = points.iter().filter(|point| point.kind == kind).collect();
        let mut errors: Vec<f64> = points.iter().map(|point| point.error()).collect();
        errors.sort_by(f64::total_cmp);
        let share = |count: usize| count as f64 / points.len() as f64;
        let inside = points
            .iter()
            .filter(|point| point.predicted.holds(point.measured));
        Some(Accuracy {
            kind,
            rows: points.len(),
            median_ape: median(&errors)?,
            p90_ape: percentile(&errors, 0.9)?,
            within_25: share(errors.iter().filter(|error| **error <= 0.25).count()),
            in_80_interval: share(inside.count()),
        })
    };
    Kind::ALL.into_iter().filter_map(of_kind).collect()
}

/// The middle of sorted values, or the mean of the two in the middle.
fn median(sorted: &[f64]) -> Option<f64> {
    let n = sorted.len();
    let upper = *sorted.get(n / 2)?;
    Some(if n % 2 == 1 {
        upper
    } else {
        (sorted[n / 2 - 1] + upper) / 2.0
    })
}

/// The ⌈share · n⌉-th smallest of sorted values, without interpolation.
pub fn percentile(sorted: &[f64], share: f64) -> Option<f64> {
    let rank = (share * sorted.len() as f64 - 1e-9).ceil().max(1.0);
    sorted.get(rank as usize - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predict::Evidence;

    fn point(measured: f64, value: f64) -> Point {
        Point {
            kind: Kind::Decode,
            measured,
            predicted: Predicted::new(value, 0.1, Evidence::A),
        }
    }

    #[test]
    fn errors_are_relative_to_what_was_measured() {
        // Errors 0, 0.1, 0.2 and 0.5; ± 1.2816 · 0.1 is a factor of 1.137 either way.
        let points = [
            point(100.0, 100.0),
            point(100.0, 110.0),
            point(100.0, 80.0),
            point(100.0, 150.0),
        ];
        let all = accuracy(&points);
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].kind, all[0].rows), (Kind::Decode, 4));
        assert!((all[0].median_ape - 0.15).abs() < 1e-12);
        assert!((all[0].p90_ape - 0.5).abs() < 1e-12); // the fourth of four
        assert_eq!((all[0].within_25, all[0].in_80_interval), (0.75, 0.5));
    }

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let ten: Vec<f64> = (1..=10).map(f64::from).collect();
        assert_eq!(percentile(&ten, 0.9), Some(9.0));
        assert_eq!(percentile(&ten, 0.91), Some(10.0));
        assert_eq!(percentile(&[], 0.9), None);
    }
}
