//! Discounts in words, and what each does to one sum.

use jiff::civil::Date;
use rust_decimal::Decimal;
use tiaoka_core::choose::Choice;
use tiaoka_core::cost::discount::{Discount, NoSaving, Saving, taken};
use tiaoka_core::message::{Message, Param};
use tiaoka_core::money::Money;

use super::Desk;
use crate::shipped::discounts;
use crate::sums::rounded;
use crate::views::cost::{DiscountUse, DiscountView};
use crate::wording::{Language, Wording, figures};

/// Every discount that is known, those that can be ticked first, then by seller.
pub(super) fn known(wording: &Wording, today: Date) -> Vec<DiscountView> {
    let mut all: Vec<DiscountView> = discounts()
        .iter()
        .map(|discount| view(discount, wording, today))
        .collect();
    all.sort_by(|a, b| {
        let seller = a.provider_name.cmp(&b.provider_name);
        b.offered
            .cmp(&a.offered)
            .then(seller)
            .then_with(|| a.id.cmp(&b.id))
    });
    all
}

fn view(discount: &Discount, w: &Wording, today: Date) -> DiscountView {
    let [en, zh] = &discount.name;
    let name = if w.language() == Language::En { en } else { zh };
    DiscountView {
        id: discount.id.clone(),
        provider: discount.provider.clone(),
        provider_name: w.provider(&discount.provider),
        kind: discount.saving.kind().to_owned(),
        name: name.clone(),
        rule: rule(discount, w, today),
        offered: discount.saving.known() && discount.open_on(today),
        expires_on: discount.expires_on.map(|day| day.to_string()),
        source: discount.source.clone(),
        observed_on: discount.observed_on.clone(),
        note: discount.note.clone(),
    }
}

/// What it takes off, for whom, how often, with its limits: one line.
fn rule(discount: &Discount, w: &Wording, today: Date) -> String {
    let money = |money: Money| figures::typed_money(&money);
    let saving = match discount.saving {
        Saving::Percentage(Some(share)) => {
            let share = f64::try_from(share).unwrap_or(0.0);
            w.fill("discount.percentage", &[("share", &figures::share(share))])
        }
        Saving::Prepaid(Some([pay, receive])) => {
            let values = [("pay", &*money(pay)), ("receive", &*money(receive))];
            w.fill("discount.prepaid", &values)
        }
        Saving::Coupon(Some((amount, least))) if least.amount.is_zero() => {
            w.fill("discount.coupon", &[("amount", &money(amount))])
        }
        Saving::Coupon(Some((amount, least))) => {
            let values = [("amount", &*money(amount)), ("least", &*money(least))];
            w.fill("discount.coupon_from", &values)
        }
        Saving::Percentage(None) | Saving::Prepaid(None) | Saving::Coupon(None) => {
            w.plain("discount.unsized")
        }
    };
    let mut parts = vec![saving];
    if discount.who != "anyone" && discount.who != "you" {
        parts.push(w.plain(&format!("discount.who.{}", discount.who)));
    }
    if discount.once {
        parts.push(w.plain("discount.once"));
    }
    if let Some(cap) = discount.cap {
        parts.push(w.fill("discount.cap", &[("cap", &money(cap))]));
    }
    if let Some(plans) = &discount.plans {
        parts.push(w.fill("discount.plans", &[("plans", plans)]));
    }
    match (discount.saving, discount.lasts_days) {
        (Saving::Prepaid(Some(_)), None) => parts.push(w.plain("discount.lost")),
        (Saving::Prepaid(Some(_)), Some(days)) if days < u32::MAX => {
            let days = w.param(&Param::Days(days));
            parts.push(w.fill("discount.lasts", &[("days", &days)]));
        }
        _ => {}
    }
    if let Some(last) = discount.expires_on {
        let key = if discount.open_on(today) {
            "discount.until"
        } else {
            "discount.over"
        };
        parts.push(w.fill(key, &[("day", &w.date(last))]));
    }
    parts.join(&w.plain("discount.and"))
}

impl Desk<'_> {
    /// What is known of this seller's discounts, and what each takes off or would take off this sum.
    pub(super) fn discounts_of(
        &self,
        choice: &Choice<'_>,
        ticked: &[Discount],
        places: u32,
    ) -> Vec<DiscountUse> {
        let plan = &choice.offer.plan;
        let (cost, rates) = (&choice.cost, &self.stock.rates);
        let together = taken(ticked, plan, cost.machine, rates, cost.currency);
        let listed = discounts().iter().filter(|d| d.provider == plan.provider);
        let typed = ticked.iter().filter(|d| d.provider == plan.provider);
        let typed = typed.filter(|own| discounts().iter().all(|listed| listed.id != own.id));
        let of = |discount: &Discount| {
            let applied = together.iter().find(|one| one.discount.id == discount.id);
            let alone = || taken([discount], plan, cost.machine, rates, cost.currency);
            let off = match applied {
                Some(one) => one.off.clone(),
                None => alone().pop().map_or(Err(NoSaving::Unknown), |one| one.off),
            };
            let view = view(discount, &self.wording, self.today());
            let off = match off {
                Ok(_) if !view.offered => Err(Message::new("discount_over")),
                Ok((amount, _)) => Ok(rounded(amount, places).to_string()),
                Err(why) => Err(self.no_saving(why, cost.currency)),
            };
            DiscountUse {
                discount: view,
                ticked: applied.is_some(),
                takes_off: off.as_ref().ok().cloned(),
                why_not: off.err().map(|why| self.wording.view(&why)),
            }
        };
        listed.chain(typed).map(of).collect()
    }

    fn no_saving(&self, why: NoSaving, currency: tiaoka_core::money::Currency) -> Message {
        match why {
            NoSaving::OtherPlan => Message::new("discount_other_plan"),
            NoSaving::Unknown => Message::new("discount_unsized"),
            NoSaving::NoRate => Message::new("discount_no_rate"),
            NoSaving::CardTooLarge => Message::new("discount_card_too_large"),
            NoSaving::BelowMinimum(least) => {
                let amount: Decimal = least.round_dp(2);
                let least = Param::Money(Money { amount, currency });
                Message::new("discount_below_minimum").with("least", least)
            }
        }
    }
}
