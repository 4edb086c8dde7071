//! A first start that is killed at any moment leaves what the next one completes.
//!
//! The child is this test program itself. It is killed with SIGKILL when so many bytes of the
//! database and its log are written: no clock decides, so every run kills at the same stages.

#![expect(clippy::unwrap_used, reason = "a test stops where its setting fails")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use jiff::Timestamp;
use tiaoka_app::App;

/// Moments at which a first start is killed.
const KILL_POINTS: u64 = 60;
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
    let size = |name| std::fs::metadata(folder.join(name)).map_or(0, |found| found.len());
    size("tiaoka.db") + size("tiaoka.db-wal")
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

/// The most that a first start has on disk at once.
fn peak() -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start_child(folder.path());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        peak = peak.max(written(folder.path()));
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

#[test]
fn a_first_start_killed_at_any_of_sixty_moments_is_completed_by_the_next_one() {
    let whole = tempfile::tempdir().unwrap();
    let expected = sellers(whole.path());
    assert!(expected.values().sum::<u32>() > 5_000);
    let peak = peak();
    let mut killed = 0;
    for point in 0..KILL_POINTS {
        let folder = tempfile::tempdir().unwrap();
        killed += u64::from(killed_after(folder.path(), peak * point / KILL_POINTS));
        assert_eq!(
            sellers(folder.path()),
            expected,
            "killed at {point} of {KILL_POINTS}"
        );
    }
    assert!(
        killed >= 50,
        "{killed} of {KILL_POINTS} children were killed"
    );
}
