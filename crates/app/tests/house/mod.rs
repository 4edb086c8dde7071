//! An application in a folder of its own, for tests.

use std::sync::OnceLock;

use jiff::Timestamp;
use tempfile::TempDir;
use tiaoka_app::App;

/// 30 November 2026.
pub(crate) fn now() -> Timestamp {
    Timestamp::from_second(1_796_061_600).unwrap_or_default()
}

/// An application; its folder goes with it.
#[derive(Debug)]
pub(crate) struct House {
    /// What is tested.
    pub(crate) app: App,
    _folder: TempDir,
}

impl House {
    /// With the shipped catalogue and nothing else. It is filled once and then copied.
    #[expect(clippy::unwrap_used, reason = "a test stops where its setting fails")]
    pub(crate) fn new() -> House {
        static FILLED: OnceLock<TempDir> = OnceLock::new();
        let filled = FILLED.get_or_init(|| {
            let folder = tempfile::tempdir().unwrap();
            App::open(folder.path(), now).unwrap();
            folder
        });
        let folder = tempfile::tempdir().unwrap();
        let database = "tiaoka.db";
        std::fs::copy(filled.path().join(database), folder.path().join(database)).unwrap();
        House {
            app: App::open(folder.path(), now).unwrap(),
            _folder: folder,
        }
    }
}
