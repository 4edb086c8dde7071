//! Reads one field after another and keeps what is wrong.

use jiff::civil::DateTime;
use tiaoka_core::message::{Message, Param};
use tiaoka_core::money::Money;

use super::fields::Field;
use super::{Answers, Context, FieldFault};
use crate::quantity::{self, Fault};

/// Answers being read.
pub(super) struct Reader<'a> {
    pub(super) answers: &'a Answers,
    pub(super) context: &'a Context<'a>,
    pub(super) faults: Vec<FieldFault>,
}

/// Words that mean "no limit" where a limit has a default.
const NO_LIMIT: [&str; 5] = ["none", "no", "off", "无", "不限"];

impl<'a> Reader<'a> {
    pub(super) fn new(answers: &'a Answers, context: &'a Context<'a>) -> Reader<'a> {
        Reader {
            answers,
            context,
            faults: Vec::new(),
        }
    }

    /// Keeps what is wrong with a field, named by its word, with what was typed there.
    pub(super) fn refuse(
        &mut self,
        field: &'static str,
        word: &'static str,
        value: &str,
        message: Message,
    ) {
        let value = value.trim().chars().take(40).collect();
        let message = message
            .with("field", Param::Word(word))
            .with("value", Param::Text(value));
        self.faults.push(FieldFault { field, message });
    }

    /// The number in a field; `None` when it is empty or cannot be read.
    pub(super) fn number(&mut self, text: &str, field: &Field) -> Option<f64> {
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        match quantity::number(text, field.of).map_err(|fault| unread(&fault, field.example)) {
            Ok(value) => match out_of_range(value, field) {
                None => Some(value),
                Some(message) => {
                    self.refuse(field.name, field.word, text, message);
                    None
                }
            },
            Err(message) => {
                self.refuse(field.name, field.word, text, message);
                None
            }
        }
    }

    /// The whole number in a field.
    pub(super) fn whole(&mut self, text: &str, field: &Field) -> Option<u32> {
        // The field's range ends far below 2³², so nothing is cut off.
        self.number(text, field).map(|value| value as u32)
    }

    /// The value in a field that has a default and can be switched off: `Some(None)` is "no limit".
    pub(super) fn optional(&mut self, text: &str, field: &Field) -> Option<Option<f64>> {
        if NO_LIMIT.contains(&text.trim().to_lowercase().as_str()) {
            return Some(None);
        }
        self.number(text, field).map(Some)
    }

    /// The value that a word in a field names; `-` stands for `_`.
    pub(super) fn choice<T: Copy>(
        &mut self,
        text: &str,
        (field, word): (&'static str, &'static str),
        known: &[(&'static str, T)],
    ) -> Option<T> {
        let said = key(text);
        if said.is_empty() {
            return None;
        }
        let found = known
            .iter()
            .find(|(name, _)| key(name) == said)
            .map(|(_, value)| *value);
        if found.is_none() {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            let choices = Param::Text(names.join(", "));
            self.refuse(
                field,
                word,
                text,
                Message::new("field_not_one_of").with("choices", choices),
            );
        }
        found
    }

    /// A time from now: a duration, or a day or moment that is yet to come. Hours.
    pub(super) fn deadline(&mut self, text: &str, field: &Field) -> Option<f64> {
        let text = text.trim();
        if NO_LIMIT.contains(&text.to_lowercase().as_str()) {
            return None;
        }
        let Some(moment) = moment(text) else {
            return self.number(text, field);
        };
        let zone = self.context.now.time_zone();
        let left = zone
            .to_timestamp(moment)
            .ok()?
            .duration_since(self.context.now.timestamp());
        let hours = left.as_secs_f64() / 3_600.0;
        let fault = if hours <= 0.0 {
            Some(Message::new("deadline_past").with("now", Param::Date(self.context.now.date())))
        } else {
            out_of_range(hours, field)
        };
        match fault {
            None => Some(hours),
            Some(message) => {
                self.refuse(field.name, field.word, text, message);
                None
            }
        }
    }

    /// The sum of money in a field.
    pub(super) fn money(
        &mut self,
        text: &str,
        field: &'static str,
        word: &'static str,
    ) -> Option<Money> {
        let text = text.trim();
        if text.is_empty() || NO_LIMIT.contains(&text.to_lowercase().as_str()) {
            return None;
        }
        let example = "5000 CNY";
        let message = match quantity::money(text, self.context.currency) {
            Err(fault) => unread(&fault, example),
            Ok(money) if money.amount <= rust_decimal::Decimal::ZERO => {
                Message::new("field_not_positive").with("example", Param::Text(example.into()))
            }
            Ok(money)
                if self
                    .context
                    .rates
                    .rate(money.currency, self.context.currency)
                    .is_none() =>
            {
                self.no_rate(money.currency.code())
            }
            Ok(money) => return Some(money),
        };
        self.refuse(field, word, text, message);
        None
    }

    /// A currency nobody gave a rate for.
    pub(super) fn no_rate(&self, code: &str) -> Message {
        let known: Vec<&str> = self
            .context
            .rates
            .per_eur
            .keys()
            .map(|c| c.code())
            .collect();
        Message::new("currency_without_rate")
            .with("currency", Param::Text(code.to_owned()))
            .with("choices", Param::Text(known.join(", ")))
    }

    /// At most one of several fields may be said; the second one said is refused.
    pub(super) fn exclusive(&mut self, fields: &[(&'static str, &'static str, &str)]) {
        let said: Vec<_> = fields
            .iter()
            .filter(|(_, _, text)| !text.trim().is_empty())
            .collect();
        if let [first, second, ..] = said.as_slice() {
            let message = Message::new("fields_exclude").with("other", Param::Word(first.1));
            self.refuse(second.0, second.1, second.2, message);
        }
    }
}

/// A word as it is compared: lower case, `_` for `-` and spaces.
pub(super) fn key(text: &str) -> String {
    text.trim().to_lowercase().replace(['-', ' '], "_")
}

/// A day (its end) or a moment, as ISO 8601 writes them.
fn moment(text: &str) -> Option<DateTime> {
    let day = text.parse::<jiff::civil::Date>().ok();
    let looks_like_one = text.contains('-') && text.starts_with(|c: char| c.is_ascii_digit());
    if !looks_like_one {
        return None;
    }
    if text.len() <= 10 {
        return day.map(|day| day.at(23, 59, 59, 0));
    }
    text.parse().ok()
}

/// Why a text is no quantity, as a message.
fn unread(fault: &Fault, example: &'static str) -> Message {
    let message = match fault {
        Fault::NotANumber => Message::new("field_not_a_number"),
        Fault::TooLarge => Message::new("field_too_large"),
        Fault::UnknownUnit(unit) => {
            Message::new("field_unknown_unit").with("unit", Param::Text(unit.clone()))
        }
    };
    message.with("example", Param::Text(example.to_owned()))
}

/// Why a number cannot stand in a field.
fn out_of_range(value: f64, field: &Field) -> Option<Message> {
    let example = Param::Text(field.example.to_owned());
    if value < 0.0 || (value == 0.0 && !field.zero) {
        return Some(Message::new("field_not_positive").with("example", example));
    }
    if value > field.high || value < field.low {
        let range = Message::new("field_out_of_range");
        return Some(
            range
                .with("low", Param::Number(field.low))
                .with("high", Param::Number(field.high)),
        );
    }
    let broken = field.whole && value.fract() != 0.0;
    broken.then(|| Message::new("field_not_whole").with("example", example))
}

/// The names that are spelled most like `text`, the most alike first; letters and digits count.
///
/// People leave the end of a name away more often than they misspell it, so a name whose beginning is
/// alike comes before one that is as a whole, best where the beginning ends with a word: `lama3` is
/// `llama3-8b` before `llama-33b` and `llama-13b`.
pub(super) fn nearest<'n>(
    text: &str,
    names: impl Iterator<Item = &'n str>,
    most: usize,
) -> Vec<&'n str> {
    let said = letters(text);
    let mut ranked: Vec<_> = names.map(|name| (unlikeness(&said, name), name)).collect();
    ranked.sort_by_key(|(unlikeness, _)| *unlikeness);
    ranked
        .into_iter()
        .take(most)
        .map(|(_, name)| name)
        .collect()
}

/// Letters and digits of at most 64 characters, in lower case.
fn letters(text: &str) -> Vec<char> {
    text.chars()
        .take(64)
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Twice the edits to the best beginning of the name, one more inside a word; then the edits to all of it.
fn unlikeness(said: &[char], name: &str) -> (usize, usize) {
    let edits = edits(said, &letters(name));
    let mut ends = vec![edits.len() - 1];
    let mut before = 0;
    for c in name.chars() {
        if c.is_alphanumeric() {
            before += 1;
        } else {
            ends.push(before);
        }
    }
    let beginning = edits
        .iter()
        .enumerate()
        .map(|(length, edits)| 2 * edits + usize::from(!ends.contains(&length)))
        .min();
    let whole = edits.last().copied();
    (beginning.unwrap_or(0), whole.unwrap_or(0))
}

/// Letters to insert, delete or exchange to make of one word each beginning of the other, from the
/// empty one to the whole (Levenshtein 1966).
fn edits(a: &[char], b: &[char]) -> Vec<usize> {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let exchanged = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = exchanged.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row
}
