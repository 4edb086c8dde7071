//! Use cases: looking after the data: check, backup, restore.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use crate::app::App;
use crate::problem::{Code, Problem};
use crate::shipped::shipped;
use crate::store;
use crate::views::settings::CheckView;

/// Version of the JSON of a check.
const SCHEMA: u32 = 1;

impl App {
    /// Reads the whole database and looks for faults; a database with faults is a problem that lists
    /// them in its detail.
    pub fn check(&self) -> Result<CheckView, Problem> {
        let found = self.store.check()?;
        let path = self.database().display().to_string();
        if !found.faults.is_empty() {
            let mut problem = Problem::new(Code::DamagedDatabase).with("path", path);
            problem.detail = found.faults.join("; ");
            return Err(problem);
        }
        Ok(CheckView {
            schema: SCHEMA,
            path,
            database_schema: found.schema,
            written_by: found.written_by,
            offers: found.offers,
            own_offers: found.own_offers,
            size_bytes: found.size_bytes as f64,
        })
    }

    /// Copies the whole database to a new file. Others may work with it meanwhile.
    pub fn backup(&self, to: &Path) -> Result<(), Problem> {
        Ok(self.store.backup(to)?)
    }

    /// Puts a backup in the place of the data in `home`, and gives the copy of that data that was
    /// made before. Needs no opened App, so that it also helps where the data cannot be opened.
    pub fn restore(home: &Path, from: &Path, now: Timestamp) -> Result<Option<PathBuf>, Problem> {
        Ok(store::restore(home, from, &shipped(), now)?)
    }
}
