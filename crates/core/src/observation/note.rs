//! The note of a row: `key=value` pairs between semicolons; anything else in it is for people.

/// A note taken apart.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Notes {
    text: String,
    pairs: Vec<(String, String)>,
}

impl Notes {
    /// Reads a note. A key given twice keeps its first value.
    ///
    /// ```
    /// # use tiaoka_core::observation::Notes;
    /// let note = Notes::read("osl=128;parallel=tp;static batch");
    /// assert_eq!(note.get("parallel"), Some("tp"));
    /// assert_eq!(note.number("osl"), Some(128.0));
    /// assert_eq!(note.get("static batch"), None);
    /// ```
    pub fn read(text: &str) -> Notes {
        let pairs = text.split(';').filter_map(|part| part.split_once('='));
        Notes {
            text: text.trim().to_owned(),
            pairs: pairs
                .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
                .collect(),
        }
    }

    /// The note as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        let pair = self.pairs.iter().find(|(name, _)| name == key);
        pair.map(|(_, value)| value.as_str())
    }

    /// The value of a key as a positive number.
    pub fn number(&self, key: &str) -> Option<f64> {
        let value: f64 = self.get(key)?.parse().ok()?;
        (value.is_finite() && value > 0.0).then_some(value)
    }

    /// The key is there with the value `1`.
    pub fn is_on(&self, key: &str) -> bool {
        self.get(key) == Some("1")
    }
}
