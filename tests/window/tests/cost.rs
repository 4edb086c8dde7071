//! The whole cost and what is counted in images, in the real window.

use serde_json::{Value, json};
use tiaoka_window_tests::{Desk, Locale, Reader};

/// A printed sum, in ten-thousandths of the currency so that it adds up without rounding.
#[derive(Debug)]
struct Sum {
    /// What is added; parts that are not known are left out.
    parts: Vec<i64>,
    /// The sum before discounts and each discount; empty where none is ticked.
    below: Vec<i64>,
    total: i64,
}

/// Reads the sum of the panel with this heading.
async fn sum(reader: &Reader, heading: &str) -> Sum {
    let read = format!(
        "const panel = [...document.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === {}); \
         if (!panel) return null; \
         const units = (text) => Math.round(Number(text.replace('−', '-').replace(/[≥,\\s\\u00a0]/g, '')) * 10000); \
         const figures = (body) => [...(body?.rows ?? [])].map((row) => row.cells[2].textContent).filter((text) => text !== '–').map(units); \
         const table = panel.querySelector('table'); \
         return [figures(table.tBodies[0]), figures(table.tBodies[1]), figures(table.tFoot)[0]]",
        json!(heading)
    );
    let sum = reader.window.until("the sum", &read).await;
    let (parts, below, total) = serde_json::from_value(sum).unwrap();
    Sum {
        parts,
        below,
        total,
    }
}

/// Only one seller, from the limits on to the result.
async fn goes_on_with_only(reader: &Reader, seller: &str) {
    reader.presses("button", "field.provider").await;
    reader
        .window
        .fill(&reader.locale.words("wizard.providers.find"), seller)
        .await;
    reader.window.press("checkbox", seller).await;
    reader.window.key("\u{E00C}").await; // Escape
    reader.presses("button", "wizard.next.limits").await;
    reader.ranking().await;
}

#[tokio::test]
async fn an_image_generator_is_asked_for_pictures_and_ranked_by_images_a_second() {
    for locale in [Locale::En, Locale::ZhCn] {
        let desk = Desk::fresh(locale);
        let reader = Reader::sits_down(&desk, locale).await;
        reader.chooses("inference").await;
        reader
            .window
            .fill(&locale.words("field.model"), "sdxl")
            .await;
        reader
            .window
            .find("textbox", &locale.words("field.image_steps"))
            .await;
        reader
            .presses("radio", "wizard.load.per_month.images")
            .await;
        reader
            .window
            .fill(&locale.words("wizard.load.per_month.images"), "100000")
            .await;
        reader.presses("button", "wizard.next.workload").await;
        reader.awaits("wizard.limits.title").await;
        reader.presses("button", "wizard.next.limits").await;
        assert!(reader.ranking().await.len() >= 10);
        reader
            .window
            .find("columnheader", &locale.words("unit.rate.images"))
            .await;
        reader.window.reads("sdxl").await;
        reader.looks("result-images", "light").await;
        reader.window.close().await;
    }
}

#[tokio::test]
async fn every_part_of_a_cost_adds_up_and_a_discount_that_is_ticked_comes_off_at_once() {
    let desk = Desk::fresh(Locale::En);
    let reader = Reader::sits_down(&desk, Locale::En).await;
    reader.chooses("training").await;
    reader.presses("button", "wizard.next.workload").await;
    reader.awaits("wizard.limits.title").await;
    goes_on_with_only(&reader, "AutoDL").await;
    reader.presses("button", "result.see_sum").await;

    let listed = sum(&reader, "Cost").await;
    assert_eq!(listed.parts.iter().sum::<i64>(), listed.total, "{listed:?}");
    assert!(listed.below.is_empty(), "no discount is ticked: {listed:?}");

    reader
        .window
        .press("checkbox", "Student certification")
        .await;
    reader.window.reads(&Locale::En.words("detail.list")).await;
    let paid = sum(&reader, "Cost").await;
    assert_eq!(paid.parts, listed.parts);
    assert_eq!(
        paid.below[0], listed.total,
        "the sum before is the one of before"
    );
    assert_eq!(paid.below.iter().sum::<i64>(), paid.total, "{paid:?}");
    assert!(paid.total < listed.total);

    reader
        .window
        .press("checkbox", "Student certification")
        .await;
    let gone = "return document.querySelector('.discount input:checked') === null";
    reader.window.until("the tick is gone", gone).await;
    reader.window.reads("would save").await;
    assert_eq!(sum(&reader, "Cost").await.total, listed.total);
    reader.window.close().await;
}

/// A picture of the README, in both languages.
#[tokio::test]
async fn where_a_seller_has_monthly_prices_both_are_drawn_and_can_be_read_as_a_table() {
    for (locale, theme) in [(Locale::ZhCn, "light"), (Locale::En, "dark")] {
        let desk = Desk::fresh(locale);
        let reader = Reader::sits_down(&desk, locale).await;
        reader.chooses_theme(theme).await;
        reader.goes_on_to_the_result("inference").await;
        let asked = json!({ "scenario": "inference", "limit": "60" });
        let advice = reader.window.call("recommend", asked).await.unwrap();
        let terms = |choice: &&Value| choice["cost"]["break_even"][0].is_object();
        let choice = advice["choices"].as_array().unwrap().iter().find(terms);
        let id = &choice.expect("one of the first sixty has a monthly price")["id"];
        let open = format!("location.hash = '#/pick/result/' + encodeURIComponent({id})");
        reader.window.script(&open, Vec::new()).await;
        let drawn = "return document.querySelectorAll('.ways .marks button').length > 0";
        reader.window.until("the marks of the chart", drawn).await;
        reader.looks("break-even", theme).await;
        let first = "document.querySelector('.ways .marks button').focus()";
        reader.window.script(first, Vec::new()).await;
        reader.window.key("t").await;
        reader.window.css(".ways table tbody tr").await;
        let found = reader.window.accessibility().await;
        assert_eq!(found, Vec::<String>::new());
        reader.window.close().await;
    }
}

/// A picture of the README, in both languages.
#[tokio::test]
async fn the_sum_of_the_pick_stands_above_what_would_change_the_pick() {
    for (locale, theme) in [(Locale::ZhCn, "light"), (Locale::En, "dark")] {
        let desk = Desk::fresh(locale);
        let reader = Reader::sits_down(&desk, locale).await;
        reader.chooses_theme(theme).await;
        reader.chooses("training").await;
        let words = |key: &str| locale.words(key);
        reader.window.fill(&words("field.model"), "qwen3-8b").await;
        reader.window.key("\u{E00C}").await; // Escape
        reader.window.fill(&words("field.epochs"), "3").await;
        reader.presses("button", "wizard.next.workload").await;
        reader.awaits("wizard.limits.title").await;
        goes_on_with_only(&reader, "AutoDL").await;
        reader.presses("button", "result.see_sum").await;
        let tick = "const box = document.querySelector('.discount input:not(:disabled)'); \
            box?.click(); return box !== null";
        reader.window.until("a discount to tick", tick).await;
        reader.window.reads(&words("detail.list")).await;
        let bars = "return document.querySelectorAll('dd i').length > 1";
        reader
            .window
            .until("the bars of what would change", bars)
            .await;
        reader.looks("cost", theme).await;
        reader.window.close().await;
    }
}
