//! Somebody who reads the words of a language and goes from question to answer.

use serde_json::json;

use crate::desk::{Desk, Locale};
use crate::window::Window;

/// A window with the words of its language at hand.
#[derive(Debug)]
pub struct Reader {
    /// What is looked at.
    pub window: Window,
    /// The language of its words.
    pub locale: Locale,
}

impl Reader {
    /// Opens the window; the first question is there.
    pub async fn sits_down(desk: &Desk, locale: Locale) -> Reader {
        let reader = Reader {
            window: Window::open(desk).await,
            locale,
        };
        reader.awaits("wizard.scenario.title").await;
        reader
    }

    /// Presses what has this role and is called by the words of this key.
    pub async fn presses(&self, role: &str, key: &str) {
        self.window.press(role, &self.locale.words(key)).await;
    }

    /// Waits for the heading with the words of this key.
    pub async fn awaits(&self, key: &str) {
        self.window.find("heading", &self.locale.words(key)).await;
    }

    /// A picture, and what an accessibility check finds: nothing.
    pub async fn looks(&self, screen: &str, theme: &str) {
        let tag = match self.locale {
            Locale::En => "en",
            Locale::ZhCn => "zh",
        };
        let seen = format!("{screen}.{tag}.{theme}");
        self.window.picture(&seen).await;
        assert_eq!(self.window.refused().await, json!([]), "{seen}");
        let found = self.window.accessibility().await;
        assert_eq!(found, Vec::<String>::new(), "{seen}");
    }

    /// Chooses a theme and waits until it holds.
    pub async fn chooses_theme(&self, theme: &str) {
        let settings = json!({ "language": "system", "theme": theme, "currency": "CNY" });
        let saved = self.window.call("save_settings", settings).await;
        assert!(saved.is_ok(), "{saved:?}");
        self.window.reload().await;
        let holds = format!("return document.documentElement.dataset.theme === '{theme}'");
        self.window.until("the theme", &holds).await;
    }

    /// From the first question to the second.
    pub async fn chooses(&self, scenario: &str) {
        self.presses("radio", &format!("wizard.{scenario}")).await;
        self.presses("button", "wizard.next.scenario").await;
        self.awaits(&format!("wizard.workload.title.{scenario}"))
            .await;
    }

    /// From the first question on with nothing but Next; the result is there at the end.
    pub async fn goes_on_to_the_result(&self, scenario: &str) {
        self.chooses(scenario).await;
        self.presses("button", "wizard.next.workload").await;
        self.awaits("wizard.limits.title").await;
        self.presses("button", "wizard.next.limits").await;
        self.ranking().await;
    }

    /// The ranked rows, once they are there: each cell's text.
    pub async fn ranking(&self) -> Vec<Vec<String>> {
        let rows = "const rows = [...document.querySelectorAll('table[role=grid] tbody tr[data-id]')]; \
            return rows.length > 0 && rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim()))";
        let rows = self.window.until("no ranked plan", rows).await;
        serde_json::from_value(rows).expect("rows of texts")
    }
}
