//! Discounts that the user has: ticked from the list, or typed with their own figures.
//!
//! What is typed is `seller:15%` (a percentage), `seller:59for200` (pay 59, get 200 of credit), or
//! `seller:500/1000` (500 off from 1,000 on; `seller:500` has no least spend), in the currency of the
//! answer. Nothing is known of how long such a card lasts, so what is left of it is lost.

use rust_decimal::Decimal;
use tiaoka_core::cost::{Discount, Saving};
use tiaoka_core::message::{Message, Param};
use tiaoka_core::money::{Currency, Money};

use super::limits::listed;
use super::reader::{Reader, nearest};
use crate::shipped::discounts;

/// Field of `Answers` and its word.
const FIELD: (&str, &str) = ("discount", "field_discount");

impl Reader<'_> {
    /// The discounts, each once.
    pub(super) fn discounts(&mut self) -> Vec<Discount> {
        let mut all: Vec<Discount> = Vec::new();
        for said in listed(&self.answers.discount) {
            let read = match said.split_once([':', '：']) {
                Some((seller, rule)) => self.typed(&said, seller, rule),
                None => self.ticked(&said).map_err(Some),
            };
            match read {
                Ok(discount) if all.iter().all(|other| other.id != discount.id) => {
                    all.push(discount);
                }
                Ok(_) => {}
                Err(Some(message)) => self.refuse(FIELD.0, FIELD.1, &said, message),
                // The seller was refused under this field already.
                Err(None) => {}
            }
        }
        all
    }

    /// One of the list that can still be had and whose size is known.
    fn ticked(&self, said: &str) -> Result<Discount, Message> {
        let Some(found) = discounts().iter().find(|discount| discount.id == said) else {
            let near = nearest(said, discounts().iter().map(|d| d.id.as_str()), 3).join(", ");
            return Err(Message::new("discount_not_listed").with("near", Param::Text(near)));
        };
        if !found.saving.known() {
            let example = Param::Text(format!("{}:15%", found.provider));
            return Err(Message::new("discount_not_sized").with("example", example));
        }
        match found.expires_on {
            Some(last) if !found.open_on(self.context.now.date()) => {
                Err(Message::new("discount_expired").with("day", Param::Date(last)))
            }
            _ => Ok(found.clone()),
        }
    }

    fn typed(&mut self, said: &str, seller: &str, rule: &str) -> Result<Discount, Option<Message>> {
        let currency = match self.answers.currency.trim() {
            "" => self.context.currency,
            typed => typed.parse().unwrap_or(self.context.currency),
        };
        let saving = saving(rule, currency).ok_or_else(|| {
            let example = String::from("autodl:15%, autodl:59for200, autodl:500/1000");
            Some(Message::new("discount_unread").with("example", Param::Text(example)))
        })?;
        let provider = self.seller(seller.trim(), FIELD).ok_or(None)?;
        Ok(Discount {
            id: said.to_owned(),
            provider,
            name: [said.to_owned(), said.to_owned()],
            saving,
            who: String::from("you"),
            once: !matches!(saving, Saving::Percentage(_)),
            cap: None,
            plans: None,
            lasts_days: None,
            expires_on: None,
            source: String::from("you"),
            observed_on: self.context.now.date().to_string(),
            note: None,
        })
    }
}

/// What a typed rule takes off.
fn saving(rule: &str, currency: Currency) -> Option<Saving> {
    let rule = rule.trim().to_lowercase();
    let amount = |text: &str| {
        let amount: Decimal = text.trim().parse().ok()?;
        (amount > Decimal::ZERO).then_some(amount)
    };
    let money = |text: &str| amount(text).map(|amount| Money { amount, currency });
    if let Some(percent) = rule.strip_suffix('%') {
        let share = amount(percent)? / Decimal::ONE_HUNDRED;
        return (share < Decimal::ONE).then_some(Saving::Percentage(Some(share)));
    }
    if let Some((pay, receive)) = rule.split_once("for") {
        let (pay, receive) = (money(pay)?, money(receive)?);
        return (pay.amount < receive.amount).then_some(Saving::Prepaid(Some([pay, receive])));
    }
    let (off, least) = match rule.split_once('/') {
        Some((off, least)) => (money(off)?, money(least)?),
        None => (
            money(&rule)?,
            Money {
                amount: Decimal::ZERO,
                currency,
            },
        ),
    };
    Some(Saving::Coupon(Some((off, least))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn yuan(amount: i64) -> Money {
        Money {
            amount: Decimal::from(amount),
            currency: Currency::CNY,
        }
    }

    #[test]
    fn a_typed_rule_is_a_percentage_a_card_or_a_coupon() {
        let read = |rule| saving(rule, Currency::CNY);
        assert_eq!(
            read("15%"),
            Some(Saving::Percentage(Some(Decimal::new(15, 2))))
        );
        assert_eq!(
            read("59 for 200"),
            Some(Saving::Prepaid(Some([yuan(59), yuan(200)])))
        );
        assert_eq!(
            read("500/1000"),
            Some(Saving::Coupon(Some((yuan(500), yuan(1_000)))))
        );
        assert_eq!(
            read("500"),
            Some(Saving::Coupon(Some((yuan(500), yuan(0)))))
        );
    }

    #[test]
    fn a_rule_that_saves_nothing_or_everything_is_not_read() {
        for rule in ["100%", "-5%", "200for59", "0", "half", ""] {
            assert_eq!(saving(rule, Currency::CNY), None, "{rule}");
        }
    }
}
