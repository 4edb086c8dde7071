//! Facts that a face puts into words.
//!
//! Nothing in this crate writes a sentence for a reader. It names a fact by a [`MessageId`] and
//! gives the figures; `crates/app/locales` holds the sentence in every language.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Serialize, Serializer};

use crate::money::Money;

/// The code of a fact: lower snake case, worded in every language under `message.<code>`.
pub type MessageId = &'static str;

/// One figure or word inside a message. A face chooses digits, unit and separators.
#[derive(Debug, Clone, PartialEq)]
pub enum Param {
    /// A name or a text as the source wrote it; never translated.
    Text(String),
    /// A word of ours, itself worded under `word.<id>`.
    Word(&'static str),
    /// A whole number of things.
    Count(u64),
    /// A figure without a unit, or with the unit in the sentence; three significant figures.
    Number(f64),
    /// A share of one: 0.18 is shown as 18 %.
    Share(f64),
    /// GiB (2³⁰ bytes).
    Gib(f64),
    /// Gigabytes (10⁹ bytes).
    Gb(f64),
    /// Hours.
    Hours(f64),
    /// Seconds.
    Seconds(f64),
    /// Milliseconds.
    Millis(f64),
    /// Days, a whole number.
    Days(u32),
    /// An amount of money.
    Money(Money),
    /// A day.
    Date(Date),
}

impl Serialize for Param {
    /// As JSON: the bare value, for programs. Money is text and currency; a figure is a number.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Param::Text(text) => serializer.serialize_str(text),
            Param::Word(id) => serializer.serialize_str(id),
            Param::Count(count) => serializer.serialize_u64(*count),
            Param::Days(days) => serializer.serialize_u32(*days),
            Param::Number(x)
            | Param::Share(x)
            | Param::Gib(x)
            | Param::Gb(x)
            | Param::Hours(x)
            | Param::Seconds(x)
            | Param::Millis(x) => serializer.serialize_f64(*x),
            Param::Money(money) => money.serialize(serializer),
            Param::Date(date) => date.serialize(serializer),
        }
    }
}

/// A fact with its figures: a reason, a risk, a note, a refusal.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Message {
    /// What is the case.
    pub code: MessageId,
    /// The figures, by the name they have in the sentence.
    pub params: BTreeMap<&'static str, Param>,
}

impl Message {
    /// A fact without figures.
    pub fn new(code: MessageId) -> Message {
        Message {
            code,
            params: BTreeMap::new(),
        }
    }

    /// The same fact with one more figure.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Param) -> Message {
        self.params.insert(name, value);
        self
    }
}

/// Why a plan is recommended, or what speaks against it.
pub type Reason = Message;
/// Part of the work that was skipped, and why.
pub type Note = Message;
