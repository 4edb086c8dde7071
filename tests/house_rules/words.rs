//! Words: every code is worded in every language, with the same placeholders.

use std::collections::{BTreeMap, BTreeSet};

use super::{is_test, none_of, root, sources};

const LANGUAGES: [&str; 2] = ["en", "zh-CN"];

fn words(language: &str) -> BTreeMap<String, String> {
    let path = root().join(format!("crates/app/locales/{language}.json"));
    let text = std::fs::read_to_string(path).expect("each language has a file");
    serde_json::from_str(&text).expect("a language file maps keys to sentences")
}

/// A key without its plural ending: Chinese has only `.other` where English has `.one` too.
fn stem(key: &str) -> &str {
    key.strip_suffix(".one")
        .or_else(|| key.strip_suffix(".other"))
        .unwrap_or(key)
}

fn stems(language: &str) -> BTreeSet<String> {
    words(language)
        .keys()
        .map(|key| stem(key).to_owned())
        .collect()
}

/// The names in braces.
fn placeholders(sentence: &str) -> BTreeSet<String> {
    let parts = sentence.split('{').skip(1);
    parts
        .filter_map(|part| Some(part.split_once('}')?.0.to_owned()))
        .collect()
}

/// Texts that stand directly between `before` and a closing quote in Rust sources.
fn quoted_after(before: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for folder in ["crates", "src-tauri/src"] {
        // Tests make codes of their own.
        for (_, text) in sources(folder, &[".rs"])
            .into_iter()
            .filter(|(path, _)| !is_test(path))
        {
            let product = text.split("#[cfg(test)]").next().unwrap_or_default();
            let parts = product.split(before).skip(1);
            found.extend(parts.filter_map(|part| Some(part.split_once('"')?.0.to_owned())));
        }
    }
    found
}

#[test]
fn both_languages_say_the_same_things() {
    let [en, zh] = LANGUAGES.map(stems);
    none_of(
        "Each key stands in both languages",
        en.symmetric_difference(&zh).cloned().collect(),
    );
}

#[test]
fn a_sentence_has_the_same_figures_in_both_languages() {
    let mut broken = Vec::new();
    let zh = words("zh-CN");
    for (key, sentence) in words("en") {
        let other = zh
            .get(&key)
            .or_else(|| zh.get(&format!("{}.other", stem(&key))));
        // "1 plan" may say its number in words, so only the plural must carry it.
        let differs = other.is_some_and(|other| placeholders(other) != placeholders(&sentence));
        if differs && !key.ends_with(".one") {
            broken.push(key);
        }
    }
    none_of("Placeholders agree", broken);
}

#[test]
fn every_message_has_its_sentence() {
    let known = stems("en");
    let codes = quoted_after("Message::new(\"");
    assert!(
        !codes.is_empty(),
        "messages are made by Message::new(\"code\")"
    );
    let missing = codes.iter().map(|code| format!("message.{code}"));
    none_of(
        "Each message is worded",
        missing.filter(|key| !known.contains(key)).collect(),
    );
}

#[test]
fn every_word_has_its_translation() {
    let known = stems("en");
    let missing = quoted_after("Param::Word(\"")
        .into_iter()
        .map(|id| format!("word.{id}"));
    none_of(
        "Each word is worded",
        missing.filter(|key| !known.contains(key)).collect(),
    );
}

#[test]
fn the_interface_asks_only_for_sentences_that_exist() {
    let known = stems("en");
    let mut missing = Vec::new();
    for (path, text) in sources("ui/src", &[".ts", ".svelte"]) {
        if path.ends_with(".test.ts") {
            continue;
        }
        for before in [" t('", "(t('", "{t('", "[t('", "=t('", "!t('"] {
            for part in text.split(before).skip(1) {
                let Some((key, _)) = part.split_once('\'') else {
                    continue;
                };
                if !known.contains(key) {
                    missing.push(format!("{path}: {key}"));
                }
            }
        }
    }
    missing.sort();
    missing.dedup();
    none_of("Each key the page uses is worded", missing);
}

#[test]
fn language_files_are_sorted() {
    for language in LANGUAGES {
        let path = root().join(format!("crates/app/locales/{language}.json"));
        let text = std::fs::read_to_string(path).expect("each language has a file");
        let keys: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split('"').nth(1))
            .collect();
        assert!(keys.is_sorted(), "{language}.json is not sorted");
    }
}
