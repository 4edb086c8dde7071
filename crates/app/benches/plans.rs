//! How long a later start and the plans table take, on the shipped catalogue and on ten times as
//! many rows: the question of `tiaoka plans --min-gpu-memory-gb 24 --billing on-demand --limit 20`.
#![expect(clippy::unwrap_used, reason = "a bench stops where its setting fails")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use jiff::Timestamp;
use tempfile::TempDir;
use tiaoka_app::App;
use tiaoka_app::views::offers::PlansQuery;
use tiaoka_app::wording::Language;

fn now() -> Timestamp {
    Timestamp::from_second(1_796_061_600).unwrap()
}

/// A folder with the shipped catalogue.
fn shipped() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    App::open(folder.path(), now).unwrap();
    folder
}

/// A folder with the shipped catalogue and nine copies of it under other sellers' names.
fn tenfold() -> TempDir {
    let folder = shipped();
    let app = App::open(folder.path(), now).unwrap();
    let sheet = String::from_utf8(app.export_prices(true).unwrap()).unwrap();
    for copy in 1..10 {
        let mut lines = sheet.lines();
        let head = lines.next().unwrap();
        let rows = lines.map(|line| format!("copy-{copy}-{line}\n"));
        let copied = std::iter::once(format!("{head}\n"))
            .chain(rows)
            .collect::<String>();
        let outcome = app
            .import_prices("copy.csv", copied.as_bytes(), true, Language::En)
            .unwrap();
        assert!(outcome.imported > 5_000);
    }
    folder
}

fn query() -> PlansQuery {
    PlansQuery {
        min_gpu_memory_gb: Some(24.0),
        billing: vec![String::from("on-demand")],
        limit: Some(20),
        ..PlansQuery::default()
    }
}

fn plans(c: &mut Criterion) {
    for (name, folder) in [("shipped", shipped()), ("tenfold", tenfold())] {
        c.bench_function(&format!("open/{name}"), |b| {
            b.iter(|| App::open(black_box(folder.path()), now).unwrap());
        });
        let app = App::open(folder.path(), now).unwrap();
        c.bench_function(&format!("plans/{name}"), |b| {
            b.iter(|| app.plans(black_box(&query()), Language::En).unwrap());
        });
        c.bench_function(&format!("open and plans/{name}"), |b| {
            b.iter(|| {
                App::open(folder.path(), now)
                    .unwrap()
                    .plans(&query(), Language::En)
                    .unwrap()
            });
        });
        c.bench_function(&format!("market/{name}"), |b| {
            b.iter(|| App::open(folder.path(), now).unwrap().market().unwrap());
        });
    }
    c.bench_function("first start", |b| {
        b.iter_with_large_drop(shipped);
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = plans
}
criterion_main!(benches);
