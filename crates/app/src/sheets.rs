//! Use cases: the user's own price sheet, in and out.

use tiaoka_core::catalogue::{gate, sheet};
use tiaoka_core::choose::held;
use tiaoka_core::message::{Message, Note, Param};
use tiaoka_core::offer::Offer;

use crate::app::App;
use crate::decode::decode;
use crate::problem::{Code, Problem};
use crate::rows::quarantine_view;
use crate::snapshot;
use crate::views::MessageView;
use crate::views::settings::ImportOutcome;
use crate::wording::{Language, Wording};

/// Version of the JSON of an import.
const SCHEMA: u32 = 1;
/// Bytes of the largest sheet that is read: a hundred times the shipped one. A larger file is a
/// slip, and reading it would take the memory of the machine.
pub const MOST_BYTES: usize = 64 << 20;
/// Held rows that are told one by one.
const MOST_TOLD: usize = 100;

impl App {
    /// Takes the rows of a price sheet with the columns of `plans-cn.csv`, `name` being its file.
    ///
    /// All of them or, where one is faulty, none; with `partial` the good ones, and a note for each
    /// of the others. A row that is there already is replaced, so reading a sheet twice changes
    /// nothing. Whatever goes wrong, what was stored before stays.
    pub fn import_prices(
        &self,
        name: &str,
        bytes: &[u8],
        partial: bool,
        language: Language,
    ) -> Result<ImportOutcome, Problem> {
        let problem = |code| Problem::new(code).with("file", name);
        if bytes.len() > MOST_BYTES {
            let mebi = |bytes: usize| format!("{} MiB", bytes.div_ceil(1 << 20));
            let problem = problem(Code::SheetTooLarge).with("found", mebi(bytes.len()));
            return Err(problem.with("most", mebi(MOST_BYTES)));
        }
        let decoded =
            decode(bytes).map_err(|found| problem(Code::SheetEncoding).with("found", found))?;
        let shapes = snapshot::shapes().map_err(|e| Problem::new(Code::Internal).because(&e))?;
        let stock = self.market()?;
        let known = sheet::Known {
            file: name,
            shapes: &shapes,
            rates: &stock.rates,
            now: (self.now)(),
        };
        let mut read = sheet::read(&decoded.text, &known).map_err(|why| Problem {
            notes: vec![why],
            ..problem(Code::SheetUnreadable)
        })?;
        if !read.faults.is_empty() && !partial {
            let count = count(&read.faults).to_string();
            let problem = problem(Code::SheetRows).with("count", count);
            return Err(Problem {
                notes: read.faults,
                ..problem
            });
        }
        if read.offers.is_empty() {
            return Err(Problem {
                notes: read.faults,
                ..problem(Code::SheetEmpty)
            });
        }
        gate::guard(&mut read.offers, &stock.offers, &stock.rates);
        self.store.take_sheet(&read.offers, (self.now)())?;
        Ok(outcome(&read, decoded.note, Wording::of(language)))
    }

    /// The user's own rows as a sheet that an import reads back; with `all` the whole catalogue.
    pub fn export_prices(&self, all: bool) -> Result<Vec<u8>, Problem> {
        let rows = if all {
            self.store.offers()?
        } else {
            self.store.own_offers()?
        };
        Ok(sheet::write(rows.iter().map(|kept| &kept.offer)).into_bytes())
    }
}

/// How many faults there are, those that are not told one by one too.
fn count(faults: &[Message]) -> u64 {
    let hidden = |fault: &Message| match (fault.code, fault.params.get("count")) {
        ("sheet_more", Some(Param::Count(more))) => *more,
        _ => 1,
    };
    faults.iter().map(hidden).sum()
}

fn outcome(read: &sheet::Sheet, encoding: Option<Note>, wording: Wording) -> ImportOutcome {
    let held: Vec<&Offer> = read
        .offers
        .iter()
        .filter(|o| o.quarantine.is_some())
        .collect();
    // A row with a price that is none is kept, held, and told: it was not refused.
    let kept = read
        .faults
        .iter()
        .filter(|fault| fault.code == "sheet_price")
        .count() as u64;
    let refused = count(&read.faults).saturating_sub(kept);
    let whole = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    let told = encoding.iter().chain(&read.faults).chain(&read.notes);
    let mut notes: Vec<MessageView> = told.map(|note| wording.view(note)).collect();
    notes.extend(
        held.iter()
            .take(MOST_TOLD)
            .filter_map(|offer| held_view(offer, wording)),
    );
    ImportOutcome {
        schema: SCHEMA,
        imported: whole(read.offers.len() as u64),
        held: whole(held.len() as u64),
        refused: whole(refused),
        notes,
    }
}

/// Which row is held, and why.
fn held_view(offer: &Offer, wording: Wording) -> Option<MessageView> {
    let quarantine = offer.quarantine.as_ref()?;
    let why = quarantine_view(quarantine, wording).text;
    let plan = [offer.plan.provider.as_str(), offer.plan.sku.as_str()].join(" ");
    let message = Message::new(held(quarantine.reason))
        .with("provider", Param::Text(offer.plan.provider.clone()))
        .with("plan", Param::Text(offer.plan.sku.clone()));
    let text = wording.fill("plans.held_because", &[("reason", &plan), ("detail", &why)]);
    Some(MessageView {
        text,
        ..wording.view(&message)
    })
}
