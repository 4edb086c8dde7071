//! Figures and sentences in both languages.

use std::collections::BTreeSet;

use tiaoka_core::money::{Currency, Money};

use super::*;

const EN: fn() -> Wording = || Wording::of(Language::En);
const ZH: fn() -> Wording = || Wording::of(Language::ZhCn);

#[test]
fn a_locale_name_of_the_system_names_a_language() {
    let named = [
        ("zh_CN.UTF-8", Some(Language::ZhCn)),
        ("zh-Hans-CN", Some(Language::ZhCn)),
        ("zh", Some(Language::ZhCn)),
        ("en_GB.UTF-8", Some(Language::En)),
        ("EN", Some(Language::En)),
        ("C.UTF-8", None),
        ("POSIX", None),
        ("de_DE", None),
        ("", None),
    ];
    for (tag, language) in named {
        assert_eq!(Language::from_tag(tag), language, "{tag:?}");
    }
}

#[test]
fn a_figure_is_written_with_its_unit_after_a_no_break_space() {
    let cny = Money {
        amount: "31.4498".parse().unwrap(),
        currency: Currency::CNY,
    };
    let written = [
        (Param::Gib(21.94), "21.9\u{a0}GiB", "21.9\u{a0}GiB"),
        (Param::Gb(20.0), "20\u{a0}GB", "20\u{a0}GB"),
        (Param::Hours(5.258), "5.26\u{a0}h", "5.26\u{a0}时"),
        (Param::Seconds(47.0), "47\u{a0}s", "47\u{a0}秒"),
        (Param::Seconds(600.0), "10\u{a0}min", "10\u{a0}分"),
        (Param::Seconds(18_933.0), "5.26\u{a0}h", "5.26\u{a0}时"),
        (Param::Millis(2_000.0), "2,000\u{a0}ms", "2,000\u{a0}毫秒"),
        (Param::Days(1), "1\u{a0}day", "1\u{a0}天"),
        (Param::Days(157), "157\u{a0}days", "157\u{a0}天"),
        (Param::Count(5_310), "5,310", "5,310"),
        (Param::Share(0.18), "18\u{a0}%", "18\u{a0}%"),
        (Param::Money(cny), "¥31.45", "¥31.45"),
        (
            Param::Date(jiff::civil::date(2026, 10, 30)),
            "30\u{a0}Oct\u{a0}2026",
            "2026-10-30",
        ),
        (Param::Word("measured"), "measured", "实测"),
    ];
    for (param, en, zh) in written {
        assert_eq!(
            (EN().param(&param).as_str(), ZH().param(&param).as_str()),
            (en, zh)
        );
    }
}

#[test]
fn a_large_amount_is_said_as_people_say_it() {
    assert_eq!(EN().amount(30e6), "30M");
    assert_eq!(ZH().amount(30e6), "3,000\u{a0}万");
    assert_eq!(ZH().amount(1.5e8), "1.5\u{a0}亿");
    assert_eq!(EN().amount(5_494.0), "5,494");
}

#[test]
fn english_tells_one_from_several_and_chinese_does_not() {
    assert_eq!(EN().fill("result.title", &[("count", "1")]), "1 plan fits");
    assert_eq!(
        EN().fill("result.title", &[("count", "14")]),
        "14 plans fit"
    );
    assert_eq!(ZH().fill("result.title", &[("count", "1")]), "1 个方案可用");
}

#[test]
fn what_nobody_worded_is_shown_as_its_code() {
    let code = "no_such_fact";
    assert_eq!(EN().message(&Message::new(code)), code);
    assert_eq!(EN().word("no_such_word"), "no_such_word");
    assert_eq!(EN().plain("no.such.key"), "no.such.key");
}

#[test]
fn a_missing_figure_leaves_its_name_in_the_sentence() {
    assert_eq!(EN().fill("result.title", &[]), "{count} plans fit");
}

/// Placeholders of a pattern.
fn placeholders(pattern: &str) -> BTreeSet<&str> {
    let inside = pattern.split('{').skip(1);
    inside
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name)
        .collect()
}

/// Each key without `.one` or `.other`, with the placeholders of its fullest form.
fn shapes(wording: &Wording) -> BTreeMap<String, BTreeSet<&'static str>> {
    let mut shapes: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (key, pattern) in wording.locale {
        let base = key
            .strip_suffix(".one")
            .or_else(|| key.strip_suffix(".other"))
            .unwrap_or(key);
        shapes
            .entry(base.to_owned())
            .or_default()
            .extend(placeholders(pattern));
    }
    shapes
}

#[test]
fn every_language_words_the_same_keys_with_the_same_placeholders() {
    let (en, zh) = (shapes(&EN()), shapes(&ZH()));
    assert!(en.len() > 10, "the English file was not read");
    for (key, names) in &en {
        assert_eq!(Some(names), zh.get(key), "{key}");
    }
    let only_zh: Vec<_> = zh.keys().filter(|key| !en.contains_key(*key)).collect();
    assert!(only_zh.is_empty(), "worded in Chinese only: {only_zh:?}");
}

#[test]
fn every_plural_has_the_forms_that_its_language_needs() {
    for key in EN().locale.keys() {
        if let Some(base) = key.strip_suffix(".one") {
            assert!(
                EN().get(&format!("{base}.other")).is_some(),
                "{key} lacks .other"
            );
            assert!(
                EN().get(base).is_none(),
                "{base} has both a plain form and a plural"
            );
        }
    }
    let one = ZH().locale.keys().find(|key| key.ends_with(".one"));
    assert_eq!(one, None, "Chinese knows no singular");
}

#[test]
fn no_number_stands_apart_from_its_unit() {
    for wording in [EN(), ZH()] {
        for (key, pattern) in wording.locale {
            for unit in ["} GiB", "} GB", "} %", "} h", "} s", "} ms", "} 时", "} 天"] {
                let parted = pattern.match_indices(unit).any(|(at, _)| {
                    let after = pattern[at + unit.len()..].chars().next();
                    after.is_none_or(|c| !c.is_ascii_alphanumeric())
                });
                assert!(!parted, "{key}: a plain space before a unit in {pattern:?}");
            }
        }
    }
}
