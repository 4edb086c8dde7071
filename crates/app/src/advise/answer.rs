//! The whole answer: choices, refusals by reason, what was looked at, and what is said once.

use std::collections::BTreeMap;

use tiaoka_core::catalogue::sellers;
use tiaoka_core::choose::{Advice, Band, Choice, Rejected, Sensitivity};
use tiaoka_core::message::{Message, Param};
use tiaoka_core::need::Need;
use tiaoka_core::predict::Interval;

use super::{Desk, card_name, choice};
use crate::answers::{Reading, words};
use crate::rows::day;
use crate::views::MessageView;
use crate::views::advice::{
    AdviceView, BandView, CatalogueView, NeedView, RejectedCount, RejectedView, SensitivityView,
};
use crate::wording::{Wording, figures};

/// Most near misses that are shown without asking.
const NEAREST: usize = 5;

/// A question that was read, about to be answered.
pub(super) struct Said<'d> {
    pub(super) desk: &'d Desk<'d>,
    pub(super) reading: &'d Reading,
}

impl Said<'_> {
    /// The answer in words.
    pub(super) fn advice(&self, advice: &Advice<'_>) -> AdviceView {
        let Said { desk, reading } = self;
        let rejected: Vec<_> = advice
            .rejected
            .iter()
            .map(|one| desk.rejected(one))
            .collect();
        let choice = |one: &Choice<'_>| desk.choice(one, advice, &reading.limits);
        AdviceView {
            schema: 1,
            workload: words::workload_view(desk.answers, reading, &desk.wording),
            need: need(&advice.need, &desk.wording),
            choices: advice.choices.iter().map(choice).collect(),
            cheapest: advice.cheapest.as_ref().map(choice),
            fastest: advice.fastest.as_ref().map(choice),
            fit: count(advice.fit),
            rejected_counts: desk.rejected_counts(&rejected),
            nearest: nearest(&rejected),
            rejected,
            catalogue: desk.catalogue(),
            notes: self.notes(advice),
            lead: advice.lead,
            lead_text: desk.lead_text(advice, reading.limits.speed),
            sensitivity: advice
                .sensitivity
                .iter()
                .map(|s| desk.sensitivity(s, advice))
                .collect(),
            bands: desk.bands(&advice.bands),
        }
    }

    /// What is said once for the whole answer; also which well-known clouds were not looked at.
    fn notes(&self, advice: &Advice<'_>) -> Vec<MessageView> {
        let w = &self.desk.wording;
        let offers = &self.desk.stock.offers;
        let absent = sellers::all().iter().filter(|seller| {
            !seller.priced && !offers.iter().any(|offer| offer.plan.provider == seller.id)
        });
        let absent: Vec<&str> = absent.map(|seller| seller.id.as_str()).collect();
        let asked = &self.reading.limits.providers;
        let mut notes: Vec<Message> = if asked.is_empty() {
            advice.notes.clone()
        } else {
            let wanted = absent
                .iter()
                .filter(|id| asked.iter().any(|asked| asked == *id));
            wanted
                .map(|id| no_price(id))
                .chain(advice.notes.iter().cloned())
                .collect()
        };
        if asked.is_empty() && !absent.is_empty() {
            let names: Vec<String> = absent.iter().map(|id| w.provider(id)).collect();
            let names = Param::Text(names.join(&w.plain("answers.list")));
            notes.push(Message::new("clouds_without_price").with("names", names));
        }
        notes.iter().map(|note| w.view(note)).collect()
    }
}

/// A well-known cloud whose prices do not ship, and what to do.
pub(super) fn no_price(id: &str) -> Message {
    Message::new("no_price_shipped").with("provider", Param::Text(id.to_owned()))
}

/// The memory need with its 80 % interval.
pub(super) fn need(need: &Need, wording: &Wording) -> NeedView {
    let mid = need.gpu_memory_gib;
    let spread = Interval::log_normal(mid, need.sigma.unwrap_or(0.0));
    NeedView {
        gpu_memory_gib: mid,
        low_gib: spread.low,
        high_gib: spread.high,
        steps: choice::steps(&need.steps, wording),
    }
}

/// Places of the nearest misses that say something new: a card that falls short does so at every seller.
fn nearest(rejected: &[RejectedView]) -> Vec<u32> {
    let mut shown: Vec<usize> = Vec::new();
    for (at, one) in rejected.iter().enumerate() {
        if shown.len() == NEAREST {
            break;
        }
        let said = |other: &usize| {
            let other = &rejected[*other];
            (&other.gpu, &other.code, &other.text) == (&one.gpu, &one.code, &one.text)
        };
        if !shown.iter().any(said) {
            shown.push(at);
        }
    }
    shown.into_iter().map(count).collect()
}

/// A number of plans, as it crosses to the window.
pub(super) fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl Desk<'_> {
    fn rejected(&self, rejected: &Rejected<'_>) -> RejectedView {
        let plan = &rejected.offer.plan;
        let reason = self.wording.view(&rejected.reason());
        let text = match rejected.remedy() {
            Some(remedy) => {
                let remedy = self.wording.message(remedy);
                let both = [
                    ("reason", reason.text.as_str()),
                    ("remedy", remedy.as_str()),
                ];
                self.wording.fill("result.reason_and_remedy", &both)
            }
            None => reason.text,
        };
        RejectedView {
            provider: plan.provider.clone(),
            provider_name: self.wording.provider(&plan.provider),
            plan: plan.sku.clone(),
            region: rejected.offer.region.clone(),
            billing: rejected.offer.billing.to_string(),
            gpu: plan.gpu.as_ref().map(|gpu| gpu.name.clone()),
            code: reason.code,
            params: reason.params,
            text,
            miss: rejected.miss,
        }
    }

    /// Refusals by reason, the most frequent first; they add up to all of them.
    fn rejected_counts(&self, rejected: &[RejectedView]) -> Vec<RejectedCount> {
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        for one in rejected {
            *counts.entry(&one.code).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|(code, count)| (std::cmp::Reverse(*count), *code));
        let view = |(code, count): (&str, u32)| RejectedCount {
            code: code.to_owned(),
            label: self.wording.plain(&format!("refused.{code}")),
            count,
        };
        counts.into_iter().map(view).collect()
    }

    /// What was looked at.
    pub(super) fn catalogue(&self) -> CatalogueView {
        let present = || self.stock.offers.iter().filter(|offer| !offer.superseded);
        let days = || present().filter_map(|offer| offer.observed_at);
        CatalogueView {
            offers: count(present().count()),
            observed_from: days().min().map(|at| day(at).to_string()),
            observed_to: days().max().map(|at| day(at).to_string()),
        }
    }

    fn sensitivity(&self, moved: &Sensitivity, advice: &Advice<'_>) -> SensitivityView {
        let other = moved.other.and_then(|at| advice.choices.get(at));
        SensitivityView {
            code: moved.code.to_owned(),
            label: self.moved_label(moved.code, advice),
            lead_low: moved.lead_low,
            lead_high: moved.lead_high,
            other: other.map(|choice| self.offer_name(choice.offer)),
        }
    }

    /// What is moved and by how much.
    fn moved_label(&self, code: &str, advice: &Advice<'_>) -> String {
        let sigma = advice
            .choices
            .first()
            .map_or(0.0, |one| one.prediction.sigma);
        let share = figures::share(sigma.exp_m1());
        self.wording
            .fill(&format!("sensitivity.{code}"), &[("share", &share)])
    }

    /// Who leads where: the card alone, and the seller too where two leaders have the same card.
    pub(super) fn bands(&self, bands: &[Band<'_>]) -> Vec<BandView> {
        let label = |band: &Band<'_>| {
            let card = card_name(band.offer);
            let shared = bands.iter().any(|other| {
                !std::ptr::eq(other.offer, band.offer) && card_name(other.offer) == card
            });
            if shared {
                self.offer_name(band.offer)
            } else {
                card
            }
        };
        let view = |band: &Band<'_>| BandView {
            from: band.from,
            to: band.to,
            label: label(band),
            id: self.id(band.offer),
        };
        bands.iter().map(view).collect()
    }
}
