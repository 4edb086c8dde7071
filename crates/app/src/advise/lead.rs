//! How sure the first rank is, and what would change the order, in sentences.

use std::collections::BTreeMap;

use tiaoka_core::choose::{Advice, Choice, Threshold};
use tiaoka_core::message::{Message, Param};
use tiaoka_core::offer::Offer;

use super::Desk;
use crate::views::MessageView;
use crate::views::cost::ThresholdView;
use crate::wording::{Language, figures};

/// A lead below so many points is a tie (workload model, section 6.4).
const SMALL: f64 = 2.0;

impl Desk<'_> {
    /// The lead, what would lose it, and whether a measurement settles it best.
    pub(super) fn lead_text(&self, advice: &Advice<'_>, speed: f64) -> Vec<MessageView> {
        let (Some(lead), Some(other), Some(first)) =
            (advice.lead, advice.runner_up, advice.choices.first())
        else {
            return Vec::new();
        };
        let code = match lead {
            lead if lead < 0.0 => "lead_by_price",
            lead if lead < SMALL => "lead_small",
            _ => "lead_clear",
        };
        let points = figures::fixed(lead.abs(), 1);
        let message = Message::new(code)
            .with("points", Param::Text(points))
            .with("plan", Param::Text(self.rival(other, first.offer)));
        let mut all = vec![self.wording.view(&message)];
        all.extend(self.losing(first, lead, speed));
        if self.settled_by_measuring(advice) {
            all.push(self.wording.view(&Message::new("lead_measure")));
        }
        all
    }

    /// What each plan would need to take over, the changes that lead to one plan in one sentence.
    fn losing(&self, first: &Choice<'_>, lead: f64, speed: f64) -> Vec<MessageView> {
        let mut by_rival: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut rivals: Vec<String> = Vec::new();
        for change in &first.changes {
            let rival = self.rival(change.other, first.offer);
            if !rivals.contains(&rival) {
                rivals.push(rival.clone());
            }
            by_rival
                .entry(rival)
                .or_default()
                .push(self.condition(change, speed));
        }
        let code = if lead < 0.0 { "lead_won" } else { "lead_lost" };
        let sentence = |rival: &String| {
            let changes = by_rival.get(rival)?.join(&self.wording.plain("change.or"));
            let message = Message::new(code)
                .with("changes", Param::Text(self.opening(&changes)))
                .with("plan", Param::Text(rival.clone()));
            Some(self.wording.view(&message))
        };
        rivals.iter().filter_map(sentence).collect()
    }

    /// Whether the doubt about its time is what moves the lead most, and may turn it.
    fn settled_by_measuring(&self, advice: &Advice<'_>) -> bool {
        let width = |code: &str| {
            let moved = advice.sensitivity.iter().find(|moved| moved.code == code);
            moved.map(|moved| (moved.lead_high - moved.lead_low).abs())
        };
        let turns = advice
            .sensitivity
            .iter()
            .any(|moved| moved.code == "time" && moved.lead_low.min(moved.lead_high) < 0.0);
        let measurable = width("measured").is_some();
        let widest = advice.sensitivity.iter().all(|moved| {
            (moved.lead_high - moved.lead_low).abs() <= width("time").unwrap_or(0.0) + 1e-9
        });
        turns && measurable && widest
    }

    /// What would change the order, for one choice.
    pub(super) fn changes(
        &self,
        choice: &Choice<'_>,
        first: bool,
        speed: f64,
    ) -> Vec<ThresholdView> {
        let view = |change: &Threshold<'_>| {
            let rival = self.rival(change.other, choice.offer);
            let key = if first { "change.lost" } else { "change.won" };
            let condition = self.opening(&self.condition(change, speed));
            ThresholdView {
                code: change.code.to_owned(),
                at: change.at,
                other: Some(rival.clone()),
                other_id: Some(self.id(change.other)).filter(|id| !id.is_empty()),
                text: self
                    .wording
                    .fill(key, &[("change", &condition), ("plan", &rival)]),
            }
        };
        choice.changes.iter().map(view).collect()
    }

    /// `3 % slower than estimated`, `past 0.43 on the slider`.
    fn condition(&self, change: &Threshold<'_>, speed: f64) -> String {
        let size = change.at.abs();
        let (key, figure) = match (change.code, change.at < 0.0) {
            ("price", false) => ("change.dearer", figures::share(size)),
            ("price", true) => ("change.cheaper", figures::share(size)),
            ("time", false) => ("change.slower", figures::share(size)),
            // A time of a third less is a speed of a half more; the time is what is shown.
            ("time", true) => ("change.faster", figures::share(size)),
            ("speed", _) => {
                let key = if change.at > speed {
                    "change.slider_past"
                } else {
                    "change.slider_below"
                };
                (key, figures::fixed(change.at, 2))
            }
            (_, _) => {
                let key = if change.at > tiaoka_core::cost::INTERRUPTIONS_PER_H {
                    "change.interrupted_more"
                } else {
                    "change.interrupted_less"
                };
                (key, figures::three(change.at))
            }
        };
        self.wording.fill(key, &[("figure", &figure)])
    }

    /// As the beginning of a sentence.
    fn opening(&self, words: &str) -> String {
        let mut letters = words.chars();
        match (self.wording.language(), letters.next()) {
            (Language::En, Some(first)) => first.to_uppercase().chain(letters).collect(),
            _ => words.to_owned(),
        }
    }

    /// The other plan: seller and card, with way of billing or code where those are the same.
    fn rival(&self, other: &Offer, own: &Offer) -> String {
        let name = self.offer_name(other);
        if name != self.offer_name(own) {
            return name;
        }
        if other.billing != own.billing {
            let billing = self.billing_word(&other.billing.to_string());
            return self
                .wording
                .fill("change.billed", &[("plan", &name), ("billing", &billing)]);
        }
        let provider = self.wording.provider(&other.plan.provider);
        if other.plan.sku != own.plan.sku {
            return format!("{provider} {}", other.plan.sku);
        }
        match (&other.region, other.price) {
            (Some(region), _) if other.region != own.region => format!("{name} ({region})"),
            (_, Some(price)) => format!("{name} ({})", figures::money(&price.listed)),
            _ => name,
        }
    }
}
