//! A start that is killed at any moment, the first or one that renews the catalogue, leaves what the
//! next one completes.
//!
//! The child is this test program itself. It is killed with SIGKILL when so many bytes of the
//! database and its log are written: no clock decides, so every run kills at the same stages.

#![expect(clippy::unwrap_used, reason = "a test stops where its setting fails")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use jiff::Timestamp;
use tempfile::TempDir;
use tiaoka_app::App;
use tiaoka_app::wording::Language;

/// The database in its folder.
const DATABASE: &str = "tiaoka.db";
/// Tells the child which folder to open.
const FOLDER: &str = "TIAOKA_TEST_FOLDER";

fn now() -> Timestamp {
    "2026-11-30T18:00:00Z".parse().unwrap()
}

#[test]
#[ignore = "the child of the tests below"]
fn child_that_opens_a_data_folder() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    App::open(Path::new(&folder), now).unwrap();
}

fn start_child(folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child_that_opens_a_data_folder", "--ignored"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Bytes of the database and its log.
fn written(folder: &Path) -> u64 {
    let size = |name: &str| std::fs::metadata(folder.join(name)).map_or(0, |found| found.len());
    size(DATABASE) + size(&format!("{DATABASE}-wal"))
}

/// Starts the child and kills it once it has written so much; `false` when it was done before.
fn killed_after(folder: &Path, bytes: u64) -> bool {
    let mut child = start_child(folder);
    while written(folder) < bytes {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            return false;
        }
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    true
}

/// The most that a start in this folder has on disk at once.
fn peak(folder: &Path) -> u64 {
    let mut child = start_child(folder);
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        peak = peak.max(written(folder));
        std::thread::yield_now();
    }
    peak
}

/// Sellers and their rows, in a folder that was opened without harm.
fn sellers(folder: &Path) -> BTreeMap<String, u32> {
    let app = App::open(folder, now).unwrap();
    app.check().unwrap();
    app.sellers().unwrap()
}

/// Kills starts in folders made by `folder`, at so many moments from the first byte written to the
/// last, and opens each again. Gives how many were killed; the others had ended before.
fn kill_everywhere(
    points: u64,
    folder: impl Fn() -> TempDir,
    expected: &BTreeMap<String, u32>,
) -> u64 {
    let first = folder();
    let before = written(first.path());
    let most = peak(first.path()) - before;
    let mut killed = 0;
    for point in 0..points {
        let folder = folder();
        killed += u64::from(killed_after(folder.path(), before + most * point / points));
        assert_eq!(
            &sellers(folder.path()),
            expected,
            "killed at {point} of {points}"
        );
    }
    killed
}

#[test]
fn a_first_start_killed_at_any_of_sixty_moments_is_completed_by_the_next_one() {
    let empty = || tempfile::tempdir().unwrap();
    let expected = sellers(empty().path());
    assert!(expected.values().sum::<u32>() > 5_000);
    let killed = kill_everywhere(60, empty, &expected);
    assert!(killed >= 50, "{killed} of 60 children were killed");
}

#[test]
fn a_renewal_of_the_catalogue_killed_at_any_of_twenty_moments_is_completed_too() {
    let old = tempfile::tempdir().unwrap();
    let app = App::open(old.path(), now).unwrap();
    let sheet = "provider,plan,gpu_model,gpu_count,billing,price,currency,unit\n\
                 my-cloud,one,RTX 4090,1,on_demand,1.75,CNY,hour\n";
    app.import_prices("mine.csv", sheet.as_bytes(), false, Language::En)
        .unwrap();
    let expected = app.sellers().unwrap();
    assert_eq!(expected["my-cloud"], 1);
    drop(app);
    // The catalogue of an older program: another name, and half of the rows.
    let database = old.path().join(DATABASE);
    let older = rusqlite::Connection::open(&database).unwrap();
    older
        .execute_batch(
            "UPDATE meta SET value = 'older' WHERE key = 'snapshot';
             DELETE FROM offers WHERE means = 'snapshot' AND id % 2 = 0;",
        )
        .unwrap();
    older.close().unwrap();
    let copy = || {
        let folder = tempfile::tempdir().unwrap();
        std::fs::copy(&database, folder.path().join(DATABASE)).unwrap();
        folder
    };
    let killed = kill_everywhere(20, copy, &expected);
    assert!(killed >= 15, "{killed} of 20 children were killed");
}
