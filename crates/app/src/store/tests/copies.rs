//! Backups and what they are put back over.

use std::fs;

use rusqlite::Connection;

use super::{code, folder, offers, open, own};
use crate::problem::Code;
use crate::store::samples::{first_program, now, two_sellers};
use crate::store::{file, migrate, restore};

#[test]
fn a_backup_is_put_back_and_what_was_there_is_kept() {
    let folder = folder();
    let store = open(folder.path());
    let backup = folder.path().join("backup.db");
    store.backup(&backup).unwrap();
    store.take_sheet(&[own("my-cloud", "0.99")], now()).unwrap();
    let kept = restore(folder.path(), &backup, &first_program(), now())
        .unwrap()
        .unwrap();
    // The window that had it open sees the content of the backup.
    assert_eq!(offers(&store), two_sellers());
    drop(store);
    let kept = Connection::open(kept).unwrap();
    let own = "SELECT count(*) FROM offers WHERE means = 'sheet'";
    assert_eq!(
        kept.query_row(own, [], |row| row.get::<_, u32>(0)).unwrap(),
        1
    );
}

#[test]
fn a_backup_never_overwrites_a_file() {
    let folder = folder();
    let store = open(folder.path());
    let taken = folder.path().join("letter.txt");
    fs::write(&taken, "dear").unwrap();
    assert_eq!(code(store.backup(&taken).unwrap_err()), Code::FileExists);
    assert_eq!(fs::read_to_string(&taken).unwrap(), "dear");
}

#[test]
fn a_backup_into_a_folder_that_is_not_there_says_so() {
    let folder = folder();
    let error = open(folder.path())
        .backup(&folder.path().join("no/such/backup.db"))
        .unwrap_err();
    assert_eq!(code(error), Code::FileUnreachable);
}

#[test]
fn what_is_no_sound_backup_changes_nothing() {
    let folder = folder();
    let store = open(folder.path());
    let whole = folder.path().join("backup.db");
    store.backup(&whole).unwrap();
    let bytes = fs::read(&whole).unwrap();
    let bad = folder.path().join("bad.db");
    let refused = |expected: Code| {
        let error = restore(folder.path(), &bad, &first_program(), now()).unwrap_err();
        assert_eq!(code(error), expected);
        assert_eq!(offers(&store), two_sellers());
    };
    refused(Code::NotOurs); // there is no such file
    fs::write(
        &bad,
        "a letter, longer than the hundred bytes that every database begins with: \
                     dear reader, this is not what you think it is, yours sincerely",
    )
    .unwrap();
    refused(Code::NotOurs);
    fs::write(&bad, &bytes[..bytes.len() / 2]).unwrap();
    refused(Code::DamagedDatabase);
    let mut broken = bytes.clone();
    broken[4_096..4_296].fill(0xAA);
    fs::write(&bad, broken).unwrap();
    refused(Code::DamagedDatabase);
    fs::write(&bad, &bytes).unwrap();
    let future = Connection::open(&bad).unwrap();
    future
        .pragma_update(None, "user_version", migrate::newest(migrate::STEPS) + 1)
        .unwrap();
    drop(future);
    refused(Code::NewerDatabase);
    let names = fs::read_dir(folder.path())
        .unwrap()
        .map(|f| f.unwrap().file_name());
    let left = names.filter(|name| name.to_string_lossy().contains("restoring"));
    assert_eq!(left.count(), 0, "nothing is left of the attempts");
}

#[test]
fn a_backup_takes_the_place_of_damaged_data_and_that_is_moved_aside() {
    let folder = folder();
    let backup = folder.path().join("backup.db");
    open(folder.path()).backup(&backup).unwrap();
    let path = folder.path().join(file::FILE_NAME);
    fs::write(&path, "not a database at all").unwrap();
    let kept = restore(folder.path(), &backup, &first_program(), now())
        .unwrap()
        .unwrap();
    assert_eq!(fs::read_to_string(kept).unwrap(), "not a database at all");
    assert_eq!(offers(&open(folder.path())), two_sellers());
}

#[test]
fn a_backup_can_be_put_into_a_new_folder() {
    let (old, new) = (folder(), folder());
    let backup = old.path().join("backup.db");
    open(old.path()).backup(&backup).unwrap();
    assert_eq!(
        restore(new.path(), &backup, &first_program(), now()).unwrap(),
        None
    );
    assert_eq!(offers(&open(new.path())), two_sellers());
}
