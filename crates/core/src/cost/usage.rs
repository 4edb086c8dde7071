//! Hours that are billed and time that is waited for, of one machine, before any price is known.
//!
//! They depend on the job, the seller's rules and the way of billing only, so that one usage serves
//! every offer of a seller for the same card: a price is multiplied in afterwards.
//!
//! Source: workload model, section 5.

use super::extras::short;
use super::outage::lost_share;
use super::spot::{
    INTERRUPTIONS_PER_H, INTERRUPTIONS_PER_H_HIGH, INTERRUPTIONS_PER_H_LOW, SpotJob, SpotRun,
};
use super::terms::Terms;
use crate::money::HOURS_PER_LISTED_MONTH;
use crate::offer::Billing;
use crate::predict::{Interval, Step};

/// Hours of a machine that is never stopped. Source: workload model, section 5 (development month).
pub const HOURS_ALWAYS_ON: f64 = 720.0;
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

/// Billed hours and waited time of one machine.
#[derive(Debug, Clone, PartialEq)]
pub struct Usage {
    /// Billed hours of the job or month.
    pub hours: Interval,
    /// Hours that the machine is in use, however it is paid for: of the job, or of the month.
    pub used_h: Interval,
    /// Of `hours.mid`, those of starting.
    pub start_h: f64,
    /// Of `hours.mid`, those billed while the machine is stopped.
    pub idle_h: f64,
    /// Of `hours.mid`, those that interruptions of spot add.
    pub interrupted_h: f64,
    /// Of `hours.mid`, those that failures of the machine add.
    pub outage_h: f64,
    /// Sessions that `hours` is spread over.
    pub sessions: f64,
    /// Whole terms paid ahead, of so many months each.
    pub terms: Option<(f64, u32)>,
    /// Months that files are kept for.
    pub months: f64,
    /// From start to end of the job, seconds; of a month, from start to ready.
    pub wait_s: Interval,
    /// Seconds of one start that somebody waits for.
    pub ready_s: f64,
    /// What is waited for beside the computing.
    pub wait_steps: Vec<Step>,
    /// What becomes of the work on spot.
    pub spot: Option<Interrupted>,
    /// Wall time over useful time on spot, minus 1; 0 elsewhere.
    pub spot_stretch: f64,
}

/// A job on spot at the interruption rate that is assumed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interrupted {
    /// The job at the assumed rate.
    pub job: SpotJob,
    /// What becomes of it.
    pub run: SpotRun,
}

impl Interrupted {
    /// Wall hours of the same work at another rate; `None` = it does not finish.
    pub fn hours_at(&self, interruptions_per_h: f64) -> Option<f64> {
        let job = SpotJob {
            interruptions_per_h,
            ..self.job
        };
        job.run().map(|run| run.expected_h)
    }
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
    let ready_s = terms.start_s.plus(load_gb / terms.disk_gb_s);
    let (checkpoint_h, restart_h) = (checkpoint_gb / terms.disk_gb_s / HOUR, ready_s.mid / HOUR);
    let mut steps = wait_steps(terms, load_gb);
    let on_spot = |work_h, interruptions_per_h| {
        let job = SpotJob {
            work_h,
            interruptions_per_h,
            checkpoint_h: Some(checkpoint_h),
            restart_h,
        };
        let run = job.run().ok_or(NeverFinishes)?;
        Ok(Interrupted { job, run })
    };
    let (mut work_h, mut spot) = (compute_h, None);
    if billing == Billing::Spot {
        let mid = on_spot(compute_h.mid, INTERRUPTIONS_PER_H)?;
        work_h = Interval {
            low: on_spot(compute_h.low, INTERRUPTIONS_PER_H_LOW)?
                .run
                .expected_h,
            mid: mid.run.expected_h,
            high: on_spot(compute_h.high, INTERRUPTIONS_PER_H_HIGH)?
                .run
                .expected_h,
        };
        steps.push(Step {
            code: "interruptions",
            formula: format!(
                "{} = λ {INTERRUPTIONS_PER_H} /h × {} h",
                short(mid.run.interruptions),
                short(mid.run.expected_h)
            ),
            value: (mid.run.expected_h - compute_h.mid) * HOUR,
            unit: "s",
        });
        spot = Some(mid);
    }
    let interval_h = spot.and_then(|spot| spot.run.interval_h);
    let lost = lost_share(terms, compute_h.mid, checkpoint_h, restart_h, interval_h);
    let outage_h = work_h.mid * lost.mid;
    if outage_h > 0.0 {
        steps.push(Step {
            code: "outages",
            formula: format!("{:.2} % × {:.2} h", 100.0 * lost.mid, work_h.mid),
            value: outage_h * HOUR,
            unit: "s",
        });
    }
    let wait_s = Interval {
        low: work_h.low * (1.0 + lost.low) * HOUR + ready_s.low,
        mid: work_h.mid * (1.0 + lost.mid) * HOUR + ready_s.mid,
        high: work_h.high * (1.0 + lost.high) * HOUR + ready_s.high,
    };
    // Waiting for a machine is not paid for where billing begins when it is ready; on spot it is
    // waited for again after each interruption.
    let starts = 1.0 + spot.map_or(0.0, |spot| spot.run.interruptions);
    let free_s = terms.unbilled_start_s();
    let paid_s = Interval {
        low: wait_s.low - free_s.low,
        mid: wait_s.mid - free_s.mid * starts,
        high: wait_s.high - free_s.high,
    };
    let interrupted_h = work_h.mid - compute_h.mid - free_s.mid * (starts - 1.0) / HOUR;
    let (hours, paid_ahead) = match billing {
        Billing::Reserved { months } => {
            let term_h = f64::from(months) * HOURS_PER_LISTED_MONTH as f64;
            let whole = |used_s: f64| (used_s / HOUR / term_h).ceil().max(1.0) * term_h;
            let hours = Interval {
                low: whole(wait_s.low),
                mid: whole(wait_s.mid),
                high: whole(wait_s.high),
            };
            (hours, Some((hours.mid / term_h, months)))
        }
        Billing::OnDemand | Billing::Spot => (terms.billed_h(paid_s), None),
    };
    let by_the_hour = if paid_ahead.is_some() { 0.0 } else { 1.0 };
    Ok(Usage {
        hours,
        used_h: wait_s.times(1.0 / HOUR),
        start_h: by_the_hour * (ready_s.mid - free_s.mid) / HOUR,
        idle_h: 0.0,
        interrupted_h: by_the_hour * interrupted_h.max(0.0),
        outage_h: by_the_hour * outage_h,
        sessions: 1.0,
        terms: paid_ahead,
        months: wait_s.mid / HOUR / HOURS_ALWAYS_ON,
        wait_s,
        ready_s: ready_s.mid,
        wait_steps: steps,
        spot,
        spot_stretch: work_h.mid / compute_h.mid.max(f64::MIN_POSITIVE) - 1.0,
    })
}

fn month(sessions: f64, each_h: f64, load_gb: f64, terms: &Terms, billing: Billing) -> Usage {
    let ready_s = terms.start_s.plus(load_gb / terms.disk_gb_s);
    let free_s = terms.unbilled_start_s();
    // A service round the clock starts once.
    let round_the_clock = sessions * each_h >= HOURS_ALWAYS_ON;
    let (sessions, each_h) = match round_the_clock {
        true => (1.0, HOURS_ALWAYS_ON),
        false => (sessions, each_h),
    };
    let used_s = ready_s.plus(each_h * HOUR);
    let paid_s = Interval {
        low: used_s.low - free_s.low,
        mid: used_s.mid - free_s.mid,
        high: used_s.high - free_s.high,
    };
    let used = terms.billed_h(paid_s).times(sessions);
    // Nobody stops a machine when leaving it on is cheaper.
    let cap = if round_the_clock {
        f64::INFINITY
    } else {
        HOURS_ALWAYS_ON
    };
    let mut hours = capped(used, cap);
    let start_h = (sessions * (ready_s.mid - free_s.mid) / HOUR).min(hours.mid);
    let mut idle_h = 0.0;
    if sessions > 0.0 && !round_the_clock {
        match terms.stops_free {
            Some(true) => {}
            Some(false) => {
                idle_h = HOURS_ALWAYS_ON - hours.mid;
                hours = always(HOURS_ALWAYS_ON);
            }
            None => hours.high = HOURS_ALWAYS_ON,
        }
    }
    let mut usage = Usage {
        hours,
        used_h: capped(used_s.times(sessions / HOUR), HOURS_ALWAYS_ON),
        start_h,
        idle_h,
        interrupted_h: 0.0,
        outage_h: 0.0,
        sessions,
        terms: None,
        months: 1.0,
        wait_s: ready_s,
        ready_s: ready_s.mid,
        wait_steps: wait_steps(terms, load_gb),
        spot: None,
        spot_stretch: 0.0,
    };
    match billing {
        Billing::OnDemand => {}
        // Each interruption costs a restart; what was being worked on is the user's to save.
        Billing::Spot => usage.spot_stretch = INTERRUPTIONS_PER_H * ready_s.mid / HOUR,
        Billing::Reserved { months } => {
            usage.hours = always(HOURS_PER_LISTED_MONTH as f64);
            (usage.start_h, usage.idle_h) = (0.0, 0.0);
            usage.terms = Some((1.0 / f64::from(months), months));
        }
    }
    usage
}

/// The same at both ends.
fn always(hours: f64) -> Interval {
    Interval {
        low: hours,
        mid: hours,
        high: hours,
    }
}

fn capped(hours: Interval, most: f64) -> Interval {
    Interval {
        low: hours.low.min(most),
        mid: hours.mid.min(most),
        high: hours.high.min(most),
    }
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
