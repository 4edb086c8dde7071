//! What the window owns: one `App`, opened at the first need, and the window's own memory.
//!
//! A database that cannot be opened does not keep the window from opening: every command then answers
//! with the reason, and the next one tries again. So the failure screen's "try again" is the same call.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use jiff::Timestamp;
use tauri::AppHandle;
use tiaoka_app::App;
use tiaoka_app::problem::{Code, Problem};
use tiaoka_app::views::MessageView;
use tiaoka_app::views::settings::ProblemView;
use tiaoka_app::wording::{Language, Wording};
use tiaoka_core::message::Message;

use crate::memory::Memory;
use crate::renderer::{Lesson, Renderer};

/// The house; copies share it.
#[derive(Debug, Clone)]
pub(crate) struct House(Arc<Rooms>);

#[derive(Debug)]
struct Rooms {
    home: Result<PathBuf, Problem>,
    app: Mutex<Option<Arc<App>>>,
    /// What `system` means as a language.
    system_language: Language,
    memory: Memory,
    renderer: Renderer,
    /// An earlier start stayed blank and this is the first in the safer way.
    tell_drawn_safely: bool,
    painted: AtomicBool,
    /// Files written for the user: those may be shown in the file manager.
    written: Mutex<BTreeSet<PathBuf>>,
    handle: OnceLock<AppHandle>,
}

impl House {
    /// A house in this data folder, drawn this way. Nothing is opened yet.
    pub(crate) fn new(home: Result<PathBuf, Problem>, memory: Memory, renderer: Renderer) -> House {
        let lesson = memory.read().lesson.filter(|lesson| !lesson.told);
        let tell_drawn_safely = lesson.is_some_and(|lesson| lesson.renderer == renderer);
        House(Arc::new(Rooms {
            home,
            app: Mutex::new(None),
            system_language: system_language(),
            memory,
            renderer,
            tell_drawn_safely,
            painted: AtomicBool::new(false),
            written: Mutex::new(BTreeSet::new()),
            handle: OnceLock::new(),
        }))
    }

    /// The application; opens it if no earlier call did.
    pub(crate) fn app(&self) -> Result<Arc<App>, Problem> {
        // Held while opening: two commands at the start must not fill the same database twice.
        let mut opened = self.0.app.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(app) = opened.as_ref() {
            return Ok(Arc::clone(app));
        }
        let home = self.0.home.as_ref().map_err(Clone::clone)?;
        let app = Arc::new(App::open(home, Timestamp::now)?);
        Ok(Arc::clone(opened.insert(app)))
    }

    /// Runs a command on a thread that may block, and puts its failure into words.
    pub(crate) async fn run<Answer: Send + 'static>(
        &self,
        work: impl FnOnce(&House) -> Result<Answer, Problem> + Send + 'static,
    ) -> Result<Answer, Box<ProblemView>> {
        let house = self.clone();
        let done = tauri::async_runtime::spawn_blocking(move || {
            work(&house).map_err(|problem| house.in_words(&problem))
        });
        let stopped =
            |error: tauri::Error| self.in_words(&Problem::new(Code::Internal).because(&error));
        done.await.unwrap_or_else(|error| Err(stopped(error)))
    }

    /// The language of the answers: the user's choice, else the system's.
    pub(crate) fn language(&self) -> Language {
        let opened = self
            .0
            .app
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let chosen = opened.and_then(|app| app.settings().ok());
        chosen
            .and_then(|chosen| Language::from_tag(&chosen.language))
            .unwrap_or(self.0.system_language)
    }

    /// What `system` means as a language.
    pub(crate) fn system_language(&self) -> Language {
        self.0.system_language
    }

    fn in_words(&self, problem: &Problem) -> Box<ProblemView> {
        Box::new(problem.view(&Wording::of(self.language())))
    }

    /// What the window remembers of itself.
    pub(crate) fn memory(&self) -> &Memory {
        &self.0.memory
    }
}

/// Whether anything was ever drawn.
impl House {
    /// A picture has reached the window: the way of drawing works.
    pub(crate) fn painted(&self) {
        self.0.painted.store(true, Ordering::Relaxed);
        self.0.memory.change(|memory| {
            if let Some(lesson) = memory.lesson.as_mut() {
                lesson.told = true;
            }
        });
    }

    /// Whether one has.
    pub(crate) fn has_painted(&self) -> bool {
        self.0.painted.load(Ordering::Relaxed)
    }

    /// The window stayed blank: the next start draws in a safer way.
    pub(crate) fn learn_from_blank_window(&self) {
        let lesson = Lesson::after_blank(self.0.renderer);
        eprintln!(
            "tiaoka-desktop: nothing was drawn in time; next start: {:?}",
            lesson.renderer
        );
        self.0.memory.change(|memory| memory.lesson = Some(lesson));
    }

    /// What the window itself has to say at this start.
    pub(crate) fn notes(&self) -> Vec<MessageView> {
        let drawn_safely = self
            .0
            .tell_drawn_safely
            .then(|| Message::new("drawn_safely"));
        let wording = Wording::of(self.language());
        drawn_safely.iter().map(|note| wording.view(note)).collect()
    }
}

/// What leaves the window.
impl House {
    /// Keeps in mind that a file was written for the user.
    pub(crate) fn wrote(&self, path: &Path) {
        let mut written = self
            .0
            .written
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        written.insert(path.to_owned());
    }

    /// Whether a path may be shown in the file manager: a file written here, or the data folder.
    pub(crate) fn may_reveal(&self, path: &Path) -> bool {
        let written = self
            .0
            .written
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        written.contains(path) || self.0.home.as_deref().is_ok_and(|home| home == path)
    }

    /// The data folder, if one is known.
    pub(crate) fn data_dir(&self) -> Option<PathBuf> {
        self.0.home.as_ref().ok().cloned()
    }

    /// Gives the house the running program, so that it can be ended.
    pub(crate) fn move_in(&self, handle: AppHandle) {
        let _ = self.0.handle.set(handle);
    }

    /// Closes the database, so that everything lies in its one file.
    pub(crate) fn move_out(&self) {
        drop(
            self.0
                .app
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take(),
        );
    }

    /// Ends the program.
    pub(crate) fn quit(&self) {
        if let Some(handle) = self.0.handle.get() {
            handle.exit(0);
        }
    }
}

/// What the system's settings say. Neither `C` nor a language that is not spoken here names one of ours:
/// then English.
fn system_language() -> Language {
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let named = variables
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|tag| !tag.is_empty()));
    named
        .and_then(|tag| Language::from_tag(&tag))
        .unwrap_or(Language::En)
}
