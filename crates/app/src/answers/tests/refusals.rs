//! What cannot be read names field, value and remedy.

use super::*;

/// The sentence in English that refuses these answers; each field once.
#[track_caller]
pub(super) fn refused(pairs: &[(&str, &str)], field: &str, sentence: &str) {
    let faults = reading(pairs).faults;
    let wording = Wording::of(Language::En);
    let said: Vec<_> = faults
        .iter()
        .map(|f| (f.field, wording.message(&f.message)))
        .collect();
    assert_eq!(
        said,
        [(field, sentence.replace('~', "\u{a0}"))],
        "{pairs:?}"
    );
}

#[test]
fn what_cannot_be_read_names_field_value_and_remedy() {
    refused(
        &[("params", "-3B")],
        "params",
        "Parameters must be above zero, not -3B. Write it like 7B.",
    );
    refused(
        &[("budget", "0")],
        "budget",
        "Budget must be above zero, not 0. Write it like 5000 CNY.",
    );
    refused(
        &[("tokens", "NaN")],
        "tokens",
        "Tokens: “NaN” is not a number. Write it like 30M.",
    );
    refused(
        &[("tokens", "30 pages")],
        "tokens",
        "Tokens: “pages” in “30 pages” is not a unit known here. Write it like 30M.",
    );
    refused(
        &[("epochs", "1e999")],
        "epochs",
        "Epochs: “1e999” is too large to be meant. Write it like 3.",
    );
    refused(
        &[("seq", "4000000")],
        "seq",
        "Sequence length must be from 1 to 1,048,576, not 4000000.",
    );
    refused(
        &[("seq", "12.5")],
        "seq",
        "Sequence length must be a whole number, not 12.5. Write it like 2048.",
    );
    refused(
        &[("speed", "2")],
        "speed",
        "Cheaper or faster must be from 0 to 1, not 2.",
    );
    refused(
        &[("method", "dora")],
        "method",
        "Method: “dora” is not known. Choose one of full, lora, qlora.",
    );
    refused(
        &[("scenario", "mining")],
        "scenario",
        "Scenario: “mining” is not known. Choose one of training, inference, dev.",
    );
    refused(
        &[("batch", "10"), ("micro_batch", "4")],
        "batch",
        "Global batch must be a multiple of the micro-batch (4), not 10.",
    );
    refused(
        &[("currency", "BTC")],
        "currency",
        "Currency: no exchange rate is known for BTC in “BTC”. Use one of CNY, EUR, USD.",
    );
    refused(
        &[("provider", "alyun")],
        "provider",
        "Provider: no seller is called “alyun”. The nearest are aliyun, autodl.",
    );
}

#[test]
fn an_unknown_model_names_the_nearest_presets() {
    for (said, first) in [
        ("lama3.1-8b", "are llama3.1-8b, "),
        // The beginning of a name counts before the whole: llama-13b has fewer letters to change.
        ("lama3", "are llama3-8b, "),
        ("qwen3", "are qwen3-4b, "),
        ("deepsek-r1", "are deepseek-r1, "),
    ] {
        let faults = reading(&[("model", said)]).faults;
        let sentence = Wording::of(Language::En).message(&faults[0].message);
        assert!(
            sentence.contains(&format!("“{said}”")) && sentence.contains(first),
            "{sentence}"
        );
    }
}

#[test]
fn answers_that_exclude_each_other_are_told_apart() {
    refused(
        &[("tokens", "30M"), ("steps", "5000")],
        "steps",
        "Steps (5000) and Tokens exclude each other. Leave one of them empty.",
    );
    refused(
        &[("model", "qwen3-8b"), ("params", "8B")],
        "params",
        "Parameters (8B) and Model exclude each other. Leave one of them empty.",
    );
    refused(
        &[
            ("scenario", "inference"),
            ("concurrency", "16"),
            ("qps", "2"),
        ],
        "qps",
        "Requests a second (2) and Concurrent users exclude each other. Leave one of them empty.",
    );
}

#[test]
fn a_deadline_is_a_time_from_now_and_not_in_the_past() {
    assert_eq!(training(&[("deadline", "3d")]).deadline_h, Some(72.0));
    // Tomorrow noon in Shanghai is 24 hours away.
    assert_eq!(
        training(&[("deadline", "2026-12-01T12:00")]).deadline_h,
        Some(24.0)
    );
    refused(
        &[("deadline", "2026-11-01")],
        "deadline",
        "Deadline: 2026-11-01 is over already (today is 30~Nov~2026). Write a time to come, like 72h.",
    );
    refused(
        &[("deadline", "-5h")],
        "deadline",
        "Deadline must be above zero, not -5h. Write it like 72h.",
    );
}

#[test]
fn a_million_characters_are_refused_in_one_line() {
    let long = "9".repeat(1_000_000);
    let faults = reading(&[("tokens", &long), ("model", &long), ("deadline", &long)]).faults;
    let wording = Wording::of(Language::En);
    assert_eq!(faults.len(), 3);
    assert!(
        faults
            .iter()
            .all(|fault| wording.message(&fault.message).len() < 250)
    );
}
