//! `tiaoka plans`: the catalogue as a table.

use tiaoka_app::App;
use tiaoka_app::problem::Problem;
use tiaoka_app::views::MoneyView;
use tiaoka_app::views::offers::{GpuView, OfferRow, OffersPage, PlansQuery};
use tiaoka_app::wording::Wording;
use tiaoka_app::wording::figures;

use super::{Answer, Face, cell};
use crate::args::Format;
use crate::sheet::{Head, Sheet, shortened};

/// Lists the offers that match; exit code 1 when none does.
pub(crate) fn run(face: &Face, app: &App, query: &PlansQuery) -> Result<Answer, Problem> {
    let page = app.plans(query, face.language)?;
    let found = page.total > 0;
    let answer = match face.format {
        Format::Json => Answer::json(&page)?,
        Format::Csv => Answer::csv(&COLUMNS, page.offers.iter().map(record).collect())?,
        Format::Table => Answer::text(table(face, query, &page)),
    };
    for note in &page.notes {
        face.note(&note.text);
    }
    Ok(answer.or_no(found))
}

fn table(face: &Face, query: &PlansQuery, page: &OffersPage) -> String {
    let words = &face.words;
    let count = |n: u32| figures::count(u64::from(n));
    let head = words.fill(
        "cli.plans_head",
        &[
            ("count", &count(page.total)),
            ("providers", &count(page.providers)),
            ("held", &count(page.held)),
        ],
    );
    if page.offers.is_empty() {
        return format!("{head}\n{}\n", words.plain("cli.plans_none"));
    }
    let currency = page
        .offers
        .iter()
        .find_map(|row| row.price_per_hour.as_ref());
    let currency = currency.map_or(query.currency.as_str(), |money| money.currency.as_str());
    let per_hour = |key| words.fill(key, &[("currency", currency)]);
    let held = page
        .offers
        .iter()
        .any(|row| row.quarantine.is_some() || row.superseded);
    let mut heads = vec![
        Head::Words(words.plain("cli.provider")),
        Head::Words(words.plain("cli.plan")),
        Head::Words(words.plain("cli.gpu")),
        Head::Numbers(words.plain("cli.count")),
        Head::Numbers(words.plain("cli.gib")),
        Head::Words(words.plain("cli.region")),
        Head::Words(words.plain("cli.billing")),
        Head::Numbers(per_hour("cli.per_hour")),
        Head::Numbers(per_hour("cli.per_gpu_hour")),
        Head::Words(words.plain("cli.stock")),
        Head::Words(words.plain("cli.seen")),
    ];
    heads.extend(held.then(|| Head::Words(words.plain("cli.held"))));
    let columns = heads.len();
    let mut sheet = Sheet::new(heads);
    for row in &page.offers {
        let mut cells = cells(words, row);
        cells.truncate(columns);
        sheet.row(cells);
    }
    let more = page.total.saturating_sub(page.offers.len() as u32);
    let more = match more {
        0 => String::new(),
        more => words.fill("cli.more_rows", &[("count", &count(more))]) + "\n",
    };
    format!(
        "{head}\n\n{}\n{more}{}\n",
        sheet.text(),
        words.plain("cli.plans_legend")
    )
}

fn cells(words: &Wording, row: &OfferRow) -> Vec<String> {
    let money = |money: &Option<MoneyView>| match money {
        Some(money) if row.converted => format!("≈ {}", figures::amount_text(&money.amount)),
        Some(money) => figures::amount_text(&money.amount),
        None => String::from("–"),
    };
    let held = match &row.quarantine {
        Some(reason) => reason.text.clone(),
        None if row.superseded => words.plain("cli.superseded"),
        None => String::new(),
    };
    vec![
        row.provider_name.clone(),
        shortened(&row.plan, 32),
        row.gpu.as_ref().map_or_else(|| String::from("–"), gpu_name),
        gpu_count(row.gpu.as_ref()),
        row.gpu
            .as_ref()
            .and_then(|gpu| gpu.memory_gib)
            .map_or_else(dash, figures::three),
        row.region
            .as_deref()
            .map_or_else(dash, |region| shortened(region, 16)),
        words.word(&row.billing),
        money(&row.price_per_hour),
        money(&row.price_per_gpu_hour),
        stock(words, &row.availability),
        row.observed_on
            .clone()
            .unwrap_or_else(|| words.plain("cli.undated")),
        held,
    ]
}

pub(crate) fn dash() -> String {
    String::from("–")
}

/// The card's name; a slice says what part it is.
pub(crate) fn gpu_name(gpu: &GpuView) -> String {
    if gpu.share < 1.0 {
        format!("{} ({})", gpu.name, figures::share(gpu.share))
    } else {
        gpu.name.clone()
    }
}

pub(crate) fn gpu_count(gpu: Option<&GpuView>) -> String {
    gpu.and_then(|gpu| gpu.count)
        .map_or_else(dash, |count| count.to_string())
}

/// Stock in a word, with the number where one is known.
pub(crate) fn stock(words: &Wording, seen: &tiaoka_app::views::advice::AvailabilityView) -> String {
    match seen.count {
        Some(count) => words.fill("cli.stock_left", &[("count", &count.to_string())]),
        None => words.word(&seen.level),
    }
}

const COLUMNS: [&str; 21] = [
    "provider",
    "plan",
    "region",
    "billing",
    "gpu",
    "gpu_ids",
    "gpu_count",
    "gpu_memory_gib",
    "share",
    "vcpus",
    "memory_gib",
    "price_per_hour",
    "currency",
    "price_per_gpu_hour",
    "listed",
    "listed_currency",
    "per",
    "observed_on",
    "source",
    "quarantine",
    "superseded",
];

fn record(row: &OfferRow) -> Vec<String> {
    let gpu = row.gpu.as_ref();
    let listed = row.listed.as_ref();
    let amount = |money: &Option<MoneyView>| cell(money.as_ref().map(|money| &money.amount));
    vec![
        row.provider.clone(),
        row.plan.clone(),
        cell(row.region.as_ref()),
        row.billing.clone(),
        cell(gpu.map(|gpu| &gpu.name)),
        cell(gpu.map(|gpu| gpu.ids.join(" "))),
        cell(gpu.and_then(|gpu| gpu.count)),
        cell(gpu.and_then(|gpu| gpu.memory_gib)),
        cell(gpu.map(|gpu| gpu.share)),
        cell(row.vcpus),
        cell(row.memory_gib),
        amount(&row.price_per_hour),
        cell(row.price_per_hour.as_ref().map(|money| &money.currency)),
        amount(&row.price_per_gpu_hour),
        cell(listed.map(|listed| &listed.price.amount)),
        cell(listed.map(|listed| &listed.price.currency)),
        cell(listed.map(|listed| &listed.per)),
        cell(row.observed_on.as_ref()),
        row.source.clone(),
        cell(row.quarantine.as_ref().map(|reason| &reason.code)),
        row.superseded.to_string(),
    ]
}
