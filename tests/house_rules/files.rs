//! Files: their length, their first line, and what must not be in them.

use super::{is_test, none_of, sources};

const CODE: [&str; 4] = [".rs", ".ts", ".svelte", ".py"];

/// Every written source file of the product, its tests and its scripts.
fn code() -> Vec<(String, String)> {
    let folders = ["crates", "src-tauri", "ui", "tests", "scripts"];
    folders
        .iter()
        .flat_map(|folder| sources(folder, &CODE))
        .collect()
}

#[test]
fn no_file_is_longer_than_400_lines() {
    let long = code()
        .into_iter()
        .filter(|(path, _)| !path.ends_with("bindings.ts"));
    let long = long.filter(|(_, text)| text.lines().count() > 400);
    let long = long.map(|(path, text)| format!("{path}: {} lines", text.lines().count()));
    none_of("A file is one idea, at most 400 lines", long.collect());
}

#[test]
fn every_rust_module_opens_by_saying_what_it_is_for() {
    let modules = code()
        .into_iter()
        .filter(|(path, _)| path.ends_with(".rs") && !is_test(path));
    let silent = modules.filter(|(_, text)| !text.trim_start().starts_with("//!"));
    none_of(
        "A module's first line says what it is for",
        silent.map(|(path, _)| path).collect(),
    );
}

#[test]
fn nothing_is_left_to_be_done_later() {
    // Written apart, so that this file does not find itself.
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("unimpl", "emented!"),
    ];
    let left = code().into_iter().flat_map(|(path, text)| {
        let lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| marks.iter().any(|m| line.contains(m)));
        lines
            .map(|(number, line)| format!("{path}:{}: {}", number + 1, line.trim()))
            .collect::<Vec<_>>()
    });
    none_of("Work is finished before it lands", left.collect());
}

#[test]
fn the_core_reads_no_file_no_socket_and_no_clock() {
    let world = [
        "std::fs",
        "std::net",
        "std::env",
        "std::process",
        "std::thread",
        "SystemTime",
        "Instant::now",
        "Timestamp::now",
        "Zoned::now",
        "async fn",
        ".await",
        "println!",
        "eprintln!",
    ];
    let mut broken = Vec::new();
    for (path, text) in sources("crates/core/src", &[".rs"]) {
        for (number, line) in text.lines().enumerate() {
            let code = line.trim_start();
            if !code.starts_with("//") && world.iter().any(|word| code.contains(word)) {
                broken.push(format!("{path}:{}: {code}", number + 1));
            }
        }
    }
    none_of("The core is pure", broken);
}

#[test]
fn the_page_calls_the_program_in_one_place_and_no_address() {
    let mut broken = Vec::new();
    for (path, text) in sources("ui/src", &[".ts", ".svelte"]) {
        let calls = text.contains("@tauri-apps/api") && path != "ui/src/ipc/call.ts";
        let reaches = ["fetch(", "XMLHttpRequest", "WebSocket(", "EventSource("];
        if calls || reaches.iter().any(|word| text.contains(word)) {
            broken.push(path);
        }
    }
    none_of(
        "Only ipc/call.ts reaches the program, and nothing reaches the network",
        broken,
    );
}
