//! Files written for the user: where, and under a name that is not taken.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tiaoka_app::problem::{Code, Problem};

use crate::house::House;

/// Tells a spreadsheet that the file is UTF-8: without it a Chinese Excel reads names as GBK. A price sheet
/// with it is imported again as it is.
const UTF8_MARK: &[u8] = "\u{feff}".as_bytes();

/// Names tried in one folder before it counts as unusable.
const MOST_NAMES: u32 = 1_000;

/// Folders to try: downloads, home, our data.
pub(crate) fn folders(house: &House) -> Vec<PathBuf> {
    let user = directories::UserDirs::new();
    let downloads = user
        .as_ref()
        .and_then(|user| user.download_dir())
        .map(Path::to_owned);
    let home = user.as_ref().map(|user| user.home_dir().to_owned());
    downloads
        .into_iter()
        .chain(home)
        .chain(house.data_dir())
        .collect()
}

/// Writes rows as a CSV file that spreadsheets read in its own letters.
///
/// # Errors
///
/// As [`save`].
pub(crate) fn save_csv(folders: &[PathBuf], name: &str, rows: &[u8]) -> Result<PathBuf, Problem> {
    save(folders, name, "csv", &[UTF8_MARK, rows].concat())
}

/// Writes a file into the first folder that takes it; nothing that is there is overwritten.
///
/// # Errors
///
/// `FileUnreachable` with the last folder and its reason.
fn save(
    folders: &[PathBuf],
    name: &str,
    extension: &str,
    content: &[u8],
) -> Result<PathBuf, Problem> {
    let mut last = Problem::new(Code::FileUnreachable).with("path", name);
    for folder in folders {
        match save_in(folder, name, extension, content) {
            Ok(path) => return Ok(path),
            Err(error) => {
                let path = folder.display().to_string();
                last = Problem::new(Code::FileUnreachable)
                    .with("path", path)
                    .because(&error);
            }
        }
    }
    Err(last)
}

/// `name.csv`, else `name-2.csv`, `name-3.csv`, … as a browser would.
fn save_in(folder: &Path, name: &str, extension: &str, content: &[u8]) -> io::Result<PathBuf> {
    for number in 1..=MOST_NAMES {
        let suffix = if number == 1 {
            String::new()
        } else {
            format!("-{number}")
        };
        let path = folder.join(format!("{name}{suffix}.{extension}"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => return file.write_all(content).and(file.sync_all()).map(|()| path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_second_file_takes_the_next_name_and_leaves_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let folders = [folder.path().to_owned()];
        let first = save(&folders, "tiaoka-choices", "csv", b"one").unwrap();
        let second = save(&folders, "tiaoka-choices", "csv", b"two").unwrap();
        assert_eq!(first, folder.path().join("tiaoka-choices.csv"));
        assert_eq!(second, folder.path().join("tiaoka-choices-2.csv"));
        assert_eq!(fs::read(first).unwrap(), b"one");
    }

    #[test]
    fn a_csv_file_begins_with_the_mark_by_which_excel_knows_utf_8() {
        let folder = tempfile::tempdir().unwrap();
        let path = save_csv(
            &[folder.path().to_owned()],
            "tiaoka-choices",
            "显卡".as_bytes(),
        );
        // EF BB BF, then 显 (E6 98 BE) 卡 (E5 8D A1).
        let bytes = [0xEF, 0xBB, 0xBF, 0xE6, 0x98, 0xBE, 0xE5, 0x8D, 0xA1];
        assert_eq!(fs::read(path.unwrap()).unwrap(), bytes);
    }

    #[test]
    fn without_a_downloads_folder_the_next_one_is_used() {
        let home = tempfile::tempdir().unwrap();
        let folders = [home.path().join("Downloads"), home.path().to_owned()];
        let path = save(&folders, "tiaoka-prices", "csv", b"").unwrap();
        assert_eq!(path, home.path().join("tiaoka-prices.csv"));
    }

    #[test]
    fn where_nothing_can_be_written_the_folder_and_the_reason_are_named() {
        let home = tempfile::tempdir().unwrap();
        let gone = home.path().join("gone");
        let problem = save(std::slice::from_ref(&gone), "tiaoka-prices", "csv", b"").unwrap_err();
        assert_eq!(problem.params["path"], gone.display().to_string());
        assert!(
            problem.detail.contains("No such file"),
            "{}",
            problem.detail
        );
    }
}
