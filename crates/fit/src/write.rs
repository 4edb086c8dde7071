//! What the fit writes: values and rows of the constants, and the lists of what was measured.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use tiaoka_core::model::{Covered, Group};
use tiaoka_core::observation::Scored;
use tiaoka_core::predict::Kind;

use crate::calibrate::Sigmas;
use crate::solve::Solution;

/// `crates/core/data` of this checkout.
pub(crate) fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/data")
}

/// The file of a group with the values and rows of a solution; every other column as it was.
pub(crate) fn constants(group: Group, solution: &Solution) -> Result<(), Box<dyn Error>> {
    let path = data().join(format!("constants/{}.csv", group.name()));
    let found: BTreeMap<&str, (f64, u32)> = solution
        .values
        .iter()
        .map(|(key, value, rows)| (key.as_str(), (*value, *rows)))
        .collect();
    let text = fs::read_to_string(&path)?;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers()?.clone();
    let column = |name: &str| {
        header
            .iter()
            .position(|cell| cell == name)
            .ok_or("a column is missing")
    };
    let (key, value, rows) = (column("key")?, column("value")?, column("rows")?);
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&header)?;
    for record in reader.records() {
        let record = record?;
        let fitted = found.get(&record[key]);
        let cells = record.iter().enumerate().map(|(at, cell)| match fitted {
            Some((fitted, _)) if at == value => rounded(*fitted),
            Some((_, count)) if at == rows => count.to_string(),
            _ => cell.to_owned(),
        });
        writer.write_record(cells)?;
    }
    fs::write(path, writer.into_inner()?)?;
    Ok(())
}

/// Four decimals of a logarithm: a hundredth of a percent.
fn rounded(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// The lists of cards, frameworks, precisions and architectures, one name a line.
pub(crate) fn evidence(coverage: &BTreeMap<Kind, Covered>) -> Result<(), Box<dyn Error>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["kind", "what", "name"])?;
    for (kind, covered) in coverage {
        let lists = [
            ("card", &covered.cards),
            ("framework", &covered.frameworks),
            ("precision", &covered.precisions),
            ("architecture", &covered.architectures),
        ];
        for (what, names) in lists {
            for name in names {
                writer.write_record([kind.key(), what, name])?;
            }
        }
    }
    fs::write(data().join("evidence.csv"), writer.into_inner()?)?;
    Ok(())
}

/// σ of every kind and grade, and the rows it rests on.
pub(crate) fn sigmas(sigmas: &Sigmas) -> Result<(), Box<dyn Error>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["kind", "evidence", "sigma", "rows"])?;
    for ((kind, grade), (sigma, rows)) in sigmas {
        let grade = format!("{grade:?}");
        writer.write_record([
            kind.key(),
            &grade,
            &format!("{sigma:.3}"),
            &rows.to_string(),
        ])?;
    }
    fs::write(data().join("sigmas.csv"), writer.into_inner()?)?;
    Ok(())
}

/// What was predicted for each row while it, or its source, was not fitted.
pub(crate) fn accuracy(rows: &[Scored]) -> Result<(), Box<dyn Error>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "id",
        "known",
        "known_sigma",
        "known_evidence",
        "left_out",
        "left_out_sigma",
        "left_out_evidence",
    ])?;
    for scored in rows {
        let mut record = vec![scored.row.id.clone()];
        for predicted in [scored.known, scored.left_out] {
            record.extend(match predicted {
                Some(one) => [
                    significant(one.value),
                    format!("{:.3}", one.sigma),
                    format!("{:?}", one.evidence),
                ],
                None => [const { String::new() }; 3],
            });
        }
        writer.write_record(record)?;
    }
    fs::write(data().join("accuracy.csv"), writer.into_inner()?)?;
    Ok(())
}

/// Five significant digits.
fn significant(value: f64) -> String {
    let digits = 4 - value.abs().log10().floor() as i32;
    if digits <= 0 {
        return format!("{value:.0}");
    }
    format!("{value:.*}", digits as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_short_and_never_as_minus_zero() {
        assert_eq!(rounded(-0.362), "-0.362");
        assert_eq!(rounded(-0.000_01), "0");
        assert_eq!(rounded(2.0), "2");
        let figures = [0.012_345_67, 54.3, 136_752.4].map(significant);
        assert_eq!(figures, ["0.012346", "54.300", "136752"]);
    }
}
