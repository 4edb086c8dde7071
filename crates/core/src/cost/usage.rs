//! Hours that are billed and time that is waited for, of one machine, before any price is known.
//!
//! They depend on the job, the seller's rules and the way of billing only, so that one usage serves
//! every offer of a seller for the same card: a price is multiplied in afterwards.
//!
//! Source: workload model, section 5.

use super::bill::billed_s;
use super::spot::{
    INTERRUPTIONS_PER_H, INTERRUPTIONS_PER_H_HIGH, INTERRUPTIONS_PER_H_LOW, SpotJob, SpotRun,
};
use crate::money::HOURS_PER_LISTED_MONTH;
use crate::offer::Billing;
use crate::predict::{Interval, Step};
use crate::traits::SellerTraits;

/// Hours of a machine that is never stopped. Source: workload model, section 5 (development month).
pub const HOURS_ALWAYS_ON: f64 = 720.0;
/// Seconds from start to log-in where nobody says. Source: workload model, section 5.2.
pub const START_UP_S: Interval = Interval {
    low: 30.0,
    mid: 120.0,
    high: 600.0,
};
/// Speed at which a model is read where nobody says: local NVMe. Source: as [`START_UP_S`].
pub const DISK_GB_S: f64 = 1.0;
/// Seconds of an hour.
const HOUR: f64 = 3_600.0;

/// What is done with the machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Job {
    /// One job from start to end (training).
    Once {
        /// Hours of computing.
        compute_h: Interval,
        /// Read before the work begins, GB.
        load_gb: f64,
        /// Written at each checkpoint, GB.
        checkpoint_gb: f64,
    },
    /// Sessions of a month (inference, development).
    Month {
        /// How many.
        sessions: f64,
        /// Hours of work in each.
        each_h: f64,
        /// Read before the work begins, GB.
        load_gb: f64,
    },
}

/// A seller's rules, as far as they turn time into billed time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// Seconds that use is rounded up to; `None` = nobody says.
    pub step_s: Option<u32>,
    /// Seconds from start to log-in.
    pub start_s: Interval,
    /// The seller's own figure, not the assumption.
    pub start_stated: bool,
    /// Whether stopping ends the charge; `None` = nobody says.
    pub stops_free: Option<bool>,
    /// Speed at which a model is read, GB/s.
    pub disk_gb_s: f64,
}

impl Terms {
    /// Rules of this seller; what nobody says keeps its assumption and its wide interval.
    pub fn of(seller: Option<&SellerTraits>) -> Terms {
        let start = seller.and_then(|s| s.start_up_s.as_ref());
        let start_s = start.map_or(START_UP_S, |stated| Interval {
            low: stated.value,
            mid: stated.value,
            high: stated.value,
        });
        let disk = seller.and_then(|s| s.disk_gb_s.as_ref());
        Terms {
            step_s: seller
                .and_then(|s| s.billing_step_s.as_ref())
                .map(|stated| stated.value),
            start_s,
            start_stated: start.is_some(),
            stops_free: seller
                .and_then(|s| s.stop_without_charge.as_ref())
                .map(|stated| stated.value),
            disk_gb_s: disk
                .map(|stated| stated.value)
                .filter(|speed| *speed > 0.0)
                .unwrap_or(DISK_GB_S),
        }
    }

    /// Use rounded up: where the step is not known, low by the second, mid by the minute, high by
    /// the hour.
    fn billed_h(&self, used_s: Interval) -> Interval {
        let hours = |used, unknown| billed_s(used, self.step_s.unwrap_or(unknown), 0) / HOUR;
        Interval {
            low: hours(used_s.low, 1),
            mid: hours(used_s.mid, 60),
            high: hours(used_s.high, 3_600),
        }
    }
}

/// Billed hours and waited time of one machine.
#[derive(Debug, Clone, PartialEq)]
pub struct Usage {
    /// Billed hours of the job or month.
    pub hours: Interval,
    /// Of `hours.mid`, those of starting.
    pub start_h: f64,
    /// Of `hours.mid`, those billed while the machine is stopped.
    pub idle_h: f64,
    /// Sessions that `hours` is spread over.
    pub sessions: f64,
    /// Whole terms paid ahead, of so many months each.
    pub terms: Option<(f64, u32)>,
    /// Months that files are kept for.
    pub months: f64,
    /// From start to end of the job, seconds; of a month, from start to ready.
    pub wait_s: Interval,
    /// What is waited for beside the computing.
    pub wait_steps: Vec<Step>,
    /// What becomes of the work on spot.
    pub spot: Option<SpotRun>,
    /// Wall hours of the same work at the lower and the upper interruption rate (training on spot).
    pub spot_ends_h: Option<[f64; 2]>,
    /// Wall time over useful time on spot, minus 1; 0 elsewhere.
    pub spot_stretch: f64,
}

/// Interruptions come faster than the work advances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NeverFinishes;

/// Billed hours and waited time of a job under these rules.
///
/// # Errors
/// Where a job on spot does not finish at the interruption rates that are assumed.
pub fn usage(job: &Job, terms: &Terms, billing: Billing) -> Result<Usage, NeverFinishes> {
    match *job {
        Job::Once {
            compute_h,
            load_gb,
            checkpoint_gb,
        } => once(compute_h, load_gb, checkpoint_gb, terms, billing),
        Job::Month {
            sessions,
            each_h,
            load_gb,
        } => Ok(month(sessions, each_h, load_gb, terms, billing)),
    }
}

fn once(
    compute_h: Interval,
    load_gb: f64,
    checkpoint_gb: f64,
    terms: &Terms,
    billing: Billing,
) -> Result<Usage, NeverFinishes> {
    let load_s = load_gb / terms.disk_gb_s;
    let ready_s = terms.start_s.plus(load_s);
    let mut steps = wait_steps(terms, load_gb);
    let mut work_h = compute_h;
    let (mut spot, mut spot_ends_h) = (None, None);
    if billing == Billing::Spot {
        let on_spot = |work_h, interruptions_per_h| {
            let job = SpotJob {
                work_h,
                interruptions_per_h,
                checkpoint_h: Some(checkpoint_gb / terms.disk_gb_s / HOUR),
                restart_h: ready_s.mid / HOUR,
            };
            job.run().ok_or(NeverFinishes)
        };
        let run = on_spot(compute_h.mid, INTERRUPTIONS_PER_H)?;
        work_h = Interval {
            low: on_spot(compute_h.low, INTERRUPTIONS_PER_H_LOW)?.expected_h,
            mid: run.expected_h,
            high: on_spot(compute_h.high, INTERRUPTIONS_PER_H_HIGH)?.expected_h,
        };
        steps.push(Step {
            code: "interruptions",
            formula: format!("{:.1} × λ {INTERRUPTIONS_PER_H} /h", run.interruptions),
            value: (run.expected_h - compute_h.mid) * HOUR,
            unit: "s",
        });
        spot = Some(run);
        spot_ends_h = Some([
            on_spot(compute_h.mid, INTERRUPTIONS_PER_H_LOW)?.expected_h,
            on_spot(compute_h.mid, INTERRUPTIONS_PER_H_HIGH)?.expected_h,
        ]);
    }
    let wait_s = Interval {
        low: work_h.low * HOUR + ready_s.low,
        mid: work_h.mid * HOUR + ready_s.mid,
        high: work_h.high * HOUR + ready_s.high,
    };
    let reserved = match billing {
        Billing::Reserved { months } => Some(months),
        Billing::OnDemand | Billing::Spot => None,
    };
    let hours = match reserved {
        Some(months) => {
            let term_h = f64::from(months) * HOURS_PER_LISTED_MONTH as f64;
            let whole = |used_s: f64| (used_s / HOUR / term_h).ceil().max(1.0) * term_h;
            Interval {
                low: whole(wait_s.low),
                mid: whole(wait_s.mid),
                high: whole(wait_s.high),
            }
        }
        None => terms.billed_h(wait_s),
    };
    let term_h = reserved.map(|months| f64::from(months) * HOURS_PER_LISTED_MONTH as f64);
    Ok(Usage {
        hours,
        start_h: reserved.map_or(ready_s.mid / HOUR, |_| 0.0),
        idle_h: 0.0,
        sessions: 1.0,
        terms: reserved
            .zip(term_h)
            .map(|(months, h)| (hours.mid / h, months)),
        months: wait_s.mid / HOUR / HOURS_ALWAYS_ON,
        wait_s,
        wait_steps: steps,
        spot,
        spot_ends_h,
        spot_stretch: work_h.mid / compute_h.mid.max(f64::MIN_POSITIVE) - 1.0,
    })
}

fn month(sessions: f64, each_h: f64, load_gb: f64, terms: &Terms, billing: Billing) -> Usage {
    let load_s = load_gb / terms.disk_gb_s;
    let ready_s = terms.start_s.plus(load_s);
    // A service round the clock starts once.
    let round_the_clock = sessions * each_h >= HOURS_ALWAYS_ON;
    let (sessions, each_h) = match round_the_clock {
        true => (1.0, HOURS_ALWAYS_ON),
        false => (sessions, each_h),
    };
    let used = terms.billed_h(ready_s.plus(each_h * HOUR)).times(sessions);
    // Nobody stops a machine when leaving it on is cheaper.
    let cap = if round_the_clock {
        f64::INFINITY
    } else {
        HOURS_ALWAYS_ON
    };
    let mut hours = Interval {
        low: used.low.min(cap),
        mid: used.mid.min(cap),
        high: used.high.min(cap),
    };
    let start_h = (sessions * ready_s.mid / HOUR).min(hours.mid);
    let mut idle_h = 0.0;
    if sessions > 0.0 && !round_the_clock {
        match terms.stops_free {
            Some(true) => {}
            Some(false) => {
                idle_h = HOURS_ALWAYS_ON - hours.mid;
                hours = Interval {
                    low: HOURS_ALWAYS_ON,
                    mid: HOURS_ALWAYS_ON,
                    high: HOURS_ALWAYS_ON,
                };
            }
            None => hours.high = HOURS_ALWAYS_ON,
        }
    }
    let mut usage = Usage {
        hours,
        start_h,
        idle_h,
        sessions,
        terms: None,
        months: 1.0,
        wait_s: ready_s,
        wait_steps: wait_steps(terms, load_gb),
        spot: None,
        spot_ends_h: None,
        spot_stretch: 0.0,
    };
    match billing {
        Billing::OnDemand => {}
        // Each interruption costs a restart; what was being worked on is the user's to save.
        Billing::Spot => usage.spot_stretch = INTERRUPTIONS_PER_H * ready_s.mid / HOUR,
        Billing::Reserved { months } => {
            let paid = HOURS_PER_LISTED_MONTH as f64;
            usage.hours = Interval {
                low: paid,
                mid: paid,
                high: paid,
            };
            (usage.start_h, usage.idle_h) = (0.0, 0.0);
            usage.terms = Some((1.0 / f64::from(months), months));
        }
    }
    usage
}

fn wait_steps(terms: &Terms, load_gb: f64) -> Vec<Step> {
    let mut steps = vec![Step {
        code: "start_up",
        formula: String::new(),
        value: terms.start_s.mid,
        unit: "s",
    }];
    if load_gb > 0.0 {
        steps.push(Step {
            code: "load_weights",
            formula: format!("{load_gb:.1} GB ÷ {} GB/s", terms.disk_gb_s),
            value: load_gb / terms.disk_gb_s,
            unit: "s",
        });
    }
    steps
}
