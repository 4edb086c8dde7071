//! A user's desk: fresh folders, a language, a record of what the browser was asked to open.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::window::PATIENCE;

/// A language of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Locale {
    /// 简体中文
    ZhCn,
    /// English
    En,
}

impl Locale {
    /// The tag of its words, `zh-CN` or `en`.
    pub fn tag(self) -> &'static str {
        match self {
            Locale::ZhCn => "zh-CN",
            Locale::En => "en",
        }
    }

    /// The words of a key, without placeholders filled in.
    pub fn words(self, key: &str) -> String {
        let file = repository().join(format!("crates/app/locales/{}.json", self.tag()));
        let text = fs::read_to_string(file).expect("the words");
        let words: serde_json::Value = serde_json::from_str(&text).expect("the words are JSON");
        let Some(words) = words[key].as_str() else {
            panic!("nothing is worded under {key}")
        };
        words.replace('\u{a0}', " ")
    }

    /// What `LANG` is set to.
    fn lang(self) -> &'static str {
        match self {
            Locale::ZhCn => "zh_CN.UTF-8",
            Locale::En => "en_US.UTF-8",
        }
    }
}

/// Folders that outlive a window, so that it can be closed and opened again.
#[derive(Debug)]
pub struct Desk {
    home: TempDir,
    locale: Locale,
    renderer_left_to_program: bool,
}

impl Desk {
    /// Empty folders, and a browser that only writes down what it is asked for.
    pub fn fresh(locale: Locale) -> Desk {
        let home = tempfile::tempdir().expect("a folder for the journey");
        for folder in ["bin", "run", "Downloads"] {
            fs::create_dir(home.path().join(folder)).expect("a folder of the desk");
        }
        fs::create_dir(home.path().join("config")).expect("a folder of the desk");
        let folders = "XDG_DOWNLOAD_DIR=\"$HOME/Downloads\"\n";
        fs::write(home.path().join("config/user-dirs.dirs"), folders).expect("the user's folders");
        let private = fs::Permissions::from_mode(0o700);
        fs::set_permissions(home.path().join("run"), private).expect("a private folder");
        let browser = home.path().join("bin/xdg-open");
        let script = format!(
            "#!/bin/sh\nprintf '%s\\n' \"$1\" >> '{}'\n",
            home.path().join("opened").display()
        );
        fs::write(&browser, script).expect("the browser's stand-in");
        fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("it can be run");
        Desk {
            home,
            locale,
            renderer_left_to_program: false,
        }
    }

    /// The same desk, where nobody said how the web view has to draw. With a safer way of drawing no
    /// picture can be taken.
    pub fn with_renderer_left_to_program(mut self) -> Desk {
        self.renderer_left_to_program = true;
        self
    }

    /// The program's data folder.
    pub fn data(&self) -> PathBuf {
        self.path("data")
    }

    /// The database.
    pub fn database_path(&self) -> PathBuf {
        self.data().join("tiaoka.db")
    }

    /// Bytes of the database.
    pub fn database(&self) -> Vec<u8> {
        fs::read(self.database_path()).expect("the database")
    }

    /// Lets a version from the future have written the database, many changes of its shape ahead, and gives
    /// its bytes.
    ///
    /// The number of the shape is SQLite's `user_version`: bytes 60 to 63 of the file, big-endian
    /// (SQLite file format, section 1.3). The program was closed before, so nothing waits in a log.
    pub fn make_database_newer(&self) -> Vec<u8> {
        let mut bytes = self.database();
        bytes[60..64].copy_from_slice(&1_000_u32.to_be_bytes());
        fs::write(self.database_path(), &bytes).expect("the database is written");
        bytes
    }

    /// What the window remembers of itself.
    pub fn remember_window(&self, remembered: &serde_json::Value) {
        fs::create_dir_all(self.data()).expect("the data folder");
        let remembered = remembered.to_string();
        fs::write(self.data().join("window.json"), remembered).expect("the memory is written");
    }

    /// Files the program saved for the user, by name.
    pub fn downloads(&self) -> Vec<PathBuf> {
        let folder = fs::read_dir(self.path("Downloads")).expect("the downloads folder");
        let mut files: Vec<_> = folder
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect();
        files.sort();
        files
    }

    /// What the browser or file manager was asked to open, in order.
    pub fn opened(&self) -> Vec<String> {
        let lines = fs::read_to_string(self.path("opened")).unwrap_or_default();
        lines.lines().map(String::from).collect()
    }

    /// The same once that many were asked for: the browser is started beside the program.
    pub async fn opened_in_all(&self, many: usize) -> Vec<String> {
        let start = Instant::now();
        while self.opened().len() < many {
            assert!(
                start.elapsed() < PATIENCE,
                "the browser was asked for {:?} only",
                self.opened()
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.opened()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Everything the window and its driver see of the system.
    pub(crate) fn environment(&self, display: &str) -> Vec<(String, String)> {
        let path = |name: &str| self.path(name).display().to_string();
        let system = std::env::var("PATH").unwrap_or_default();
        let mut variables = vec![
            ("PATH", format!("{}:{system}", path("bin"))),
            ("HOME", self.home.path().display().to_string()),
            ("XDG_CONFIG_HOME", path("config")),
            ("XDG_CACHE_HOME", path("cache")),
            ("XDG_DATA_HOME", path("share")),
            ("XDG_RUNTIME_DIR", path("run")),
            ("TIAOKA_HOME", path("data")),
            ("LANG", self.locale.lang().to_owned()),
            ("DISPLAY", display.to_owned()),
            ("TAURI_WEBVIEW_AUTOMATION", String::from("true")),
            ("NO_AT_BRIDGE", String::from("1")),
        ];
        if !self.renderer_left_to_program {
            // Left alone by the program; with its safer ways of drawing no picture could be taken.
            variables.push(("WEBKIT_DISABLE_DMABUF_RENDERER", String::from("0")));
        }
        if let Ok(locales) = std::env::var("LOCPATH") {
            variables.push(("LOCPATH", locales));
        }
        variables
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }
}

/// The repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
