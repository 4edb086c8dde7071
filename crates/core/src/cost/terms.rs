//! A seller's rules, as far as they turn time into billed time.
//!
//! Source: workload model, sections 5.1, 5.2 and 5.7.

use super::bill::billed_s;
use crate::predict::Interval;
use crate::traits::{SellerTraits, Stated};

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

/// A seller's rules, as far as they turn time into billed time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// Seconds that use is rounded up to; `None` = nobody says.
    pub step_s: Option<u32>,
    /// Seconds that are billed at least, each time the machine is started.
    pub minimum_s: u32,
    /// Seconds from start to log-in.
    pub start_s: Interval,
    /// The seller's own figure, not the assumption.
    pub start_stated: bool,
    /// Whether the time from start to log-in is billed; `None` = nobody says, and it is taken for billed.
    pub start_billed: Option<bool>,
    /// Whether stopping ends the charge; `None` = nobody says.
    pub stops_free: Option<bool>,
    /// Speed at which a model is read, GB/s.
    pub disk_gb_s: f64,
    /// Share of time the machines can be used; `None` = nobody says.
    pub availability: Option<f64>,
    /// Hours until a failed machine is back, the mean; `None` = nobody says.
    pub recovery_h: Option<f64>,
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
        let disk = value(seller.and_then(|s| s.disk_gb_s.as_ref()));
        Terms {
            step_s: value(seller.and_then(|s| s.billing_step_s.as_ref())),
            minimum_s: value(seller.and_then(|s| s.billing_minimum_s.as_ref())).unwrap_or(0),
            start_s,
            start_stated: start.is_some(),
            start_billed: value(seller.and_then(|s| s.start_billed.as_ref())),
            stops_free: value(seller.and_then(|s| s.stop_without_charge.as_ref())),
            disk_gb_s: disk.filter(|speed| *speed > 0.0).unwrap_or(DISK_GB_S),
            availability: value(seller.and_then(|s| s.availability.as_ref())),
            recovery_h: value(seller.and_then(|s| s.recovery_h.as_ref())),
        }
    }

    /// Use rounded up: where the step is not known, low by the second, mid by the minute, high by
    /// the hour.
    pub(super) fn billed_h(&self, used_s: Interval) -> Interval {
        let hours =
            |used, unknown| billed_s(used, self.step_s.unwrap_or(unknown), self.minimum_s) / HOUR;
        Interval {
            low: hours(used_s.low, 1),
            mid: hours(used_s.mid, 60),
            high: hours(used_s.high, 3_600),
        }
    }

    /// Seconds of a start that are not billed: all of it where billing begins when the machine is
    /// ready, at the low end where nobody says when it begins.
    pub(super) fn unbilled_start_s(&self) -> Interval {
        match self.start_billed {
            Some(true) => NOTHING,
            Some(false) => self.start_s,
            None => Interval {
                low: self.start_s.low,
                ..NOTHING
            },
        }
    }
}

const NOTHING: Interval = Interval {
    low: 0.0,
    mid: 0.0,
    high: 0.0,
};

fn value<T: Copy>(stated: Option<&Stated<T>>) -> Option<T> {
    stated.map(|stated| stated.value)
}
