//! A ranked plan, ready to show.

use tiaoka_core::choose::{Advice, Choice};
use tiaoka_core::predict::{Interval, MemoryFit, Step};
use tiaoka_core::workload::Limits;

use super::{Desk, console_url};
use crate::rows::{age_days, availability_view, day, gpu_view, listed_view, means, money_view};
use crate::views::advice::{ChoiceView, MemoryView, RateView, ScorePart};
use crate::views::offers::GpuView;
use crate::views::{IntervalView, StepView};
use crate::wording::Wording;

impl Desk<'_> {
    /// A ranked plan.
    pub(super) fn choice(
        &self,
        choice: &Choice<'_>,
        advice: &Advice<'_>,
        limits: &Limits,
    ) -> ChoiceView {
        let first = advice.choices.first();
        let first = first.is_some_and(|first| std::ptr::eq(first.offer, choice.offer));
        let (offer, prediction, w) = (choice.offer, &choice.prediction, &self.wording);
        let plan = &offer.plan;
        ChoiceView {
            id: self.id(offer),
            rank: choice.rank,
            tie: choice.tie,
            provider: plan.provider.clone(),
            provider_name: w.provider(&plan.provider),
            plan: plan.sku.clone(),
            region: offer.region.clone(),
            billing: offer.billing.to_string(),
            gpu: plan.gpu.as_ref().map_or_else(no_card, gpu_view),
            vcpus: plan.vcpus,
            memory_gib: plan.memory_gib,
            machines: prediction.machines,
            price_per_hour: money_view(choice.price_per_hour),
            listed: listed_view(&offer.price.unwrap_or(tiaoka_core::money::Price {
                // Only priced plans are ranked; the hourly price stands in if that ever changes.
                listed: choice.price_per_hour,
                payable: None,
                per: tiaoka_core::money::Period::Hour,
            })),
            converted: offer
                .price
                .is_some_and(|price| price.listed.currency != choice.price_per_hour.currency),
            hours: interval(choice.hours),
            rate: prediction.rate.as_ref().map(|rate| RateView {
                value: rate.value,
                unit: rate.unit.to_owned(),
                low: rate.low,
                high: rate.high,
            }),
            ttft_ms: prediction.ttft_ms.map(interval),
            tpot_ms: prediction.tpot_ms.map(interval),
            time_s: interval(choice.time_s),
            time_steps: steps(&choice.time_steps, w),
            mfu: prediction.mfu,
            cost: self.cost(choice, &limits.discounts),
            memory: memory(&prediction.memory, w),
            rank_score: choice.rank_score,
            score_parts: choice
                .score_parts
                .iter()
                .map(|part| score_part(part, w))
                .collect(),
            pareto: choice.pareto,
            evidence: prediction.evidence.map(evidence),
            corrected_by: prediction.corrected_by(),
            observed_on: offer.observed_at.map(|at| day(at).to_string()),
            age_days: age_days(offer, self.now),
            source: offer.origin.source.clone(),
            means: means(offer.origin.means).to_owned(),
            source_note: offer.origin.note.clone(),
            console_url: console_url(&plan.provider),
            availability: availability_view(&offer.availability),
            reasons: choice.reasons.iter().map(|reason| w.view(reason)).collect(),
            risks: choice.risks.iter().map(|risk| w.view(risk)).collect(),
            changes: self.changes(choice, first, limits.speed),
        }
    }
}

/// The cards of a machine without any.
fn no_card() -> GpuView {
    GpuView {
        ids: Vec::new(),
        name: String::new(),
        count: Some(0),
        memory_gib: None,
        share: 0.0,
    }
}

pub(super) fn interval(interval: Interval) -> IntervalView {
    let Interval { low, mid, high } = interval;
    IntervalView { low, mid, high }
}

pub(super) fn steps(steps: &[Step], wording: &Wording) -> Vec<StepView> {
    steps.iter().map(|step| wording.step(step)).collect()
}

/// `A`, `B`, `C` or `measured`.
pub(super) fn evidence(evidence: tiaoka_core::predict::Evidence) -> String {
    use tiaoka_core::predict::Evidence;
    let word = match evidence {
        Evidence::Measured => "measured",
        Evidence::A => "A",
        Evidence::B => "B",
        Evidence::C => "C",
    };
    word.to_owned()
}

fn memory(fit: &MemoryFit, wording: &Wording) -> MemoryView {
    MemoryView {
        needed_gib: fit.needed_gib,
        usable_gib: fit.usable_gib,
        p_fit: fit.p_fit,
        steps: steps(&fit.steps, wording),
    }
}

fn score_part(part: &tiaoka_core::choose::ScorePart, wording: &Wording) -> ScorePart {
    ScorePart {
        code: part.code.to_owned(),
        label: wording.plain(&format!("score.{}", part.code)),
        points: part.points,
        most: part.most,
    }
}
