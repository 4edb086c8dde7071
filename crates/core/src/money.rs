//! Money, prices and exchange: amounts that never lose their currency, period or date.
//!
//! An amount is a decimal and its currency, never a float. A price is kept as it was listed and is
//! turned into an hourly figure only where it is shown or compared.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

/// Hours a listed monthly price is spread over: the figure most providers use on their own pages.
/// Source: architecture, "Hours in a month".
pub const HOURS_PER_LISTED_MONTH: i64 = 730;
/// Hours a listed yearly price is spread over. Source: as [`HOURS_PER_LISTED_MONTH`].
pub const HOURS_PER_LISTED_YEAR: i64 = 8_760;

/// A currency by its ISO 4217 code, three capital letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency([u8; 3]);

impl Currency {
    /// Chinese yuan.
    pub const CNY: Currency = Currency(*b"CNY");
    /// Euro, the base of the reference rates.
    pub const EUR: Currency = Currency(*b"EUR");
    /// United States dollar.
    pub const USD: Currency = Currency(*b"USD");

    /// The three letters.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("XXX")
    }
}

/// The text is not a currency code of three letters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a currency code of three letters")]
pub struct NotACurrency(pub String);

impl FromStr for Currency {
    type Err = NotACurrency;
    fn from_str(text: &str) -> Result<Self, NotACurrency> {
        let text = text.trim();
        match <[u8; 3]>::try_from(text.as_bytes()) {
            Ok(code) if code.iter().all(u8::is_ascii_alphabetic) => {
                Ok(Currency(code.map(|c| c.to_ascii_uppercase())))
            }
            _ => Err(NotACurrency(text.chars().take(16).collect())),
        }
    }
}

impl TryFrom<String> for Currency {
    type Error = NotACurrency;
    fn try_from(text: String) -> Result<Self, NotACurrency> {
        text.parse()
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> String {
        currency.code().to_owned()
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// An amount in a currency. As JSON: `{"amount": "8.04", "currency": "CNY"}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Money {
    /// The decimal amount; in JSON a text, so that no digit is lost.
    #[serde(with = "rust_decimal::serde::str")]
    pub amount: Decimal,
    /// Its currency.
    pub currency: Currency,
}

/// The time one listed price pays for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Period {
    /// One hour of use.
    Hour,
    /// One month; shown per hour by ÷ 730.
    Month,
    /// One year; shown per hour by ÷ 8,760.
    Year,
}

/// A price as the seller lists it, for the whole machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    /// What the list says.
    pub listed: Money,
    /// What this account pays after its own discounts, where the seller says so.
    pub payable: Option<Money>,
    /// The time that [`Price::listed`] pays for.
    pub per: Period,
}

impl Price {
    /// Hourly price, in the currency it was listed in: what is payable, else what is listed.
    ///
    /// Monthly and yearly prices are divided by 730 and 8,760 hours: the figure most providers use
    /// on their own price pages, and the one that makes a plan kept running comparable with one
    /// paid by the hour.
    pub fn per_hour(&self) -> Money {
        let Money { amount, currency } = self.payable.unwrap_or(self.listed);
        let amount = match self.per {
            Period::Hour => amount,
            Period::Month => amount / Decimal::from(HOURS_PER_LISTED_MONTH),
            Period::Year => amount / Decimal::from(HOURS_PER_LISTED_YEAR),
        };
        Money { amount, currency }
    }
}

/// Exchange rates of one day: units of each currency for one euro.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rates {
    /// The day the rates were set.
    pub observed_on: Date,
    /// Who set them.
    pub source: String,
    /// Units of the currency for one euro; the euro itself is 1.
    pub per_eur: BTreeMap<Currency, Decimal>,
}

impl Rates {
    /// Units of `to` for one unit of `from`; `None` when a rate is missing.
    pub fn rate(&self, from: Currency, to: Currency) -> Option<Decimal> {
        if from == to {
            return Some(Decimal::ONE);
        }
        let from = self
            .per_eur
            .get(&from)
            .filter(|rate| rate.is_sign_positive())?;
        self.per_eur.get(&to)?.checked_div(*from)
    }

    /// `money` in another currency; `None` when a rate is missing.
    pub fn convert(&self, money: Money, to: Currency) -> Option<Money> {
        let amount = money.amount.checked_mul(self.rate(money.currency, to)?)?;
        Some(Money {
            amount,
            currency: to,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(amount: &str, currency: Currency) -> Money {
        Money {
            amount: amount.parse().unwrap(),
            currency,
        }
    }

    #[test]
    fn a_monthly_price_is_spread_over_730_hours() {
        let listed = money("3650", Currency::CNY);
        let price = Price {
            listed,
            payable: None,
            per: Period::Month,
        };
        assert_eq!(price.per_hour(), money("5", Currency::CNY)); // 3650 / 730
    }

    #[test]
    fn dollars_become_yuan_through_the_euro() {
        let per_eur = [
            (Currency::CNY, "7.98".parse().unwrap()),
            (Currency::EUR, Decimal::ONE),
            (Currency::USD, "1.20".parse().unwrap()),
        ];
        let rates = Rates {
            observed_on: jiff::civil::date(2026, 10, 30),
            source: String::from("worked by hand"),
            per_eur: per_eur.into(),
        };
        // 2 USD / 1.20 × 7.98 = 13.30 CNY
        assert_eq!(
            rates.convert(money("2", Currency::USD), Currency::CNY),
            Some(money("13.30", Currency::CNY))
        );
        assert_eq!(
            rates.convert(money("2", "XAU".parse().unwrap()), Currency::CNY),
            None
        );
    }

    #[test]
    fn a_currency_is_three_letters() {
        assert_eq!("usd".parse(), Ok(Currency::USD));
        assert!("US".parse::<Currency>().is_err());
        assert!("人民币".parse::<Currency>().is_err());
    }
}
