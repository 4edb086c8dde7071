//! Who may import whom: the table of ARCHITECTURE.md, section 1, against each Cargo.toml.

use super::{none_of, root};

/// Crate, where it lies, and the crates of ours it may import.
const MAY_IMPORT: [(&str, &str, &[&str]); 5] = [
    ("tiaoka-core", "crates/core", &[]),
    ("tiaoka-app", "crates/app", &["tiaoka-core"]),
    ("tiaoka", "crates/cli", &["tiaoka-app", "tiaoka-core"]),
    ("tiaoka-fit", "crates/fit", &["tiaoka-core"]),
    (
        "tiaoka-desktop",
        "src-tauri",
        &["tiaoka-app", "tiaoka-core"],
    ),
];

/// Crate, and the libraries it must never import.
const NEVER: [(&str, &[&str]); 5] = [
    (
        "crates/core",
        &["tokio", "reqwest", "rusqlite", "tauri", "clap"],
    ),
    ("crates/app", &["tauri", "clap"]),
    ("crates/cli", &["tauri", "rusqlite", "reqwest"]),
    ("crates/fit", &["tauri", "rusqlite", "reqwest"]),
    ("src-tauri", &["rusqlite", "reqwest", "clap"]),
];

/// Names in `[dependencies]` and `[build-dependencies]` of a manifest.
fn dependencies(folder: &str) -> Vec<String> {
    let path = root().join(folder).join("Cargo.toml");
    let text = std::fs::read_to_string(&path).expect("each crate has a manifest");
    let manifest: toml::Table = text.parse().expect("a manifest is TOML");
    let tables = ["dependencies", "build-dependencies"];
    let tables = tables
        .iter()
        .filter_map(|name| manifest.get(*name)?.as_table());
    tables.flat_map(|table| table.keys().cloned()).collect()
}

#[test]
fn nothing_imports_upward_or_sideways() {
    let mut broken = Vec::new();
    for (name, folder, allowed) in MAY_IMPORT {
        for found in dependencies(folder) {
            if found.starts_with("tiaoka") && !allowed.contains(&found.as_str()) {
                broken.push(format!("{name} imports {found}"));
            }
        }
    }
    none_of("A solid arrow means \"may import\"", broken);
}

#[test]
fn no_crate_imports_what_it_must_never_import() {
    let mut broken = Vec::new();
    for (folder, never) in NEVER {
        for found in dependencies(folder) {
            if never.contains(&found.as_str()) {
                broken.push(format!("{folder} imports {found}"));
            }
        }
    }
    none_of("Some libraries stay out of some crates", broken);
}

#[test]
fn dependencies_are_declared_once_and_sorted() {
    let text = std::fs::read_to_string(root().join("Cargo.toml")).expect("the root has a manifest");
    let block = text
        .split("[workspace.dependencies]")
        .nth(1)
        .unwrap_or_default();
    let block = block.split("\n[").next().unwrap_or_default();
    for group in block.split("\n\n") {
        let names: Vec<&str> = group
            .lines()
            .filter_map(|line| Some(line.split_once(" = ")?.0))
            .collect();
        assert!(names.is_sorted(), "sort these dependencies: {names:?}");
    }
}
