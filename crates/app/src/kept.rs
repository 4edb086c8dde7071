//! Use cases: earlier questions and shortlists.

use crate::answers::Answers;
use crate::app::App;
use crate::problem::{Code, Problem};
use crate::views::settings::{RecentAnswers, Shortlist, ShortlistItem};

/// Longest name of a shortlist, characters.
const LONGEST_NAME: usize = 100;

impl App {
    /// Earlier questions, newest first; at most six.
    pub fn recent(&self) -> Result<Vec<RecentAnswers>, Problem> {
        Ok(self.store.recent()?)
    }

    /// Keeps a question with its title and what was recommended first.
    pub fn keep_question(
        &self,
        answers: &Answers,
        title: String,
        first: Option<String>,
    ) -> Result<(), Problem> {
        let at = (self.now)().to_string();
        Ok(self.store.remember(&RecentAnswers {
            at,
            answers: answers.clone(),
            title,
            first,
        })?)
    }

    /// Kept lists, newest first.
    pub fn shortlists(&self) -> Result<Vec<Shortlist>, Problem> {
        Ok(self.store.shortlists()?)
    }

    /// Keeps choices with the figures they have now.
    pub fn keep_shortlist(
        &self,
        name: &str,
        answers: &Answers,
        items: Vec<ShortlistItem>,
    ) -> Result<Vec<Shortlist>, Problem> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > LONGEST_NAME {
            let wanted = format!("1–{LONGEST_NAME}");
            return Err(Problem::bad_value("name", name, &wanted));
        }
        let list = Shortlist {
            id: 0,
            name: name.to_owned(),
            at: (self.now)().to_string(),
            answers: answers.clone(),
            items,
        };
        self.store.keep_shortlist(&list)?;
        self.shortlists()
    }

    /// Deletes a list. What is needed to undo that is the list itself.
    pub fn delete_shortlist(&self, id: u32) -> Result<Vec<Shortlist>, Problem> {
        if !self.store.delete_shortlist(id)? {
            return Err(Problem::new(Code::UnknownId).with("id", id.to_string()));
        }
        self.shortlists()
    }

    /// Puts a deleted list back under its number.
    pub fn restore_shortlist(&self, list: &Shortlist) -> Result<Vec<Shortlist>, Problem> {
        self.store.keep_shortlist(list)?;
        self.shortlists()
    }
}
