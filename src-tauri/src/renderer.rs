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

/// What decides.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts<'a> {
    /// Text of `/proc/modules`.
    pub(crate) modules: &'a str,
    /// The user set a variable `WEBKIT_…`.
    pub(crate) user_decides: bool,
    /// What earlier starts of this version taught.
    pub(crate) lesson: Option<Renderer>,
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
    facts
        .lesson
        .map_or(by_driver, |lesson| lesson.max(by_driver))
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
    fn without_the_nvidia_module_nothing_is_set() {
        assert_eq!(decide(facts(NOUVEAU)), Renderer::Usual);
        assert_eq!(decide(facts("")), Renderer::Usual);
    }

    #[test]
    fn a_window_that_stayed_blank_draws_in_the_next_safer_way() {
        let after_blank = |used: Renderer| Some(used.safer());
        let usual = Facts {
            lesson: after_blank(Renderer::Usual),
            ..facts(NOUVEAU)
        };
        assert_eq!(decide(usual), Renderer::NoDmabuf);
        let nvidia = Facts {
            lesson: after_blank(Renderer::NoDmabuf),
            ..facts(NVIDIA)
        };
        assert_eq!(decide(nvidia), Renderer::NoCompositing);
    }

    #[test]
    fn a_lesson_never_undoes_what_the_driver_asks_for() {
        let learned = Facts {
            lesson: Some(Renderer::Usual),
            ..facts(NVIDIA)
        };
        assert_eq!(decide(learned), Renderer::NoDmabuf);
    }
}
