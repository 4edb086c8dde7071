//! Answers that come back: earlier questions, and kept lists of choices.

use rusqlite::{Row, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::StoreError;
use super::{Store, damaged_cell};
use crate::answers::Answers;
use crate::views::settings::{RecentAnswers, Shortlist};

/// Earlier questions that are kept.
const MOST_RECENT: u32 = 6;

impl Store {
    /// Earlier questions, newest first.
    pub(crate) fn recent(&self) -> Result<Vec<RecentAnswers>, StoreError> {
        self.read("read earlier questions", |tx| {
            let mut ask =
                tx.prepare_cached("SELECT at, answers, title, first FROM recent ORDER BY id DESC")?;
            let recent = |row: &Row<'_>| {
                Ok(RecentAnswers {
                    at: row.get(0)?,
                    answers: from_json(row.get(1)?)?,
                    title: row.get(2)?,
                    first: row.get(3)?,
                })
            };
            ask.query_map([], recent)?.collect()
        })
    }

    /// Keeps a question; the same one again only gets the new moment.
    pub(crate) fn remember(&self, question: &RecentAnswers) -> Result<(), StoreError> {
        self.write("keep a question", |tx| {
            let RecentAnswers {
                at,
                answers,
                title,
                first,
            } = question;
            tx.execute(
                "INSERT OR REPLACE INTO recent (answers, at, title, first) VALUES (?1, ?2, ?3, ?4)",
                params![json(answers)?, at, title, first],
            )?;
            tx.execute(
                "DELETE FROM recent WHERE answers NOT IN
                 (SELECT answers FROM recent ORDER BY id DESC LIMIT ?1)",
                [MOST_RECENT],
            )
            .map(drop)
        })
    }

    /// Kept lists, newest first.
    pub(crate) fn shortlists(&self) -> Result<Vec<Shortlist>, StoreError> {
        self.read("read the shortlists", |tx| {
            let mut ask = tx.prepare_cached(
                "SELECT id, name, at, answers, items FROM shortlists ORDER BY at DESC, id DESC",
            )?;
            let list = |row: &Row<'_>| {
                Ok(Shortlist {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    at: row.get(2)?,
                    answers: from_json::<Answers>(row.get(3)?)?,
                    items: from_json(row.get(4)?)?,
                })
            };
            ask.query_map([], list)?.collect()
        })
    }

    /// Keeps a list. `id` is 0 for a new one, else the number that a deleted one had and gets again.
    pub(crate) fn keep_shortlist(&self, list: &Shortlist) -> Result<u32, StoreError> {
        self.write("keep a shortlist", |tx| {
            let id = (list.id > 0).then_some(list.id);
            tx.execute(
                "INSERT OR REPLACE INTO shortlists (id, name, at, answers, items)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                params![
                    id,
                    list.name,
                    list.at,
                    json(&list.answers)?,
                    json(&list.items)?
                ],
            )?;
            u32::try_from(tx.last_insert_rowid()).map_err(damaged_cell)
        })
    }

    /// Deletes a list; `false` when it was not there.
    pub(crate) fn delete_shortlist(&self, id: u32) -> Result<bool, StoreError> {
        self.write("delete a shortlist", |tx| {
            Ok(tx.execute("DELETE FROM shortlists WHERE id = ?1", [id])? > 0)
        })
    }
}

fn json<T: Serialize>(value: &T) -> rusqlite::Result<String> {
    let failed = |error| rusqlite::Error::ToSqlConversionFailure(Box::new(error));
    serde_json::to_string(value).map_err(failed)
}

fn from_json<T: DeserializeOwned>(text: String) -> rusqlite::Result<T> {
    serde_json::from_str(&text).map_err(damaged_cell)
}
