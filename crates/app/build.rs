//! Packs the tables of `data/` into the snapshot that ships inside the program, and lists the steps
//! of `migrations/`.
//!
//! The offers come from the same functions that judge an import. The build stops when a row of a
//! price table would be lost on the way, or when a card bears a name that no table knows.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use tiaoka_core::catalogue::{self, PackError, TableError, Tables, packed, rates, row};
use tiaoka_core::offer::Offer;

#[derive(Debug, thiserror::Error)]
enum BuildError {
    #[error("cannot read or write {0}")]
    File(PathBuf, #[source] std::io::Error),
    #[error("a table of data/ is broken")]
    Table(#[from] TableError),
    #[error("the offers cannot be packed")]
    Pack(#[from] PackError),
    #[error("data/exchange-rates.csv has no rates")]
    NoRates,
    #[error("{provider} has {rows} rows and {offers} priced offers")]
    RowsLost {
        provider: String,
        rows: usize,
        offers: usize,
    },
    #[error("names that no table knows: {0}")]
    UnknownNames(String),
    #[error("migrations/ has no step {0:04}, or two of them")]
    StepMissing(usize),
    #[error("cargo sets no OUT_DIR")]
    NoOutDir(#[from] std::env::VarError),
}

fn main() -> Result<(), BuildError> {
    println!("cargo::rerun-if-changed=data");
    println!("cargo::rerun-if-changed=migrations");
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    list_steps(Path::new("migrations"), &out.join("migrations.rs"))?;
    let plans_cn = table("plans-cn.csv")?;
    let plans_intl = table("plans-intl.csv")?;
    let specs = [table("specs-intl.csv")?, table("specs-alicloud.csv")?];
    let rate_table = table("exchange-rates.csv")?;
    let tables = Tables {
        plans_cn: &plans_cn,
        plans_intl: &plans_intl,
        specs: [&specs[0], &specs[1]],
    };
    let rates = rates::read(&rate_table).ok_or(BuildError::NoRates)?;
    let shipped = catalogue::shipped(&tables, &rates)?;
    if !shipped.notes.is_empty() {
        return Err(BuildError::UnknownNames(format!("{:?}", shipped.notes)));
    }
    nothing_lost(&[&plans_cn, &plans_intl], &shipped.items)?;
    let json = packed::pack(&shipped.items)?;
    println!(
        "cargo::rustc-env=TIAOKA_SNAPSHOT_ID={:016x}",
        fingerprint(&[&json, &rate_table])
    );
    let out = out.join("snapshot.json.z");
    write_compressed(&out, &json).map_err(|error| BuildError::File(out, error))
}

/// Writes the steps between the shapes of the database as a Rust list, in the order of their names.
/// `0001_…` is the first, so a gap or a doubled number is a file that was forgotten. The list holds their
/// text and not their paths: a kept build folder may serve a checkout that lies elsewhere.
fn list_steps(folder: &Path, out: &Path) -> Result<(), BuildError> {
    let failed = |error| BuildError::File(folder.to_owned(), error);
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let files = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut files: Vec<PathBuf> = files.collect::<Result<_, _>>().map_err(failed)?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "sql"));
    files.sort();
    let mut list = String::from("[\n");
    for (index, file) in files.iter().enumerate() {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with(&format!("{:04}_", index + 1)) {
            return Err(BuildError::StepMissing(index + 1));
        }
        let step = std::fs::read_to_string(file);
        let step = step.map_err(|error| BuildError::File(file.clone(), error))?;
        list.push_str(&format!("    {step:?},\n"));
    }
    list.push(']');
    std::fs::write(out, list).map_err(|error| BuildError::File(out.to_owned(), error))
}

fn table(name: &str) -> Result<String, BuildError> {
    let path = Path::new("data").join(name);
    std::fs::read_to_string(&path).map_err(|error| BuildError::File(path, error))
}

/// Every provider has as many offers with a price or a price row as its tables have rows.
fn nothing_lost(tables: &[&str], offers: &[Offer]) -> Result<(), BuildError> {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for table in tables {
        for row in row::read(table).map_err(TableError::from)? {
            counts
                .entry(catalogue::provider_id(&row.provider))
                .or_default()
                .0 += 1;
        }
    }
    for offer in offers.iter().filter(|offer| offer.price.is_some()) {
        counts.entry(offer.plan.provider.clone()).or_default().1 += 1;
    }
    match counts
        .into_iter()
        .find(|(_, (rows, offers))| rows != offers)
    {
        Some((provider, (rows, offers))) => Err(BuildError::RowsLost {
            provider,
            rows,
            offers,
        }),
        None => Ok(()),
    }
}

fn write_compressed(path: &Path, text: &str) -> std::io::Result<()> {
    let file = std::fs::File::create(path)?;
    let mut encoder = ZlibEncoder::new(file, Compression::best());
    encoder.write_all(text.as_bytes())?;
    encoder.finish()?.sync_all()
}

/// FNV-1a, 64 bits: equal contents have equal ids on every machine and compiler.
fn fingerprint(texts: &[&str]) -> u64 {
    let bytes = texts.iter().flat_map(|text| text.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
