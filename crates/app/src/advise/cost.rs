//! A cost, ready to show: parts that add up, the rate of exchange, interruptions, discounts and the
//! hours at which another way of paying is the better one.

use rust_decimal::Decimal;
use tiaoka_core::choose::{Choice, CostPart as Part};
use tiaoka_core::message::Param;

use super::Desk;
use crate::sums::{places, printed_money, rounded};
use crate::views::cost::{CostPart, CostView, ExchangeView};

impl Desk<'_> {
    /// Amounts to the cent, or to four decimals below 0.1; the parts add up to the median as printed.
    pub(super) fn cost(&self, choice: &Choice<'_>) -> CostView {
        let cost = &choice.cost;
        let places = places(cost.mid);
        let amounts: Vec<_> = cost.parts.iter().map(|part| part.amount).collect();
        let printed = printed_money(&amounts, cost.mid, places);
        let part = |(part, amount): (&Part, Option<Decimal>)| CostPart {
            code: part.code.to_owned(),
            label: self.wording.plain(&format!("cost.{}", part.code)),
            formula: part.formula.clone(),
            amount: amount.map(|amount| amount.to_string()),
        };
        let text = |amount: Decimal| rounded(amount, places).to_string();
        CostView {
            low: text(cost.low),
            mid: text(cost.mid),
            high: text(cost.high),
            currency: cost.currency.code().to_owned(),
            at_least: amounts.iter().any(Option::is_none),
            list: text(cost.mid),
            parts: cost.parts.iter().zip(printed).map(part).collect(),
            exchange: self.exchange(choice),
            spot: None,
            discounts: Vec::new(),
            break_even: Vec::new(),
        }
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
}
