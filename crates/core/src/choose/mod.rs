//! Filter, predict, price, rank, and say why.

use rust_decimal::Decimal;

use crate::message::{Message, Note, Reason};
use crate::money::{Currency, Money};
use crate::need::Need;
use crate::offer::Offer;
use crate::predict::{Interval, Prediction, Step};

/// The answer to a workload.
#[derive(Debug)]
pub struct Advice<'a> {
    /// What the workload asks of memory.
    pub need: Need,
    /// Ranked plans, best first; as many as the limits ask for.
    pub choices: Vec<Choice<'a>>,
    /// Lowest median cost of all plans that fit, listed among `choices` or not; the better rank on a tie.
    pub cheapest: Option<Choice<'a>>,
    /// Lowest median time of all plans that fit, listed or not; the better rank on a tie.
    pub fastest: Option<Choice<'a>>,
    /// How many plans fit in all.
    pub fit: usize,
    /// Refused plans, the nearest miss first.
    pub rejected: Vec<Rejected<'a>>,
    /// What each limit removed, in the order they were applied.
    pub stages: Vec<Stage>,
    /// What would change the first rank.
    pub sensitivity: Vec<Sensitivity>,
    /// Who leads at which β, from 0 to 1 without gaps.
    pub bands: Vec<Band<'a>>,
    /// Said once for the whole answer.
    pub notes: Vec<Note>,
}

/// A plan that fits, with what it takes and costs.
#[derive(Debug, Clone)]
pub struct Choice<'a> {
    /// What is rented.
    pub offer: &'a Offer,
    /// Memory, time, rate, latency.
    pub prediction: std::sync::Arc<Prediction>,
    /// 1 is best; equal ranks repeat.
    pub rank: u32,
    /// The rank is shared.
    pub tie: bool,
    /// Of one machine, in the currency of the answer.
    pub price_per_hour: Money,
    /// Billed hours of the job or month, of one machine.
    pub hours: Interval,
    /// What the user waits for, seconds: the job, one answer, or start to ready.
    pub time_s: Interval,
    /// The sum behind `time_s`.
    pub time_steps: Vec<Step>,
    /// Of the job or month, all machines.
    pub cost: Cost,
    /// 0 to 100, only within this answer.
    pub rank_score: f64,
    /// Points of cost, time, risk, fit (in this order); they add up to `rank_score`.
    pub score_parts: [ScorePart; 4],
    /// On the frontier of cost, time and risk.
    pub pareto: bool,
    /// What speaks for it, the largest contribution first.
    pub reasons: Vec<Reason>,
    /// What speaks against it.
    pub risks: Vec<Reason>,
}

/// Points of one part of the score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScorePart {
    /// `cost`, `time`, `risk`, `fit`.
    pub code: &'static str,
    /// Points it gives.
    pub points: f64,
    /// Points it could give at most.
    pub most: f64,
}

/// Cost of the job or month, in one currency.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// Lower end of the 80 % interval.
    pub low: Decimal,
    /// Median; the parts add up to it.
    pub mid: Decimal,
    /// Upper end.
    pub high: Decimal,
    /// Currency of all.
    pub currency: Currency,
    /// What it is made of.
    pub parts: Vec<CostPart>,
}

/// One part of a cost.
#[derive(Debug, Clone, PartialEq)]
pub struct CostPart {
    /// `compute`, `start_up`, `storage`, `egress`, `idle_gpu`, `discount`.
    pub code: &'static str,
    /// The formula with its figures, symbols only.
    pub formula: String,
    /// `None` = unknown; the total is then "at least".
    pub amount: Option<Decimal>,
}

/// A plan that does not fit.
#[derive(Debug, Clone)]
pub struct Rejected<'a> {
    /// What was looked at.
    pub offer: &'a Offer,
    /// Why not, with its figures.
    pub reason: Message,
    /// Share it falls short by; `None` without a number.
    pub miss: Option<f64>,
}

/// One limit of the funnel.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// `region`, `billing`, `provider`, `card`, `memory`, `price`, `stock`, `needs`, `budget`, `deadline`, …
    pub code: &'static str,
    /// Plans it removed.
    pub removed: usize,
    /// Plans left after it.
    pub left: usize,
}

/// One input moved, and what becomes of the first rank (workload model, section 6.4).
#[derive(Debug, Clone, PartialEq)]
pub struct Sensitivity {
    /// `time`, `price`, `all_prices`, `speed`, `interruptions`.
    pub code: &'static str,
    /// Lead over the runner-up in points at the low end; negative = another leads.
    pub lead_low: f64,
    /// The same at the high end.
    pub lead_high: f64,
    /// Index into `choices` of who leads instead, if anyone does and is listed.
    pub other: Option<usize>,
}

/// Who leads in one part of the slider.
#[derive(Debug, Clone)]
pub struct Band<'a> {
    /// From this β.
    pub from: f64,
    /// To this β.
    pub to: f64,
    /// The leader.
    pub offer: &'a Offer,
}
