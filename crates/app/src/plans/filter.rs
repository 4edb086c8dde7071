//! The plans table's filter as conditions of the store.

use tiaoka_core::catalogue::sellers;
use tiaoka_core::offer::Billing;

use super::provider_id;
use crate::app::App;
use crate::cards;
use crate::problem::Problem;
use crate::rows::Rows;
use crate::store::{Card, Order, Wanted};
use crate::views::offers::PlansQuery;

/// Orders by their name on the command line.
const ORDERS: &[(&str, Order)] = &[
    ("price", Order::Price),
    ("price-per-gpu", Order::PricePerGpu),
    ("price-per-gb", Order::PricePerGb),
    ("memory", Order::Memory),
    ("age", Order::Age),
    ("provider", Order::Provider),
    ("plan", Order::Plan),
    ("gpu", Order::Gpu),
    ("region", Order::Region),
];
/// Kinds of machines on the command line.
const KINDS: [&str; 7] = ["gpu", "npu", "asic", "tpu", "fpga", "video", "cpu"];

impl App {
    /// The query as conditions.
    pub(super) fn wanted(&self, query: &PlansQuery, rows: &Rows<'_>) -> Result<Wanted, Problem> {
        let mut wanted = Wanted {
            superseded: query.all,
            held: query.all || query.held,
            order: order(&query.sort)?,
            descending: query.descending,
            offset: query.offset,
            limit: query.limit,
            ..Wanted::default()
        };
        if let Some(kinds) = kinds(&query.kind)? {
            wanted.one_of("kind", kinds);
        }
        let billings = billings(&query.billing)?;
        if !billings.is_empty() {
            wanted.one_of("billing", billings);
        }
        if let Some(least) = query.min_gpu_memory_gb {
            let least = positive("min-gpu-memory-gb", least)?;
            wanted.holds("gpu_memory_gib >= ?", [least]);
        }
        if let Some(gpus) = query.gpus {
            // A slice is no card, whatever the seller counts.
            wanted.holds("gpu_share >= 1.0 AND gpu_count >= ?", [i64::from(gpus)]);
        }
        place(&mut wanted, &query.region);
        if !query.provider.is_empty() {
            wanted.one_of(
                "provider",
                query.provider.iter().map(|text| provider_id(text)),
            );
        }
        if !query.max_price.trim().is_empty() {
            wanted.holds("cny_per_hour <= ?", [rows.limit_cny(&query.max_price)?]);
        }
        self.cards_and_words(&mut wanted, query)?;
        Ok(wanted)
    }

    /// Conditions that need the names of cards: GPU, vendor, search.
    fn cards_and_words(&self, wanted: &mut Wanted, query: &PlansQuery) -> Result<(), Problem> {
        if query.gpu.is_empty() && query.vendor.is_empty() && query.search.is_empty() {
            return Ok(());
        }
        let known = self.store.cards()?;
        if !query.gpu.trim().is_empty() {
            wanted.one_of("card", cards::named(&known, &query.gpu)?);
        }
        if !query.vendor.is_empty() {
            let of = |card: &&Card| {
                let is = |vendor: &String| {
                    card.vendor
                        .as_ref()
                        .is_some_and(|known| vendor.trim().eq_ignore_ascii_case(known))
                };
                query.vendor.iter().any(is)
            };
            wanted.one_of("card", known.iter().filter(of).map(|card| card.id));
        }
        let search = query.search.trim();
        if !search.is_empty() {
            self.search(wanted, &known, search)?;
        }
        Ok(())
    }

    /// The text as a whole names a card, or each of its words is found somewhere.
    fn search(&self, wanted: &mut Wanted, known: &[Card], search: &str) -> Result<(), Problem> {
        let selling = self.store.sellers()?;
        let whole = cards::recognised(known, search);
        if !whole.is_empty() {
            wanted.one_of("card", whole);
            return Ok(());
        }
        for word in search.split_whitespace() {
            let lower = word.to_lowercase();
            let here = |text: &str| text.to_lowercase().contains(&lower);
            let named =
                |id: &str| sellers::get(id).is_some_and(|s| here(&s.name_zh) || here(&s.name_en));
            let by_name = selling.keys().filter(|id| here(id) || named(id));
            let cards = known.iter().filter(|card| cards::contains(card, word));
            let conditions = [
                wanted.list("provider", by_name.cloned()),
                wanted.list("card", cards.map(|card| card.id)),
                wanted.has("sku", word),
                wanted.has("region", word),
            ];
            wanted.any(&conditions);
        }
        Ok(())
    }
}
fn order(text: &str) -> Result<Order, Problem> {
    let name = text.trim().to_ascii_lowercase().replace('_', "-");
    if name.is_empty() {
        return Ok(Order::default());
    }
    let found = ORDERS.iter().find(|(known, _)| *known == name);
    found.map(|(_, order)| *order).ok_or_else(|| {
        let names: Vec<&str> = ORDERS.iter().map(|(name, _)| *name).collect();
        Problem::bad_value("sort", text, &names.join(" | "))
    })
}

/// The kinds asked for; `None` = all of them.
fn kinds(asked: &[String]) -> Result<Option<Vec<String>>, Problem> {
    if asked.is_empty() {
        return Ok(Some(vec![String::from("gpu"), String::from("npu")]));
    }
    let mut kinds = Vec::new();
    for text in asked {
        let name = text.trim().to_ascii_lowercase();
        if name == "all" {
            return Ok(None);
        }
        if !KINDS.contains(&name.as_str()) {
            return Err(Problem::bad_value(
                "kind",
                text,
                &format!("{} | all", KINDS.join(" | ")),
            ));
        }
        kinds.push(name);
    }
    Ok(Some(kinds))
}

fn billings(asked: &[String]) -> Result<Vec<String>, Problem> {
    let read = |text: &String| match text.parse::<Billing>() {
        Ok(billing) => Ok(billing.to_string()),
        Err(_) => Err(Problem::bad_value(
            "billing",
            text,
            "on-demand | spot | monthly | yearly",
        )),
    };
    asked.iter().map(read).collect()
}

fn positive(option: &str, value: f64) -> Result<f64, Problem> {
    if value.is_finite() && value >= 0.0 {
        Ok(value)
    } else {
        Err(Problem::bad_value(
            option,
            &value.to_string(),
            "0 | 24 | 80",
        ))
    }
}

fn place(wanted: &mut Wanted, region: &str) {
    match region.trim() {
        "" => {}
        any if any.eq_ignore_ascii_case("any") => {}
        cn if cn.eq_ignore_ascii_case("cn") => wanted.holds("mainland_china = ?", [1_i64]),
        code => wanted.holds("region = ? COLLATE NOCASE", [code.to_owned()]),
    }
}
