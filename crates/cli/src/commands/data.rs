//! `tiaoka data`: where the data lies; check, back up, restore.

use std::path::Path;

use tiaoka_app::problem::Problem;

use super::{Answer, Face};
use crate::args::{Data, Format};

/// `data path`: needs no database, so that it helps when one cannot be opened.
pub(crate) fn path(home: &Path, format: Format) -> Answer {
    let shown = home.display().to_string();
    Answer::text(match format {
        Format::Json => format!("{:#}\n", serde_json::json!({ "schema": 1, "path": shown })),
        Format::Csv => format!("path\n{shown}\n"),
        Format::Table => shown + "\n",
    })
}

/// The other three.
pub(crate) fn run(face: &Face<'_>, data: Data) -> Result<Answer, Problem> {
    match data {
        Data::Path => Ok(path(face.app.data_dir(), face.format)),
        Data::Check => check(face),
        Data::Backup { file } => {
            face.app.backup(&file)?;
            done(face, "cli.backup_done", &file)
        }
        Data::Restore { file } => {
            let kept = face.app.restore(&file)?;
            done(face, "cli.restore_done", &kept)
        }
    }
}

fn check(face: &Face<'_>) -> Result<Answer, Problem> {
    let report = face.app.check()?;
    match face.format {
        Format::Json => Answer::json(&report),
        Format::Table | Format::Csv => {
            let count = |n: u32| n.to_string();
            Ok(Answer::text(face.words.fill(
                "cli.check_done",
                &[
                    ("offers", &count(report.offers)),
                    ("providers", &count(report.providers)),
                    ("held", &count(report.held)),
                    ("own", &count(report.own)),
                    ("path", &report.path),
                ],
            ) + "\n"))
        }
    }
}

fn done(face: &Face<'_>, key: &str, file: &Path) -> Result<Answer, Problem> {
    let shown = file.display().to_string();
    match face.format {
        Format::Json => Answer::json(&serde_json::json!({ "schema": 1, "path": shown })),
        Format::Table | Format::Csv => {
            Ok(Answer::text(face.words.fill(key, &[("path", &shown)]) + "\n"))
        }
    }
}
