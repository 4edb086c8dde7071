//! `tiaoka predict`, as a script sees it: output, errors and exit codes.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::process::{Command, Output};

const HEAD: &str =
    "id,task,model,gpu,gpu_count,precision,batch,seq,metric,value,unit,framework,note\n";
const DECODE: &str =
    "a,decode,llama3-8b,RTX4090,1,f16,1,1024,throughput,54.3,tokens/s,llama.cpp,\n";

/// Runs `tiaoka predict` on a file that holds `bytes`.
fn predict(bytes: &[u8], more: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rows.csv");
    std::fs::write(&file, bytes).unwrap();
    Command::new(env!("CARGO_BIN_EXE_tiaoka"))
        .args([
            "--home",
            folder.path().to_str().unwrap(),
            "--lang",
            "en",
            "predict",
        ])
        .arg(&file)
        .args(more)
        .output()
        .unwrap()
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn json_holds_the_rows_and_the_accuracy_of_their_kinds() {
    let output = predict(format!("{HEAD}{DECODE}").as_bytes(), &["--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    let view = json(&output);
    let row = &view["rows"][0];
    assert!(row["low"].as_f64().unwrap() < row["predicted"].as_f64().unwrap());
    assert!(["A", "B", "C"].contains(&row["evidence"].as_str().unwrap()));
    assert!(row["refused"].is_null());
    let accuracy = &view["accuracy"][0];
    assert_eq!(
        (accuracy["kind"].as_str(), accuracy["rows"].as_u64()),
        (Some("decode"), Some(1))
    );
    for key in ["median_ape", "p90_ape", "within_25", "in_80_interval"] {
        assert!(accuracy[key].is_number(), "{key}");
    }
}

#[test]
fn csv_repeats_the_columns_of_the_file_and_adds_five() {
    let windows = format!("\u{feff}{HEAD}{DECODE}").replace('\n', "\r\n");
    let output = predict(windows.as_bytes(), &["--format", "csv"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    assert!(
        lines
            .next()
            .unwrap()
            .ends_with("note,predicted,low,high,evidence,refused")
    );
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("a,decode,llama3-8b,RTX4090,1,f16,1,1024,throughput,54.3,tokens/s,")
    );
}

#[test]
fn a_row_without_an_answer_says_why_and_alone_makes_the_answer_no() {
    let unknown = DECODE.replace("RTX4090", "H900");
    let output = predict(format!("{HEAD}{unknown}").as_bytes(), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("H900"));
    let both = predict(format!("{HEAD}{unknown}{DECODE}").as_bytes(), &[]);
    assert_eq!(both.status.code(), Some(0));
}

#[test]
fn a_file_of_something_else_is_refused_with_what_it_lacks() {
    let output = predict(b"provider,price\nx,3\n", &[]);
    assert_eq!(output.status.code(), Some(4));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("rows.csv") && said.contains("task"), "{said}");
    assert!(output.stdout.is_empty());
}
