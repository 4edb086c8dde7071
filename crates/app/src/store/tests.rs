//! Opening: first starts, later ones, other programs' files, broken ones.

mod copies;
mod logs;
mod migrations;

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use tempfile::TempDir;
use tiaoka_core::offer::{Means, Offer};

use super::samples::{first_program, now, rtx_4090, second_program, two_sellers};
use super::{Store, StoreError, file, migrate};
use crate::problem::{Code, Problem};

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn open(folder: &Path) -> Store {
    Store::open(folder, &first_program(), now()).unwrap().store
}

fn offers(store: &Store) -> Vec<Offer> {
    store
        .offers()
        .unwrap()
        .into_iter()
        .map(|kept| kept.offer)
        .collect()
}

/// A row of the user's own.
fn own(provider: &str, cny: &str) -> Offer {
    let mut offer = rtx_4090(provider, cny);
    offer.origin.means = Means::Sheet;
    offer.origin.source = String::from("my prices.csv");
    offer
}

fn code(error: StoreError) -> Code {
    Problem::from(error).code
}

#[test]
fn a_first_start_keeps_every_shipped_row_as_it_is() {
    let folder = folder();
    assert_eq!(offers(&open(folder.path())), two_sellers());
    assert_eq!(offers(&open(folder.path())), two_sellers()); // a second start changes nothing
}

#[test]
fn a_newer_program_replaces_the_shipped_rows_and_keeps_the_users_own() {
    let folder = folder();
    open(folder.path())
        .take_sheet(&[own("my-cloud", "0.99")], now())
        .unwrap();
    let opened = Store::open(folder.path(), &second_program(), now()).unwrap();
    assert!(opened.renewed);
    assert_eq!(
        offers(&opened.store),
        [own("my-cloud", "0.99"), rtx_4090("autodl", "1.98")]
    );
}

#[test]
fn an_older_program_of_the_same_shape_leaves_what_a_newer_one_brought() {
    let folder = folder();
    drop(Store::open(folder.path(), &second_program(), now()).unwrap());
    let opened = Store::open(folder.path(), &first_program(), now()).unwrap();
    assert!(!opened.renewed);
    assert_eq!(offers(&opened.store), [rtx_4090("autodl", "1.98")]);
}

#[test]
fn a_database_from_the_future_is_named_with_its_version_and_not_changed_by_a_byte() {
    let folder = folder();
    drop(open(folder.path()));
    let path = folder.path().join(file::FILE_NAME);
    let future = Connection::open(&path).unwrap();
    future
        .execute("UPDATE meta SET value = '9.4.2' WHERE key = 'program'", [])
        .unwrap();
    future
        .pragma_update(None, "user_version", migrate::newest(migrate::STEPS) + 2)
        .unwrap();
    drop(future);
    let before = fs::read(&path).unwrap();
    let problem = Problem::from(Store::open(folder.path(), &first_program(), now()).unwrap_err());
    assert_eq!(problem.code, Code::NewerDatabase);
    assert_eq!(problem.params["written_by"], "9.4.2");
    assert_eq!(problem.code.exit(), 4);
    assert!(fs::read(&path).unwrap() == before);
    let names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|f| f.unwrap().file_name())
        .collect();
    assert!(
        !names
            .iter()
            .any(|name| name.to_string_lossy().contains("-wal")),
        "{names:?}"
    );
}

#[test]
fn a_newer_shape_that_stands_in_the_log_only_is_seen_and_the_file_stays_as_it_is() {
    let folder = folder();
    drop(open(folder.path()));
    let path = folder.path().join(file::FILE_NAME);
    let future = Connection::open(&path).unwrap();
    future
        .pragma_update(None, "user_version", migrate::newest(migrate::STEPS) + 2)
        .unwrap();
    let before = fs::read(&path).unwrap();
    let error = Store::open(folder.path(), &first_program(), now()).unwrap_err();
    assert_eq!(code(error), Code::NewerDatabase);
    assert!(fs::read(&path).unwrap() == before);
    drop(future);
}

#[test]
fn a_file_that_is_no_database_is_refused_and_left_alone() {
    let folder = folder();
    let path = folder.path().join(file::FILE_NAME);
    fs::write(&path, "provider,plan\nautodl,1x RTX 4090\n").unwrap();
    let error = Store::open(folder.path(), &first_program(), now()).unwrap_err();
    assert_eq!(code(error), Code::NotOurs);
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "provider,plan\nautodl,1x RTX 4090\n"
    );
}

#[test]
fn another_programs_database_is_refused_and_left_alone() {
    let folder = folder();
    let path = folder.path().join(file::FILE_NAME);
    let other = Connection::open(&path).unwrap();
    other
        .execute_batch("CREATE TABLE notes (text); PRAGMA user_version = 1;")
        .unwrap();
    drop(other);
    let before = fs::read(&path).unwrap();
    let error = Store::open(folder.path(), &first_program(), now()).unwrap_err();
    assert_eq!(code(error), Code::NotOurs);
    assert!(fs::read(&path).unwrap() == before);
}

#[test]
fn a_database_cut_short_anywhere_is_called_damaged_and_left_alone() {
    let folder = folder();
    drop(open(folder.path()));
    let path = folder.path().join(file::FILE_NAME);
    let whole = fs::read(&path).unwrap();
    for length in [50, 100, 4_096, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        let error = Store::open(folder.path(), &first_program(), now()).unwrap_err();
        assert_eq!(code(error), Code::DamagedDatabase, "{length} bytes");
        assert_eq!(fs::metadata(&path).unwrap().len(), length as u64);
    }
}

#[test]
fn a_page_overwritten_inside_is_found_by_the_check() {
    let folder = folder();
    drop(open(folder.path()));
    let path = folder.path().join(file::FILE_NAME);
    let mut bytes = fs::read(&path).unwrap();
    let second_page = 4_096..4_096 + 200;
    bytes[second_page].fill(0xAA);
    fs::write(&path, bytes).unwrap();
    let found =
        Store::open(folder.path(), &first_program(), now()).and_then(|opened| opened.store.check());
    match found {
        Ok(checked) => assert!(!checked.faults.is_empty()),
        Err(error) => assert_eq!(code(error), Code::DamagedDatabase),
    }
}

#[test]
fn an_empty_file_that_a_killed_start_left_is_a_first_start() {
    let folder = folder();
    fs::write(folder.path().join(file::FILE_NAME), "").unwrap();
    assert_eq!(offers(&open(folder.path())), two_sellers());
}

#[test]
fn a_full_disk_is_named_and_takes_nothing_that_was_there() {
    let folder = folder();
    let store = open(folder.path());
    let pages: u32 = store
        .connection()
        .query_row("PRAGMA page_count", [], |r| r.get(0))
        .unwrap();
    store
        .connection()
        .pragma_update(None, "max_page_count", pages)
        .unwrap();
    let many: Vec<Offer> = (0..2_000)
        .map(|n| own(&format!("cloud-{n}"), "1.00"))
        .collect();
    assert_eq!(
        code(store.take_sheet(&many, now()).unwrap_err()),
        Code::DiskFull
    );
    assert_eq!(offers(&store), two_sellers());
    assert_eq!(store.check().unwrap().faults, [""; 0]);
}

#[test]
fn a_database_that_may_only_be_read_can_be_read_and_says_so_when_written() {
    let folder = folder();
    let store = open(folder.path());
    store
        .connection()
        .pragma_update(None, "query_only", true)
        .unwrap();
    assert_eq!(
        code(store.save_settings(&[("theme", "dark")]).unwrap_err()),
        Code::ReadOnly
    );
    assert_eq!(offers(&store), two_sellers());
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_may_not_be_written_is_named() {
    // Nobody may make files there, not even the administrator.
    let error = Store::open(Path::new("/sys/tiaoka"), &first_program(), now()).unwrap_err();
    let problem = Problem::from(error);
    assert_eq!(
        (problem.code, problem.params["path"].as_str()),
        (Code::ReadOnly, "/sys/tiaoka")
    );
}

#[test]
fn a_folder_inside_a_file_cannot_be_made() {
    let folder = folder();
    fs::write(folder.path().join("file"), "").unwrap();
    let inside = folder.path().join("file").join("data");
    let error = Store::open(&inside, &first_program(), now()).unwrap_err();
    assert_eq!(code(error), Code::FileUnreachable);
}

#[test]
fn a_sheet_read_twice_is_kept_once() {
    let folder = folder();
    let store = open(folder.path());
    let sheet = [own("my-cloud", "0.99"), own("other", "1.20")];
    store.take_sheet(&sheet, now()).unwrap();
    store.take_sheet(&sheet, now()).unwrap();
    assert_eq!(store.own_offers().unwrap().len(), 2);
    let prices = "SELECT count(*) FROM prices WHERE means = 'sheet'";
    let prices: u32 = store
        .connection()
        .query_row(prices, [], |row| row.get(0))
        .unwrap();
    assert_eq!(prices, 2); // the same price again is no change
}

#[test]
fn of_two_sources_of_one_offer_the_newer_is_the_present_one() {
    let folder = folder();
    let store = open(folder.path());
    let mut newer = own("autodl", "1.78");
    newer.observed_at = Some("2026-11-20T00:00:00Z".parse().unwrap());
    store.take_sheet(&[newer], now()).unwrap();
    let state = |offer: &Offer| (offer.origin.means, offer.superseded);
    let autodl: Vec<_> = offers(&store)
        .iter()
        .filter(|o| o.plan.provider == "autodl")
        .map(state)
        .collect();
    assert_eq!(autodl, [(Means::Snapshot, true), (Means::Sheet, false)]);
}

#[test]
fn a_held_row_takes_nobodys_place() {
    use tiaoka_core::offer::{Quarantine, QuarantineReason};
    let folder = folder();
    let store = open(folder.path());
    let mut held = own("autodl", "0.10");
    held.observed_at = Some("2026-11-20T00:00:00Z".parse().unwrap());
    held.quarantine = Some(Quarantine {
        reason: QuarantineReason::UnusuallyLow,
        detail: None,
    });
    store.take_sheet(&[held], now()).unwrap();
    let autodl = offers(&store);
    let present = autodl
        .iter()
        .find(|o| o.plan.provider == "autodl" && !o.superseded);
    assert_eq!(present.unwrap().origin.means, Means::Snapshot);
}
