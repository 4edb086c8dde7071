//! The one error that faces see: what happened, what to do, whether to try again.
//!
//! Rust never writes a sentence for the screen. [`Code`] and the params are put into words by
//! `locales/` under `problem.<code>.title` and `problem.<code>.advice`.

use std::collections::BTreeMap;
use std::fmt;

use tiaoka_core::message::Message;

use crate::views::settings::ProblemView;
use crate::views::wizard::FieldProblem;
use crate::wording::Wording;

/// Declares every code once: its name outside Rust, and the exit code of the terminal.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $code:ident = $name:literal, exit $exit:literal;)+) => {
        /// What went wrong; a closed list, worded in every language.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[doc = $doc])+ $code,)+
        }

        impl Code {
            /// Every code.
            pub const ALL: &[Code] = &[$(Code::$code),+];

            /// Its name in JSON and in the keys of `locales/`.
            pub fn name(self) -> &'static str {
                match self { $(Code::$code => $name),+ }
            }

            /// Exit code of the terminal: 2 the call is wrong, 4 the data cannot be read or
            /// written, 5 a fault of our own (command-line, "Common to every command").
            pub fn exit(self) -> u8 {
                match self { $(Code::$code => $exit),+ }
            }
        }
    };
}

codes! {
    /// Answers of the wizard that cannot be read; each is named in [`Problem::fields`].
    BadAnswers = "bad_answers", exit 2;
    /// An option or a field has a value that it cannot have.
    BadValue = "bad_value", exit 2;
    /// The database is in use by another program for longer than we wait.
    Busy = "busy", exit 4;
    /// The database cannot be read as one: cut short, overwritten, or broken inside.
    DamagedDatabase = "damaged_database", exit 4;
    /// The disk has no room.
    DiskFull = "disk_full", exit 4;
    /// A file to be written is there already.
    FileExists = "file_exists", exit 4;
    /// A file cannot be opened, read or written.
    FileUnreachable = "file_unreachable", exit 4;
    /// A mistake in this program.
    Internal = "internal", exit 5;
    /// A file of measurements has no row that can be used.
    MeasurementsEmpty = "measurements_empty", exit 4;
    /// Rows of measurements cannot be taken; each is named in [`Problem::notes`].
    MeasurementsRows = "measurements_rows", exit 4;
    /// A file holds no measurements; [`Problem::notes`] says why.
    MeasurementsUnreadable = "measurements_unreadable", exit 4;
    /// A change of the database's shape did not work; nothing was changed.
    MigrationFailed = "migration_failed", exit 4;
    /// The database was written by a newer version of this program.
    NewerDatabase = "newer_database", exit 4;
    /// The system has no program for web addresses.
    NoBrowser = "no_browser", exit 4;
    /// The system has no folder for data, and none was named.
    NoHome = "no_home", exit 4;
    /// No currency rate is known.
    NoRate = "no_rate", exit 2;
    /// A file is no database of this program.
    NotOurs = "not_ours", exit 4;
    /// The database or its folder may be read only.
    ReadOnly = "read_only", exit 4;
    /// A price sheet has no row that can be used.
    SheetEmpty = "sheet_empty", exit 4;
    /// A price sheet is in no encoding that is known here.
    SheetEncoding = "sheet_encoding", exit 4;
    /// Rows of a price sheet cannot be taken; each is named in [`Problem::notes`].
    SheetRows = "sheet_rows", exit 4;
    /// A sheet is larger than any real one.
    SheetTooLarge = "sheet_too_large", exit 4;
    /// A file is no price sheet; [`Problem::notes`] says why.
    SheetUnreadable = "sheet_unreadable", exit 4;
    /// No card has this name.
    UnknownGpu = "unknown_gpu", exit 2;
    /// What was asked for is not there any more.
    UnknownId = "unknown_id", exit 2;
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether trying again can help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// Not without a change.
    Never,
    /// At once.
    Now,
    /// After a while.
    After {
        /// How long.
        seconds: u32,
    },
}

/// An answer of the wizard that cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldFault {
    /// Field of [`Answers`](crate::answers::Answers).
    pub field: &'static str,
    /// What is wrong and what to write instead.
    pub message: Message,
}

/// Why something could not be done.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// What happened.
    pub code: Code,
    /// Names and figures of the sentence.
    pub params: BTreeMap<String, String>,
    /// Whether trying again can help.
    pub retry: Retry,
    /// The whole chain in English, for the log and "Details".
    pub detail: String,
    /// What is wrong, one message a row or finding.
    pub notes: Vec<Message>,
    /// Answers that cannot be read.
    pub fields: Vec<FieldFault>,
}

impl Problem {
    /// A problem that trying again does not solve.
    pub fn new(code: Code) -> Problem {
        Problem {
            code,
            params: BTreeMap::new(),
            retry: Retry::Never,
            detail: String::new(),
            notes: Vec::new(),
            fields: Vec::new(),
        }
    }

    /// The same with one more name or figure.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Problem {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    /// The same, with an error and everything that caused it as the detail.
    #[must_use]
    pub fn because(mut self, error: &(dyn std::error::Error + 'static)) -> Problem {
        let chain = std::iter::successors(Some(error), |error| error.source());
        let links: Vec<String> = chain.map(ToString::to_string).collect();
        self.detail = links.join(": ");
        self
    }

    /// An option or field (as it is called on the command line) with a value it cannot have.
    /// `wanted` says in symbols what it could be: `price | memory | …`, `3 CNY`.
    pub fn bad_value(option: &str, value: &str, wanted: &str) -> Problem {
        Problem::new(Code::BadValue)
            .with("option", option)
            .with("value", shortened(value))
            .with("wanted", wanted)
    }

    /// In words.
    pub fn view(&self, wording: &Wording) -> ProblemView {
        let params: Vec<(&str, &str)> = self
            .params
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let text = |part| wording.fill(&format!("problem.{}.{part}", self.code), &params);
        let field = |fault: &FieldFault| FieldProblem {
            field: fault.field.to_owned(),
            message: wording.view(&fault.message),
        };
        ProblemView {
            code: self.code.name().to_owned(),
            params: self.params.clone(),
            title: text("title"),
            advice: text("advice"),
            detail: self.detail.clone(),
            notes: self.notes.iter().map(|note| wording.view(note)).collect(),
            fields: self.fields.iter().map(field).collect(),
        }
    }
}

impl fmt::Display for Problem {
    /// For logs; faces show [`Problem::view`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)?;
        for (name, value) in &self.params {
            write!(f, " {name}={value:?}")?;
        }
        if self.detail.is_empty() {
            Ok(())
        } else {
            write!(f, ": {}", self.detail)
        }
    }
}

impl std::error::Error for Problem {}

/// The first forty characters of a value that someone typed, so that a message stays a line.
pub(crate) fn shortened(value: &str) -> String {
    const MOST: usize = 40;
    match value.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &value[..at]),
        None => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wording::Language;

    #[test]
    fn every_code_says_in_both_languages_what_happened_and_what_to_do() {
        for wording in [Language::En, Language::ZhCn].map(Wording::of) {
            for code in Code::ALL {
                for part in ["title", "advice"] {
                    let key = format!("problem.{code}.{part}");
                    let plural = wording.get(&format!("{key}.other"));
                    let worded = wording.get(&key).or(plural);
                    assert!(worded.is_some(), "{key} in {:?}", wording.language());
                }
            }
        }
    }

    #[test]
    fn a_problem_carries_the_whole_chain_for_the_log_and_a_sentence_for_the_screen() {
        let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
        let problem = Problem::new(Code::DiskFull)
            .with("path", "/data/tiaoka.db")
            .because(&full);
        assert_eq!(problem.detail, "no storage space");
        let view = problem.view(&Wording::of(Language::En));
        assert_eq!(view.code, "disk_full");
        assert!(view.title.contains("/data/tiaoka.db"), "{}", view.title);
    }

    #[test]
    fn a_value_of_ten_million_characters_is_shown_by_its_beginning() {
        let shown = shortened(&"显".repeat(10_000_000));
        assert_eq!(shown.chars().count(), 41);
    }
}
