//! The figures a prediction is made of, each with its interval and its sum.

use serde::{Deserialize, Serialize};

use crate::message::{Message, MessageId, Param};

/// A figure with its 80 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// 10 % of outcomes are below.
    pub low: f64,
    /// The median.
    pub mid: f64,
    /// 10 % of outcomes are above.
    pub high: f64,
}

/// Half-width of an 80 % interval of a normal distribution, in σ.
pub const Z80: f64 = 1.2816;

impl Interval {
    /// `mid · e^{± 1.2816 σ}` (workload model, section 6.4).
    pub fn log_normal(mid: f64, sigma: f64) -> Interval {
        let factor = (Z80 * sigma).exp();
        Interval {
            low: mid / factor,
            mid,
            high: mid * factor,
        }
    }

    /// Each end multiplied.
    #[must_use]
    pub fn times(self, factor: f64) -> Interval {
        Interval {
            low: self.low * factor,
            mid: self.mid * factor,
            high: self.high * factor,
        }
    }

    /// From the lower of both ends to the higher, around this median.
    #[must_use]
    pub(crate) fn spanning(self, other: Interval) -> Interval {
        Interval {
            low: self.low.min(other.low),
            mid: self.mid,
            high: self.high.max(other.high),
        }
    }

    /// σ of the log-normal distribution that is as wide as the wider side.
    pub(crate) fn sigma(self) -> f64 {
        (self.high / self.mid).max(self.mid / self.low).ln() / Z80
    }

    /// Each end moved.
    #[must_use]
    pub fn plus(self, more: f64) -> Interval {
        Interval {
            low: self.low + more,
            mid: self.mid + more,
            high: self.high + more,
        }
    }
}

/// How well the figure is grounded (workload model, section 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Evidence {
    /// The user's own measurement.
    #[serde(rename = "measured")]
    Measured,
    /// Card, framework and precision each occur in the fitted rows.
    A,
    /// One of them does not; the architecture does.
    B,
    /// Vendor or architecture is new.
    C,
}

/// One line of a sum that is shown: the printed lines add up to the printed total.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// What is added; worded under `step.<code>`.
    pub code: &'static str,
    /// The formula with its figures filled in, e.g. `8.19 B × 2 B`; symbols only, no words.
    pub formula: String,
    /// The summand, in `unit`.
    pub value: f64,
    /// Unit of the value: `gib`, `s`, …
    pub unit: &'static str,
}

/// How a machine's memory meets the need. All figures are of one device.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MemoryFit {
    /// GiB needed on one device, as it is laid out on this machine.
    pub needed_gib: f64,
    /// GiB usable on one device.
    pub usable_gib: f64,
    /// Probability that it fits; `None` where nominal sizes are compared.
    pub p_fit: Option<f64>,
    /// The sum behind `needed_gib`.
    pub steps: Vec<Step>,
}

/// Work done in a unit of time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rate {
    /// The median.
    pub value: f64,
    /// `tokens/s`, `images/s`, `sequences/s`: of the whole machine or of all replicas.
    pub unit: &'static str,
    /// Lower end of the 80 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The note of a prediction whose every figure the user measured.
pub(crate) const MEASURED_BY_YOU: MessageId = "measured_by_you";
/// The note of a prediction that other measurements of the user moved.
pub(crate) const CORRECTED_BY_YOU: MessageId = "corrected_by_you";

/// What is predicted for one workload on one kind of machine.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// Machines of this kind that are needed together: 1, or the replicas that serve a load.
    pub machines: u32,
    /// How memory meets the need.
    pub memory: MemoryFit,
    /// Training: hours of computing, without start-up. `None` in the other scenarios.
    pub compute_h: Option<Interval>,
    /// Throughput.
    pub rate: Option<Rate>,
    /// Time to the first token, ms.
    pub ttft_ms: Option<Interval>,
    /// Time between later tokens, ms.
    pub tpot_ms: Option<Interval>,
    /// Time of one batch of a service that is counted in samples, ms.
    pub answer_ms: Option<Interval>,
    /// The sum behind the time; in seconds for training, milliseconds for one answer.
    pub time_steps: Vec<Step>,
    /// σ of ln time.
    pub sigma: f64,
    /// How well it is grounded; `None` where nothing is predicted (development).
    pub evidence: Option<Evidence>,
    /// Model FLOPs utilisation, 0 to 1 (training).
    pub mfu: Option<f64>,
    /// Assumptions and advice to show beside the figures.
    pub notes: Vec<Message>,
}

impl Prediction {
    /// Measurements of the user's own that moved these figures, without being of this very workload.
    pub fn corrected_by(&self) -> Option<u32> {
        let mut notes = self.notes.iter();
        let note = notes.find(|note| note.code == CORRECTED_BY_YOU)?;
        match note.params.get("count")? {
            Param::Count(count) => u32::try_from(*count).ok(),
            _ => None,
        }
    }
}

/// Why nothing is predicted, and by how much it misses.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The reason with its figures.
    pub reason: Message,
    /// Share it falls short by (0.25 = a quarter), where that is a number.
    pub miss: Option<f64>,
    /// The first change to the workload or the number of cards that would fit, where memory is the reason.
    pub remedy: Option<Message>,
}

impl Refusal {
    /// A reason without a distance.
    pub fn new(reason: Message) -> Refusal {
        Refusal {
            reason,
            miss: None,
            remedy: None,
        }
    }

    /// The same reason, with what would fit.
    #[must_use]
    pub(crate) fn with_remedy(mut self, remedy: Option<Message>) -> Refusal {
        self.remedy = remedy;
        self
    }

    /// Misses by less; a refusal without a distance is the farthest.
    pub(crate) fn is_nearer_than(&self, other: Option<&Refusal>) -> bool {
        let distance = |refusal: &Refusal| refusal.miss.unwrap_or(f64::INFINITY);
        other.is_none_or(|other| distance(self) < distance(other))
    }

    /// The same reason, missing by this share.
    #[must_use]
    pub fn by(mut self, miss: f64) -> Refusal {
        self.miss = Some(miss);
        self
    }
}
