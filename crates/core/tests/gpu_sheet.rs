//! Rules that keep the figures of the spec sheet honest (`data/gpus.md`, rule 3): no list of figures
//! is taken over that breaks them.
#![expect(clippy::unwrap_used, reason = "a test stops where it fails")]

use std::collections::BTreeMap;

use tiaoka_core::gpu::{GpuSpec, Kind, sheet};

const TABLE: &str = include_str!("../data/gpus.csv");

/// Cards of the sheet with one cell of their row that [`GpuSpec`] does not keep.
fn cells(column: &str) -> BTreeMap<String, String> {
    let mut reader = csv::Reader::from_reader(TABLE.as_bytes());
    let head = reader.headers().unwrap().clone();
    let at = head.iter().position(|name| name == column).unwrap();
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| (row[0].to_owned(), row[at].to_owned()))
        .collect()
}

/// FP32 lanes of one unit, by architecture; 0 where the maker counts otherwise.
fn lanes(card: &GpuSpec) -> f64 {
    match card.arch.as_str() {
        "Maxwell" | "Ampere" | "Ada" | "Hopper" | "Blackwell" | "Blackwell Ultra" => 128.0,
        "Kepler" => 192.0,
        "Volta" | "Turing" => 64.0,
        "Pascal" if card.compute_capability == Some(6.0) => 64.0,
        "Pascal" => 128.0,
        _ => 0.0,
    }
}

#[test]
fn every_numeric_cell_is_a_number_or_empty() {
    let mut reader = csv::Reader::from_reader(TABLE.as_bytes());
    let head = reader.headers().unwrap().clone();
    let endings = [
        "_gb", "_gbs", "_tflops", "_tops", "_w", "_mhz", "_count", "_gen", "year",
    ];
    for row in reader.records().map(Result::unwrap) {
        for (name, cell) in head.iter().zip(row.iter()) {
            if endings.iter().any(|end| name.ends_with(end)) && !cell.is_empty() {
                let value: f64 = cell.parse().unwrap();
                assert!(
                    value >= 0.0 && value.is_finite(),
                    "{} {name} = {cell}",
                    &row[0]
                );
            }
        }
    }
}

#[test]
fn fp32_is_units_times_lanes_times_two_times_clock() {
    let (units, clocks) = (cells("sm_or_cu_count"), cells("boost_mhz"));
    let mut checked = 0;
    for card in sheet().iter() {
        let figure = |of: &BTreeMap<String, String>| of[&card.id.0].parse::<f64>().ok();
        // GA100 has 64 lanes a unit, the other Ampere chips 128.
        let lanes = if card.compute_capability == Some(8.0) {
            64.0
        } else {
            lanes(card)
        };
        let (Some(units), Some(clock), Some(fp32)) =
            (figure(&units), figure(&clocks), card.fp32_tflops)
        else {
            continue;
        };
        if lanes > 0.0 {
            let expected = units * lanes * 2.0 * clock / 1e6;
            let off = (fp32 / expected - 1.0).abs();
            assert!(off <= 0.02, "{}: {fp32} against {expected}", card.id);
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked} cards checked");
}

#[test]
fn fp8_is_twice_fp16_and_int8_two_to_four_times() {
    for card in sheet().iter() {
        let Some(fp16) = card.fp16_tflops else {
            continue;
        };
        let id = card.id.0.as_str();
        // Known exceptions of rule 3.
        let odd_fp8 = id.starts_with("gaudi-3") || ["ascend-950dt", "aws-trainium2"].contains(&id);
        if let Some(fp8) = card.fp8_tflops.filter(|_| !odd_fp8) {
            assert!(
                (fp8 / fp16 / 2.0 - 1.0).abs() < 0.02,
                "{id}: FP8 {fp8}, FP16 {fp16}"
            );
        }
        let amd = card.vendor == "AMD"
            && ["CDNA (", "CDNA 2", "RDNA 3", "Vega"]
                .iter()
                .any(|arch| card.arch.starts_with(arch));
        let odd_int8 = amd || odd_fp8 || ["b300", "gb300"].contains(&id);
        if let Some(int8) = card
            .int8_tops
            .filter(|_| !odd_int8 && card.kind != Kind::Tpu)
        {
            let ratio = int8 / fp16;
            assert!(
                (1.98..=4.04).contains(&ratio),
                "{id}: INT8 {int8}, FP16 {fp16}"
            );
        }
    }
}

#[test]
fn power_and_memory_are_within_what_is_built() {
    for card in sheet().iter() {
        let power = card.tdp_w.unwrap_or(5.0);
        assert!((5.0..=1500.0).contains(&power), "{}: {power} W", card.id);
        let memory = card.memory_gib.unwrap_or(4.0);
        assert!((4.0..=300.0).contains(&memory), "{}: {memory} GiB", card.id);
        assert!(
            card.fp32_tflops.is_none_or(|rate| rate > 0.0),
            "{}",
            card.id
        );
    }
}

#[test]
fn a_key_is_kebab_case() {
    for card in sheet().iter() {
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(card.id.0.chars().all(kebab), "{}", card.id);
    }
}
