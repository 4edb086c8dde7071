//! Use case: the plans table, and everything known about one offer.

mod filter;

use std::collections::{BTreeMap, BTreeSet};

use tiaoka_core::catalogue::{sellers, unknown_names};
use tiaoka_core::message::{Message, Note, Param};
use tiaoka_core::money::Currency;
use tiaoka_core::offer::Billing;
use tiaoka_core::traits::Trait;

use crate::app::App;
use crate::problem::{Code, Problem};
use crate::rows::Rows;
use crate::store::{Kept, Order, Wanted};
use crate::views::offers::{OfferDetail, OffersPage, PlansQuery, TraitView};
use crate::wording::{Language, Wording};

/// Version of the JSON of the plans table.
const SCHEMA: u32 = 1;
/// Most rows of the same card elsewhere.
const ELSEWHERE: usize = 8;

impl App {
    /// One page of the plans table.
    pub fn plans(&self, query: &PlansQuery, language: Language) -> Result<OffersPage, Problem> {
        let wording = Wording::of(language);
        let rows = Rows::new(self, &query.currency, wording)?;
        let wanted = self.wanted(query, &rows)?;
        let (counted, found) = self.store.matching(&wanted)?;
        let mut notes = unknown_cards(&found);
        notes.extend(self.sellers_without_prices(query)?);
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
            console_url: sellers::get(&kept.offer.plan.provider)
                .and_then(|seller| seller.console_url.clone()),
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

    /// Sellers that are asked for by name and have no offer: what to do about each.
    fn sellers_without_prices(&self, query: &PlansQuery) -> Result<Vec<Note>, Problem> {
        let searched = Some(query.search.trim()).filter(|text| sellers::find(text).is_some());
        let asked: BTreeSet<String> = query
            .provider
            .iter()
            .map(String::as_str)
            .chain(searched)
            .map(provider_id)
            .collect();
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let selling = self.store.sellers()?;
        let note = |id: String| {
            let code = match sellers::get(&id) {
                Some(_) => "seller_without_prices",
                None => "seller_unknown",
            };
            Message::new(code).with("provider", Param::Text(id))
        };
        Ok(asked
            .into_iter()
            .filter(|id| !selling.contains_key(id))
            .map(note)
            .collect())
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
        Ok(first.take(ELSEWHERE).collect())
    }
}

/// What a statement is about, in words; the source's own word where nobody worded it.
fn trait_label(said: &Trait, wording: Wording) -> String {
    let worded = wording.get(&format!("trait.{}", said.code));
    worded.map_or_else(|| said.code.replace('_', " "), str::to_owned)
}

/// A seller's id from an id or a name in either language.
fn provider_id(text: &str) -> String {
    let seller = sellers::find(text);
    seller.map_or_else(|| text.trim().to_lowercase(), |seller| seller.id.clone())
}

/// Names of cards in these rows that no table knows, each once.
fn unknown_cards(found: &[Kept]) -> Vec<Note> {
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
