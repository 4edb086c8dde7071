//! What the window remembers of itself between starts: its place and how it had to be drawn.
//!
//! A small JSON file beside the database, because it is read before the web view starts and must be
//! readable when the database is not. Losing it costs a window in the middle of the screen, so a file
//! that cannot be read counts as none, and one that cannot be written is left.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::placement::Placement;
use crate::renderer::Lesson;

/// The file's content.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Remembered {
    /// Where the window was.
    pub(crate) placement: Option<Placement>,
    /// What blank windows taught.
    pub(crate) lesson: Option<Lesson>,
}

/// The file, read once and written at every change.
#[derive(Debug)]
pub(crate) struct Memory {
    path: Option<PathBuf>,
    kept: Mutex<Remembered>,
}

impl Memory {
    /// The memory in the data folder; without a folder it lasts as long as the window.
    pub(crate) fn in_folder(home: Option<&Path>) -> Memory {
        let path = home.map(|home| home.join("window.json"));
        let bytes = path.as_ref().and_then(|path| fs::read(path).ok());
        let read = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Memory {
            path,
            kept: Mutex::new(read.unwrap_or_default()),
        }
    }

    /// What is remembered.
    pub(crate) fn read(&self) -> Remembered {
        self.kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Changes what is remembered and writes it, if that changed anything.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Remembered)) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let before = kept.clone();
        change(&mut kept);
        if *kept != before
            && let Some(path) = &self.path
            && let Err(error) = write(path, &kept)
        {
            eprintln!(
                "tiaoka-desktop: {} cannot be written: {error}",
                path.display()
            );
        }
    }
}

/// Writes beside the file and renames, so that a stop in the middle leaves the old one.
fn write(path: &Path, remembered: &Remembered) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = path.with_extension("json.new");
    fs::write(&beside, serde_json::to_vec_pretty(remembered)?)?;
    fs::rename(beside, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn somewhere() -> Placement {
        Placement {
            x: 40,
            y: 50,
            width: 1200.0,
            height: 800.0,
            maximized: false,
        }
    }

    #[test]
    fn a_place_is_remembered_over_a_restart() {
        let home = tempfile::tempdir().unwrap();
        let first = Memory::in_folder(Some(home.path()));
        first.change(|remembered| remembered.placement = Some(somewhere()));
        let second = Memory::in_folder(Some(home.path()));
        assert_eq!(second.read().placement, Some(somewhere()));
    }

    #[test]
    fn a_broken_file_counts_as_none_and_is_replaced_by_the_next_change() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("window.json"), "{\"placement\": 7").unwrap();
        let memory = Memory::in_folder(Some(home.path()));
        assert_eq!(memory.read(), Remembered::default());
        memory.change(|remembered| remembered.placement = Some(somewhere()));
        assert_eq!(
            Memory::in_folder(Some(home.path())).read().placement,
            Some(somewhere())
        );
    }

    #[test]
    fn a_folder_that_is_not_there_is_made() {
        let home = tempfile::tempdir().unwrap();
        let inside = home.path().join("not").join("yet");
        Memory::in_folder(Some(&inside))
            .change(|remembered| remembered.placement = Some(somewhere()));
        assert!(inside.join("window.json").is_file());
    }
}
