//! The wizard's answer: ranked choices, what was rejected and why.

use serde::Serialize;

use super::cost::{CostView, ThresholdView};
use super::offers::GpuView;
use super::{IntervalView, MessageView, MoneyView, StepView};

/// The answer of `recommend`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct AdviceView {
    /// Version of this shape.
    pub schema: u32,
    /// The question, with every default filled in: label and value in words.
    pub workload: WorkloadView,
    /// What the workload asks of memory.
    pub need: NeedView,
    /// Ranked plans, best first.
    pub choices: Vec<ChoiceView>,
    /// Lowest median cost of all plans that fit, in `choices` or not.
    pub cheapest: Option<ChoiceView>,
    /// Lowest median time of all plans that fit, in `choices` or not.
    pub fastest: Option<ChoiceView>,
    /// How many plans fit, of which `choices` are the first.
    pub fit: u32,
    /// Refused plans, the nearest miss first.
    pub rejected: Vec<RejectedView>,
    /// Places in `rejected` of the nearest misses to show: the first of each card and reason, at most five.
    pub nearest: Vec<u32>,
    /// Refusals by reason; the counts add up to all of them.
    pub rejected_counts: Vec<RejectedCount>,
    /// What was looked at.
    pub catalogue: CatalogueView,
    /// Assumptions, advice, clouds without a price: said once for the whole answer.
    pub notes: Vec<MessageView>,
    /// Points of the first choice over the best other plan; below zero inside a tie, where the cheaper
    /// of equals stands first. `null` with fewer than two plans.
    pub lead: Option<f64>,
    /// How sure the first rank is, and what would change it, in sentences.
    pub lead_text: Vec<MessageView>,
    /// What would change the first rank (workload model, section 6.4).
    pub sensitivity: Vec<SensitivityView>,
    /// Who leads at which position of the slider, from 0 to 1 without gaps.
    pub bands: Vec<BandView>,
}

/// The question as understood.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct WorkloadView {
    /// `training`, `inference` or `dev`.
    pub scenario: String,
    /// Parts of the sentence above the result: field of `Answers`, and its value in words.
    pub parts: Vec<WorkloadPart>,
}

/// One part of the question.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct WorkloadPart {
    /// Field of `Answers` that it comes from.
    pub field: String,
    /// In words: `30M tokens × 3 epochs`.
    pub text: String,
    /// The user did not say it.
    pub defaulted: bool,
}

/// What the workload asks of memory, unsharded, on one device.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct NeedView {
    /// GiB in all.
    pub gpu_memory_gib: f64,
    /// Lower end of its 80 % interval.
    pub low_gib: f64,
    /// Upper end.
    pub high_gib: f64,
    /// The sum; its printed lines add up to the printed total.
    pub steps: Vec<StepView>,
}

/// A ranked plan.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ChoiceView {
    /// Identifies the offer inside this catalogue, for later calls.
    pub id: String,
    /// 1 is best; equal ranks repeat.
    pub rank: u32,
    /// The rank is shared.
    pub tie: bool,
    /// Provider's id.
    pub provider: String,
    /// Provider's name in the reader's language.
    pub provider_name: String,
    /// The SKU.
    pub plan: String,
    /// Place, as the provider writes it.
    pub region: Option<String>,
    /// `on_demand`, `spot`, …
    pub billing: String,
    /// The cards.
    pub gpu: GpuView,
    /// Host threads.
    pub vcpus: Option<f64>,
    /// Host memory, GiB.
    pub memory_gib: Option<f64>,
    /// Machines of this plan.
    pub machines: u32,
    /// Of one machine, in the chosen currency.
    pub price_per_hour: MoneyView,
    /// As listed, in the seller's currency and period.
    pub listed: ListedView,
    /// `price_per_hour` was converted from another currency.
    pub converted: bool,
    /// Billed hours of the job or month.
    pub hours: IntervalView,
    /// Throughput.
    pub rate: Option<RateView>,
    /// Time to the first token, ms.
    pub ttft_ms: Option<IntervalView>,
    /// Time between later tokens, ms.
    pub tpot_ms: Option<IntervalView>,
    /// Hours the user waits: the job's time (training), one answer (inference), start to ready (dev); in seconds.
    pub time_s: IntervalView,
    /// The sum behind the time.
    pub time_steps: Vec<StepView>,
    /// Model FLOPs utilisation, 0 to 1.
    pub mfu: Option<f64>,
    /// Cost of the job or month.
    pub cost: CostView,
    /// Memory of one device.
    pub memory: MemoryView,
    /// 0 to 100, only within this answer.
    pub rank_score: f64,
    /// Points of the score: `cost`, `time`, `risk`, `fit`; they add up to `rank_score`.
    pub score_parts: Vec<ScorePart>,
    /// On the frontier of cost, time and risk.
    pub pareto: bool,
    /// `A`, `B`, `C` or `measured`.
    pub evidence: Option<String>,
    /// Measurements of the user's own that moved its figures; `null` where none did.
    pub corrected_by: Option<u32>,
    /// Day the price was seen; a month or year as its first day.
    pub observed_on: Option<String>,
    /// Age of the price in days; `null` = undated.
    pub age_days: Option<u32>,
    /// Page, file or call.
    pub source: String,
    /// `api`, `sheet`, `learned`, `estimate` or `snapshot`.
    pub means: String,
    /// The source's own remark.
    pub source_note: Option<String>,
    /// Where it can be rented, if known.
    pub console_url: Option<String>,
    /// Stock.
    pub availability: AvailabilityView,
    /// What speaks for it, the largest contribution first.
    pub reasons: Vec<MessageView>,
    /// What speaks against it.
    pub risks: Vec<MessageView>,
    /// Of the first choice, what would cost it the lead; of the others, what would give it to them.
    pub changes: Vec<ThresholdView>,
}

/// A price as the seller lists it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ListedView {
    /// Amount and currency.
    pub price: MoneyView,
    /// `hour`, `month` or `year`.
    pub per: String,
}

/// Throughput.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct RateView {
    /// Median.
    pub value: f64,
    /// `tokens/s`, …
    pub unit: String,
    /// Lower end of the 80 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Memory of one device against the need.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MemoryView {
    /// GiB needed on one device.
    pub needed_gib: f64,
    /// GiB usable on one device.
    pub usable_gib: f64,
    /// Probability that it fits.
    pub p_fit: Option<f64>,
    /// The sum behind `needed_gib` on this machine.
    pub steps: Vec<StepView>,
}

/// Points of one part of the score.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ScorePart {
    /// `cost`, `time`, `risk`, `fit`.
    pub code: String,
    /// In the reader's language.
    pub label: String,
    /// Points.
    pub points: f64,
    /// Most points this part can give.
    pub most: f64,
}

/// Stock when last seen.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct AvailabilityView {
    /// `in_stock`, `low`, `sold_out` or `unknown`.
    pub level: String,
    /// How many, where known.
    pub count: Option<u32>,
}

/// A refused plan.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct RejectedView {
    /// Provider's id.
    pub provider: String,
    /// Provider's name in the reader's language.
    pub provider_name: String,
    /// The SKU.
    pub plan: String,
    /// Place.
    pub region: Option<String>,
    /// `on_demand`, …
    pub billing: String,
    /// Card's name, if any.
    pub gpu: Option<String>,
    /// Code; stable.
    pub code: String,
    /// Figures by name.
    #[cfg_attr(feature = "bindings", ts(type = "Record<string, unknown>"))]
    pub params: serde_json::Map<String, serde_json::Value>,
    /// The reason in words.
    pub text: String,
    /// Share it falls short by; `null` without a number.
    pub miss: Option<f64>,
}

/// How many plans one reason refused.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct RejectedCount {
    /// Code of the reason.
    pub code: String,
    /// The reason in a few words, without figures.
    pub label: String,
    /// Plans it refused.
    pub count: u32,
}

/// What the answer was chosen from.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct CatalogueView {
    /// Present offers (superseded sources not counted).
    pub offers: u32,
    /// Oldest dated price.
    pub observed_from: Option<String>,
    /// Newest dated price.
    pub observed_to: Option<String>,
}

/// One input moved, and whether the first rank changes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SensitivityView {
    /// `time`, `price`, `all_prices`, `speed`, `interruptions`, `measured` (its time measured as estimated;
    /// the low end is the lead as it is).
    pub code: String,
    /// In the reader's language.
    pub label: String,
    /// Lead over the runner-up in points with the input at its low end; negative = the runner-up leads.
    pub lead_low: f64,
    /// The same at its high end.
    pub lead_high: f64,
    /// Who leads instead, if anyone does.
    pub other: Option<String>,
}

/// Who leads in one part of the slider.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct BandView {
    /// From this β.
    pub from: f64,
    /// To this β.
    pub to: f64,
    /// Provider's name and card of the leader.
    pub label: String,
    /// `ChoiceView::id` of the leader.
    pub id: String,
}
