//! What is paid beside the machine: files that are kept, and traffic out.

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

/// Both amounts; `None` = nothing to keep, nothing to send.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extras {
    /// Files kept.
    pub storage: Option<Extra>,
    /// Traffic out.
    pub egress: Option<Extra>,
}

impl Extras {
    /// `storage_gb` kept for so many months and `egress_gb` sent, at this seller's prices less what
    /// is free. An unknown price of storage is at most `dearest`, what any seller asks.
    pub fn of(
        seller: Option<&SellerTraits>,
        (storage_gb, months): (f64, f64),
        egress_gb: f64,
        dearest: Option<Money>,
        (rates, currency): (&Rates, Currency),
    ) -> Extras {
        let free = |stated: Option<&Stated<f64>>| stated.map_or(0.0, |stated| stated.value);
        let price = |stated: Option<&Stated<Money>>| {
            stated.and_then(|stated| rates.convert(stated.value, currency))
        };
        let dearest = dearest.and_then(|money| rates.convert(money, currency));
        let storage = Ask {
            gb: storage_gb,
            free_gb: free(seller.and_then(|s| s.free_storage_gb.as_ref())),
            price: price(seller.and_then(SellerTraits::storage)),
            months: Some(months),
            dearest,
        };
        let egress = Ask {
            gb: egress_gb,
            free_gb: free(seller.and_then(|s| s.egress_free_gb.as_ref())),
            price: price(seller.and_then(|s| s.egress.as_ref())),
            months: None,
            dearest: None,
        };
        Extras {
            storage: storage.answer(),
            egress: egress.answer(),
        }
    }

    /// Known amounts together, and what the unknown ones may add, as floats for the ranking.
    pub fn rough(&self) -> (f64, f64) {
        let both = || self.storage.iter().chain(&self.egress);
        let known: Decimal = both().filter_map(|extra| extra.amount).sum();
        let unknown: Decimal = both().map(|extra| extra.at_most).sum();
        let float = |x: Decimal| x.to_f64().unwrap_or(0.0);
        (float(known), float(unknown))
    }

    /// Whether an amount is missing, so that a total is "at least".
    pub fn incomplete(&self) -> bool {
        self.storage
            .iter()
            .chain(&self.egress)
            .any(|extra| extra.amount.is_none())
    }
}

/// An amount before it is multiplied out.
struct Ask {
    gb: f64,
    free_gb: f64,
    price: Option<Money>,
    months: Option<f64>,
    dearest: Option<Money>,
}

impl Ask {
    fn answer(self) -> Option<Extra> {
        if self.gb <= 0.0 {
            return None;
        }
        let paid_gb = (self.gb - self.free_gb).max(0.0);
        let months = self.months.unwrap_or(1.0);
        let times = Decimal::try_from(paid_gb * months).ok()?.round_dp(6);
        let amount = |price: Money| price.amount.checked_mul(times).map(|x| x.round_dp(4));
        let known = match self.price {
            _ if paid_gb == 0.0 => Some(Decimal::ZERO),
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
        let gb = match self.free_gb > 0.0 {
            true => format!(
                "({} − {}) GB",
                short(self.gb),
                short(self.free_gb.min(self.gb))
            ),
            false => format!("{} GB", short(self.gb)),
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
            Some(_) if months != 1.0 => format!("{gb} × {price} × {}", short(months)),
            _ => format!("{gb} × {price}"),
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
