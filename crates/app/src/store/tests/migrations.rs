//! A database of the first released shape meets a program that knows more: case DB-03.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tempfile::TempDir;

use super::{code, folder};
use crate::problem::Code;
use crate::store::samples::{first_program, now};
use crate::store::{Store, StoreError, file, migrate};

const SECOND: &str = "ALTER TABLE prices ADD COLUMN payer TEXT;
                      UPDATE prices SET payer = 'me'; UPDATE shortlists SET name = name || '!';";
const THIRD: &str = "CREATE TABLE reports (id TEXT PRIMARY KEY) STRICT;
                     INSERT INTO reports SELECT name FROM shortlists;";
/// Stops half-way: the first statement works, the second does not.
const BROKEN: &str = "DELETE FROM prices; INSERT INTO no_such_table VALUES (1);";

/// A program with more steps than the first one.
fn steps(more: &[&'static str]) -> Vec<&'static str> {
    let first = &migrate::STEPS[..1];
    first.iter().copied().chain(more.iter().copied()).collect()
}

/// A folder of the first shape with three shortlists and fifty prices.
fn first_shape() -> TempDir {
    let folder = folder();
    let opened = Store::open_with(folder.path(), &first_program(), &steps(&[]), now()).unwrap();
    let write = |tx: &rusqlite::Transaction<'_>| {
        tx.execute("DELETE FROM prices", [])?;
        for n in 0..50 {
            tx.execute(
                "INSERT INTO prices (provider, sku, os, billing, means, at, listed, currency, period,
                 availability) VALUES ('autodl', 'rtx', 'linux', 'on_demand', 'api', ?1, ?2, 'CNY',
                 'hour', 'unknown')",
                (1_700_000_000 + n, format!("1.{n:02}")),
            )?;
        }
        for name in ["a", "b", "c"] {
            let list =
                "INSERT INTO shortlists (name, at, answers, items) VALUES (?1, '', '{}', '[]')";
            tx.execute(list, [name])?;
        }
        Ok(())
    };
    opened.store.write("make a fixture", write).unwrap();
    folder
}

fn open(folder: &Path, steps: &[&str]) -> Result<crate::store::open::Opened, StoreError> {
    Store::open_with(folder, &first_program(), steps, now())
}

/// Fifty prices with their values, and three names.
fn assert_whole(database: &Connection, names: [&str; 3]) {
    let ask = "SELECT listed FROM prices ORDER BY at";
    let mut prices = database.prepare(ask).unwrap();
    let prices: Vec<String> = prices
        .query_map([], |r| r.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(
        prices,
        (0..50).map(|n| format!("1.{n:02}")).collect::<Vec<_>>()
    );
    let mut lists = database
        .prepare("SELECT name FROM shortlists ORDER BY id")
        .unwrap();
    let lists: Vec<String> = lists
        .query_map([], |r| r.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(lists, names);
}

fn copies(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let name = |path: &PathBuf| {
        path.file_name()
            .unwrap()
            .to_string_lossy()
            .starts_with("tiaoka-schema")
    };
    files.filter(name).collect()
}

#[test]
fn an_old_database_is_brought_up_to_date_and_kept_as_it_was_in_a_copy() {
    let folder = first_shape();
    let opened = open(folder.path(), &steps(&[SECOND, THIRD])).unwrap();
    assert_whole(&opened.store.connection(), ["a!", "b!", "c!"]);
    let copy = opened.copy.unwrap();
    assert_eq!(
        copy.file_name().unwrap(),
        "tiaoka-schema1-20261130T180000Z.db"
    );
    let copy = Connection::open(copy).unwrap();
    assert_eq!(migrate::schema(&copy).unwrap(), 1);
    assert_whole(&copy, ["a", "b", "c"]);
}

#[test]
fn a_second_start_does_no_work() {
    let folder = first_shape();
    drop(open(folder.path(), &steps(&[SECOND])).unwrap());
    let again = open(folder.path(), &steps(&[SECOND])).unwrap();
    assert_eq!(again.copy, None);
    assert_eq!(copies(folder.path()).len(), 1);
    assert_whole(&again.store.connection(), ["a!", "b!", "c!"]);
}

#[test]
fn a_step_that_fails_leaves_the_shape_before_it_and_a_copy() {
    let folder = first_shape();
    let error = open(folder.path(), &steps(&[BROKEN])).unwrap_err();
    assert_eq!(code(error), Code::MigrationFailed);
    assert_eq!(copies(folder.path()).len(), 1);
    let old = open(folder.path(), &steps(&[])).unwrap();
    assert_eq!(migrate::schema(&old.store.connection()).unwrap(), 1);
    assert_whole(&old.store.connection(), ["a", "b", "c"]);
}

#[test]
fn steps_before_the_one_that_fails_are_kept() {
    let folder = first_shape();
    open(folder.path(), &steps(&[SECOND, BROKEN])).unwrap_err();
    let opened = open(folder.path(), &steps(&[SECOND, THIRD])).unwrap();
    assert_whole(&opened.store.connection(), ["a!", "b!", "c!"]);
}

/// The files as a process leaves them that dies inside step `k`, after its statements and before
/// its number: whatever of them reached the log, nothing says that they hold.
fn died_inside(folder: &Path, done: &[&'static str], dying: &str) -> TempDir {
    drop(open(folder, &steps(done)).unwrap());
    let path = folder.join(file::FILE_NAME);
    let dead = Connection::open(&path).unwrap();
    // A small cache sends the pages of the open transaction to the log at once.
    dead.pragma_update(None, "cache_size", 1).unwrap();
    dead.execute_batch("BEGIN IMMEDIATE").unwrap();
    dead.execute_batch(dying).unwrap();
    dead.execute_batch("CREATE TABLE filler AS SELECT randomblob(4000) AS b FROM prices")
        .unwrap();
    let left = super::folder();
    for suffix in ["", "-wal"] {
        let from = file::beside(&path, suffix);
        std::fs::copy(
            from,
            left.path().join(format!("{}{suffix}", file::FILE_NAME)),
        )
        .unwrap();
    }
    dead.execute_batch("ROLLBACK").unwrap();
    left
}

#[test]
fn killed_inside_any_step_the_next_start_goes_on_from_there() {
    let all = [SECOND, THIRD];
    for k in 0..all.len() {
        let folder = first_shape();
        let left = died_inside(folder.path(), &all[..k], all[k]);
        let opened = open(left.path(), &steps(&all)).unwrap();
        assert_whole(&opened.store.connection(), ["a!", "b!", "c!"]);
        assert_eq!(copies(left.path()).len(), 1, "a copy from before step {k}");
        assert_eq!(opened.store.check().unwrap().faults, [""; 0]);
    }
}

/// What the second shape adds: measurements, none at first, beside everything that was there.
fn assert_second_shape(store: &Store) {
    assert_eq!(migrate::schema(&store.connection()).unwrap(), 2);
    assert_whole(&store.connection(), ["a", "b", "c"]);
    assert_eq!(store.measurements().unwrap(), []);
    assert_eq!(store.check().unwrap().faults, [""; 0]);
}

#[test]
fn the_first_shape_gains_measurements_and_keeps_its_rows() {
    let folder = first_shape();
    let opened = open(folder.path(), &migrate::STEPS[..2]).unwrap();
    assert_second_shape(&opened.store);
    let copy = Connection::open(opened.copy.unwrap()).unwrap();
    assert_eq!(migrate::schema(&copy).unwrap(), 1);
    assert_whole(&copy, ["a", "b", "c"]);
}

#[test]
fn killed_while_measurements_are_added_the_next_start_adds_them() {
    let folder = first_shape();
    let left = died_inside(folder.path(), &[], migrate::STEPS[1]);
    let opened = open(left.path(), &migrate::STEPS[..2]).unwrap();
    assert_second_shape(&opened.store);
}
