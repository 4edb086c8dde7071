//! What simple methods make of the same rows: the yardstick of the model (workload model, section 10).

use std::collections::HashMap;

use serde::Serialize;

use super::accuracy::percentile;
use super::work::{bytes_read, operations};
use super::{Observation, Prepared, Scored, Split};
use crate::predict::Kind;

/// A way to predict without a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// The same workload on another card, times the ratio of their memory bandwidths.
    Bandwidth,
    /// The same workload on another card, times the ratio of their peak rates.
    Flops,
    /// One share of the peak rate for every card and model of a kind.
    FixedShare,
    /// One share of the memory bandwidth for every card and model of a kind.
    FixedBandwidth,
}

impl Method {
    /// Every method.
    pub const ALL: [Method; 4] = [
        Method::Bandwidth,
        Method::Flops,
        Method::FixedShare,
        Method::FixedBandwidth,
    ];
}

/// How far a simple method is off, for one kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Baseline {
    /// Kind of prediction.
    pub kind: Kind,
    /// The method.
    pub method: Method,
    /// Rows that it can answer.
    pub rows: usize,
    /// Median of the relative error.
    pub median_ape: f64,
    /// The ⌈0.9 · rows⌉-th smallest relative error.
    pub p90_ape: f64,
    /// The model's median error on exactly these rows.
    pub model_ape: f64,
}

/// A row with what the methods look at.
struct Known<'a> {
    row: &'a Observation,
    kind: Kind,
    source: String,
    card: String,
    /// FLOP/s of all cards of the row, in its precision.
    peak: f64,
    /// B/s of all cards.
    bandwidth: f64,
    /// Higher is better: the value of a rate, the inverse of a time.
    speed: f64,
    /// Operations and bytes of what the speed counts, where they are known without a model of time.
    operations: Option<f64>,
    bytes: Option<f64>,
    /// Everything but the card.
    workload: String,
}

impl<'a> Known<'a> {
    fn of(row: &'a Observation) -> Option<Known<'a>> {
        let value = row.value.filter(|_| !row.is_flagged())?;
        let prepared = Prepared::of(row).ok()?;
        let card = prepared.rig.card;
        let rate = match prepared.precision.as_str() {
            "32" => card.rate_32,
            "fp8" | "mxfp8" => card.rate_fp8.or(card.rate_16),
            "fp4" | "nvfp4" | "mxfp4" => card.rate_fp4.or(card.rate_16),
            _ => card.rate_16,
        };
        let cards = f64::from(row.gpu_count);
        let note = |key: &str| row.note.get(key).unwrap_or_default().to_owned();
        Some(Known {
            row,
            kind: prepared.kind,
            source: row.source_name().unwrap_or_default(),
            card: card.id.0.clone(),
            peak: rate? * cards,
            bandwidth: card.bandwidth? * cards,
            speed: match row.unit.as_str() {
                "tokens/s/gpu" => value * cards,
                _ if row.is_smaller_better() => 1.0 / value,
                _ => value,
            },
            operations: operations(row),
            bytes: bytes_read(row),
            workload: format!(
                "{:?}|{}|{}|{}|{:?}|{:?}|{}|{}|{}|{}|{}|{}",
                row.task,
                row.model,
                row.precision,
                row.gpu_count,
                row.batch,
                row.seq,
                row.metric,
                row.unit,
                row.framework,
                note("osl"),
                note("method"),
                note("mbs"),
            ),
        })
    }

    /// The speed that all of the figure would give.
    fn figure(&self, method: Method) -> Option<f64> {
        Some(match method {
            Method::Bandwidth => self.bandwidth,
            Method::Flops => self.peak,
            Method::FixedShare => self.peak / self.operations?,
            Method::FixedBandwidth => self.bandwidth / self.bytes?,
        })
    }

    /// May stand in for another row: another card of the same workload, in the second split also of
    /// another source. A fixed share is taken over every other row of the kind.
    fn refers_to(&self, other: &Known<'_>, method: Method, split: Split) -> bool {
        let other_row = self.row.id != other.row.id;
        let fixed = matches!(method, Method::FixedShare | Method::FixedBandwidth);
        let other_card = fixed || self.card != other.card;
        let other_source = split == Split::Known || self.source != other.source;
        other_row && other_card && other_source
    }

    /// Rows that a method may compare with each other.
    fn group(&self, method: Method) -> String {
        match method {
            Method::Bandwidth | Method::Flops => self.workload.clone(),
            Method::FixedShare | Method::FixedBandwidth => self.kind.key().to_owned(),
        }
    }
}

/// What each method makes of the rows that a split predicts, for every kind but memory, which follows
/// neither rate nor bandwidth.
pub fn baselines(scored: &[Scored], split: Split) -> Vec<Baseline> {
    let known: Vec<Known<'_>> = scored
        .iter()
        .filter_map(|scored| Known::of(scored.row))
        .filter(|known| !matches!(known.kind, Kind::MemoryInfer | Kind::MemoryTrain))
        .collect();
    let asked: HashMap<&str, f64> = scored
        .iter()
        .filter_map(|scored| Some((scored.row.id.as_str(), scored.point(split)?.error())))
        .collect();
    let mut found = Vec::new();
    for method in Method::ALL {
        let mut groups: HashMap<String, Vec<&Known<'_>>> = HashMap::new();
        for row in &known {
            groups.entry(row.group(method)).or_default().push(row);
        }
        for kind in Kind::ALL {
            let of_kind = known.iter().filter(|row| row.kind == kind);
            let errors = of_kind.filter_map(|row| {
                let ours = asked.get(row.row.id.as_str())?;
                let group = groups.get(&row.group(method))?;
                Some((error(row, group, method, split)?, *ours))
            });
            let (theirs, ours) = errors.unzip();
            found.extend(baseline(kind, method, theirs, ours));
        }
    }
    found
}

/// Relative error of the median over everything the row may be compared with.
fn error(row: &Known<'_>, group: &[&Known<'_>], method: Method, split: Split) -> Option<f64> {
    let references = group
        .iter()
        .filter(|other| row.refers_to(other, method, split));
    let mut shares: Vec<f64> = references
        .filter_map(|other| Some(other.speed / other.figure(method)?))
        .collect();
    shares.sort_by(f64::total_cmp);
    let speed = percentile(&shares, 0.5)? * row.figure(method)?;
    // In the row's unit: a time that is twice too long is off by one, a rate by a half.
    let ratio = speed / row.speed;
    let ratio = if row.row.is_smaller_better() {
        1.0 / ratio
    } else {
        ratio
    };
    Some((ratio - 1.0).abs())
}

fn baseline(
    kind: Kind,
    method: Method,
    mut errors: Vec<f64>,
    mut ours: Vec<f64>,
) -> Option<Baseline> {
    errors.sort_by(f64::total_cmp);
    ours.sort_by(f64::total_cmp);
    Some(Baseline {
        kind,
        method,
        rows: errors.len(),
        median_ape: percentile(&errors, 0.5)?,
        p90_ape: percentile(&errors, 0.9)?,
        model_ape: percentile(&ours, 0.5)?,
    })
}
