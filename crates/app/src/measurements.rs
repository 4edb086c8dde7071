//! Use cases: the user's own measurements, in, seen, confirmed, deleted, out.

mod predict;
mod problems;
mod rows;
#[cfg(test)]
mod tests;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tiaoka_core::message::Message;
use tiaoka_core::model::constants;
use tiaoka_core::observation::{self, Report};

use crate::app::App;
use crate::decode::{Decoded, decode};
use crate::problem::{Code, Problem};
use crate::sheets::MOST_BYTES;
use crate::store::KeptMeasurement;
use crate::views::accuracy::{KeptRow, MeasurementsOutcome, MeasurementsView};
use crate::wording::{Language, Wording};

pub(crate) use rows::title;

/// Version of the JSON of measurements.
const SCHEMA: u32 = 1;

/// The file as text, whichever program wrote it.
fn readable(name: &str, bytes: &[u8]) -> Result<Decoded, Problem> {
    let problem = |code| Problem::new(code).with("file", name);
    if bytes.len() > MOST_BYTES {
        let mebi = |bytes: usize| format!("{} MiB", bytes.div_ceil(1 << 20));
        let problem = problem(Code::SheetTooLarge).with("found", mebi(bytes.len()));
        return Err(problem.with("most", mebi(MOST_BYTES)));
    }
    decode(bytes).map_err(|found| problem(Code::SheetEncoding).with("found", found))
}

impl App {
    /// Takes the rows of a file in the form of the published measurements, `name` being the file.
    ///
    /// All of them or, where one is faulty, none; with `partial` the good ones, and a note for each of
    /// the others. A row that is there already is not taken twice.
    pub fn import_measurements(
        &self,
        name: &str,
        bytes: &[u8],
        partial: bool,
        language: Language,
    ) -> Result<MeasurementsOutcome, Problem> {
        let problem = |code| Problem::new(code).with("file", name);
        let decoded = readable(name, bytes)?;
        let read = observation::read(decoded.text.as_bytes());
        let wording = Wording::of(language);
        let mut notes: Vec<Message> = read
            .problems
            .iter()
            .map(|found| problems::message(name, found))
            .collect();
        if read.problems.iter().any(problems::is_of_the_file) {
            return Err(Problem {
                notes,
                ..problem(Code::MeasurementsUnreadable)
            });
        }
        let now = (self.now)();
        let mut good = Vec::new();
        for (row, line) in read.rows.into_iter().zip(read.lines) {
            match problems::useless(&row) {
                None => good.push(row),
                Some(why) => notes.push(problems::at_line(name, line, &why, &wording)),
            }
        }
        if !notes.is_empty() && !partial {
            let count = notes.len().to_string();
            return Err(Problem {
                notes,
                ..problem(Code::MeasurementsRows)
                    .with("count", count)
                    .with("good", good.len().to_string())
            });
        }
        if good.is_empty() {
            return Err(Problem {
                notes,
                ..problem(Code::MeasurementsEmpty)
            });
        }
        let rows: Vec<KeptMeasurement> = good
            .into_iter()
            .map(|row| KeptMeasurement {
                id: 0,
                row,
                file: name.to_owned(),
                imported_at: now,
                confirmed: false,
            })
            .collect();
        let imported = self.store.keep_measurements(&rows)?;
        let refused = notes.len();
        notes.extend(decoded.note);
        let whole = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Ok(MeasurementsOutcome {
            schema: SCHEMA,
            imported: whole(imported),
            known: whole(rows.len() - imported),
            refused: whole(refused),
            kept_out: whole(rows.iter().filter(|row| row.is_kept_out()).count()),
            notes: notes.iter().map(|note| wording.view(note)).collect(),
        })
    }

    /// Every measurement of the user's own, beside what the model says of it.
    pub fn measurements(&self, language: Language) -> Result<MeasurementsView, Problem> {
        let wording = Wording::of(language);
        let rows = self.store.measurements()?;
        Ok(MeasurementsView {
            schema: SCHEMA,
            rows: rows.iter().map(|row| rows::view(row, &wording)).collect(),
        })
    }

    /// Says that figures more than three times off are right, or takes that back.
    pub fn confirm_measurements(
        &self,
        ids: &[u32],
        confirmed: bool,
        language: Language,
    ) -> Result<MeasurementsView, Problem> {
        let found = self.store.confirm_measurements(ids, confirmed)?;
        known(found, ids)?;
        self.measurements(language)
    }

    /// Deletes measurements. What is needed to undo that is in the views of the rows.
    pub fn delete_measurements(
        &self,
        ids: &[u32],
        language: Language,
    ) -> Result<MeasurementsView, Problem> {
        let found = self.store.delete_measurements(ids)?;
        known(found, ids)?;
        self.measurements(language)
    }

    /// Puts deleted measurements back under their numbers.
    pub fn restore_measurements(
        &self,
        rows: &[KeptRow],
        language: Language,
    ) -> Result<MeasurementsView, Problem> {
        let kept: Vec<KeptMeasurement> = rows.iter().filter_map(rows::read_back).collect();
        self.store.keep_measurements(&kept)?;
        self.measurements(language)
    }

    /// The user's measurements as a file that an import reads back; without any, its head alone.
    pub fn export_measurements(&self) -> Result<Vec<u8>, Problem> {
        let rows = self.store.measurements()?;
        Ok(observation::write(rows.iter().map(|kept| &kept.row)).into_bytes())
    }

    /// A file to fill in: the head, and a run of each kind as an example, its value left empty.
    pub fn measurements_template() -> Vec<u8> {
        observation::write(&rows::examples()).into_bytes()
    }
}

impl KeptMeasurement {
    /// When it was measured: the day in its note, the middle of the year it names, or the import.
    pub(crate) fn measured_at(&self) -> Timestamp {
        observation::measured_on(&self.row)
            .and_then(|day| TimeZone::UTC.to_timestamp(day.at(0, 0, 0, 0)).ok())
            .filter(|at| *at < self.imported_at)
            .unwrap_or(self.imported_at)
    }

    /// What it says beside the model; `None` where the model says nothing of it.
    pub(crate) fn report(&self) -> Option<Report> {
        Report::of(&self.row, self.measured_at(), self.confirmed, constants()).ok()
    }

    fn is_kept_out(&self) -> bool {
        self.report().is_some_and(|report| report.is_kept_out())
    }
}

/// Refused where one of the rows is not there any more.
fn known(found: usize, ids: &[u32]) -> Result<(), Problem> {
    if found == ids.len() {
        return Ok(());
    }
    let names: Vec<String> = ids.iter().map(ToString::to_string).collect();
    Err(Problem::new(Code::UnknownId).with("id", names.join(", ")))
}
