//! Which way the web view draws, decided before it starts.
//!
//! With the NVIDIA driver WebKitGTK may open a white window: buffers shared with the graphics card
//! (DMABUF) never arrive. People who rent GPUs often have such a card, so a loaded module turns that way
//! of drawing off at once; and a window that stayed blank for [`PATIENCE`] gets the next safer way at its
//! next start. A variable `WEBKIT_…` that the user set is left alone.
//!
//! References: tauri issues 9304 and 13151.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How long a first picture may take before the way of drawing counts as broken.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// A way of drawing, from the usual to the safest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Renderer {
    /// What WebKit does by itself.
    Usual,
    /// Pictures are handed over in shared memory instead of buffers of the graphics card.
    NoDmabuf,
    /// Also no layers drawn by the graphics card.
    NoCompositing,
}

impl Renderer {
    /// Variables that make WebKit draw this way.
    pub(crate) fn variables(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Renderer::Usual => &[],
            Renderer::NoDmabuf => &[("WEBKIT_DISABLE_DMABUF_RENDERER", "1")],
            Renderer::NoCompositing => &[
                ("WEBKIT_DISABLE_DMABUF_RENDERER", "1"),
                ("WEBKIT_DISABLE_COMPOSITING_MODE", "1"),
            ],
        }
    }

    /// Its name in the environment.
    fn name(self) -> &'static str {
        match self {
            Renderer::Usual => "usual",
            Renderer::NoDmabuf => "no_dmabuf",
            Renderer::NoCompositing => "no_compositing",
        }
    }

    /// The way of this name.
    fn named(name: &str) -> Option<Renderer> {
        let all = [Renderer::Usual, Renderer::NoDmabuf, Renderer::NoCompositing];
        all.into_iter().find(|renderer| renderer.name() == name)
    }

    /// The next safer way; the safest has none.
    pub(crate) fn safer(self) -> Renderer {
        match self {
            Renderer::Usual => Renderer::NoDmabuf,
            Renderer::NoDmabuf | Renderer::NoCompositing => Renderer::NoCompositing,
        }
    }
}

/// What earlier starts taught, for one version of the program: a newer one may draw again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lesson {
    /// Version that learned it.
    pub(crate) version: String,
    /// The way to use.
    pub(crate) renderer: Renderer,
    /// A start after the blank one has told the user.
    pub(crate) told: bool,
}

impl Lesson {
    /// What a window teaches that stayed blank.
    pub(crate) fn after_blank(used: Renderer) -> Lesson {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Lesson {
            version,
            renderer: used.safer(),
            told: false,
        }
    }
}

/// What decides.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts<'a> {
    /// Text of `/proc/modules`.
    pub(crate) modules: &'a str,
    /// The user set a variable `WEBKIT_…`.
    pub(crate) user_decides: bool,
    /// What earlier starts taught.
    pub(crate) lesson: Option<&'a Lesson>,
}

/// Decides, and makes it so: variables of this process cannot be changed safely once it runs, so the
/// program starts itself again in its place when one is needed. Returns the way that is in use.
#[cfg(target_os = "linux")]
pub(crate) fn settle(lesson: Option<&Lesson>) -> Renderer {
    use std::os::unix::process::CommandExt as _;

    /// Names the way to the program that is started again.
    const SETTLED: &str = "TIAOKA_RENDERER";
    if let Some(settled) = std::env::var(SETTLED)
        .ok()
        .and_then(|name| Renderer::named(&name))
    {
        return settled;
    }
    let modules = std::fs::read_to_string("/proc/modules").unwrap_or_default();
    let mut set = std::env::vars_os().map(|(name, _)| name);
    let user_decides = set.any(|name| is_choice(&name.to_string_lossy()));
    let renderer = decide(Facts {
        modules: &modules,
        user_decides,
        lesson,
    });
    if renderer == Renderer::Usual {
        return renderer;
    }
    eprintln!("tiaoka-desktop: drawing with {:?}", renderer.variables());
    let again = std::env::current_exe().map(|program| {
        let variables = renderer.variables().iter().copied();
        let mut again = std::process::Command::new(program);
        again
            .args(std::env::args_os().skip(1))
            .envs(variables)
            .env(SETTLED, renderer.name())
            .exec()
    });
    // Only a failure comes back.
    eprintln!("tiaoka-desktop: cannot start again, drawing as usual: {again:?}");
    Renderer::Usual
}

/// Elsewhere the system's own web view draws.
#[cfg(not(target_os = "linux"))]
pub(crate) fn settle(_lesson: Option<&Lesson>) -> Renderer {
    Renderer::Usual
}

/// The way to draw at this start.
pub(crate) fn decide(facts: Facts<'_>) -> Renderer {
    if facts.user_decides {
        return Renderer::Usual;
    }
    let by_driver = if nvidia(facts.modules) {
        Renderer::NoDmabuf
    } else {
        Renderer::Usual
    };
    let this_version = |lesson: &&Lesson| lesson.version == env!("CARGO_PKG_VERSION");
    let learned = facts.lesson.filter(this_version);
    learned.map_or(by_driver, |lesson| lesson.renderer.max(by_driver))
}

/// The name of a variable by which a user chooses how WebKit works. The one that opens the inspector is set by
/// whoever looks on, a test or a developer, and says nothing of drawing.
fn is_choice(variable: &str) -> bool {
    variable.starts_with("WEBKIT_") && !variable.starts_with("WEBKIT_INSPECTOR")
}

/// A module of the NVIDIA driver is loaded; the free `nouveau` is not one.
fn nvidia(modules: &str) -> bool {
    let mut names = modules
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    names.any(|name| name == "nvidia" || name.starts_with("nvidia_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NVIDIA: &str = "snd_hda 57344 1 - Live 0x0\nnvidia 62660608 1 nvidia_modeset, Live 0x0\n";
    const NOUVEAU: &str = "nouveau 2441216 1 - Live 0x0\ni915 3 0 - Live 0x0\n";

    fn facts(modules: &'static str) -> Facts<'static> {
        Facts {
            modules,
            user_decides: false,
            lesson: None,
        }
    }

    #[test]
    fn a_loaded_nvidia_module_turns_dmabuf_off() {
        let renderer = decide(facts(NVIDIA));
        assert_eq!(
            renderer.variables(),
            [("WEBKIT_DISABLE_DMABUF_RENDERER", "1")]
        );
    }

    #[test]
    fn a_variable_of_the_user_is_left_alone() {
        let renderer = decide(Facts {
            user_decides: true,
            ..facts(NVIDIA)
        });
        assert!(renderer.variables().is_empty());
    }

    #[test]
    fn every_variable_of_webkit_but_the_inspectors_is_a_choice_of_the_user() {
        assert!(is_choice("WEBKIT_DISABLE_DMABUF_RENDERER"));
        assert!(is_choice("WEBKIT_DISABLE_COMPOSITING_MODE"));
        assert!(!is_choice("WEBKIT_INSPECTOR_SERVER"));
        assert!(!is_choice("LANG"));
    }

    #[test]
    fn without_the_nvidia_module_nothing_is_set() {
        assert_eq!(decide(facts(NOUVEAU)), Renderer::Usual);
        assert_eq!(decide(facts("")), Renderer::Usual);
    }

    #[test]
    fn a_window_that_stayed_blank_draws_in_the_next_safer_way() {
        let lesson = Lesson::after_blank(Renderer::Usual);
        assert_eq!(
            decide(Facts {
                lesson: Some(&lesson),
                ..facts(NOUVEAU)
            }),
            Renderer::NoDmabuf
        );
        let lesson = Lesson::after_blank(Renderer::NoDmabuf);
        assert_eq!(
            decide(Facts {
                lesson: Some(&lesson),
                ..facts(NVIDIA)
            }),
            Renderer::NoCompositing
        );
    }

    #[test]
    fn a_lesson_never_undoes_what_the_driver_asks_for() {
        let lesson = Lesson {
            renderer: Renderer::Usual,
            ..Lesson::after_blank(Renderer::Usual)
        };
        assert_eq!(
            decide(Facts {
                lesson: Some(&lesson),
                ..facts(NVIDIA)
            }),
            Renderer::NoDmabuf
        );
    }

    #[test]
    fn a_new_version_tries_the_usual_way_again() {
        let lesson = Lesson {
            version: String::from("0.0.1"),
            ..Lesson::after_blank(Renderer::Usual)
        };
        assert_eq!(
            decide(Facts {
                lesson: Some(&lesson),
                ..facts(NOUVEAU)
            }),
            Renderer::Usual
        );
    }
}
