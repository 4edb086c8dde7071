//! What a power cut or a kill leaves of the log, and two writers at once: case DB-02.

use std::fs;
use std::time::{Duration, Instant};

use super::{folder, offers, open};
use crate::store::file;
use crate::store::samples::two_sellers;

#[test]
fn a_log_cut_at_any_of_sixty_lengths_gives_a_whole_catalogue() {
    let whole = folder();
    let busy = open(whole.path()); // keeps the log from being written back
    let path = whole.path().join(file::FILE_NAME);
    let (main, log) = (
        fs::read(&path).unwrap(),
        fs::read(file::beside(&path, "-wal")).unwrap(),
    );
    for point in 0..60 {
        let cut = folder();
        let path = cut.path().join(file::FILE_NAME);
        fs::write(&path, &main).unwrap();
        fs::write(file::beside(&path, "-wal"), &log[..log.len() * point / 60]).unwrap();
        let store = open(cut.path());
        assert_eq!(offers(&store), two_sellers(), "{point} of 60");
        assert_eq!(store.check().unwrap().faults, [""; 0]);
    }
    drop(busy);
}

/// Two hundred times: begin, count, insert, commit. Gives the longest of them.
fn writes(folder: &std::path::Path) -> Duration {
    let store = open(folder);
    let mut longest = Duration::ZERO;
    for _ in 0..200 {
        let start = Instant::now();
        let insert = |tx: &rusqlite::Transaction<'_>| {
            let count: i64 = tx.query_row("SELECT count(*) FROM prices", [], |row| row.get(0))?;
            tx.execute(
                "INSERT INTO prices (provider, sku, os, billing, means, at, availability)
                 VALUES ('two', 'writers', 'linux', 'spot', 'api', ?1, 'unknown')",
                [count],
            )
        };
        store.write("write a price", insert).unwrap();
        longest = longest.max(start.elapsed());
    }
    longest
}

#[test]
fn two_writers_wait_for_each_other_and_neither_is_refused() {
    let folder = folder();
    drop(open(folder.path()));
    let longest = std::thread::scope(|scope| {
        let both = [(); 2].map(|()| scope.spawn(|| writes(folder.path())));
        both.map(|writer| writer.join().unwrap())
    });
    let store = open(folder.path());
    let count = "SELECT count(*), count(DISTINCT at) FROM prices WHERE provider = 'two'";
    let count = store
        .connection()
        .query_row(count, [], |row| Ok((row.get(0)?, row.get(1)?)));
    assert_eq!(count.unwrap(), (400, 400)); // nobody counted what another was about to change
    assert!(
        longest.iter().all(|time| *time < Duration::from_secs(5)),
        "{longest:?}"
    );
}

#[test]
fn a_reader_is_not_kept_waiting_by_a_writer() {
    let folder = folder();
    let (reader, writer) = (open(folder.path()), open(folder.path()));
    writer
        .connection()
        .execute_batch("BEGIN IMMEDIATE; DELETE FROM offers")
        .unwrap();
    assert_eq!(offers(&reader), two_sellers());
    writer.connection().execute_batch("ROLLBACK").unwrap();
}

#[test]
fn a_change_by_another_process_is_noticed() {
    let folder = folder();
    let (one, other) = (open(folder.path()), open(folder.path()));
    let before = one.state().unwrap();
    other.save_settings(&[("theme", "dark")]).unwrap();
    assert_ne!(one.state().unwrap(), before);
}

#[test]
fn two_first_starts_at_once_fill_the_catalogue_once() {
    let folder = folder();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(offers(&open(folder.path())), two_sellers()));
        }
    });
}
