//! A cost, ready to show: parts that add up, the rate of exchange, interruptions, discounts and the
//! hours at which another way of paying is the better one.

use rust_decimal::Decimal;
use tiaoka_core::choose::{BreakEven, Choice, CostPart as Part, Way, break_evens, ways_to_pay};
use tiaoka_core::cost::{
    Discount, INTERRUPTIONS_PER_H, INTERRUPTIONS_PER_H_HIGH, INTERRUPTIONS_PER_H_LOW, Interrupted,
};
use tiaoka_core::message::{Message, Param};
use tiaoka_core::money::{HOURS_PER_LISTED_MONTH, Money};
use tiaoka_core::offer::Billing;
use tiaoka_core::predict::Interval;

use super::{Desk, choice::interval};
use crate::rows::money_view;
use crate::shipped::discounts;
use crate::sums::{places, printed_cost, rounded};
use crate::views::cost::{BreakEvenView, CostPart, CostView, ExchangeView, SpotView};
use crate::wording::{Language, figures};

impl Desk<'_> {
    /// Amounts to the cent, or to four decimals below 0.1; the parts add up to the median as printed,
    /// those before discounts to the list price.
    pub(super) fn cost(&self, choice: &Choice<'_>, ticked: &[Discount]) -> CostView {
        let cost = &choice.cost;
        let places = places(cost.mid);
        let printed = printed_cost(cost, places);
        let part = |(part, amount): (&Part, Option<Decimal>)| CostPart {
            code: part.code.to_owned(),
            label: self.part_label(part, ticked),
            formula: part.formula.clone(),
            amount: amount.map(|amount| amount.to_string()),
        };
        let text = |amount: Decimal| rounded(amount, places).to_string();
        CostView {
            low: text(cost.low),
            mid: text(cost.mid),
            high: text(cost.high),
            currency: cost.currency.code().to_owned(),
            at_least: cost.at_least(),
            list: text(cost.list),
            parts: cost.parts.iter().zip(printed).map(part).collect(),
            exchange: self.exchange(choice),
            spot: choice.spot.as_ref().map(|spot| self.interrupted(spot)),
            discounts: self.discounts_of(choice, ticked, places),
            break_even: break_evens(choice, &self.ways(choice))
                .iter()
                .map(|one| self.break_even(one))
                .collect(),
        }
    }

    /// Every way of paying for the plan of a choice.
    pub(super) fn ways(&self, choice: &Choice<'_>) -> Vec<Way> {
        ways_to_pay(choice.offer, &self.market(), choice.cost.currency)
    }

    /// What a part is; of a discount, its name.
    fn part_label(&self, part: &Part, ticked: &[Discount]) -> String {
        let label = self.wording.plain(&format!("cost.{}", part.code));
        let Some(id) = &part.discount else {
            return label;
        };
        let all = ticked.iter().chain(discounts());
        let found = all.into_iter().find(|discount| discount.id == *id);
        found.map_or(label, |discount| {
            let [en, zh] = &discount.name;
            match self.wording.language() {
                Language::En => en.clone(),
                Language::ZhCn => zh.clone(),
            }
        })
    }

    /// The rate that the seller's price was converted at; `None` where it was not.
    fn exchange(&self, choice: &Choice<'_>) -> Option<ExchangeView> {
        let (from, to) = (choice.offer.price?.listed.currency, choice.cost.currency);
        if from == to {
            return None;
        }
        let rates = &self.stock.rates;
        let rate = rates.rate(from, to)?.round_sf(6)?.normalize();
        let day = self.wording.param(&Param::Date(rates.observed_on));
        let values = [
            ("from", from.code()),
            ("to", to.code()),
            ("rate", &rate.to_string()),
            ("day", &day),
            ("source", &rates.source),
        ];
        Some(ExchangeView {
            from: from.code().to_owned(),
            to: to.code().to_owned(),
            rate: rate.to_string(),
            observed_on: rates.observed_on.to_string(),
            source: rates.source.clone(),
            text: self.wording.fill("cost.exchange", &values),
        })
    }

    /// What interruptions do to a job on spot.
    fn interrupted(&self, spot: &Interrupted) -> SpotView {
        let Interrupted { job, run } = spot;
        let lost_h = run.lost_h(job.work_h);
        let seconds = |hours: f64| Param::Seconds(hours * 3_600.0);
        let every = match run.interval_h {
            Some(interval) => Message::new("spot_checkpoints")
                .with("interval", seconds(interval))
                .with("writing", seconds(run.writing_h)),
            None => Message::new("spot_without_checkpoints"),
        };
        let lines = [
            Message::new("spot_expected")
                .with("interruptions", Param::Number(run.interruptions))
                .with("restarts", seconds(run.restarts_h))
                .with("lost", seconds(lost_h)),
            every,
            Message::new("spot_wall")
                .with("work", seconds(job.work_h))
                .with("wall", seconds(run.expected_h)),
        ];
        SpotView {
            per_h: interval(Interval {
                low: INTERRUPTIONS_PER_H_LOW,
                mid: INTERRUPTIONS_PER_H,
                high: INTERRUPTIONS_PER_H_HIGH,
            }),
            interval_h: run.interval_h,
            interruptions: run.interruptions,
            wall_h: run.expected_h,
            checkpoints_h: run.writing_h,
            restarts_h: run.restarts_h,
            lost_h,
            lines: lines.iter().map(|line| self.wording.view(line)).collect(),
        }
    }

    /// A term against paying by the hour, with what the predicted use makes of it.
    fn break_even(&self, one: &BreakEven) -> BreakEvenView {
        let w = &self.wording;
        let hours = f64::try_from(one.hours).unwrap_or(f64::INFINITY);
        let term = Billing::Reserved { months: one.months }.to_string();
        let verdict = if hours > HOURS_PER_LISTED_MONTH as f64 {
            "never"
        } else if one.advised {
            "advised"
        } else if one.use_h.high < hours {
            "hourly"
        } else {
            "open"
        };
        let cents = |money: Money| Money {
            amount: rounded(money.amount, places(money.amount)),
            ..money
        };
        let hour = |x: f64| w.param(&Param::Hours(x));
        let against = one.against.to_string();
        let (term_word, against_word) = (self.billing_word(&term), self.billing_word(&against));
        let use_text = match one.use_h.low < one.use_h.high {
            true => format!("{}–{}", figures::three(one.use_h.low), hour(one.use_h.high)),
            false => hour(one.use_h.mid),
        };
        let mut text = w.fill(
            &format!("break_even.{verdict}"),
            &[
                ("term", &term_word),
                ("against", &against_word),
                ("hours", &hour(hours)),
                ("price", &figures::money(&one.per_month)),
                ("use", &use_text),
            ],
        );
        if one.months > 1 {
            let whole = figures::money(&cents(one.whole_term));
            text += &w.fill("break_even.whole", &[("whole", &whole)]);
        }
        if one.estimated {
            text += &w.plain("break_even.estimated");
        }
        BreakEvenView {
            against,
            term,
            months: one.months,
            hours,
            per_month: money_view(cents(one.per_month)),
            whole_term: money_view(cents(one.whole_term)),
            use_h: interval(one.use_h),
            advised: one.advised,
            estimated: one.estimated,
            text,
        }
    }

    /// A way of billing in words; a term without a word of its own by its months.
    pub(super) fn billing_word(&self, billing: &str) -> String {
        self.wording.word(billing)
    }
}
