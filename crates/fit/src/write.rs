//! What the fit writes: values and rows of the constants, and the lists of what was measured.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use tiaoka_core::model::{Covered, Group};
use tiaoka_core::predict::Kind;

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
