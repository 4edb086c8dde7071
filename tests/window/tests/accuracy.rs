//! How good the predictions are, and what one's own measurements do to them, in the real window.

use serde_json::{Value, json};
use tiaoka_window_tests::{Desk, Locale, Window};

/// A training run of the job that the wizard asks about: 1,500 tokens a second on one RTX 4090.
///
/// ```text
/// task,model,gpu,gpu_count,precision,seq,metric,value,unit,framework,note
/// train,llama3.1-8b,RTX 4090,1,bf16,2048,throughput,1500,tokens/s,hf-trainer+deepspeed,method=lora;mbs=1
/// ```
const OWN_RUN: &str = "dGFzayxtb2RlbCxncHUsZ3B1X2NvdW50LHByZWNpc2lvbixzZXEsbWV0cmljLHZhbHVlLHVuaXQsZnJhbWV3b3JrLG5vdGUKdHJhaW4sbGxhbWEzLjEtOGIsUlRYIDQwOTAsMSxiZjE2LDIwNDgsdGhyb3VnaHB1dCwxNTAwLHRva2Vucy9zLGhmLXRyYWluZXIrZGVlcHNwZWVkLG1ldGhvZD1sb3JhO21icz0xCg==";

async fn accuracy(desk: &Desk) -> Window {
    let window = Window::open(desk).await;
    window.press("link", "Settings").await;
    window.press("link", "Accuracy").await;
    window
        .find("heading", "How good are these predictions?")
        .await;
    window.css(".chart button").await;
    window
}

/// What the mark under the focus says.
async fn mark(window: &Window) -> String {
    let label = "return document.querySelector('.chart button').getAttribute('aria-label')";
    let label = window.script(label, Vec::new()).await;
    label.as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn arrows_walk_over_the_published_runs_and_enter_opens_their_source() {
    let desk = Desk::fresh(Locale::En);
    let window = accuracy(&desk).await;
    window.press("button", "Decode").await;
    let drawn = "return document.querySelector('.chart svg') !== null";
    window.until("the scatter", drawn).await;
    window
        .script(
            "document.querySelector('.chart button').focus()",
            Vec::new(),
        )
        .await;
    let first = mark(&window).await;
    assert!(first.starts_with("1 / "), "{first}");
    window.key("\u{E014}").await; // arrow to the right
    let second = "return document.querySelector('.chart button').getAttribute('aria-label').startsWith('2 / ')";
    window.until("the second run", second).await;
    window.picture("accuracy.en.light").await;
    window.key("\u{E007}").await; // Enter
    let opened = desk.opened_in_all(1).await;
    assert!(opened[0].starts_with("https://"), "{opened:?}");
    window.close().await;
}

#[tokio::test]
async fn an_own_run_answers_its_own_job_until_it_is_deleted_and_again_when_that_is_undone() {
    let desk = Desk::fresh(Locale::En);
    let window = Window::open(&desk).await;
    let file = json!({ "name": "mine.csv", "base64": OWN_RUN, "partial": false });
    let outcome = window.call("import_measurements", file).await.unwrap();
    assert_eq!(outcome["imported"], 1);
    window.press("link", "Settings").await;
    window.press("link", "Accuracy").await;
    window.reads("mine.csv").await;
    let evidence = async || {
        let answers = json!({ "scenario": "training" });
        let advice = window.call("recommend", answers).await.unwrap();
        let mut choices = advice["choices"].as_array().unwrap().clone();
        choices.retain(|choice| choice["gpu"]["ids"] == json!(["rtx-4090"]));
        choices[0]["evidence"].clone()
    };
    assert_eq!(evidence().await, "measured");
    window.press("button", "Delete GeForce RTX 4090").await;
    window.reads("1 result deleted").await;
    assert_ne!(evidence().await, Value::from("measured"));
    window.press("button", "Undo").await;
    window.reads("mine.csv").await;
    assert_eq!(evidence().await, "measured");
    window.close().await;
}

#[tokio::test]
async fn the_screen_is_whole_in_chinese_and_accessible() {
    let desk = Desk::fresh(Locale::ZhCn);
    let window = Window::open(&desk).await;
    window
        .script("location.hash = '#/settings/accuracy'", Vec::new())
        .await;
    window.find("heading", "这些预测准不准？").await;
    window.css(".chart button").await;
    window.picture("accuracy.zh-CN.light").await;
    assert_eq!(window.accessibility().await, [""; 0]);
    window.close().await;
}
