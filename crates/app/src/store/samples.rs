//! Small made catalogues for the tests of the store.

use jiff::Timestamp;
use jiff::civil::date;
use rust_decimal::Decimal;
use tiaoka_core::gpu::{GpuId, GpuName, Kind};
use tiaoka_core::money::{Currency, Money, Period, Price, Rates};
use tiaoka_core::offer::{Availability, Billing, Means, Offer, Origin, Os};
use tiaoka_core::plan::{Plan, PlanGpu};

use super::open::Shipped;

/// A moment for tests: 30 November 2026.
pub(crate) fn now() -> Timestamp {
    "2026-11-30T18:00:00Z".parse().unwrap()
}

/// 7.98 CNY and 1.20 USD for one euro: 6.65 CNY for one dollar.
pub(crate) fn rates() -> Rates {
    let per_eur = [("CNY", "7.98"), ("EUR", "1"), ("USD", "1.20")];
    let per_eur = per_eur.map(|(code, rate)| (code.parse().unwrap(), rate.parse().unwrap()));
    Rates {
        observed_on: date(2026, 10, 30),
        source: String::from("worked by hand"),
        per_eur: per_eur.into(),
    }
}

/// One RTX 4090 for so many yuan an hour, seen on 1 November 2026.
pub(crate) fn rtx_4090(provider: &str, cny: &str) -> Offer {
    offer(
        provider,
        "1x RTX 4090",
        "rtx-4090",
        24.0,
        cny,
        Currency::CNY,
    )
}

/// An offer on demand of one card.
pub(crate) fn offer(
    provider: &str,
    sku: &str,
    id: &str,
    memory_gib: f64,
    price: &str,
    currency: Currency,
) -> Offer {
    let amount: Decimal = price.parse().unwrap();
    let gpu = PlanGpu {
        name: sku.trim_start_matches("1x ").to_owned(),
        model: GpuName::Known(GpuId(id.to_owned())),
        count: Some(1),
        memory_gib: Some(memory_gib),
        usable_gib: None,
        share: 1.0,
        link: None,
    };
    Offer {
        plan: Plan {
            provider: provider.to_owned(),
            sku: sku.to_owned(),
            kind: Kind::Gpu,
            gpu: Some(gpu),
            vcpus: Some(16.0),
            memory_gib: None,
        },
        region: None,
        zone: None,
        mainland_china: currency == Currency::CNY,
        os: Os::Linux,
        billing: Billing::OnDemand,
        price: Some(Price {
            listed: Money { amount, currency },
            payable: None,
            per: Period::Hour,
        }),
        availability: Availability::Unknown,
        quota: None,
        origin: Origin {
            means: Means::Snapshot,
            source: String::from("a list"),
            note: None,
        },
        quarantine: None,
        observed_at: Some("2026-11-01T00:00:00Z".parse().unwrap()),
        superseded: false,
    }
}

/// Two sellers of one card.
pub(crate) fn two_sellers() -> Vec<Offer> {
    vec![rtx_4090("autodl", "1.88"), rtx_4090("ucloud", "2.50")]
}

/// A program of version 0.1.0 with [`two_sellers`].
pub(crate) fn first_program() -> Shipped {
    Shipped {
        id: "first",
        offers: || Ok(two_sellers()),
        rates: || Ok(rates()),
        program: "0.1.0",
    }
}

/// A program of version 0.2.0 with one seller.
pub(crate) fn second_program() -> Shipped {
    Shipped {
        id: "second",
        offers: || Ok(vec![rtx_4090("autodl", "1.98")]),
        rates: || Ok(rates()),
        program: "0.2.0",
    }
}
