//! Offers: a plan at a price, in a place, at a moment.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::message::Message;
use crate::money::Price;
use crate::plan::{Plan, ProviderId, Sku};

/// A provider's own code or words for a place.
pub type Region = String;
/// A part of a region.
pub type Zone = String;

/// Operating system that the price includes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Os {
    /// Linux, or none stated.
    Linux,
    /// Windows, licence included.
    Windows,
}

/// How time is paid for. As text: `on_demand`, `spot`, `monthly`, `yearly`, `reserved_<n>m`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Billing {
    /// By time, not interrupted.
    OnDemand,
    /// Cheaper, can be taken away.
    Spot,
    /// Paid ahead for so many months.
    Reserved {
        /// Length of the term, months; at least 1.
        months: u32,
    },
}

impl std::fmt::Display for Billing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Billing::OnDemand => f.write_str("on_demand"),
            Billing::Spot => f.write_str("spot"),
            Billing::Reserved { months: 1 } => f.write_str("monthly"),
            Billing::Reserved { months: 12 } => f.write_str("yearly"),
            Billing::Reserved { months } => write!(f, "reserved_{months}m"),
        }
    }
}

/// The text names no way of billing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not one of on_demand, spot, monthly, yearly")]
pub struct NotABilling(pub String);

impl std::str::FromStr for Billing {
    type Err = NotABilling;
    /// `-` stands for `_`, as options on the command line are written.
    fn from_str(text: &str) -> Result<Billing, NotABilling> {
        let word = text.trim().to_ascii_lowercase().replace('-', "_");
        let months = |word: &str| {
            word.strip_prefix("reserved_")?
                .strip_suffix('m')?
                .parse()
                .ok()
        };
        match word.as_str() {
            "on_demand" => Ok(Billing::OnDemand),
            "spot" => Ok(Billing::Spot),
            "monthly" => Ok(Billing::Reserved { months: 1 }),
            "yearly" => Ok(Billing::Reserved { months: 12 }),
            other => match months(other) {
                Some(months) if months > 0 => Ok(Billing::Reserved { months }),
                _ => Err(NotABilling(text.chars().take(32).collect())),
            },
        }
    }
}

impl TryFrom<String> for Billing {
    type Error = NotABilling;
    fn try_from(text: String) -> Result<Billing, NotABilling> {
        text.parse()
    }
}

impl From<Billing> for String {
    fn from(billing: Billing) -> String {
        billing.to_string()
    }
}

/// Whether the machine could be had when it was last looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "level", rename_all = "snake_case")]
pub enum Availability {
    /// It could.
    InStock {
        /// How many, where the seller says.
        count: Option<u32>,
    },
    /// Few were left.
    Low {
        /// How many, where the seller says.
        count: Option<u32>,
    },
    /// None was left.
    SoldOut,
    /// Nobody says.
    Unknown,
}

/// By which means a figure came to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    /// The provider's API.
    Api,
    /// A price sheet that the user imported.
    Sheet,
    /// Seen on a running instance.
    Learned,
    /// Calculated from other figures.
    Estimate,
    /// The catalogue that ships with the program.
    Snapshot,
}

/// Where an offer comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// By which means.
    pub means: Means,
    /// The page, file or call it was read from.
    pub source: String,
    /// What a reader must know, in the source's words.
    pub note: Option<String>,
}

/// Why an offer is kept and shown, and never ranked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Quarantine {
    /// What is wrong.
    pub reason: QuarantineReason,
    /// The figures that made it suspicious, e.g. `0.14 USD against a median of 0.80 over 5 sellers`.
    pub detail: Option<String>,
}

/// What is wrong with a quarantined offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuarantineReason {
    /// No price, zero, negative or not a number.
    PriceUnknown,
    /// A host row whose card has a price row of its own that is missing.
    CardPriceMissing,
    /// Sold as a capacity block only.
    ReservationOnly,
    /// Under a fifth of the median for that card.
    UnusuallyLow,
    /// Two facts of the row exclude each other, e.g. more memory than the card has.
    Implausible,
    /// A reference price without a company to rent from.
    NoSeller,
    /// One end of a published range that not everyone can take.
    RangeEnd,
}

/// A plan at a price, in a place, at a moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// What is sold.
    pub plan: Plan,
    /// Where; `None` = not stated.
    pub region: Option<Region>,
    /// Which part of the region.
    pub zone: Option<Zone>,
    /// Whether the place is in mainland China: of every Chinese row and of provider `aws-cn`.
    pub mainland_china: bool,
    /// Operating system in the price.
    pub os: Os,
    /// How time is paid for.
    pub billing: Billing,
    /// Price of the whole machine; `None` = unknown, never 0.
    pub price: Option<Price>,
    /// Stock when last seen.
    pub availability: Availability,
    /// GPUs that this account may start here; `None` = not known.
    pub quota: Option<u32>,
    /// Where it comes from.
    pub origin: Origin,
    /// Set when it must not be ranked.
    pub quarantine: Option<Quarantine>,
    /// When it was seen, a month or year as its first day; `None` = undated.
    pub observed_at: Option<Timestamp>,
    /// Another source of the same key is newer, so this one serves spread and history only.
    pub superseded: bool,
}

/// What identifies an offer; several sources of one key are kept.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OfferKey {
    /// Who sells it.
    pub provider: ProviderId,
    /// The seller's code.
    pub sku: Sku,
    /// Where.
    pub region: Option<Region>,
    /// Which part of it.
    pub zone: Option<Zone>,
    /// Operating system.
    pub os: Os,
    /// How time is paid for.
    pub billing: Billing,
}

impl Offer {
    /// The key under which several sources of one offer meet.
    pub fn key(&self) -> OfferKey {
        OfferKey {
            provider: self.plan.provider.clone(),
            sku: self.plan.sku.clone(),
            region: self.region.clone(),
            zone: self.zone.clone(),
            os: self.os,
            billing: self.billing,
        }
    }
}

/// Items that were understood, and notes about the others: partial success is success.
#[derive(Debug, Clone, PartialEq)]
pub struct Fetched<T> {
    /// What was understood.
    pub items: Vec<T>,
    /// What was not, and why.
    pub notes: Vec<Message>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn billing_reads_what_it_writes() {
        for text in ["on_demand", "spot", "monthly", "yearly", "reserved_36m"] {
            assert_eq!(text.parse::<Billing>().unwrap().to_string(), text);
        }
        assert_eq!("on-demand".parse(), Ok(Billing::OnDemand));
        assert!("reserved_0m".parse::<Billing>().is_err());
        assert!("weekly".parse::<Billing>().is_err());
    }
}
