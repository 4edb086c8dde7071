//! From the first question to a ranked answer, in the real window, in both languages.

use std::fs;

use serde_json::Value;
use tiaoka_window_tests::{Desk, Locale, Reader};

#[tokio::test]
async fn next_from_the_start_gives_a_ranked_answer_in_every_scenario_and_language() {
    for locale in [Locale::ZhCn, Locale::En] {
        let desk = Desk::fresh(locale);
        let reader = Reader::sits_down(&desk, locale).await;
        for scenario in ["training", "inference", "dev"] {
            reader.goes_on_to_the_result(scenario).await;
            let rows = reader.ranking().await;
            assert!(rows.len() >= 10, "{scenario}: {} plans", rows.len());
            assert!(
                rows[0][0].starts_with('1'),
                "the first row has rank 1, not {:?}",
                rows[0]
            );
            assert!(rows.iter().all(|row| row.len() >= 6), "{rows:?}");
            reader
                .window
                .find("button", &locale.words("result.see_sum"))
                .await;
            reader.presses("link", "rail.pick").await;
        }
        reader.window.close().await;
    }
}

/// The pictures of the README and of the review: every step, in Chinese and light, in English and dark.
#[tokio::test]
async fn every_step_is_drawn_in_both_themes_and_can_be_used_without_seeing_it() {
    for (locale, theme) in [(Locale::ZhCn, "light"), (Locale::En, "dark")] {
        let desk = Desk::fresh(locale);
        let reader = Reader::sits_down(&desk, locale).await;
        let window = &reader.window;
        reader.chooses_theme(theme).await;

        window.reads(&locale.words("wizard.now.estimated")).await;
        reader.looks("wizard1", theme).await;
        reader.presses("button", "wizard.next.scenario").await;
        window.reads(&locale.words("wizard.memory.total")).await;
        reader.looks("wizard2", theme).await;
        reader.presses("button", "wizard.next.workload").await;
        window.reads(&locale.words("wizard.left.all")).await;
        reader.looks("wizard3", theme).await;
        reader.presses("button", "wizard.next.limits").await;
        reader.ranking().await;
        window
            .until(
                "the chart",
                "return document.querySelector('aside svg') !== null",
            )
            .await;
        reader.looks("result", theme).await;
        reader.presses("button", "why_not.all").await;
        window.css("dialog details").await;
        reader.looks("why-not", theme).await;
        reader.presses("button", "dialog.close").await;
        reader.presses("button", "result.see_sum").await;
        window
            .reads(locale.words("detail.score").replace("{score}", "").trim())
            .await;
        reader.looks("detail", theme).await;
        reader.presses("link", "rail.plans").await;
        window.css("table[role=grid] tbody tr.row").await;
        reader.looks("plans", theme).await;
        reader.presses("link", "rail.settings").await;
        window
            .find("radio", &locale.words("settings.theme.dark"))
            .await;
        reader.looks("settings", theme).await;
        reader.window.close().await;
    }
}

#[tokio::test]
async fn going_back_loses_nothing_and_a_field_that_cannot_be_read_keeps_its_text() {
    let desk = Desk::fresh(Locale::En);
    let reader = Reader::sits_down(&desk, Locale::En).await;
    let window = &reader.window;
    reader.presses("button", "wizard.next.scenario").await;
    window.fill("Tokens an epoch", "-3B").await;
    window
        .until(
            "the mark of a wrong field",
            "return document.querySelector('[aria-invalid=true]') !== null",
        )
        .await;
    reader.presses("button", "wizard.next.workload").await;
    let kept = "return document.querySelector('[aria-invalid=true]')?.value === '-3B'";
    window.until("the text that was typed", kept).await;
    window.fill("Tokens an epoch", "30M").await;
    window
        .until(
            "a field that is read",
            "return document.querySelector('[aria-invalid=true]') === null",
        )
        .await;
    reader.presses("button", "wizard.next.workload").await;
    reader.presses("button", "wizard.back").await;
    let field = window.find("textbox", "Tokens an epoch").await;
    assert_eq!(field.prop("value").await.unwrap().as_deref(), Some("30M"));
    reader.presses("button", "wizard.next.workload").await;
    reader.presses("button", "wizard.next.limits").await;
    reader.ranking().await;
    reader.presses("button", "result.edit").await;
    let field = window.find("textbox", "Tokens an epoch").await;
    assert_eq!(field.prop("value").await.unwrap().as_deref(), Some("30M"));
    reader.window.close().await;
}

#[tokio::test]
async fn refusals_by_reason_add_up_to_all_that_were_refused() {
    let desk = Desk::fresh(Locale::En);
    let reader = Reader::sits_down(&desk, Locale::En).await;
    reader.goes_on_to_the_result("training").await;
    reader.window.key("w").await;
    reader.window.css("dialog details").await;
    let counts = "return [...document.querySelectorAll('dialog details > summary > b')].map(\
        (count) => Number(count.textContent.replaceAll(',', '')))";
    let counts: Vec<u64> =
        serde_json::from_value(reader.window.script(counts, Vec::new()).await).unwrap();
    let title = reader
        .window
        .script(
            "return document.querySelector('dialog h2').textContent",
            Vec::new(),
        )
        .await;
    let all: String = title
        .as_str()
        .unwrap()
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    assert_eq!(counts.iter().sum::<u64>().to_string(), all);
    assert!(counts.len() > 1, "more than one reason: {counts:?}");
    reader.window.close().await;
}

#[tokio::test]
async fn the_choices_are_saved_as_csv_and_shown_in_the_file_manager() {
    let desk = Desk::fresh(Locale::En);
    let reader = Reader::sits_down(&desk, Locale::En).await;
    reader.goes_on_to_the_result("training").await;
    let rows = reader.ranking().await;
    reader.presses("button", "result.export").await;
    reader.presses("button", "saved.reveal").await;
    let files = desk.downloads();
    assert_eq!(files.len(), 1, "{files:?}");
    assert_eq!(files[0].file_name().unwrap(), "tiaoka-choices.csv");
    let csv = fs::read_to_string(&files[0]).unwrap();
    assert!(csv.starts_with('\u{feff}'), "Excel knows it as UTF-8");
    assert!(
        csv.lines().count() > rows.len(),
        "a head and {} rows: {csv}",
        rows.len()
    );
    assert_eq!(
        desk.opened_in_all(1).await,
        [files[0].parent().unwrap().display().to_string()]
    );
    reader.window.close().await;
}

#[tokio::test]
async fn a_shortlist_survives_a_restart_and_its_deletion_can_be_undone() {
    let desk = Desk::fresh(Locale::En);
    let reader = Reader::sits_down(&desk, Locale::En).await;
    reader.goes_on_to_the_result("training").await;
    reader.presses("button", "result.keep").await;
    reader.window.fill("Name", "For the paper").await;
    reader.window.press("button", "Keep 5 plans").await;
    reader.window.reads(&Locale::En.words("keep.done")).await;
    reader.window.quit().await;

    let reader = Reader::sits_down(&desk, Locale::En).await;
    reader.presses("link", "rail.settings").await;
    reader.presses("link", "settings.tab.shortlists").await;
    reader.window.reads("For the paper").await;
    let kept = reader.window.call("shortlists", Value::Null).await.unwrap();
    reader.presses("button", "settings.lists.delete").await;
    reader.presses("button", "undo.undo").await;
    reader.window.reads("For the paper").await;
    assert_eq!(
        reader.window.call("shortlists", Value::Null).await.unwrap(),
        kept
    );
    reader.window.close().await;
}
