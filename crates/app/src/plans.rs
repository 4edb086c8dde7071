//! Use case: the plans table, and everything known about one offer.

use std::collections::{BTreeMap, BTreeSet};

use tiaoka_core::catalogue::{provider_id, unknown_names};
use tiaoka_core::gpu::Kind;
use tiaoka_core::message::Note;
use tiaoka_core::money::Currency;
use tiaoka_core::offer::Billing;
use tiaoka_core::traits::Trait;

use crate::app::App;
use crate::cards;
use crate::problem::{Code, Problem};
use crate::rows::Rows;
use crate::store::{Card, Kept, Order, Wanted};
use crate::views::offers::{OfferDetail, OffersPage, PlansQuery, TraitView};
use crate::wording::{Language, Wording};

/// Version of the JSON of the plans table.
const SCHEMA: u32 = 1;
/// Most rows of the same card elsewhere.
const ELSEWHERE: u32 = 8;
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
/// Kinds by their name on the command line.
const KINDS: &[(&str, Kind)] = &[
    ("gpu", Kind::Gpu),
    ("npu", Kind::Npu),
    ("asic", Kind::Asic),
    ("tpu", Kind::Tpu),
    ("fpga", Kind::Fpga),
    ("video", Kind::Video),
    ("cpu", Kind::Cpu),
];

impl App {
    /// One page of the plans table.
    pub fn plans(&self, query: &PlansQuery, language: Language) -> Result<OffersPage, Problem> {
        let wording = Wording::of(language);
        let rows = Rows::new(self, &query.currency, wording)?;
        let wanted = self.wanted(query, &rows, wording)?;
        let (counted, found) = self.store.matching(&wanted)?;
        let notes = notes(&found);
        Ok(OffersPage {
            schema: SCHEMA,
            offers: found
                .iter()
                .map(|kept| rows.row(kept))
                .collect::<Result<_, _>>()?,
            total: counted.total,
            providers: counted.providers,
            held: counted.held,
            notes: notes.iter().map(|note| wording.view(note)).collect(),
        })
    }

    /// Everything known about one offer.
    pub fn offer(
        &self,
        id: &str,
        currency: &str,
        language: Language,
    ) -> Result<OfferDetail, Problem> {
        let wording = Wording::of(language);
        let rows = Rows::new(self, currency, wording)?;
        let gone = || Problem::new(Code::UnknownId).with("id", crate::problem::shortened(id));
        let number = id.parse().map_err(|_| gone())?;
        let kept = self.store.offer(number)?.ok_or_else(gone)?;
        let row = |kept: &Kept| rows.row(kept);
        let sightings = self.store.sightings(&kept.offer.key())?;
        Ok(OfferDetail {
            offer: rows.row(&kept)?,
            sightings: sightings.iter().map(row).collect::<Result<_, _>>()?,
            elsewhere: self
                .elsewhere(&kept)?
                .iter()
                .map(row)
                .collect::<Result<_, _>>()?,
            traits: self.said_of(&kept.offer.plan.provider, wording)?,
            console_url: None,
        })
    }

    /// What is known of a seller beyond prices, in words.
    fn said_of(&self, provider: &str, wording: Wording) -> Result<Vec<TraitView>, Problem> {
        let stock = self.market()?;
        let view = |said: &Trait| TraitView {
            code: said.code.clone(),
            label: trait_label(said, wording),
            value: format!("{} {}", said.value, said.unit)
                .trim_end()
                .to_owned(),
            source: said.source.clone(),
            observed_on: said.observed_on.clone(),
            note: said.note.clone(),
            contradicted: said.contradicted,
        };
        Ok(stock.sellers.statements(provider).map(view).collect())
    }

    /// Sellers by id, with their present offers, held ones too.
    pub fn sellers(&self) -> Result<BTreeMap<String, u32>, Problem> {
        Ok(self.store.sellers()?)
    }

    /// Regions that sellers name, sorted.
    pub fn regions(&self) -> Result<Vec<String>, Problem> {
        Ok(self.store.regions()?)
    }

    /// The same card elsewhere, on demand, whole, the cheapest card first; one row a seller.
    fn elsewhere(&self, kept: &Kept) -> Result<Vec<Kept>, Problem> {
        let Some(gpu) = &kept.offer.plan.gpu else {
            return Ok(Vec::new());
        };
        let cards = self.store.cards()?;
        let same = cards
            .iter()
            .filter(|card| card.model == gpu.model)
            .map(|card| card.id);
        let mut wanted = Wanted {
            order: Order::PricePerGpu,
            ..Wanted::default()
        };
        wanted.one_of("card", same);
        wanted.one_of("billing", [Billing::OnDemand.to_string()]);
        wanted.holds(
            "gpu_share >= 1.0 AND cny_per_gpu_hour IS NOT NULL",
            [0_i64; 0],
        );
        wanted.holds("provider <> ?", [kept.offer.plan.provider.clone()]);
        let (_, found) = self.store.matching(&wanted)?;
        let mut sellers = BTreeSet::new();
        let first = found
            .into_iter()
            .filter(|kept| sellers.insert(kept.offer.plan.provider.clone()));
        Ok(first.take(ELSEWHERE as usize).collect())
    }

    /// The query as conditions.
    fn wanted(
        &self,
        query: &PlansQuery,
        rows: &Rows<'_>,
        wording: Wording,
    ) -> Result<Wanted, Problem> {
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
            let ids = query
                .provider
                .iter()
                .map(|id| provider_id(&id.to_ascii_lowercase()));
            wanted.one_of("provider", ids);
        }
        if !query.max_price.trim().is_empty() {
            wanted.holds("cny_per_hour <= ?", [rows.limit_cny(&query.max_price)?]);
        }
        self.cards_and_words(&mut wanted, query, wording)?;
        Ok(wanted)
    }

    /// Conditions that need the names of cards: GPU, vendor, search.
    fn cards_and_words(
        &self,
        wanted: &mut Wanted,
        query: &PlansQuery,
        wording: Wording,
    ) -> Result<(), Problem> {
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
            self.search(wanted, &known, search, wording)?;
        }
        Ok(())
    }

    /// The text as a whole names a card, or each of its words is found somewhere.
    fn search(
        &self,
        wanted: &mut Wanted,
        known: &[Card],
        search: &str,
        wording: Wording,
    ) -> Result<(), Problem> {
        let sellers = self.store.sellers()?;
        let whole = cards::recognised(known, search);
        if !whole.is_empty() {
            wanted.one_of("card", whole);
            return Ok(());
        }
        for word in search.split_whitespace() {
            let lower = word.to_lowercase();
            let here = |text: &str| text.to_lowercase().contains(&lower);
            let by_name = sellers
                .keys()
                .filter(|id| here(&wording.provider(id)) || here(id));
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

/// What a statement is about, in words; the source's own word where nobody worded it.
fn trait_label(said: &Trait, wording: Wording) -> String {
    let worded = wording.get(&format!("trait.{}", said.code));
    worded.map_or_else(|| said.code.replace('_', " "), str::to_owned)
}

fn order(text: &str) -> Result<Order, Problem> {
    let name = text.trim().to_ascii_lowercase().replace('_', "-");
    if name.is_empty() {
        return Ok(Order::default());
    }
    let found = ORDERS.iter().find(|(known, _)| *known == name);
    found
        .map(|(_, order)| *order)
        .ok_or_else(|| Problem::bad_value("sort", text, &names(ORDERS)))
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
        if !KINDS.iter().any(|(known, _)| *known == name) {
            return Err(Problem::bad_value(
                "kind",
                text,
                &format!("{} | all", names(KINDS)),
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

fn names<T>(list: &[(&str, T)]) -> String {
    list.iter()
        .map(|(name, _)| *name)
        .collect::<Vec<_>>()
        .join(" | ")
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

/// Names of cards in these rows that no table knows, each once.
fn notes(found: &[Kept]) -> Vec<Note> {
    let offers: Vec<_> = found.iter().map(|kept| &kept.offer).cloned().collect();
    unknown_names(&offers)
}

/// The currency that a query or a setting names; empty = yuan.
pub(crate) fn currency(text: &str) -> Result<Currency, Problem> {
    if text.trim().is_empty() {
        return Ok(Currency::CNY);
    }
    text.parse()
        .map_err(|_| Problem::bad_value("currency", text, "CNY | USD | EUR"))
}
