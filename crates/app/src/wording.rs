//! Facts, put into words: a code and its figures become a sentence of `locales/`.
//!
//! The core and the store name facts; this module alone turns them into text. A key that no
//! language words is shown as its code, so that a gap is seen instead of hidden. How figures are
//! written (digits, units, separators) is in [`figures`].

pub mod figures;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use tiaoka_core::catalogue::sellers;
use tiaoka_core::message::{Message, Param};
use tiaoka_core::predict::Step;

use crate::views::{MessageView, StepView};

/// A language that every face speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[serde(rename = "en")]
    En,
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    ZhCn,
}

/// Every language. A new one is a file in `locales/` and a line here.
pub const LANGUAGES: &[(Language, &str)] = &[
    (Language::En, include_str!("../locales/en.json")),
    (Language::ZhCn, include_str!("../locales/zh-CN.json")),
];

impl Language {
    /// The tag that files, settings and options use: `zh-CN` or `en`.
    pub fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::ZhCn => "zh-CN",
        }
    }

    /// The language that a tag or a locale name means: `zh-CN`, `zh_CN.UTF-8`, `en_GB`.
    ///
    /// Every Chinese locale reads Simplified Chinese, the only Chinese there is here. `None` for a
    /// language that is not spoken, and for `C` and `POSIX`, which name none.
    pub fn from_tag(tag: &str) -> Option<Language> {
        let primary = tag.trim().split(['-', '_', '.', '@']).next()?;
        match primary.to_ascii_lowercase().as_str() {
            "zh" => Some(Language::ZhCn),
            "en" => Some(Language::En),
            _ => None,
        }
    }
}

type Locale = BTreeMap<String, String>;

/// The words of one language.
#[derive(Debug, Clone, Copy)]
pub struct Wording {
    language: Language,
    locale: &'static Locale,
}

impl Wording {
    /// The words of `language`; its file is compiled in and read once.
    pub fn of(language: Language) -> Wording {
        static LOCALES: OnceLock<BTreeMap<Language, Locale>> = OnceLock::new();
        static NONE: Locale = Locale::new();
        let locales = LOCALES.get_or_init(|| {
            // A file that is no JSON object would show every code; a test below reads them all.
            let read = |json: &str| serde_json::from_str(json).unwrap_or_default();
            LANGUAGES
                .iter()
                .map(|(language, json)| (*language, read(json)))
                .collect()
        });
        Wording {
            language,
            locale: locales.get(&language).unwrap_or(&NONE),
        }
    }

    /// Whose words these are.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The words under exactly this key.
    pub fn get(&self, key: &str) -> Option<&'static str> {
        self.locale.get(key).map(String::as_str)
    }

    /// A text without figures; the key itself where nothing is worded.
    pub fn plain(&self, key: &str) -> String {
        self.get(key).unwrap_or(key).to_owned()
    }

    /// A text with figures that are words already. `{name}` in it takes the value of that name.
    pub fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        let one = values
            .iter()
            .any(|(name, value)| *name == "count" && *value == "1");
        match self.pattern(key, one) {
            Some(pattern) => fill(pattern, |name| {
                let value = values.iter().find(|(known, _)| *known == name);
                value.map(|(_, value)| (*value).to_owned())
            }),
            None => key.to_owned(),
        }
    }

    /// A text with figures, each written by the rules of this language.
    pub fn text(&self, key: &str, params: &BTreeMap<&'static str, Param>) -> String {
        let written = |name: &str| params.get(name).map(|param| self.named(name, param));
        match self.pattern(key, is_one(params)) {
            Some(pattern) => fill(pattern, written),
            None => key.to_owned(),
        }
    }

    /// A fact in words; its code where nothing is worded.
    pub fn message(&self, message: &Message) -> String {
        let key = format!("message.{}", message.code);
        let text = self.text(&key, &message.params);
        if text == key {
            message.code.to_owned()
        } else {
            text
        }
    }

    /// A fact in words, beside its code and figures.
    pub fn view(&self, message: &Message) -> MessageView {
        let json = |param| serde_json::to_value(param).unwrap_or_default();
        let params = message.params.iter();
        MessageView {
            code: message.code.to_owned(),
            params: params
                .map(|(name, param)| ((*name).to_owned(), json(param)))
                .collect(),
            text: self.message(message),
        }
    }

    /// A line of a sum in words.
    pub fn step(&self, step: &Step) -> StepView {
        StepView {
            code: step.code.to_owned(),
            label: self
                .get(&format!("step.{}", step.code))
                .unwrap_or(step.code)
                .to_owned(),
            formula: step.formula.clone(),
            value: step.value,
            unit: step.unit.to_owned(),
        }
    }

    /// A word of ours; its id where nothing is worded.
    pub fn word(&self, id: &str) -> String {
        self.get(&format!("word.{id}")).unwrap_or(id).to_owned()
    }

    /// A figure, written by the rules of this language.
    pub fn param(&self, param: &Param) -> String {
        match param {
            Param::Text(text) => text.clone(),
            Param::Word(id) => self.word(id),
            Param::Count(count) => figures::count(*count),
            Param::Number(x) => figures::three(*x),
            Param::Share(x) => figures::share(*x),
            Param::Money(money) => figures::money(money),
            Param::Gib(x) => format!("{}{}GiB", figures::gib(*x), figures::NBSP),
            Param::Gb(x) => format!("{}{}GB", figures::three(*x), figures::NBSP),
            Param::Hours(x) => self.united("unit.hours", *x),
            Param::Seconds(x) => self.seconds(*x),
            Param::Millis(x) => self.united("unit.millis", *x),
            Param::Days(days) => {
                self.fill("unit.days", &[("count", &figures::count(u64::from(*days)))])
            }
            Param::Date(date) => self.date(*date),
        }
    }

    /// A day: `30 Oct 2026` or `2026-10-30`.
    pub fn date(&self, date: jiff::civil::Date) -> String {
        match self.language {
            Language::En => format!(
                "{}{nb}{}{nb}{}",
                date.day(),
                figures::month_en(date.month()),
                date.year(),
                nb = figures::NBSP
            ),
            Language::ZhCn => date.to_string(),
        }
    }

    /// A duration, in the largest of seconds, minutes and hours that leaves two figures or more.
    pub fn seconds(&self, seconds: f64) -> String {
        if seconds.abs() < 120.0 {
            self.united("unit.seconds", seconds)
        } else if seconds.abs() < 7_200.0 {
            self.united("unit.minutes", seconds / 60.0)
        } else {
            self.united("unit.hours", seconds / 3_600.0)
        }
    }

    /// A large count as people say it: `30M` or `3,000 万`.
    pub fn amount(&self, x: f64) -> String {
        let scales: &[(f64, &str)] = match self.language {
            Language::En => &[(1e12, "T"), (1e9, "B"), (1e6, "M")],
            Language::ZhCn => &[(1e8, "\u{a0}亿"), (1e4, "\u{a0}万")],
        };
        match scales.iter().find(|(scale, _)| x.abs() >= *scale) {
            Some((scale, suffix)) => format!("{}{suffix}", figures::three(x / scale)),
            None => figures::three(x),
        }
    }

    fn united(&self, unit: &str, x: f64) -> String {
        self.fill(unit, &[("n", &figures::three(x))])
    }

    /// A parameter, where its name says more than its type: a provider's id is shown by its name,
    /// a limit as it would be typed.
    fn named(&self, name: &str, param: &Param) -> String {
        match (name, param) {
            ("provider", Param::Text(id)) => self.provider(id),
            ("budget" | "relaxed", Param::Money(money)) => figures::typed_money(money),
            _ => self.param(param),
        }
    }

    /// A seller as it calls itself in this language; its id where nobody wrote that down.
    pub fn provider(&self, id: &str) -> String {
        match (sellers::get(id), self.language) {
            (Some(seller), Language::En) => seller.name_en.clone(),
            (Some(seller), Language::ZhCn) => seller.name_zh.clone(),
            (None, _) => id.to_owned(),
        }
    }

    /// The pattern of a key, or of its form for one or for several.
    fn pattern(&self, key: &str, one: bool) -> Option<&'static str> {
        let form = |suffix| self.get(&format!("{key}.{suffix}"));
        self.get(key)
            .or_else(|| if one { form("one") } else { None })
            .or_else(|| form("other"))
    }
}

/// Whether the number that the sentence turns on is one: `count`, else the only count there is.
fn is_one(params: &BTreeMap<&'static str, Param>) -> bool {
    let count = |param: &Param| match param {
        Param::Count(count) => Some(*count),
        Param::Days(days) => Some(u64::from(*days)),
        _ => None,
    };
    let first = || params.values().find_map(count);
    params.get("count").and_then(count).or_else(first) == Some(1)
}

/// Puts values into `{name}`; a name without a value stays as it is, so that the gap is seen.
fn fill(pattern: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut text = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        text.push_str(&rest[..open]);
        rest = &rest[open..];
        let Some(close) = rest.find('}') else { break };
        match value(&rest[1..close]) {
            Some(value) => text.push_str(&value),
            None => text.push_str(&rest[..=close]),
        }
        rest = &rest[close + 1..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests;
