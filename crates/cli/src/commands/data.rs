//! `tiaoka data`: where the data lies; check, back up, restore.

use std::path::Path;

use jiff::Timestamp;
use tiaoka_app::App;
use tiaoka_app::problem::Problem;
use tiaoka_app::wording::figures;

use super::{Answer, Face};
use crate::args::{Data, Format};

/// Path and restore need no database, so that they help when one cannot be opened.
pub(crate) fn run(face: &Face, home: &Path, data: Data) -> Result<Answer, Problem> {
    match data {
        Data::Path => path(face, "cli.data_path", home),
        Data::Check => check(face, &App::open(home, Timestamp::now)?),
        Data::Backup { file } => {
            App::open(home, Timestamp::now)?.backup(&file)?;
            path(face, "cli.backup_done", &file)
        }
        Data::Restore { file } => match App::restore(home, &file, Timestamp::now())? {
            Some(kept) => path(face, "cli.restore_done", &kept),
            None => path(face, "cli.restore_new", home),
        },
    }
}

fn check(face: &Face, app: &App) -> Result<Answer, Problem> {
    let report = app.check()?;
    let count = |n: u32| figures::count(u64::from(n));
    match face.format {
        Format::Json => Answer::json(&report),
        Format::Csv => Answer::csv(
            &[
                "path",
                "database_schema",
                "written_by",
                "offers",
                "own_offers",
                "size_bytes",
            ],
            vec![vec![
                report.path,
                report.database_schema.to_string(),
                report.written_by,
                report.offers.to_string(),
                report.own_offers.to_string(),
                report.size_bytes.to_string(),
            ]],
        ),
        Format::Table => {
            let values = [
                ("offers", count(report.offers)),
                ("own", count(report.own_offers)),
                ("mb", figures::three(report.size_bytes / 1e6)),
                ("version", report.written_by),
                ("path", report.path),
            ];
            let values = values
                .each_ref()
                .map(|(name, value)| (*name, value.as_str()));
            Ok(Answer::text(
                face.words.fill("cli.check_done", &values) + "\n",
            ))
        }
    }
}

/// One path: bare in the sentence's place where it is the whole answer.
fn path(face: &Face, key: &str, path: &Path) -> Result<Answer, Problem> {
    let shown = path.display().to_string();
    match face.format {
        Format::Json => Answer::json(&serde_json::json!({ "schema": 1, "path": shown })),
        Format::Csv => Answer::csv(&["path"], vec![vec![shown]]),
        Format::Table => Ok(Answer::text(
            face.words.fill(key, &[("path", &shown)]) + "\n",
        )),
    }
}
