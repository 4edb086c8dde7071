//! What is advised: ranked plans with their sums, refused plans with their reasons.

use std::sync::Arc;

use super::generation::module;
use super::limits::maker;
use crate::cost::{Cost, Interrupted};
use crate::gpu::software_of;
use crate::message::{Message, MessageId, Note, Param, Reason};
use crate::money::{Currency, Money};
use crate::need::Need;
use crate::offer::{Offer, QuarantineReason};
use crate::predict::{Interval, Prediction, Refusal, Step};
use crate::workload::Wish;

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
    /// How many plans fit in all; one plan in several places counts once.
    pub fit: usize,
    /// Refused plans, the nearest miss first.
    pub rejected: Vec<Rejected<'a>>,
    /// What each limit removed, in the order they were applied.
    pub stages: Vec<Stage>,
    /// Points of the first choice over the best other plan; below zero inside a tie, where the
    /// cheaper of equals stands first. `None` with fewer than two plans.
    pub lead: Option<f64>,
    /// The best other plan, over which `lead` is.
    pub runner_up: Option<&'a Offer>,
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
    /// Other places where the seller has the same plan, none of them better than this one.
    pub places: usize,
    /// 1 is best; equal ranks repeat.
    pub rank: u32,
    /// The rank is shared.
    pub tie: bool,
    /// Of one machine, in the currency of the answer.
    pub price_per_hour: Money,
    /// Billed hours of the job or month, of one machine.
    pub hours: Interval,
    /// Hours that one machine is in use, however it is paid for: of the job, or of the month.
    pub used_h: Interval,
    /// What becomes of a training job on spot.
    pub spot: Option<Interrupted>,
    /// Extra hours on spot as a share, whatever this choice is billed by; `None` = it would not finish.
    pub spot_stretch: Option<f64>,
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
    /// Of the first choice, what would take the most points from it; of the others, what would give
    /// them to it.
    pub changes: Vec<Threshold<'a>>,
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

/// A plan that does not fit.
#[derive(Debug, Clone)]
pub struct Rejected<'a> {
    /// What was looked at.
    pub offer: &'a Offer,
    /// Why not.
    pub why: Why,
    /// Share it falls short by; `None` without a number.
    pub miss: Option<f64>,
}

/// Why a plan is refused: kept small, because most of a catalogue is refused in every answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Why {
    /// Neither a GPU nor an NPU.
    Kind,
    /// Not where the data may live.
    Region,
    /// Not one of the wanted sellers.
    Provider,
    /// Not one of the wanted makers of cards.
    Vendor,
    /// Programmed with other software than the job is written for.
    Software,
    /// Not one of the wanted ways of billing.
    Billing,
    /// Memory, card or arithmetic does not serve, as the prediction says.
    Refused(Arc<Refusal>),
    /// More cards than wanted.
    TooManyGpus {
        /// Cards in all machines together.
        needed: u32,
        /// Most that are wanted.
        most: u32,
    },
    /// Held back in the catalogue.
    Held(QuarantineReason),
    /// Without a price.
    PriceUnknown,
    /// No exchange rate for its currency.
    NoRate(Currency),
    /// None left, and the user does not wait.
    SoldOut,
    /// The user may not have so many cards there, and does not wait.
    QuotaShort {
        /// Cards that quota or reservation allow.
        have: u32,
        /// Cards in all machines together.
        needed: u32,
    },
    /// A need that the seller or the card does not meet.
    Unmet(Wish),
    /// A need about which nothing is known.
    Unanswered(Wish),
    /// Interruptions come faster than the work advances.
    NeverFinishes,
    /// Too late with a probability above nine in ten.
    Late {
        /// Hours it takes, the median.
        hours: f64,
        /// Hours there are.
        deadline: f64,
    },
    /// Even the lower end of the cost is above the budget.
    OverBudget {
        /// The lower end.
        least: Money,
        /// The budget in the same currency.
        budget: Money,
    },
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

/// How far one input must move until the lead changes hands.
#[derive(Debug, Clone)]
pub struct Threshold<'a> {
    /// `price`, `time` (of this plan), `speed` (the slider), `interruptions` (of every plan on spot).
    pub code: &'static str,
    /// Of `price` and `time` the change as a share (0.03 = 3 % more), of `speed` the position, of
    /// `interruptions` the rate an hour.
    pub at: f64,
    /// Who has as many points there.
    pub other: &'a Offer,
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

impl Rejected<'_> {
    /// Code of the reason.
    pub fn code(&self) -> MessageId {
        match &self.why {
            Why::Kind => "not_an_accelerator",
            Why::Region => "elsewhere",
            Why::Provider => "other_provider",
            Why::Vendor => "other_vendor",
            Why::Software => "other_software",
            Why::Billing => "other_billing",
            Why::Refused(refusal) => refusal.reason.code,
            Why::TooManyGpus { .. } => "too_many_gpus",
            Why::Held(reason) => held(*reason),
            Why::PriceUnknown => "held_price_unknown",
            Why::NoRate(_) => "no_exchange_rate",
            Why::SoldOut => "sold_out",
            Why::QuotaShort { .. } => "quota_short",
            Why::Unmet(_) => "need_unmet",
            Why::Unanswered(_) => "need_unanswered",
            Why::NeverFinishes => "spot_never_finishes",
            Why::Late { .. } => "too_late",
            Why::OverBudget { .. } => "over_budget",
        }
    }

    /// The first change to the workload that would fit, where memory is the reason.
    pub fn remedy(&self) -> Option<&Message> {
        let Why::Refused(refusal) = &self.why else {
            return None;
        };
        refusal.remedy.as_ref()
    }

    /// The reason with its figures.
    pub fn reason(&self) -> Message {
        let message = Message::new(self.code());
        match &self.why {
            Why::Refused(refusal) => refusal.reason.clone(),
            Why::Region => match &self.offer.region {
                Some(region) => message.with("region", Param::Text(region.clone())),
                None => Message::new("place_unknown"),
            },
            Why::Provider => {
                message.with("provider", Param::Text(self.offer.plan.provider.clone()))
            }
            Why::Billing => message.with("billing", Param::Text(self.offer.billing.to_string())),
            Why::Software => self.other_software(message),
            Why::QuotaShort { have, needed } => message
                .with("have", Param::Count(u64::from(*have)))
                .with("needed", Param::Count(u64::from(*needed))),
            Why::TooManyGpus { needed, most } => message
                .with("needed", Param::Count(u64::from(*needed)))
                .with("most", Param::Count(u64::from(*most))),
            Why::NoRate(currency) => message.with("currency", Param::Text(currency.to_string())),
            Why::Unmet(wish) | Why::Unanswered(wish) => {
                message.with("need", Param::Word(wish_word(*wish)))
            }
            Why::Late { hours, deadline } => message
                .with("hours", Param::Hours(*hours))
                .with("deadline", Param::Hours(*deadline)),
            Why::OverBudget { least, budget } => message
                .with("least", Param::Money(*least))
                .with("budget", Param::Money(*budget))
                .with("share", Param::Share(self.miss.unwrap_or_default())),
            Why::Kind
            | Why::Vendor
            | Why::Held(_)
            | Why::PriceUnknown
            | Why::SoldOut
            | Why::NeverFinishes => message,
        }
    }
}

impl Rejected<'_> {
    /// What the card is programmed with instead, and what PyTorch would need for it.
    fn other_software(&self, message: Message) -> Message {
        let plan = &self.offer.plan;
        let Some(stack) = maker(plan).and_then(software_of) else {
            return message;
        };
        let card = plan.gpu.as_ref().map_or("", |gpu| gpu.name.as_str());
        message
            .with("card", Param::Text(card.to_owned()))
            .with("stack", Param::Text(stack.name().to_owned()))
            .with("module", module(stack))
    }
}

/// The code under which a held offer says what is wrong with it.
pub fn held(reason: QuarantineReason) -> MessageId {
    match reason {
        QuarantineReason::PriceUnknown => "held_price_unknown",
        QuarantineReason::CardPriceMissing => "held_card_price_missing",
        QuarantineReason::ReservationOnly => "held_reservation_only",
        QuarantineReason::UnusuallyLow => "held_unusually_low",
        QuarantineReason::Implausible => "held_implausible",
        QuarantineReason::NoSeller => "held_no_seller",
        QuarantineReason::RangeEnd => "held_range_end",
    }
}

/// The word for a need, `word.need_…`.
pub fn wish_word(wish: Wish) -> &'static str {
    match wish {
        Wish::Nvlink => "need_nvlink",
        Wish::PerSecondBilling => "need_per_second_billing",
        Wish::StopWithoutGpuCharge => "need_stop_without_gpu_charge",
        Wish::Preinstalled => "need_preinstalled",
        Wish::Djbh3 => "need_djbh_3",
        Wish::LogRetention180d => "need_log_retention_180d",
    }
}
