//! What the window does as a window: where it opens, what it refuses to open, and that it says why when the
//! database cannot be used.

use std::fs;

use serde_json::{Value, json};
use tiaoka_window_tests::{Desk, Locale, Window};

/// Case UI-03: what was saved on a second monitor, with one monitor of 1600 × 1000 left.
#[tokio::test]
async fn a_window_saved_on_a_monitor_that_is_gone_opens_inside_the_one_left() {
    let desk = Desk::fresh(Locale::En);
    desk.remember_window(&json!({
        "placement": { "x": 2600, "y": 120, "width": 1200.0, "height": 800.0, "maximized": false },
    }));
    let window = Window::open(&desk).await;
    // 1600 - 1200 = 400; the height of 800 fits under a title bar of 40 at 120.
    assert_eq!(window.rectangle().await, [400, 120, 1200, 800]);
    window.close().await;
}

#[tokio::test]
async fn a_window_opens_where_and_as_large_as_it_was_left() {
    let desk = Desk::fresh(Locale::En);
    let window = Window::open(&desk).await;
    assert_eq!(window.rectangle().await, [160, 80, 1280, 800]); // the middle, less a title bar of 40
    window
        .client()
        .set_window_rect(70, 90, 1024, 700)
        .await
        .unwrap();
    window
        .until(
            "the new size",
            "return innerWidth === 1024 && innerHeight === 700",
        )
        .await;
    window.quit().await;
    let again = Window::open(&desk).await;
    assert_eq!(again.rectangle().await, [70, 90, 1024, 700]);
    again.close().await;
}

/// Case UI-01, second half: the start before stayed blank.
#[tokio::test]
async fn after_a_blank_window_the_next_start_draws_in_a_safer_way_and_says_so_once() {
    let desk = Desk::fresh(Locale::En).with_renderer_left_to_program();
    let window = Window::open(&desk).await;
    let version = window.call("startup", Value::Null).await.unwrap()["version"].clone();
    window.quit().await;
    let lesson = json!({ "version": version, "renderer": "no_dmabuf", "told": false });
    desk.remember_window(&json!({ "lesson": lesson }));
    let says_so = async || {
        let window = Window::open(&desk).await;
        let notes = window.call("startup", Value::Null).await.unwrap()["notes"].clone();
        window.settle().await;
        window.call("first_paint", Value::Null).await.unwrap();
        window.quit().await;
        notes
            .as_array()
            .unwrap()
            .iter()
            .any(|note| note["code"] == "drawn_safely")
    };
    assert!(says_so().await);
    assert!(!says_so().await);
}

/// Case SEC-01, through the same door that the page uses.
#[tokio::test]
async fn only_a_web_page_over_tls_reaches_the_browser() {
    let desk = Desk::fresh(Locale::En);
    let window = Window::open(&desk).await;
    for text in [
        "file:///C:/x/pwn.hta",
        "ms-msdt:/id x",
        "javascript:alert(1)",
        "https:evil",
    ] {
        let answer = window
            .call("open_link", json!({ "url": text, "confirmed": true }))
            .await;
        let never = json!({ "opened": false, "host": null, "needs_confirmation": false });
        assert_eq!(answer, Ok(never), "{text}");
    }
    let open = async |url: &str, confirmed: bool| {
        window
            .call("open_link", json!({ "url": url, "confirmed": confirmed }))
            .await
    };
    let opened = json!({ "opened": true, "host": "example.com", "needs_confirmation": false });
    assert_eq!(
        open("HTTPS://example.com/ok", false).await,
        Ok(opened.clone())
    );
    let asks = json!({ "opened": false, "host": "example.com", "needs_confirmation": true });
    assert_eq!(open("https://user:pw@example.com", false).await, Ok(asks));
    desk.opened_in_all(1).await;
    assert_eq!(open("https://user:pw@example.com", true).await, Ok(opened));
    assert_eq!(
        desk.opened_in_all(2).await,
        ["https://example.com/ok", "https://user:pw@example.com/"]
    );
    window.close().await;
}

#[tokio::test]
async fn the_page_reaches_no_address_and_no_file_but_our_commands() {
    let desk = Desk::fresh(Locale::En);
    let window = Window::open(&desk).await;
    for address in [
        "http://127.0.0.1:9/",
        "https://example.com/",
        "file:///etc/hostname",
    ] {
        let refused = window.refuses_to_load(address).await;
        assert!(refused, "{address}");
    }
    for command in [
        "plugin:fs|read_text_file",
        "plugin:shell|execute",
        "plugin:window|set_title",
    ] {
        assert!(window.call(command, json!({})).await.is_err(), "{command}");
    }
    let path = json!({ "path": "/etc" });
    let refused = window.call("reveal_path", path).await.unwrap_err();
    assert_eq!(refused["code"], "file_unreachable");
    window.close().await;
}

/// Case DB-01: the old program meets the new database.
#[tokio::test]
async fn a_database_of_a_newer_version_opens_a_window_that_says_so_and_stays_as_it_is() {
    for locale in [Locale::En, Locale::ZhCn] {
        let desk = Desk::fresh(locale);
        let window = Window::open(&desk).await;
        window.call("startup", Value::Null).await.unwrap();
        window.quit().await;
        let before = desk.make_database_newer();

        let window = Window::open(&desk).await;
        let problem = window.call("startup", Value::Null).await.unwrap_err();
        assert_eq!(problem["code"], "newer_database");
        window.reads(problem["title"].as_str().unwrap()).await;
        window.reads(problem["advice"].as_str().unwrap()).await;
        let name = if locale == Locale::En {
            "newer.en"
        } else {
            "newer.zh"
        };
        window.picture(name).await;
        assert_eq!(window.accessibility().await, Vec::<String>::new());
        let (retry, quit) = if locale == Locale::En {
            ("Try again", "Quit Tiaoka")
        } else {
            ("重试", "退出挑卡")
        };
        window.press("button", retry).await;
        window.reads(problem["title"].as_str().unwrap()).await;
        assert_eq!(desk.database(), before, "the file's bytes do not change");
        window.press("button", quit).await;
        window.gone().await;
        assert_eq!(desk.database(), before, "the file's bytes do not change");
    }
}

#[tokio::test]
async fn a_file_that_is_no_database_is_named_and_left_alone() {
    let desk = Desk::fresh(Locale::En);
    fs::create_dir_all(desk.data()).unwrap();
    fs::write(
        desk.database_path(),
        "no database at all, but forty bytes long",
    )
    .unwrap();
    let window = Window::open(&desk).await;
    window.find("alert", "").await;
    window
        .reads(&desk.database_path().display().to_string())
        .await;
    assert_eq!(desk.database(), b"no database at all, but forty bytes long");
    window.close().await;
}
