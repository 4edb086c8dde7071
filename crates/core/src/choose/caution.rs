//! What speaks against a plan, the gravest first.
//!
//! Gravity is a share of one: the risk's own term of the score where it has one, points lost against
//! the median plan ÷ 25 for cost and time, else a constant that stands beside its sentence.

use super::explain::{Case, age};
use super::quota::Allowed;
use crate::message::{Message, Param, Reason};
use crate::offer::{Availability, Billing};
use crate::predict::{CORRECTED_BY_YOU, Evidence, MEASURED_BY_YOU};
use crate::workload::Workload;

/// Points of the score that a risk of one costs. Source: workload model, section 6.3.
const RISK_POINTS: f64 = 25.0;
/// Points below which a difference from the median is not worth a sentence.
const POINTS: f64 = 1.0;

type Caution = (f64, Reason);

impl Case<'_, '_> {
    /// What speaks against the plan, the gravest first.
    pub(super) fn risks(&self) -> Vec<Reason> {
        let mut all: Vec<Caution> = Vec::new();
        all.extend(self.below_median());
        all.extend(self.memory());
        all.extend(self.late());
        all.extend(self.taken_away());
        all.extend(self.price_age());
        all.extend(self.stock_left());
        all.extend(self.quota());
        all.extend(self.quote.generation.clone());
        all.extend(self.evidence());
        all.extend(self.billing());
        all.extend(self.files());
        all.extend(self.unverified());
        all.extend(self.noted());
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        all.into_iter().map(|(_, reason)| reason).collect()
    }

    /// The largest part of the score that is below the median's, cost or time.
    fn below_median(&self) -> Option<Caution> {
        let part = if self.above[0] <= self.above[1] { 0 } else { 1 };
        let lost = -self.above[part];
        if lost < POINTS {
            return None;
        }
        let message = match (part, self.workload) {
            (0, _) => Message::new("dearer_than_median")
                .with(
                    "share",
                    Param::Share(self.fit.cost.mid / self.median.cost - 1.0),
                )
                .with("cost", self.money(self.fit.cost.mid))
                .with("median", self.money(self.median.cost)),
            (_, Workload::Dev(_)) => return None,
            (_, Workload::Training(_) | Workload::SampleTraining(_)) => {
                self.slower("slower_than_median")
            }
            (_, Workload::Inference(_) | Workload::SampleInference(_)) => {
                self.slower("answers_slower")
            }
        };
        Some((lost / RISK_POINTS, message))
    }

    fn slower(&self, code: &'static str) -> Reason {
        Message::new(code)
            .with("times", Param::Number(self.fit.time_s / self.median.time_s))
            .with("time", Param::Seconds(self.fit.time_s))
            .with("median", Param::Seconds(self.median.time_s))
    }

    fn memory(&self) -> Option<Caution> {
        let memory = &self.prediction.memory;
        let sure = memory.p_fit.filter(|p| *p < 0.95)?;
        let message = Message::new("memory_tight")
            .with("share", Param::Share(sure))
            .with("spare", Param::Gib(memory.usable_gib - memory.needed_gib));
        Some((self.quote.risk.memory, message))
    }

    fn late(&self) -> Option<Caution> {
        let late = self.quote.risk.deadline;
        (late > 0.05).then(|| {
            (
                late,
                Message::new("may_be_late").with("share", Param::Share(late)),
            )
        })
    }

    fn taken_away(&self) -> Vec<Caution> {
        if self.fit.offer.billing != Billing::Spot {
            return Vec::new();
        }
        let stretch = self.quote.usage.spot_stretch;
        let message = Message::new("spot_interruptions").with("share", Param::Share(stretch));
        let mut all = vec![(self.quote.risk.spot.max(0.1), message)];
        // 0.3: the seller is said to have no such machines at all.
        if self.quote.spot_denied {
            all.push((0.3, Message::new("spot_denied")));
        }
        all
    }

    fn price_age(&self) -> Option<Caution> {
        let said_with_stock = self.fit.stock_unknown && self.stock_known;
        match self.fit.age_days {
            None => Some((super::risk::stale(None), Message::new("price_undated"))),
            Some(_) if said_with_stock => None,
            Some(days) if days < 1.0 => None,
            Some(days) => {
                let message = Message::new("price_old").with("age", age(days));
                Some((super::risk::stale(Some(days)), message))
            }
        }
    }

    fn stock_left(&self) -> Option<Caution> {
        match self.fit.offer.availability {
            Availability::InStock { .. } => None,
            // 0.2: it may be gone before the user is there.
            Availability::Low { count: Some(count) } => {
                let count = Param::Count(u64::from(count));
                Some((0.2, Message::new("few_left_count").with("count", count)))
            }
            Availability::Low { count: None } => Some((0.2, Message::new("few_left"))),
            Availability::SoldOut => Some((0.5, Message::new("sold_out"))),
            Availability::Unknown if self.stock_known => {
                let message = Message::new("stock_unknown");
                let message = match self.fit.age_days {
                    Some(days) => Message::new("stock_unknown_aged").with("age", age(days)),
                    None => message,
                };
                Some((super::risk::stock(true, true), message))
            }
            Availability::Unknown => None,
        }
    }

    fn quota(&self) -> Option<Caution> {
        let allowed = self.fit.allowed;
        let message = match allowed {
            Allowed::NotAsked | Allowed::Quota(_) | Allowed::Reserved(_) => return None,
            Allowed::Unknown => Message::new("quota_unknown"),
            Allowed::Short { have, needed } => Message::new("quota_short")
                .with("have", Param::Count(u64::from(have)))
                .with("needed", Param::Count(u64::from(needed))),
        };
        Some((allowed.risk(), message))
    }

    fn evidence(&self) -> Option<Caution> {
        let width = Param::Share((crate::predict::Z80 * self.prediction.sigma).exp_m1());
        let code = match self.prediction.evidence? {
            Evidence::Measured | Evidence::A => return None,
            Evidence::B => "never_timed_on_card",
            Evidence::C => "new_architecture",
        };
        Some((
            self.quote.risk.evidence,
            Message::new(code).with("share", width),
        ))
    }

    fn billing(&self) -> Vec<Caution> {
        let Case { quote, fit, .. } = self;
        let mut all = Vec::new();
        if fit.offer.quarantine.is_some() {
            // 0.5: the price itself is in doubt.
            all.push((0.5, Message::new("held_unusually_low")));
        }
        if let Some((_, months)) = quote.usage.terms {
            let term = f64::from(months) * crate::money::HOURS_PER_LISTED_MONTH as f64;
            let whole = fit.per_hour * term * f64::from(fit.machines);
            // 0.3: the whole term is owed, whatever is used of it.
            let message = Message::new("reserved_term")
                .with("months", Param::Count(u64::from(months)))
                .with("cost", self.money(whole));
            all.push((0.3, message));
            return all;
        }
        let step = quote.terms.step_s;
        let matters = !self.workload.is_inference();
        if step.is_none() && matters {
            // 0.12: at most an hour a session.
            all.push((0.12, Message::new("billing_step_unknown")));
        }
        if quote.usage.hours.high >= crate::cost::HOURS_ALWAYS_ON && quote.usage.sessions > 1.0 {
            match quote.terms.stops_free {
                // 0.35: the bill may be several times the estimate.
                None => {
                    let most = self.money(fit.cost.high);
                    all.push((0.35, Message::new("stop_charge_unknown").with("cost", most)));
                }
                Some(false) => all.push((0.3, Message::new("bills_while_stopped"))),
                Some(true) => {}
            }
        }
        if !quote.terms.start_stated && !self.workload.is_inference() {
            // 0.05: ten minutes at most.
            let start = Param::Seconds(quote.terms.start_s.mid);
            all.push((0.05, Message::new("start_up_assumed").with("time", start)));
        }
        all
    }

    fn files(&self) -> Vec<Caution> {
        let extras = &self.quote.extras;
        let unknown = |extra: &Option<crate::cost::Extra>| {
            extra.as_ref().is_some_and(|extra| extra.amount.is_none())
        };
        let part = match (unknown(&extras.storage), unknown(&extras.egress)) {
            (true, true) => Some("part_storage_and_egress"),
            (true, false) => Some("part_storage"),
            (false, true) => Some("part_egress"),
            (false, false) => None,
        };
        let mut all = Vec::new();
        if let Some(part) = part {
            // 0.25: the total leaves something out.
            let message = Message::new("cost_at_least").with("part", Param::Word(part));
            all.push((0.25, message));
        }
        if self.fit.copied && self.copy_unknown {
            let part = Param::Word("part_copy");
            all.push((0.25, Message::new("cost_at_least").with("part", part)));
        }
        if extras.storage.is_some() {
            if let Some(days) = self.quote.deleted_after_days {
                let days = Param::Days(days as u32);
                all.push((0.15, Message::new("deleted_after_stop").with("days", days)));
            }
            if self.quote.one_copy {
                all.push((0.12, Message::new("one_copy_on_disk")));
            }
        }
        all
    }

    fn unverified(&self) -> Vec<Caution> {
        let needs = self.quote.risk.unverified.iter();
        needs
            .map(|wish| {
                let need = Param::Word(super::advice::wish_word(*wish));
                // 0.4: a need, not a wish, and nobody has answered it.
                (0.4, Message::new("verify_need").with("need", need))
            })
            .collect()
    }

    /// What the prediction says of itself; the number of copies is shown as machines.
    fn noted(&self) -> Vec<Caution> {
        let notes = self.prediction.notes.iter();
        notes
            .filter(|note| !matches!(note.code, "replicas" | MEASURED_BY_YOU | CORRECTED_BY_YOU))
            // 0.1: a doubt about the figures, already in their interval.
            .map(|note| (0.1, note.clone()))
            .collect()
    }
}
