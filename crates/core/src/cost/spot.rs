//! Work on machines that can be taken away: expected wall time and interruptions.
//!
//! Optimal checkpoint interval after Young 1974 and Daly 2006; guards of the workload model, G6.

/// Interruptions an hour where the seller publishes nothing. Source: workload model, section 5.3.
pub const INTERRUPTIONS_PER_H: f64 = 0.10;
/// Lower end of what is assumed. Source: as [`INTERRUPTIONS_PER_H`].
pub const INTERRUPTIONS_PER_H_LOW: f64 = 0.02;
/// Upper end of what is assumed. Source: as [`INTERRUPTIONS_PER_H`].
pub const INTERRUPTIONS_PER_H_HIGH: f64 = 0.5;
/// Above this exponent nothing finishes. Source: workload model, section 9.1, G6.
const HOPELESS: f64 = 50.0;

/// A job on a machine that can be taken away.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpotJob {
    /// Useful work, hours.
    pub work_h: f64,
    /// Interruptions an hour, λ.
    pub interruptions_per_h: f64,
    /// Writing a checkpoint, hours, δ; `None` = the job keeps none.
    pub checkpoint_h: Option<f64>,
    /// From an interruption to working again, hours, R.
    pub restart_h: f64,
}

/// What becomes of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpotRun {
    /// Expected wall time, hours; never below the work.
    pub expected_h: f64,
    /// Expected interruptions.
    pub interruptions: f64,
    /// Hours of work between checkpoints; `None` = no checkpoint is worth writing.
    pub interval_h: Option<f64>,
}

impl SpotJob {
    /// The best interval between checkpoints: `max(√(2δ/λ) − δ, δ)`.
    pub fn best_interval_h(&self) -> Option<f64> {
        let write = self.checkpoint_h?;
        (self.interruptions_per_h > 0.0)
            .then(|| ((2.0 * write / self.interruptions_per_h).sqrt() - write).max(write))
    }

    /// Expected wall time with the best interval; `None` = does not finish.
    pub fn run(&self) -> Option<SpotRun> {
        self.run_every(self.best_interval_h())
    }

    /// Expected wall time with a checkpoint every so many hours of work; `None` = does not finish.
    ///
    /// `E[T] = (W/τ)·e^{λR}·(e^{λ(τ+δ)} − 1)/λ`; without checkpoints, or with less work than one
    /// interval, `(e^{λ(W+R)} − e^{λR})/λ`.
    pub fn run_every(&self, interval_h: Option<f64>) -> Option<SpotRun> {
        let SpotJob {
            work_h,
            interruptions_per_h: rate,
            checkpoint_h,
            restart_h,
        } = *self;
        if rate <= 0.0 || work_h <= 0.0 {
            return Some(SpotRun {
                expected_h: work_h.max(0.0),
                interruptions: 0.0,
                interval_h: None,
            });
        }
        let write = checkpoint_h.unwrap_or(0.0);
        let interval = interval_h.filter(|tau| *tau < work_h);
        if rate * (interval.unwrap_or(work_h) + write + restart_h) > HOPELESS {
            return None;
        }
        let expected_h = match interval {
            // Checkpoints that cost nothing: only restarts are lost.
            Some(tau) if tau <= 0.0 => work_h * (rate * restart_h).exp(),
            Some(tau) => {
                work_h / tau * (rate * restart_h).exp() * (rate * (tau + write)).exp_m1() / rate
            }
            None => (rate * restart_h).exp() * (rate * work_h).exp_m1() / rate,
        };
        Some(SpotRun {
            expected_h: expected_h.max(work_h),
            interruptions: expected_h * rate,
            interval_h: interval,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn about(value: f64, expected: f64) {
        assert!(
            (value / expected - 1.0).abs() < 0.005,
            "{value}, not {expected}"
        );
    }

    const LONG: SpotJob = SpotJob {
        work_h: 100.0,
        interruptions_per_h: 0.25,
        checkpoint_h: Some(1.0 / 60.0),
        restart_h: 10.0 / 60.0,
    };

    #[test]
    fn a_hundred_hours_on_spot_take_114() {
        // Worked example 11.
        let run = LONG.run().unwrap();
        about(LONG.best_interval_h().unwrap(), 0.348);
        about(run.expected_h, 114.4);
        about(run.interruptions, 28.6);
        about(1.0 - 0.30 * run.expected_h / 100.0, 0.657);
    }

    #[test]
    fn rarer_checkpoints_cost_more_than_the_best_ones() {
        // Worked example 12.
        about(LONG.run_every(Some(1.0)).unwrap().expected_h, 120.7);
        about(LONG.run_every(Some(4.0)).unwrap().expected_h, 180.3);
    }

    #[test]
    fn a_day_on_spot_takes_nearly_27_hours() {
        // Worked example 13.
        let day = SpotJob {
            work_h: 24.0,
            interruptions_per_h: 0.1,
            checkpoint_h: Some(2.0 / 60.0),
            restart_h: 0.25,
        };
        about(day.best_interval_h().unwrap(), 0.783);
        about(day.run().unwrap().expected_h, 26.73);
    }

    #[test]
    fn without_checkpoints_a_day_becomes_a_hundred_hours() {
        let day = SpotJob {
            work_h: 24.0,
            interruptions_per_h: 0.1,
            checkpoint_h: None,
            restart_h: 0.0,
        };
        about(day.run().unwrap().expected_h, 100.0);
    }

    #[test]
    fn without_interruptions_the_work_is_all_there_is() {
        let calm = SpotJob {
            interruptions_per_h: 0.0,
            ..LONG
        };
        assert_eq!(calm.run().unwrap().expected_h, 100.0);
    }

    #[test]
    fn where_interruptions_outrun_the_work_no_number_is_given() {
        let hopeless = SpotJob {
            checkpoint_h: None,
            work_h: 600.0,
            ..LONG
        };
        assert_eq!(hopeless.run(), None); // 0.25 · (600 + 1/6) > 50
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn spot_never_takes_less_than_the_work_and_never_gains_from_interruptions(
            work_h in 0.01..500.0_f64, rate in 0.0..2.0_f64, more in 0.0..1.0_f64,
            write in prop::option::of(0.0..1.0_f64), restart_h in 0.0..2.0_f64,
        ) {
            let job = SpotJob { work_h, interruptions_per_h: rate, checkpoint_h: write, restart_h };
            let worse = SpotJob { interruptions_per_h: rate + more, ..job };
            match (job.run(), worse.run()) {
                (Some(run), Some(worse)) => {
                    prop_assert!(run.expected_h >= work_h && run.expected_h.is_finite());
                    prop_assert!(worse.expected_h >= run.expected_h * (1.0 - 1e-9));
                }
                // What does not finish at a low rate does not finish at a higher one.
                (None, worse) => prop_assert!(worse.is_none()),
                (Some(_), None) => {}
            }
        }
    }
}
