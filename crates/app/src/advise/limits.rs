//! The running answer beside the limits step: what each limit leaves, and which one binds.

use std::collections::BTreeSet;

use rust_decimal::Decimal;
use tiaoka_core::choose::{Advice, Stage as Removed, Why, choose, wish_word};
use tiaoka_core::message::{Message, Param};
use tiaoka_core::money::Money;
use tiaoka_core::workload::{Limits, RegionWish, Wish, Workload};

use super::{Desk, answer::count};
use crate::answers::Reading;
use crate::views::wizard::{LimitsPreview, Stage};
use crate::wording::figures;

/// How much further a limit is set to see what that gives: a third more, to a round figure.
const FURTHER: f64 = 4.0 / 3.0;

/// What the limits leave, as far as they can be read.
pub(super) fn preview(desk: &Desk<'_>, reading: &Reading) -> LimitsPreview {
    let advice = desk.choose(reading);
    let all = advice
        .stages
        .first()
        .map_or(0, |stage| stage.left + stage.removed);
    let binding = binding(desk, reading, &advice);
    LimitsPreview {
        problems: desk.problems(reading),
        all: count(all),
        stages: stages(desk, reading, &advice),
        bands: desk.bands(&advice.bands),
        binding: binding.map(|message| desk.wording.view(&message)),
        silent: silent(desk, reading)
            .iter()
            .map(|message| desk.wording.view(message))
            .collect(),
    }
}

/// The funnel: limits that removed something, and those that were said.
fn stages(desk: &Desk<'_>, reading: &Reading, advice: &Advice<'_>) -> Vec<Stage> {
    let said = |code: &str| match code {
        "budget" => reading.limits.budget.is_some(),
        "deadline" => deadline(&reading.workload).is_some(),
        "region" => reading.limits.region != RegionWish::Any,
        _ => false,
    };
    let shown = advice
        .stages
        .iter()
        .filter(|stage| stage.removed > 0 || said(stage.code));
    shown
        .map(|stage| self::stage(desk, reading, advice, stage))
        .collect()
}

fn stage(desk: &Desk<'_>, reading: &Reading, advice: &Advice<'_>, stage: &Removed) -> Stage {
    let w = &desk.wording;
    let figure = match stage.code {
        "budget" => reading
            .limits
            .budget
            .map(|budget| figures::typed_money(&budget)),
        "deadline" => deadline(&reading.workload).map(|hours| w.param(&Param::Hours(hours))),
        "memory" => Some(w.param(&Param::Gib(advice.need.gpu_memory_gib))),
        "gpus" => reading.limits.gpus_max.map(|most| most.to_string()),
        "region" => Some(match &reading.limits.region {
            RegionWish::Any => w.word("region_any"),
            RegionWish::MainlandChina => w.word("region_cn"),
            RegionWish::Code(code) => code.clone(),
        }),
        _ => None,
    };
    let figure = figure.unwrap_or_default();
    let removed = figures::count(stage.removed as u64);
    let detail = match stage.removed {
        0 => String::new(),
        _ => w.fill(
            &format!("stage.{}.detail", stage.code),
            &[("count", &removed)],
        ),
    };
    Stage {
        code: stage.code.to_owned(),
        label: w.fill(&format!("stage.{}", stage.code), &[("figure", &figure)]),
        detail,
        removed: count(stage.removed),
        left: count(stage.left),
    }
}

fn deadline(workload: &Workload) -> Option<f64> {
    workload.deadline_h()
}

/// The limit that would let most more plans in if it were relaxed, and how many.
///
/// Each limit that was said is relaxed alone and the plans are chosen again, so that the number is
/// the one that the user would see. What people move easily (budget, deadline, number of cards)
/// comes before what they do not: dropping a region nearly always lets most in, and helps least.
fn binding(desk: &Desk<'_>, reading: &Reading, now: &Advice<'_>) -> Option<Message> {
    let market = desk.market();
    let fastest = |advice: &Advice<'_>| advice.fastest.as_ref().map(|choice| choice.time_s.mid);
    let mut best: Option<(usize, Message)> = None;
    let (easy, hard): (Vec<_>, Vec<_>) = relaxed(reading).into_iter().partition(|case| case.easy);
    for group in [easy, hard] {
        for Relaxed {
            message,
            workload,
            limits,
            ..
        } in group
        {
            let then = choose(&workload, &limits, &market);
            let more = then.fit.saturating_sub(now.fit);
            let faster = fastest(&then)
                .zip(fastest(now))
                .is_some_and(|(a, b)| a < 0.98 * b);
            let message = match message.code {
                "binding_budget" if faster => Message {
                    code: "binding_budget_faster",
                    ..message
                },
                _ => message,
            };
            if more > best.as_ref().map_or(0, |(most, _)| *most) {
                best = Some((more, message));
            }
        }
        if best.is_some() {
            break;
        }
    }
    best.map(|(more, message)| message.with("count", Param::Count(more as u64)))
}

/// A question with one of its limits relaxed.
struct Relaxed {
    message: Message,
    workload: Workload,
    limits: Limits,
    /// People move this limit easily.
    easy: bool,
}

/// Each limit that was said, relaxed alone, with the message that names it.
fn relaxed(reading: &Reading) -> Vec<Relaxed> {
    let (workload, limits) = (&reading.workload, &reading.limits);
    let mut cases = Vec::new();
    let mut with = |message: Message, change: &dyn Fn(&mut Workload, &mut Limits)| {
        let (mut workload, mut limits) = (workload.clone(), limits.clone());
        change(&mut workload, &mut limits);
        let easy = matches!(
            message.code,
            "binding_budget" | "binding_deadline" | "binding_gpus_max"
        );
        cases.push(Relaxed {
            message,
            workload,
            limits,
            easy,
        });
    };
    if let Some(budget) = limits.budget {
        let more = round_money(budget);
        let message = Message::new("binding_budget").with("relaxed", Param::Money(more));
        with(message, &|_, limits| limits.budget = Some(more));
    }
    if let Some(hours) = deadline(workload) {
        let more = round_up(hours * FURTHER);
        let message = Message::new("binding_deadline").with("relaxed", Param::Hours(more));
        with(message, &|workload, _| {
            workload.set_deadline_h(Some(more));
        });
    }
    if limits.region != RegionWish::Any {
        with(Message::new("binding_region"), &|_, limits| {
            limits.region = RegionWish::Any
        });
    }
    if limits.gpus_max.is_some() {
        with(Message::new("binding_gpus_max"), &|_, limits| {
            limits.gpus_max = None
        });
    }
    if !limits.needs.is_empty() {
        with(Message::new("binding_needs"), &|_, limits| {
            limits.needs.clear()
        });
    }
    if !limits.providers.is_empty() {
        with(Message::new("binding_provider"), &|_, limits| {
            limits.providers.clear()
        });
    }
    if !limits.vendors.is_empty() {
        with(Message::new("binding_vendor"), &|_, limits| {
            limits.vendors.clear()
        });
    }
    cases
}

/// A third more, to a round figure: ¥150 becomes ¥200.
fn round_money(budget: Money) -> Money {
    use rust_decimal::prelude::{FromPrimitive, ToPrimitive};
    let more = round_up(budget.amount.to_f64().unwrap_or(0.0) * FURTHER);
    let amount = Decimal::from_f64(more).map_or(budget.amount, |amount| amount.normalize());
    Money { amount, ..budget }
}

/// The next of 1, 1.5, 2, 3, 4, 5, 6, 8, 10 times a power of ten.
fn round_up(x: f64) -> f64 {
    let power = 10f64.powf(x.log10().floor());
    let steps = [1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    // A hair of slack, so that 200 stays 200 in floating point.
    steps
        .into_iter()
        .map(|step| step * power)
        .find(|y| *y >= x * (1.0 - 1e-9))
        .unwrap_or(x)
}

/// Needs that sellers say nothing about: how many of them would be left out for that.
fn silent(desk: &Desk<'_>, reading: &Reading) -> Vec<Message> {
    if reading.limits.needs.is_empty() {
        return Vec::new();
    }
    // One need at a time: a plan is refused for its first unanswered need only.
    let sellers = |wish: Wish| {
        let limits = Limits {
            needs: vec![wish],
            will_verify: false,
            ..reading.limits.clone()
        };
        let advice = choose(&reading.workload, &limits, &desk.market());
        let silent = advice
            .rejected
            .iter()
            .filter(|one| matches!(one.why, Why::Unanswered(_)));
        let sellers: BTreeSet<&str> = silent.map(|one| one.offer.plan.provider.as_str()).collect();
        sellers.len()
    };
    let wishes = reading
        .limits
        .needs
        .iter()
        .map(|wish| (*wish, sellers(*wish)));
    wishes
        .filter(|(_, sellers)| *sellers > 0)
        .map(|(wish, sellers)| {
            Message::new("sellers_silent")
                .with("need", Param::Word(wish_word(wish)))
                .with("count", Param::Count(sellers as u64))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_relaxed_to_the_next_round_figure() {
        // A third more is 200 exactly, 32 h, 66.7 and 1,333.
        for (limit, relaxed) in [
            (150.0, 200.0),
            (24.0, 40.0),
            (50.0, 80.0),
            (1_000.0, 1_500.0),
        ] {
            assert_eq!(round_up(limit * FURTHER), relaxed);
        }
        let budget = Money {
            amount: 150.into(),
            currency: tiaoka_core::money::Currency::CNY,
        };
        assert_eq!(round_money(budget).amount.to_string(), "200");
    }
}
