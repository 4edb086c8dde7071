//! Fits the constants of the predictions to published measurements, and says how good they are.
//!
//! A developer's tool: it runs the engine's own functions over the rows of `crates/core/data` and is
//! no part of what ships. `docs/model/README.md` says how to use it.

mod calibrate;
mod document;
mod folds;
mod refit;
mod report;
mod rows;
mod solve;
#[cfg(test)]
mod tests;
mod write;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use tiaoka_core::model::{Group, constants};
use tiaoka_core::observation::Point;
use tiaoka_core::predict::Kind;

use folds::{Bench, Foretold};
use report::By;
use rows::Row;

/// How good are the predictions, and which constants make them better?
///
/// Without `--group` the shipped constants are scored. With it, those of the group are fitted, scored
/// on the rows asked for and, with `--write`, put in place of the shipped ones. `--refit` does all of it.
#[derive(Debug, Parser)]
struct Options {
    /// Fit every group, predict each source without it, calibrate, and write all that follows from it.
    #[arg(long)]
    refit: bool,
    /// Fit this group: llm, train, memory, vision, diffusion.
    #[arg(long, value_parser = group)]
    group: Option<Group>,
    /// Predict each source by constants fitted without it.
    #[arg(long)]
    loso: bool,
    /// Predict each card by constants fitted without it.
    #[arg(long)]
    loco: bool,
    /// Predict 30 % of published.csv by constants fitted to the other rows.
    #[arg(long)]
    held_back: bool,
    /// Seed of the rows held back.
    #[arg(long, default_value_t = 20_261_130)]
    seed: u64,
    /// Write values and rows of the group, and the lists of what was measured.
    #[arg(long)]
    write: bool,
    /// Only these kinds: train_llm, decode, memory_train, …
    #[arg(long, value_delimiter = ',', value_parser = kind)]
    kind: Vec<Kind>,
    /// List so many of the rows that are farthest off.
    #[arg(long, value_name = "N")]
    worst: Option<usize>,
    /// Medians of ln(predicted ÷ measured) by this.
    #[arg(long)]
    by: Option<By>,
    /// Only rows of sources whose name holds this text.
    #[arg(long)]
    source: Option<String>,
    /// List the constants with prior, value and rows.
    #[arg(long)]
    show: bool,
}

fn kind(text: &str) -> Result<Kind, String> {
    Kind::by_key(text).ok_or_else(|| one_of(Kind::ALL.iter().map(|kind| kind.key())))
}

fn group(text: &str) -> Result<Group, String> {
    let known = || Group::ALL.into_iter();
    let found = known().find(|group| group.name() == text);
    found.ok_or_else(|| one_of(known().map(Group::name)))
}

fn one_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    format!("one of {}", names.collect::<Vec<_>>().join(", "))
}

fn main() -> ExitCode {
    match run(&Options::parse(), &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that closed the pipe has read enough.
        Err(error) if is_closed_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "tiaoka-fit: {error}");
            ExitCode::FAILURE
        }
    }
}

fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn run(options: &Options, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let rows = rows::load(&Kind::ALL, constants());
    if options.refit {
        return refit::run(&rows.scored, options.seed, out);
    }
    match options.group {
        Some(group) => fit(options, group, &rows.scored, out),
        None => {
            report::refusals(out, &rows, &options.kind)?;
            let shipped = folds::predicted(rows.scored.iter(), constants());
            scored(options, "Shipped constants", shipped, out)
        }
    }
}

fn fit(
    options: &Options,
    group: Group,
    rows: &[Row],
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let lines = group.shipped();
    let bench = Bench {
        all: rows,
        lines: &lines,
        group,
        base: constants(),
    };
    let whole = bench.fit(|_| true);
    writeln!(
        out,
        "{}: {} steps, sum {:.1}",
        group.name(),
        whole.steps,
        whole.sum
    )?;
    let fitted = whole.apply(constants());
    if options.show {
        report::values(out, &lines, &whole)?;
    }
    if options.write {
        write::constants(group, &whole)?;
        write::evidence(&folds::coverage(rows.iter()))?;
    }
    let mut plain = !options.show;
    if options.held_back {
        let held = folds::held_back(rows, options.seed);
        scored(options, "Held back", bench.hold_back(&held), out)?;
        plain = false;
    }
    if options.loco {
        scored(options, "Left-out card", bench.leave_out(Row::card), out)?;
        plain = false;
    }
    if options.loso {
        scored(
            options,
            "Left-out source",
            bench.leave_out(Row::source),
            out,
        )?;
        plain = false;
    }
    if plain {
        let fitted = folds::predicted(bench.rows().into_iter(), &fitted);
        scored(options, "Fitted", fitted, out)?;
    }
    Ok(())
}

/// The tables and lists of one way of predicting.
fn scored(
    options: &Options,
    title: &str,
    foretold: Vec<Foretold<'_>>,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let wanted = |row: &Row| {
        let kind = options.kind.is_empty() || options.kind.contains(&row.case.kind);
        kind && options
            .source
            .as_ref()
            .is_none_or(|text| row.source.contains(text))
    };
    let foretold: Vec<_> = foretold
        .into_iter()
        .filter(|(row, _)| wanted(row))
        .collect();
    let points = |part: fn(&Row) -> bool| -> Vec<Point> {
        foretold
            .iter()
            .filter(|(row, _)| part(row))
            .map(|(_, point)| *point)
            .collect()
    };
    report::table(out, &format!("{title}, both files"), &points(|_| true))?;
    report::table(
        out,
        &format!("{title}, published.csv"),
        &points(|row| row.is_first_collection),
    )?;
    report::table(
        out,
        &format!("{title}, published-more.csv"),
        &points(|row| !row.is_first_collection),
    )?;
    let scored: Vec<_> = foretold
        .iter()
        .map(|(row, point)| (*row, (point.predicted.value / point.measured).ln()))
        .collect();
    if let Some(by) = options.by {
        report::medians(out, by, &scored)?;
    }
    if let Some(count) = options.worst {
        report::worst(out, count, &scored)?;
    }
    Ok(())
}
