//! Machines that fail: time that a training job loses to outages.
//!
//! Source: workload model, section 5.7.

use super::terms::Terms;
use crate::predict::Interval;

/// Share of time lost at the high end where nobody measured a seller's machines: that of the worst
/// seller that somebody did measure. Source: `provider-traits-cn.csv`, `availability_measured` of
/// dbcloud, 99.31 %.
pub const OUTAGE_UNKNOWN_HIGH: f64 = 0.0069;

/// Extra wall time of a training job, as a share of its wall time: `(1 − A)` of waiting, and for each
/// outage the work since the last checkpoint and a start, `(τ/2 + R)·(1 − A)/MTTR`.
///
/// Where nobody says how long an outage lasts only the waiting is counted. Where nobody says how
/// often machines fail nothing is, and the high end loses what the worst seller known loses.
pub(super) fn lost_share(
    terms: &Terms,
    work_h: f64,
    checkpoint_h: f64,
    restart_h: f64,
    interval_h: Option<f64>,
) -> Interval {
    let Some(availability) = terms.availability else {
        return Interval {
            low: 0.0,
            mid: 0.0,
            high: OUTAGE_UNKNOWN_HIGH,
        };
    };
    let down = (1.0 - availability).clamp(0.0, 1.0);
    let redone = match terms.recovery_h.filter(|hours| *hours > 0.0) {
        Some(recovery_h) if down > 0.0 => {
            let per_h = down / recovery_h;
            // The interval that is best against these outages, unless interruptions set another.
            let best = || ((2.0 * checkpoint_h / per_h).sqrt() - checkpoint_h).max(checkpoint_h);
            let interval = interval_h.unwrap_or_else(best).min(work_h);
            (interval / 2.0 + restart_h) * per_h
        }
        _ => 0.0,
    };
    let share = down + redone;
    Interval {
        low: share,
        mid: share,
        high: share,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(availability: Option<f64>, recovery_h: Option<f64>) -> Terms {
        Terms {
            availability,
            recovery_h,
            ..Terms::of(None)
        }
    }

    #[test]
    fn a_machine_that_is_down_one_hour_in_a_hundred_loses_that_and_the_work_since_the_checkpoint() {
        // 1 % down in outages of 15 min: 0.04 an hour. τ = √(2 · 0.02/0.04) − 0.02 = 0.98 h, so each
        // outage redoes 0.49 h and starts in 0.05 h: 0.01 + 0.04 · 0.54 = 0.0316.
        let lost = lost_share(&terms(Some(0.99), Some(0.25)), 100.0, 0.02, 0.05, None);
        assert!((lost.mid - 0.0316).abs() < 1e-9, "{lost:?}");
    }

    #[test]
    fn without_a_time_to_recovery_only_the_waiting_is_counted() {
        let lost = lost_share(&terms(Some(0.99), None), 100.0, 0.02, 0.05, None);
        assert!((lost.mid - 0.01).abs() < 1e-12);
    }

    #[test]
    fn where_nobody_counted_failures_only_the_high_end_has_some() {
        let lost = lost_share(&terms(None, None), 100.0, 0.02, 0.05, None);
        assert_eq!((lost.low, lost.mid, lost.high), (0.0, 0.0, 0.0069));
    }
}
