//! The two files, and which of several statements counts.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::value::{self, Worse};
use super::{SellerTraits, Stated, Trait, Traits};

/// A row that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line} of the {file} is not a row of the expected columns")]
pub struct TraitsError {
    /// `traits` or `storage prices`.
    pub file: &'static str,
    /// Counted from 1; 0 = unknown.
    pub line: u64,
    /// What the reader says.
    #[source]
    pub source: csv::Error,
}

#[derive(Deserialize)]
struct TraitRow {
    provider: String,
    #[serde(rename = "trait")]
    code: String,
    value: String,
    unit: String,
    source: String,
    observed_on: String,
    note: String,
}

#[derive(Deserialize)]
struct StorageRow {
    provider: String,
    item: String,
    price: String,
    currency: String,
    unit: String,
    source: String,
    observed_on: String,
    note: String,
}

pub(super) fn read(traits_csv: &str, storage_csv: &str) -> Result<Traits, TraitsError> {
    let mut statements = rows::<TraitRow>("traits", traits_csv)?
        .into_iter()
        .map(of_trait)
        .collect::<Vec<_>>();
    for row in rows::<StorageRow>("storage prices", storage_csv)? {
        let statement = of_storage(row);
        // The storage prices of the guide stand in both files.
        if !statements.iter().any(|known| same(known, &statement)) {
            statements.push(statement);
        }
    }
    statements.sort_by(|a, b| {
        let newest_first = value::age_key(&b.observed_on).cmp(&value::age_key(&a.observed_on));
        (&a.provider, &a.code)
            .cmp(&(&b.provider, &b.code))
            .then(newest_first)
            .then_with(|| (&a.value, &a.source).cmp(&(&b.value, &b.source)))
    });
    mark_contradictions(&mut statements);
    let mut by_seller: BTreeMap<String, Vec<&Trait>> = BTreeMap::new();
    for statement in &statements {
        if !statement.provider.starts_with("unspecified-") {
            let seller = by_seller.entry(statement.provider.clone()).or_default();
            seller.push(statement);
        }
    }
    let sellers = by_seller
        .into_iter()
        .map(|(id, statements)| (id, seller(&statements)))
        .collect();
    Ok(Traits {
        sellers,
        statements,
    })
}

fn rows<T: for<'de> Deserialize<'de>>(
    file: &'static str,
    text: &str,
) -> Result<Vec<T>, TraitsError> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .map_err(|source: csv::Error| TraitsError {
            file,
            line: source.position().map_or(0, csv::Position::line),
            source,
        })
}

fn of_trait(row: TraitRow) -> Trait {
    Trait {
        provider: row.provider,
        code: row.code,
        value: row.value,
        unit: row.unit,
        source: row.source,
        observed_on: row.observed_on,
        note: Some(row.note).filter(|note| !note.is_empty()),
        contradicted: false,
    }
}

/// A disk on demand is the one that goes with a machine by the hour; disks bought by the day or the
/// month, and stored images, are other things and are shown only.
fn of_storage(row: StorageRow) -> Trait {
    let code = match row.item.as_str() {
        "storage while powered off" | "cloud disk, on demand" => "storage_price_stopped",
        "cloud disk, daily" => "disk_price_daily",
        "cloud disk, monthly" => "disk_price_monthly",
        "own image storage" => "image_storage_price",
        other => other,
    };
    Trait {
        provider: row.provider,
        code: code.to_owned(),
        value: row.price,
        unit: format!("{}/{}", row.currency, row.unit.replace('-', "/")),
        source: row.source,
        observed_on: row.observed_on,
        note: Some(row.note).filter(|note| !note.is_empty()),
        contradicted: false,
    }
}

fn same(a: &Trait, b: &Trait) -> bool {
    (&a.provider, &a.code, &a.value, &a.unit, &a.source)
        == (&b.provider, &b.code, &b.value, &b.unit, &b.source)
}

/// Figures and words of one seller and code that differ contradict each other; texts do not.
fn mark_contradictions(statements: &mut [Trait]) {
    let said = statements.iter().map(comparable).collect::<Vec<_>>();
    let differs = |i: usize, j: usize| {
        let (a, b) = (&statements[i], &statements[j]);
        let both = said[i].is_some() && said[j].is_some();
        both && a.provider == b.provider && a.code == b.code && said[i] != said[j]
    };
    let marks: Vec<bool> = (0..statements.len())
        .map(|i| (0..statements.len()).any(|j| differs(i, j)))
        .collect();
    for (statement, mark) in statements.iter_mut().zip(marks) {
        statement.contradicted = mark;
    }
}

/// What a statement can be compared by: a price per month, a figure in its unit, or a word.
fn comparable(statement: &Trait) -> Option<String> {
    if let Some(price) = value::per_gb_month(statement) {
        return Some(price.amount.to_string());
    }
    if let Some(figure) = value::figure(&statement.value, Worse::Higher) {
        return Some(format!("{} {}", figure.normalize(), statement.unit));
    }
    if let Some(answer) = value::yes_or_no(&statement.value) {
        return Some(answer.to_string());
    }
    value::step_seconds(&statement.value).map(|step| step.to_string())
}

/// The statement that counts: the newest that can be read, of equal dates the worse.
/// `worse` says `Greater` when its first is worse for the user.
fn pick<T>(
    statements: &[&Trait],
    codes: &[&str],
    read: impl Fn(&Trait) -> Option<T>,
    worse: impl Fn(&T, &T) -> Ordering,
) -> Option<Stated<T>> {
    let said = statements
        .iter()
        .filter(|s| codes.contains(&s.code.as_str()));
    let readable = said.filter_map(|statement| Some((*statement, read(statement)?)));
    let (statement, value) = readable.max_by(|(a, x), (b, y)| {
        let newer = value::age_key(&a.observed_on).cmp(&value::age_key(&b.observed_on));
        newer.then_with(|| worse(x, y))
    })?;
    Some(Stated {
        value,
        source: statement.source.clone(),
        observed_on: statement.observed_on.clone(),
        contradicted: statement.contradicted,
    })
}

fn seller(statements: &[&Trait]) -> SellerTraits {
    let price = |codes: &[&str], read: fn(&Trait) -> Option<crate::money::Money>| {
        pick(statements, codes, read, |a, b| a.amount.cmp(&b.amount))
    };
    let most = |codes: &[&str], read: fn(&Trait) -> Option<f64>| {
        pick(statements, codes, read, f64::total_cmp)
    };
    let least = |codes: &[&str], read: fn(&Trait) -> Option<f64>| {
        pick(statements, codes, read, |a, b| b.total_cmp(a))
    };
    let answer = |codes: &[&str], read: fn(&Trait) -> Option<bool>| {
        pick(statements, codes, read, |a, b| b.cmp(a)) // a "no" is worse than a "yes"
    };
    SellerTraits {
        billing_step_s: pick(
            statements,
            &["billing_granularity"],
            |s| value::step_seconds(&s.value),
            u32::cmp,
        ),
        billing_minimum_s: pick(
            statements,
            &["billing_minimum"],
            |s| Some(value::seconds(s)?.ceil() as u32),
            u32::cmp,
        ),
        // Here a "yes" is the worse answer.
        start_billed: pick(statements, &["start_billed"], word, bool::cmp),
        stop_without_charge: answer(&["stop_without_charge"], word),
        start_up_s: most(&["start_up_time"], value::seconds),
        storage_stopped: price(&["storage_price_stopped"], value::per_gb_month),
        storage_running: price(&["storage_price_running"], value::per_gb_month),
        free_storage_gb: least(&["free_storage_gb", "system_disk_free_gb"], lower),
        egress: price(&["egress_price"], value::per_gb),
        egress_free_gb: least(&["egress_free_gb"], lower),
        availability: least(&["availability_measured", "sla_promise"], |s| {
            Some(lower(s)? / 100.0).filter(|share| *share <= 1.0)
        }),
        recovery_h: most(&["mean_recovery_time"], |s| {
            Some(value::seconds(s)? / 3_600.0)
        }),
        preinstalled: answer(&["preinstalled_images"], images),
        redundant_disk: answer(&["disk_redundancy"], word),
        deleted_after_days: least(&["data_retention_after_stop"], |s| {
            Some(value::seconds(s)? / 86_400.0)
        }),
        disk_gb_s: least(&["shared_disk_speed"], |s| {
            lower(s).filter(|_| s.unit == "GB/s")
        }),
        reserved_off: least(&["reserved_discount"], |s| {
            Some(lower(s)? / 100.0).filter(|share| *share < 1.0)
        }),
        spot: answer(&["spot_available"], word),
        djbh_3: answer(&["djbh_3"], word),
        log_retention_days: least(&["log_retention"], |s| Some(value::seconds(s)? / 86_400.0)),
    }
}

fn word(statement: &Trait) -> Option<bool> {
    value::yes_or_no(&statement.value)
}

fn lower(statement: &Trait) -> Option<f64> {
    value::plain(statement, Worse::Lower)
}

/// A list of images says that there are some.
fn images(statement: &Trait) -> Option<bool> {
    Some(value::yes_or_no(&statement.value).unwrap_or(!statement.value.trim().is_empty()))
}
