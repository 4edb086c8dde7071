//! What a job or a month costs, part by part, and when another way of paying is the better one.

use serde::Serialize;

use super::{IntervalView, MessageView, MoneyView};

/// Cost of the job or month; amounts are decimal text in `currency`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct CostView {
    /// Lower end of the 80 % interval.
    pub low: String,
    /// Median, after the discounts that are ticked.
    pub mid: String,
    /// Upper end.
    pub high: String,
    /// ISO code.
    pub currency: String,
    /// A part is unknown, so the total is a lower bound.
    pub at_least: bool,
    /// Median before discounts; equal to `mid` without any.
    pub list: String,
    /// The parts add up to `mid`; an unknown one is `null`, a discount is below zero.
    pub parts: Vec<CostPart>,
    /// The rate that prices were converted at, where the seller lists in another currency.
    pub exchange: Option<ExchangeView>,
    /// What interruptions do to a job on spot.
    pub spot: Option<SpotView>,
    /// What is known of this seller's discounts, ticked or not.
    pub discounts: Vec<DiscountUse>,
    /// When a month or a year paid ahead is cheaper for this plan, where the seller offers both.
    pub break_even: Vec<BreakEvenView>,
}

/// One part of a cost.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct CostPart {
    /// `compute`, `interruptions`, `outages`, `start_up`, `idle_gpu`, `storage`, `egress`, `copy`, `waiting`,
    /// `discount`.
    pub code: String,
    /// In the reader's language; of a discount, its name.
    pub label: String,
    /// The formula with its figures, symbols only.
    pub formula: String,
    /// Decimal text; `null` = unknown.
    pub amount: Option<String>,
}

/// A rate of exchange with its day.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ExchangeView {
    /// Currency of the list.
    pub from: String,
    /// Currency of the answer.
    pub to: String,
    /// Units of `to` for one of `from`: decimal text, six significant figures.
    pub rate: String,
    /// Day of the rate.
    pub observed_on: String,
    /// Who set it.
    pub source: String,
    /// All of it in one line.
    pub text: String,
}

/// What interruptions do to a job on spot; hours are of the median job.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SpotView {
    /// Interruptions an hour, assumed where the seller publishes nothing.
    pub per_h: IntervalView,
    /// Work between two checkpoints; `null` = the whole job, no checkpoint pays.
    pub interval_h: Option<f64>,
    /// Interruptions expected in the whole job.
    pub interruptions: f64,
    /// Wall time expected.
    pub wall_h: f64,
    /// Of it, writing checkpoints.
    pub checkpoints_h: f64,
    /// Of it, starting again.
    pub restarts_h: f64,
    /// Of it, work done twice.
    pub lost_h: f64,
    /// The same in sentences.
    pub lines: Vec<MessageView>,
}

/// A discount that a seller is known to give.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct DiscountView {
    /// What is ticked: `--discount ID`.
    pub id: String,
    /// Provider's id.
    pub provider: String,
    /// Provider's name in the reader's language.
    pub provider_name: String,
    /// `percentage`, `prepaid` or `coupon`.
    pub kind: String,
    /// What it is called.
    pub name: String,
    /// What it takes off, for whom, once or repeated, with cap, minimum and expiry.
    pub rule: String,
    /// It can be ticked; where not, its size is not known or it has expired, and `rule` says so.
    pub offered: bool,
    /// Last day; `null` = none is stated.
    pub expires_on: Option<String>,
    /// Who says so.
    pub source: String,
    /// When, as the source is dated.
    pub observed_on: String,
    /// The source's own remark, as it wrote it.
    pub note: Option<String>,
}

/// A discount in one sum.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct DiscountUse {
    /// Which.
    pub discount: DiscountView,
    /// The user has it.
    pub ticked: bool,
    /// What it takes off this sum, decimal text; of one not ticked, what it would. `null` = nothing.
    pub takes_off: Option<String>,
    /// Why it takes nothing off.
    pub why_not: Option<MessageView>,
}

/// When a term paid ahead is cheaper than paying by the hour.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct BreakEvenView {
    /// Paid by the hour: `on_demand` or `spot`.
    pub against: String,
    /// Paid ahead: `monthly`, `yearly` or `reserved_24`, …
    pub term: String,
    /// Months of the term.
    pub months: u32,
    /// Hours of use a month above which the term is cheaper; above 730 it never is.
    pub hours: f64,
    /// Price of one month of the term, all machines.
    pub per_month: MoneyView,
    /// Price of the whole term, all machines, which is owed at once or in any case.
    pub whole_term: MoneyView,
    /// Hours of use a month, of one machine: of a training job, the job's own, at most a month's.
    pub use_h: IntervalView,
    /// Even the lower end of the use is above `hours`: the term is advised.
    pub advised: bool,
    /// The price of the term is worked out from the share the seller names, not listed.
    pub estimated: bool,
    /// All of it in a sentence.
    pub text: String,
}

/// A change that would change the order.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ThresholdView {
    /// `price` and `time` (of this plan), `speed` (the slider), `interruptions` (a spot plan's, an hour).
    pub code: String,
    /// Of `price` and `time` the change as a share (−0.03 = 3 % less), of `speed` the position, of
    /// `interruptions` the rate.
    pub at: f64,
    /// Who leads beyond it, or whom this plan passes.
    pub other: Option<String>,
    /// `ChoiceView::id` of that plan, where it is listed.
    pub other_id: Option<String>,
    /// In a sentence.
    pub text: String,
}
