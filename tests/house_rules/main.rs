//! The rules of ARCHITECTURE.md that a compiler does not know, as tests.

mod files;
mod imports;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("tests lies in the root")
        .to_path_buf()
}

/// Folders that are made, not written.
const MADE: [&str; 6] = ["target", "node_modules", "dist", "gen", "artefacts", ".git"];

/// Every written file below `folder` with one of these endings, sorted, with its text.
fn sources(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect(&root().join(folder), endings, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, endings: &[&str], found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            if !MADE.contains(&name.as_str()) {
                collect(&path, endings, found);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            let shown = path
                .strip_prefix(root())
                .unwrap_or(&path)
                .display()
                .to_string();
            found.push((
                shown,
                fs::read_to_string(&path).expect("a source file is UTF-8"),
            ));
        }
    }
}

/// Whether a file of `src` holds the tests of the module it lies beside, which says what it is for.
fn is_test(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.contains("/src/") && path.contains("/tests/")
}

/// Fails with every broken place, so that one run shows all of them.
#[track_caller]
fn none_of(rule: &str, broken: Vec<String>) {
    assert!(broken.is_empty(), "{rule}:\n  {}", broken.join("\n  "));
}
