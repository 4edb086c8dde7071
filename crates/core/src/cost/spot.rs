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
    /// Of the wall time, writing each checkpoint once.
    pub writing_h: f64,
    /// Of the wall time, starting again.
    pub restarts_h: f64,
}

impl SpotRun {
    /// Of the wall time, work done twice.
    pub fn lost_h(&self, work_h: f64) -> f64 {
        (self.expected_h - work_h - self.writing_h - self.restarts_h).max(0.0)
    }
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
                writing_h: 0.0,
                restarts_h: 0.0,
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
        let interruptions = expected_h * rate;
        let written = interval.filter(|tau| *tau > 0.0);
        Some(SpotRun {
            expected_h: expected_h.max(work_h),
            interruptions,
            interval_h: interval,
            writing_h: written.map_or(0.0, |tau| work_h / tau * write),
            // Each restart lasts until it is done or interrupted itself.
            restarts_h: interruptions * -(-rate * restart_h).exp_m1() / rate,
        })
    }
}

#[cfg(test)]
mod tests;
