//! The tables of `docs/model/accuracy.md`, between the marks `<!-- tables -->` and `<!-- /tables -->`.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use tiaoka_core::observation::{
    Accuracy, Baseline, Method, Point, Scored, Split, accuracy, baselines,
};
use tiaoka_core::predict::{Evidence, Kind};

use crate::folds::Foretold;
use crate::refit::{Refit, by_source};

const BEGIN: &str = "<!-- tables -->";
const END: &str = "<!-- /tables -->";

/// Median errors to reach on left-out sources, in the order of the kinds.
const GOALS: [f64; 9] = [0.18, 0.18, 0.30, 0.14, 0.28, 0.25, 0.30, 0.10, 0.20];
/// Median and 90th percentile on rows held back that the constants before this fit had.
const BEFORE: [(f64, f64); 9] = [
    (0.058, 0.315),
    (0.095, 0.260),
    (0.134, 0.439),
    (0.059, 0.230),
    (0.139, 0.442),
    (0.117, 0.311),
    (0.062, 0.297),
    (0.034, 0.166),
    (0.087, 0.244),
];

/// Puts the tables of a refit in place of those in the document.
pub(crate) fn write(refit: &Refit<'_>, scored: &[Scored]) -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/model/accuracy.md");
    let text = fs::read_to_string(&path)?;
    let (before, rest) = text
        .split_once(BEGIN)
        .ok_or("accuracy.md has lost its first mark")?;
    let (_, after) = rest
        .split_once(END)
        .ok_or("accuracy.md has lost its second mark")?;
    fs::write(
        path,
        format!(
            "{before}{BEGIN}\n\n{}\n{END}{after}",
            tables(refit, scored)?
        ),
    )?;
    Ok(())
}

fn tables(refit: &Refit<'_>, scored: &[Scored]) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    left_out(&mut text, refit)?;
    known(&mut text, refit)?;
    cards(&mut text, refit)?;
    simple(&mut text, refit, scored)?;
    sigmas(&mut text, refit)?;
    sources(&mut text, refit)?;
    Ok(text)
}

fn of(foretold: &[Foretold<'_>]) -> Vec<Accuracy> {
    let points: Vec<Point> = foretold.iter().map(|(_, point)| *point).collect();
    accuracy(&points)
}

fn place(kind: Kind) -> usize {
    Kind::ALL
        .iter()
        .position(|one| *one == kind)
        .unwrap_or_default()
}

fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

fn left_out(text: &mut String, refit: &Refit<'_>) -> std::fmt::Result {
    writeln!(text, "### Sources left out\n")?;
    writeln!(text, "Errors in %, goals for the median.\n")?;
    writeln!(
        text,
        "| kind | rows | sources | median | goal | p90 | within 25 % | in the 80 % interval |"
    )?;
    writeln!(
        text,
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    )?;
    let groups = by_source(&refit.left_out);
    for line in of(&refit.left_out) {
        let sources = groups
            .keys()
            .filter(|(kind, _)| *kind == line.kind.key())
            .count();
        writeln!(
            text,
            "| `{}` | {} | {sources} | {} | {:.0} | {} | {} | {} |",
            line.kind.key(),
            line.rows,
            percent(line.median_ape),
            GOALS[place(line.kind)] * 100.0,
            percent(line.p90_ape),
            percent(line.within_25),
            percent(line.in_80_interval)
        )?;
    }
    Ok(())
}

fn known(text: &mut String, refit: &Refit<'_>) -> std::fmt::Result {
    writeln!(text, "\n### Rows held back inside known sources\n")?;
    writeln!(
        text,
        "Errors in %; the most that is allowed is 1.15 and 1.25 times what the constants before had.\n"
    )?;
    writeln!(
        text,
        "| kind | rows | median | at most | p90 | at most | in the 80 % interval |"
    )?;
    writeln!(text, "| --- | ---: | ---: | ---: | ---: | ---: | ---: |")?;
    for line in of(&refit.known) {
        let (median, p90) = BEFORE[place(line.kind)];
        writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} | {} |",
            line.kind.key(),
            line.rows,
            percent(line.median_ape),
            percent(1.15 * median),
            percent(line.p90_ape),
            percent(1.25 * p90),
            percent(line.in_80_interval)
        )?;
    }
    Ok(())
}

fn cards(text: &mut String, refit: &Refit<'_>) -> std::fmt::Result {
    writeln!(text, "\n### Cards left out\n")?;
    writeln!(
        text,
        "| kind | rows | median % | p90 % | within 25 % | in the 80 % interval |"
    )?;
    writeln!(text, "| --- | ---: | ---: | ---: | ---: | ---: |")?;
    for line in of(&refit.cards) {
        writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} |",
            line.kind.key(),
            line.rows,
            percent(line.median_ape),
            percent(line.p90_ape),
            percent(line.within_25),
            percent(line.in_80_interval)
        )?;
    }
    Ok(())
}

fn simple(text: &mut String, refit: &Refit<'_>, scored: &[Scored]) -> std::fmt::Result {
    writeln!(
        text,
        "\n### Simple methods on the same rows, their source left out\n"
    )?;
    writeln!(
        text,
        "Median / p90 in %, and the rows that the method can answer.\n"
    )?;
    writeln!(
        text,
        "| kind | this model | one share of the peak rate | one share of the bandwidth | ratio of peak rates | ratio of bandwidths |"
    )?;
    writeln!(text, "| --- | ---: | ---: | ---: | ---: | ---: |")?;
    let all = baselines(scored, Split::LeftOut);
    for line in of(&refit.left_out) {
        let cell = |method: Method| {
            let found = all
                .iter()
                .find(|one| one.kind == line.kind && one.method == method);
            found.map_or_else(
                || "—".to_owned(),
                |one: &Baseline| {
                    format!(
                        "{} / {} ({})",
                        percent(one.median_ape),
                        percent(one.p90_ape),
                        one.rows
                    )
                },
            )
        };
        writeln!(
            text,
            "| `{}` | **{} / {}** ({}) | {} | {} | {} | {} |",
            line.kind.key(),
            percent(line.median_ape),
            percent(line.p90_ape),
            line.rows,
            cell(Method::FixedShare),
            cell(Method::FixedBandwidth),
            cell(Method::Flops),
            cell(Method::Bandwidth)
        )?;
    }
    Ok(())
}

fn sigmas(text: &mut String, refit: &Refit<'_>) -> std::fmt::Result {
    writeln!(text, "\n### σ that ships, and the rows of each grade\n")?;
    writeln!(text, "| kind | A | B | C |\n| --- | ---: | ---: | ---: |")?;
    for kind in Kind::ALL {
        let cell = |grade| match refit.sigmas.get(&(kind, grade)) {
            Some((sigma, rows)) => format!("{sigma:.2} ({rows})"),
            None => String::new(),
        };
        let [a, b, c] = [Evidence::A, Evidence::B, Evidence::C].map(cell);
        writeln!(text, "| `{}` | {a} | {b} | {c} |", kind.key())?;
    }
    Ok(())
}

/// What each source looks like to constants that have not seen it: the weak places by name.
fn sources(text: &mut String, refit: &Refit<'_>) -> std::fmt::Result {
    writeln!(text, "\n### Each source, predicted without it\n")?;
    writeln!(text, "Ratio = median of predicted ÷ measured.\n")?;
    writeln!(
        text,
        "| kind | source | rows | median error % | ratio |\n| --- | --- | ---: | ---: | ---: |"
    )?;
    for ((kind, source), mut ratios) in by_source(&refit.left_out) {
        ratios.sort_by(f64::total_cmp);
        let mut errors: Vec<f64> = ratios.iter().map(|ratio| (ratio - 1.0).abs()).collect();
        errors.sort_by(f64::total_cmp);
        let middle = ratios.len() / 2;
        writeln!(
            text,
            "| `{kind}` | {source} | {} | {} | {:.2} |",
            ratios.len(),
            percent(errors[middle]),
            ratios[middle]
        )?;
    }
    Ok(())
}
