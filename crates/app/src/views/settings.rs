//! Settings, the state of the house, and what was saved.

use serde::{Deserialize, Serialize};

use super::MessageView;
use crate::answers::Answers;

/// What the user chose; kept in the database.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Settings {
    /// `zh-CN`, `en`, or `system`.
    pub language: String,
    /// `light`, `dark` or `system`.
    pub theme: String,
    /// Currency of new questions and of the plans table.
    pub currency: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            language: String::from("system"),
            theme: String::from("system"),
            currency: String::from("CNY"),
        }
    }
}

/// One exchange rate against the yuan.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct RateRow {
    /// ISO code.
    pub currency: String,
    /// Yuan for one unit, decimal text.
    pub cny: String,
    /// Day of the rate.
    pub observed_on: String,
    /// Who set it.
    pub source: String,
    /// The user set it.
    pub own: bool,
}

/// What a window needs at its start.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Startup {
    /// The user's settings.
    pub settings: Settings,
    /// The language that `system` means here: `zh-CN` or `en`.
    pub system_language: String,
    /// Offers that can be ranked or shown by default.
    pub offers: u32,
    /// Sellers.
    pub providers: u32,
    /// Quarantined rows.
    pub held: u32,
    /// Oldest and newest dated price.
    pub observed_from: Option<String>,
    /// Newest dated price.
    pub observed_to: Option<String>,
    /// Yuan for one dollar, decimal text, with its day.
    pub usd_cny: Option<RateRow>,
    /// Where the data lies.
    pub data_dir: String,
    /// Version of the program.
    pub version: String,
    /// Earlier answers, newest first; at most six.
    pub recent: Vec<RecentAnswers>,
    /// What happened at the start: a migration, a recovered file.
    pub notes: Vec<MessageView>,
}

/// An earlier question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct RecentAnswers {
    /// When, RFC 3339 UTC.
    pub at: String,
    /// What was answered.
    pub answers: Answers,
    /// In a few words: `LoRA llama3.1-8b, 30M tokens`.
    pub title: String,
    /// What was recommended first, if anything.
    pub first: Option<String>,
}

/// A kept list of choices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Shortlist {
    /// Its number.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// When it was kept, RFC 3339 UTC.
    pub at: String,
    /// The question.
    pub answers: Answers,
    /// The plans as they were: name, cost, time.
    pub items: Vec<ShortlistItem>,
}

/// A kept choice with the figures it had.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ShortlistItem {
    /// Offer's id.
    pub id: String,
    /// Provider's id.
    pub provider: String,
    /// The SKU.
    pub plan: String,
    /// Place.
    pub region: Option<String>,
    /// `on_demand`, …
    pub billing: String,
    /// Cost then, decimal text.
    pub cost: String,
    /// Its currency.
    pub currency: String,
    /// Time then, seconds.
    pub time_s: f64,
}

/// What an import did.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ImportOutcome {
    /// Version of this shape.
    pub schema: u32,
    /// Rows taken.
    pub imported: u32,
    /// Of these, held with a reason.
    pub held: u32,
    /// Rows refused; 0 unless partial.
    pub refused: u32,
    /// One message a refused or held row: line, value, remedy.
    pub notes: Vec<MessageView>,
}

/// The one error that faces see, in words.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ProblemView {
    /// Code; stable.
    pub code: String,
    /// Figures by name.
    #[cfg_attr(feature = "bindings", ts(type = "Record<string, string>"))]
    pub params: std::collections::BTreeMap<String, String>,
    /// What happened.
    pub title: String,
    /// What to do; begins with a verb.
    pub advice: String,
    /// The whole chain, for the log and "Details".
    pub detail: String,
    /// What is wrong, one message a row, e.g. of a price sheet.
    pub notes: Vec<MessageView>,
    /// Fields that cannot be read, when that is the problem.
    pub fields: Vec<super::wizard::FieldProblem>,
}

/// What a check of the database found: no fault, and what it holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct CheckView {
    /// Version of this shape.
    pub schema: u32,
    /// The database.
    pub path: String,
    /// Number of its shape.
    pub database_schema: u32,
    /// Version of the program that wrote it.
    pub written_by: String,
    /// Rows of the catalogue, held and superseded ones too.
    pub offers: u32,
    /// The user's own among them.
    pub own_offers: u32,
    /// Size of the file, bytes.
    pub size_bytes: f64,
}
