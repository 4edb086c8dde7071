//! What is paid beside the machine: files that are kept, traffic out, a copy of the data set, and, where
//! the user puts a price on it, the time somebody waits.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use crate::money::{Currency, Money, Rates};
use crate::traits::{SellerTraits, Stated};

/// One amount beside the machine's.
#[derive(Debug, Clone, PartialEq)]
pub struct Extra {
    /// The formula with its figures, symbols only.
    pub formula: String,
    /// In the currency of the answer; `None` = the seller's price is not known.
    pub amount: Option<Decimal>,
    /// What it may come to at most, where it is not known.
    pub at_most: Decimal,
}

/// All amounts; `None` = nothing to keep, send, copy or wait for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extras {
    /// Files kept.
    pub storage: Option<Extra>,
    /// Traffic out.
    pub egress: Option<Extra>,
    /// The data set, copied once to where the machine stands.
    pub copy: Option<Extra>,
    /// What the user's waiting for starts is worth to the user.
    pub waiting: Option<Extra>,
}

/// What is kept, sent and waited for beside the machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beside {
    /// Files kept, GB, for so many months.
    pub storage_gb: f64,
    /// Months that they are kept.
    pub months: f64,
    /// Traffic out, GB.
    pub egress_gb: f64,
    /// Hours that somebody waits for machines to start.
    pub waited_h: f64,
    /// What an hour of that is worth; `None` = it is not counted.
    pub time_value: Option<Money>,
    /// The dearest price of storage that any seller asks: an unknown one is at most that.
    pub dearest: Option<Money>,
}

impl Extras {
    /// What stands beside the machine, at this seller's prices less what is free.
    pub fn of(
        seller: Option<&SellerTraits>,
        beside: &Beside,
        (rates, currency): (&Rates, Currency),
    ) -> Extras {
        let free = |stated: Option<&Stated<f64>>| stated.map_or(0.0, |stated| stated.value);
        let here = |money: Option<Money>| money.and_then(|money| rates.convert(money, currency));
        let price = |stated: Option<&Stated<Money>>| here(stated.map(|stated| stated.value));
        let storage = Ask {
            quantity: beside.storage_gb,
            unit: "GB",
            free: free(seller.and_then(|s| s.free_storage_gb.as_ref())),
            price: price(seller.and_then(SellerTraits::storage)),
            months: Some(beside.months),
            dearest: here(beside.dearest),
        };
        let waiting = beside.time_value.and_then(|value| {
            Ask {
                quantity: beside.waited_h,
                unit: "h",
                free: 0.0,
                price: here(Some(value)),
                months: None,
                dearest: None,
            }
            .answer()
        });
        Extras {
            storage: storage.answer(),
            egress: sent(seller, beside.egress_gb, rates, currency),
            copy: None,
            waiting,
        }
    }

    /// The data set of so many GB copied out of where it lies now, at that seller's price of traffic.
    pub fn copied(
        from: Option<&SellerTraits>,
        gb: f64,
        (rates, currency): (&Rates, Currency),
    ) -> Option<Extra> {
        sent(from, gb, rates, currency)
    }

    /// Every amount there is.
    pub fn each(&self) -> impl Iterator<Item = &Extra> {
        let all = [&self.storage, &self.egress, &self.copy, &self.waiting];
        all.into_iter().flatten()
    }

    /// Known amounts together, and what the unknown ones may add, as floats for the ranking.
    pub fn rough(&self) -> (f64, f64) {
        let known: Decimal = self.each().filter_map(|extra| extra.amount).sum();
        let unknown: Decimal = self.each().map(|extra| extra.at_most).sum();
        let float = |x: Decimal| x.to_f64().unwrap_or(0.0);
        (float(known), float(unknown))
    }
}

/// Traffic out at a seller's price, less what is free.
fn sent(
    seller: Option<&SellerTraits>,
    gb: f64,
    rates: &Rates,
    currency: Currency,
) -> Option<Extra> {
    let price = seller.and_then(|s| s.egress.as_ref());
    let free = seller.and_then(|s| s.egress_free_gb.as_ref());
    Ask {
        quantity: gb,
        unit: "GB",
        free: free.map_or(0.0, |stated| stated.value),
        price: price.and_then(|stated| rates.convert(stated.value, currency)),
        months: None,
        dearest: None,
    }
    .answer()
}

/// An amount before it is multiplied out.
struct Ask {
    /// GB, or hours.
    quantity: f64,
    unit: &'static str,
    free: f64,
    price: Option<Money>,
    months: Option<f64>,
    dearest: Option<Money>,
}

impl Ask {
    fn answer(self) -> Option<Extra> {
        if self.quantity <= 0.0 {
            return None;
        }
        let paid = (self.quantity - self.free).max(0.0);
        let months = self.months.unwrap_or(1.0);
        let times = Decimal::try_from(paid * months).ok()?.round_dp(6);
        let amount = |price: Money| price.amount.checked_mul(times).map(|x| x.round_dp(4));
        let known = match self.price {
            _ if paid == 0.0 => Some(Decimal::ZERO),
            Some(price) => amount(price),
            None => None,
        };
        let at_most = match known {
            Some(_) => Decimal::ZERO,
            None => self.dearest.and_then(amount).unwrap_or_default(),
        };
        Some(Extra {
            formula: self.formula(months),
            amount: known.map(|amount| amount.normalize()),
            at_most,
        })
    }

    fn formula(&self, months: f64) -> String {
        let unit = self.unit;
        let quantity = match self.free > 0.0 {
            true => format!(
                "({} − {}) {unit}",
                short(self.quantity),
                short(self.free.min(self.quantity))
            ),
            false => format!("{} {unit}", short(self.quantity)),
        };
        let price = self.price.map_or_else(
            || String::from("?"),
            |price| {
                format!(
                    "{} {}",
                    price.amount.round_dp(4).normalize(),
                    price.currency
                )
            },
        );
        match self.months {
            Some(_) if months != 1.0 => format!("{quantity} × {price} × {}", short(months)),
            _ => format!("{quantity} × {price}"),
        }
    }
}

/// A figure with at most four significant digits.
pub(super) fn short(x: f64) -> String {
    if x == 0.0 || !x.is_finite() {
        return String::from("0");
    }
    let digits = (3 - x.abs().log10().floor() as i32).max(0) as usize;
    let text = format!("{x:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}
