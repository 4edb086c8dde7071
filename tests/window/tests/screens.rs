//! The plans table and the settings, in the real window.

use serde_json::json;
use tiaoka_window_tests::{Desk, Locale, Window};

const ROWS: &str = "table[role=grid] tbody tr.row";

/// The plans table, with its first rows.
async fn plans(desk: &Desk) -> Window {
    let window = Window::open(desk).await;
    window.press("link", "Plans").await;
    window.css(ROWS).await;
    window
}

/// Text of a column's cells that are on the page.
async fn column(window: &Window, class: &str) -> Vec<String> {
    window
        .until(
            "the rows have not come",
            "return document.querySelector('tr.row .coming') === null",
        )
        .await;
    let cells = format!(
        "return [...document.querySelectorAll('{ROWS} td.{class}')].map((cell) => cell.innerText.trim())"
    );
    serde_json::from_value(window.script(&cells, Vec::new()).await).unwrap()
}

/// How many rows the table has, seen or not.
async fn total(window: &Window) -> u64 {
    let count = "return Number(document.querySelector('table[role=grid]').getAttribute('aria-rowcount')) - 1";
    window.script(count, Vec::new()).await.as_u64().unwrap()
}

/// A figure as shown, without the mark of a converted one.
fn figure(text: &str) -> f64 {
    text.trim_start_matches('≈')
        .trim()
        .replace(',', "")
        .parse()
        .unwrap()
}

#[tokio::test]
async fn thousands_of_rows_are_scrolled_to_the_last_one() {
    let desk = Desk::fresh(Locale::En);
    let window = plans(&desk).await;
    let all = total(&window).await;
    assert!(all > 4_000, "{all} offers that can be ranked");
    let on_the_page = format!("return document.querySelectorAll('{ROWS}').length");
    assert!(
        window
            .script(&on_the_page, Vec::new())
            .await
            .as_u64()
            .unwrap()
            < 100
    );
    window
        .script(
            "document.querySelector('table[role=grid]').parentElement.scrollTop = 1e9",
            Vec::new(),
        )
        .await;
    let last = format!(
        "return document.querySelector('{ROWS}[aria-rowindex=\"{}\"] td:not(:empty)') !== null",
        all + 1
    );
    window.until("the last row", &last).await;
    assert!(
        column(&window, "provider")
            .await
            .iter()
            .all(|name| !name.is_empty())
    );
    window.close().await;
}

#[tokio::test]
async fn filters_narrow_the_table_and_the_cross_on_a_filter_takes_it_back() {
    let desk = Desk::fresh(Locale::En);
    let window = plans(&desk).await;
    let all = total(&window).await;
    window.press("button", "Memory").await;
    window.press("radio", "≥ 80 GiB").await;
    window.until("fewer rows", &format!("return document.querySelector('table[role=grid]').getAttribute('aria-rowcount') < {all}")).await;
    let memory = column(&window, "memory").await;
    assert!(memory.iter().all(|gib| figure(gib) >= 80.0), "{memory:?}");
    window.press("button", "Clear Memory").await;
    window.until("all rows", &format!("return Number(document.querySelector('table[role=grid]').getAttribute('aria-rowcount')) === {}", all + 1)).await;
    window.close().await;
}

#[tokio::test]
async fn a_head_sorts_its_column_and_says_so() {
    let desk = Desk::fresh(Locale::En);
    let window = plans(&desk).await;
    // The table opens with the cheapest card first.
    for (order, falls) in [("descending", true), ("ascending", false)] {
        window.press("button", "¥/GPU·h").await;
        let sorted = format!(
            "return document.querySelector('th.per_gpu').getAttribute('aria-sort') === '{order}'"
        );
        window.until(order, &sorted).await;
        window.until("the answer", "return document.querySelector('table[role=grid]').getAttribute('aria-busy') !== 'true'").await;
        let cells = column(&window, "per_gpu").await;
        let prices: Vec<f64> = cells
            .iter()
            .filter(|cell| *cell != "–")
            .map(|cell| figure(cell))
            .collect();
        let ordered = prices.windows(2).all(|pair| {
            if falls {
                pair[0] >= pair[1]
            } else {
                pair[0] <= pair[1]
            }
        });
        assert!(prices.len() > 10 && ordered, "{order}: {prices:?}");
    }
    window.close().await;
}

#[tokio::test]
async fn held_offers_stand_in_their_place_with_a_reason_and_their_price_struck_through() {
    let desk = Desk::fresh(Locale::En);
    let window = plans(&desk).await;
    let all = total(&window).await;
    let startup = window
        .call("startup", serde_json::Value::Null)
        .await
        .unwrap();
    let held = startup["held"].as_u64().unwrap();
    assert!(held > 0);
    window.press("checkbox", "held").await;
    let more = format!(
        "return Number(document.querySelector('table[role=grid]').getAttribute('aria-rowcount')) === {}",
        all + held + 1
    );
    window.until("all rows and the held ones", &more).await;
    // The held row may stand anywhere: its name brings it into sight.
    let page = window
        .call("query_offers", json!({ "held": true, "limit": 1500 }))
        .await
        .unwrap();
    let rows = page["offers"].as_array().unwrap();
    let row = rows
        .iter()
        .find(|row| !row["quarantine"].is_null() && !row["price_per_gpu_hour"].is_null());
    let plan = row.unwrap()["plan"].as_str().unwrap();
    window.fill("GPU, plan, region", plan).await;
    let struck = "return document.querySelector('td.held s') !== null && document.querySelector('td.held.stock').innerText.trim().startsWith('held:')";
    window.until("a held row with its reason", struck).await;
    window.picture("plans-held.en.light").await;
    window.close().await;
}

#[tokio::test]
async fn a_chinese_spelling_finds_the_card_and_a_row_opens_to_its_sources() {
    let desk = Desk::fresh(Locale::En);
    let window = plans(&desk).await;
    let all = total(&window).await;
    window.fill("GPU, plan, region", "昇腾910B").await;
    window.until("fewer rows", &format!("return document.querySelector('table[role=grid]').getAttribute('aria-rowcount') < {all}")).await;
    let cards = column(&window, "gpu").await;
    assert!(cards.iter().all(|card| card.contains("910")), "{cards:?}");
    window
        .css("table[role=grid]")
        .await
        .send_keys("\u{E007}")
        .await
        .unwrap();
    window.css("aside[aria-label=Offer] dl").await;
    window.reads("sighting").await;
    window.picture("offer.en.light").await;
    window.close().await;
}

#[tokio::test]
async fn language_and_theme_hold_at_once_and_after_a_restart() {
    let desk = Desk::fresh(Locale::En);
    let window = Window::open(&desk).await;
    window.press("link", "Settings").await;
    window.press("radio", "中文").await;
    window.find("heading", "设置").await;
    window.press("radio", "深色").await;
    window
        .until(
            "the dark theme",
            "return document.documentElement.dataset.theme === 'dark'",
        )
        .await;
    window.quit().await;

    let again = Window::open(&desk).await;
    again.find("heading", "要用显卡做什么？").await;
    let dark = "return document.documentElement.dataset.theme === 'dark' && document.documentElement.lang === 'zh-CN'";
    again.until("the dark theme and Chinese", dark).await;
    again.close().await;
}

#[tokio::test]
async fn a_rate_of_ones_own_changes_converted_prices_and_can_be_taken_back() {
    let desk = Desk::fresh(Locale::En);
    let window = Window::open(&desk).await;
    let published = window.call("rates", serde_json::Value::Null).await.unwrap();
    let own = window
        .call("set_rate", json!({ "currency": "USD", "cny": "10" }))
        .await
        .unwrap();
    assert_eq!(
        (&own[0]["currency"], &own[0]["cny"], &own[0]["own"]),
        (&json!("USD"), &json!("10"), &json!(true))
    );
    window.press("link", "Settings").await;
    window.press("link", "Currency and rates").await;
    window.reads("yours").await;
    window.press("button", "Use the published one").await;
    window.reads("USD uses the published rate again").await;
    assert_eq!(
        window.call("rates", serde_json::Value::Null).await.unwrap(),
        published
    );
    window.close().await;
}
