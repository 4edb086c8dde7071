//! How fast the window opens and how much memory it takes: printed, never asserted.
//!
//! `cargo run --manifest-path tests/window/Cargo.toml --bin measure [starts]`, best with
//! `TIAOKA_DESKTOP` naming a release build and nothing else running. Times go from the request that starts the
//! program to the first frame that shows the first question; memory is the proportional set size of the
//! program and the web view's processes, as the kernel reports it.

use std::collections::BTreeMap;
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use tiaoka_window_tests::{Desk, Locale, Window};

/// Answers the moment, in milliseconds since 1970, of the first frame with the first question, and whether it
/// was waited for (else it had been drawn before and the moment is an upper bound).
const FIRST_QUESTION: &str = "const done = arguments[0]; let frames = 0; \
    const look = () => document.querySelector('input[name=scenario]') \
        ? requestAnimationFrame(() => done([performance.timeOrigin + performance.now(), frames > 0])) \
        : (frames += 1, requestAnimationFrame(look)); look()";

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let starts = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(5);
    let desk = Desk::fresh(Locale::En);
    let (first, _) = open_once(&desk).await;
    println!("first start, filling the database: {first:.0} ms");
    let mut times = Vec::new();
    let mut memory = Vec::new();
    for _ in 0..starts {
        let (time, mib) = open_once(&desk).await;
        times.push(time);
        memory.push(mib);
    }
    print("later starts, first question drawn", "ms", times);
    print("memory of all processes (PSS)", "MiB", memory);
}

/// Opens the window and closes it: milliseconds to the first question, MiB then in use.
async fn open_once(desk: &Desk) -> (f64, f64) {
    let before = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_secs_f64()
        * 1e3;
    let window = Window::open(desk).await;
    let asked = window.script_async(FIRST_QUESTION).await;
    let drawn = asked[0].as_f64().unwrap_or(f64::NAN);
    if asked[1] != true {
        eprintln!("the question was there before it was looked for: an upper bound");
    }
    window.settle().await;
    let mib = pss_mib(window.driver_id());
    window.quit().await;
    (drawn - before, mib)
}

fn print(what: &str, unit: &str, mut figures: Vec<f64>) {
    figures.sort_by(f64::total_cmp);
    let (Some(low), Some(high)) = (figures.first(), figures.last()) else {
        return;
    };
    let median = figures[figures.len() / 2];
    println!(
        "{what}: median {median:.0} {unit}, {low:.0} to {high:.0}, {} starts",
        figures.len()
    );
}

/// Proportional set size of everything that descends from a process, without that process itself.
fn pss_mib(ancestor: u32) -> f64 {
    let parents = parents();
    let descends = |mut process: u32| {
        while let Some(parent) = parents.get(&process) {
            if *parent == ancestor {
                return true;
            }
            process = *parent;
        }
        false
    };
    let kib: f64 = parents
        .keys()
        .filter(|process| descends(**process))
        .map(|process| pss_kib(*process))
        .sum();
    kib / 1024.0
}

/// Every process and its parent.
fn parents() -> BTreeMap<u32, u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers
        .filter_map(|process: u32| Some((process, parent(process)?)))
        .collect()
}

/// The fourth field of `/proc/PID/stat`; the second, the name, may hold blanks and ends with a bracket.
fn parent(process: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, after_name) = stat.rsplit_once(')')?;
    after_name.split_whitespace().nth(1)?.parse().ok()
}

fn pss_kib(process: u32) -> f64 {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap_or_default();
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0.0)
}
