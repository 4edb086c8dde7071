//! The compact form in which offers are shipped: every text and every machine once, and a short row
//! of numbers for each offer.
//!
//! Only what a shipped table can say has a place in it: days, not moments; Linux; no quota, no zone
//! and no price of one account. [`pack`] refuses anything else, so nothing is lost unnoticed.

use std::collections::HashMap;

use jiff::Timestamp;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::money::{Currency, Money, Period, Price};
use crate::offer::{Availability, Billing, Means, Offer, Origin, Os, Quarantine};
use crate::plan::Plan;

const SECONDS_PER_DAY: i64 = 86_400;

/// Offers in their compact form.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Packed {
    texts: Vec<String>,
    plans: Vec<Plan>,
    rows: Vec<PackedRow>,
}

/// Machine, region, mainland, billing, price, stock, source, note, quarantine, day, superseded.
#[derive(Debug, Serialize, Deserialize)]
struct PackedRow(
    usize,
    Option<usize>,
    bool,
    Billing,
    Option<(String, Currency, Period)>,
    Option<Availability>,
    usize,
    Option<usize>,
    Option<Quarantine>,
    Option<i64>,
    bool,
);

/// The offers cannot be packed, or what was packed cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// An offer says something that has no place in a shipped table.
    #[error("{provider} {sku}: has no compact form")]
    NotCompact {
        /// Seller.
        provider: String,
        /// Its code for the machine.
        sku: String,
    },
    /// The text is not what [`pack`] writes.
    #[error("not a packed catalogue")]
    Json(#[from] serde_json::Error),
    /// A row names a text or machine that is not there, or a figure that is none.
    #[error("row {0} of the packed catalogue is broken")]
    Broken(usize),
}

/// The compact form of `offers`, as JSON.
pub fn pack(offers: &[Offer]) -> Result<String, PackError> {
    let mut packed = Packed::default();
    let mut texts: HashMap<String, usize> = HashMap::new();
    let mut plans: HashMap<String, usize> = HashMap::new();
    for offer in offers {
        let mut text = |text: &str| {
            *texts.entry(text.to_owned()).or_insert_with(|| {
                packed.texts.push(text.to_owned());
                packed.texts.len() - 1
            })
        };
        let plan_key = serde_json::to_string(&offer.plan)?;
        let plan = *plans.entry(plan_key).or_insert_with(|| {
            packed.plans.push(offer.plan.clone());
            packed.plans.len() - 1
        });
        let price = offer.price.map(|price| {
            let Money { amount, currency } = price.listed;
            (amount.to_string(), currency, price.per)
        });
        packed.rows.push(PackedRow(
            plan,
            offer.region.as_deref().map(&mut text),
            offer.mainland_china,
            offer.billing,
            price,
            (offer.availability != Availability::Unknown).then_some(offer.availability),
            text(&offer.origin.source),
            offer.origin.note.as_deref().map(&mut text),
            offer.quarantine.clone(),
            offer.observed_at.map(|at| at.as_second() / SECONDS_PER_DAY),
            offer.superseded,
        ));
    }
    lossless(&packed, offers)?;
    Ok(serde_json::to_string(&packed)?)
}

/// Every offer must come back as it went in.
fn lossless(packed: &Packed, offers: &[Offer]) -> Result<(), PackError> {
    for (index, offer) in offers.iter().enumerate() {
        if unpack_row(packed, index)? != *offer {
            return Err(PackError::NotCompact {
                provider: offer.plan.provider.clone(),
                sku: offer.plan.sku.clone(),
            });
        }
    }
    Ok(())
}

/// The offers that [`pack`] wrote, in their order.
pub fn unpack(json: &str) -> Result<Vec<Offer>, PackError> {
    let packed: Packed = serde_json::from_str(json)?;
    (0..packed.rows.len())
        .map(|index| unpack_row(&packed, index))
        .collect()
}

fn unpack_row(packed: &Packed, index: usize) -> Result<Offer, PackError> {
    let broken = || PackError::Broken(index);
    let row = packed.rows.get(index).ok_or_else(broken)?;
    let text = |at: usize| packed.texts.get(at).cloned().ok_or_else(broken);
    let price = |(amount, currency, per): &(String, Currency, Period)| {
        let amount: Decimal = amount.parse().map_err(|_| broken())?;
        let listed = Money {
            amount,
            currency: *currency,
        };
        Ok::<Price, PackError>(Price {
            listed,
            payable: None,
            per: *per,
        })
    };
    let moment = |day: i64| Timestamp::from_second(day * SECONDS_PER_DAY).map_err(|_| broken());
    Ok(Offer {
        plan: packed.plans.get(row.0).cloned().ok_or_else(broken)?,
        region: row.1.map(text).transpose()?,
        zone: None,
        mainland_china: row.2,
        os: Os::Linux,
        billing: row.3,
        price: row.4.as_ref().map(price).transpose()?,
        availability: row.5.unwrap_or(Availability::Unknown),
        quota: None,
        origin: Origin {
            means: Means::Snapshot,
            source: text(row.6)?,
            note: row.7.map(text).transpose()?,
        },
        quarantine: row.8.clone(),
        observed_at: row.9.map(moment).transpose()?,
        superseded: row.10,
    })
}
