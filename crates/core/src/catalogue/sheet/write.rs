//! Offers as a price sheet that can be read again.

use jiff::tz::TimeZone;

use crate::catalogue::row::COLUMNS;
use crate::money::{Currency, Period};
use crate::offer::{Offer, QuarantineReason};
use crate::plan::PlanGpu;

/// The offers as CSV with the columns of `plans-cn.csv`, a head line first. Prices are as listed.
pub fn write<'a>(offers: impl IntoIterator<Item = &'a Offer>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing into memory cannot fail; were it to, the text would be empty and not half a sheet.
    let mut written = writer.write_record(COLUMNS);
    for offer in offers {
        written = written.and_then(|()| writer.write_record(cells(offer)));
    }
    let bytes = written
        .ok()
        .and_then(|()| writer.into_inner().ok())
        .unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

fn cells(offer: &Offer) -> [String; 15] {
    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    let gpu = offer.plan.gpu.as_ref();
    let listed = offer.price.map(|price| price.listed);
    let held = offer.quarantine.as_ref().map(|held| held.reason);
    let billing = match held {
        Some(QuarantineReason::ReservationOnly) => "capacity_block".to_owned(),
        _ => offer.billing.to_string(),
    };
    [
        text(&offer.plan.provider),
        text(&offer.plan.sku),
        text(offer.region.as_deref().unwrap_or_default()),
        text(gpu.map_or("", |gpu| &gpu.name)),
        number(gpu.and_then(devices)),
        number(gpu.and_then(|gpu| gpu.usable_gib.or(gpu.memory_gib))),
        number(offer.plan.vcpus),
        number(offer.plan.memory_gib),
        billing,
        listed
            .map(|money| money.amount.to_string())
            .unwrap_or_default(),
        listed
            .map_or(Currency::CNY, |money| money.currency)
            .to_string(),
        match offer.price.map(|price| price.per) {
            None | Some(Period::Hour) => "hour",
            Some(Period::Month) => "month",
            Some(Period::Year) => "year",
        }
        .to_owned(),
        text(&offer.origin.source),
        day(offer),
        text(offer.origin.note.as_deref().unwrap_or_default()),
    ]
}

/// As a table counts: a single slice as its part of a card, several by the memory beside them.
fn devices(gpu: &PlanGpu) -> Option<f64> {
    let count = gpu.count?;
    Some(if count == 1 {
        gpu.share
    } else {
        f64::from(count)
    })
}

fn day(offer: &Offer) -> String {
    let day = offer
        .observed_at
        .map(|at| at.to_zoned_datetime(TimeZone::UTC).date().to_string());
    day.unwrap_or_default()
}

/// A cell that no spreadsheet takes for a formula.
fn text(text: &str) -> String {
    match text.trim_start().starts_with(['=', '+', '-', '@']) {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}
