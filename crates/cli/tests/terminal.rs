//! The program as scripts see it: what stands on standard output, and the exit code.
#![expect(clippy::unwrap_used, reason = "a test stops where its setting fails")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A data folder of its own; English, whatever the environment says.
struct House(TempDir);

impl House {
    fn new() -> House {
        House(tempfile::tempdir().unwrap())
    }

    fn run(&self, words: &[&str]) -> Output {
        let mut program = Command::new(env!("CARGO_BIN_EXE_tiaoka"));
        program
            .env("TIAOKA_HOME", self.0.path())
            .env("LC_ALL", "C.UTF-8");
        program.args(words).output().unwrap()
    }

    /// The one JSON object on standard output, and the exit code.
    #[track_caller]
    fn json(&self, words: &[&str]) -> (Value, i32) {
        let output = self.run(&[words, &["--format", "json"]].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.starts_with("{\n  \"schema\": 1,"),
            "the first key is the schema: {text:.80}"
        );
        (
            serde_json::from_str(&text).unwrap(),
            output.status.code().unwrap(),
        )
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

/// Plans listed, and their sellers.
fn listed(advice: &Value) -> (usize, BTreeSet<&str>) {
    let choices = advice["choices"].as_array().unwrap();
    (
        choices.len(),
        choices
            .iter()
            .map(|choice| choice["provider"].as_str().unwrap())
            .collect(),
    )
}

#[track_caller]
fn near(value: &Value, expected: f64) {
    let value = value.as_f64().unwrap();
    assert!(
        (value / expected - 1.0).abs() <= 0.03,
        "{value} is not within 3 % of {expected}"
    );
}

const HEAD: &str = "provider,plan,region,gpu_model,gpu_count,gpu_mem_gb,vcpus,ram_gb,billing,price,\
                    currency,unit,source,observed_on,note\n";

#[test]
fn a_lora_job_gets_plans_of_many_sellers_and_the_worked_example_comes_out() {
    let house = House::new();
    let words = "recommend --scenario training --model llama-3.1-8b --method lora --tokens 30M";
    let (advice, code) = house.json(&words.split(' ').collect::<Vec<_>>());
    let (plans, sellers) = listed(&advice);
    assert_eq!(code, 0);
    assert!(
        plans >= 10 && sellers.len() >= 5,
        "{plans} plans of {sellers:?}"
    );
    assert!(
        sellers.contains("autodl") && sellers.contains("compshare"),
        "{sellers:?}"
    );
    let choices = advice["choices"].as_array().unwrap();
    let autodl = choices.iter().find(|choice| {
        choice["provider"] == "autodl" && choice["plan"] == "RTX 4090" && choice["region"].is_null()
    });
    // Worked example 31: 1,903 tokens/s, 4.38 h, 8.23 CNY at 1.88 CNY an hour.
    let autodl = autodl.unwrap();
    assert_eq!(autodl["price_per_hour"]["amount"], "1.88");
    near(&autodl["rate"]["value"], 1903.0);
    near(&autodl["hours"]["mid"], 4.38);
}

#[test]
fn serving_and_development_are_answered_too() {
    let house = House::new();
    let words = "recommend --scenario inference --model qwen2.5-32b --quant fp8 --concurrency 16 \
                 --ttft-ms 2000 --tpot-ms 50";
    let (advice, code) = house.json(&words.split_whitespace().collect::<Vec<_>>());
    assert_eq!((code, listed(&advice).0), (0, 20));
    let first = &advice["choices"][0];
    assert!(first["tpot_ms"]["mid"].as_f64().unwrap() <= 50.0);
    let (advice, code) = house.json(&["recommend", "--scenario", "dev"]);
    assert_eq!((code, listed(&advice).0), (0, 20));
    // What a scenario does not have is null, never 0.
    assert!(advice["choices"][0]["rate"].is_null() && advice["choices"][0]["evidence"].is_null());
}

#[test]
fn a_model_that_fits_nowhere_is_an_answer_and_the_answer_is_no() {
    let house = House::new();
    let words = [
        "recommend",
        "--model",
        "llama3.1-405b",
        "--method",
        "full",
        "--gpus-max",
        "1",
    ];
    let (advice, code) = house.json(&words);
    assert_eq!((code, listed(&advice).0), (1, 0));
    assert!(
        advice["rejected"]
            .as_array()
            .unwrap()
            .iter()
            .all(|r| r["text"] != "")
    );
}

#[test]
fn a_wrong_call_names_the_option_the_value_and_the_remedy() {
    let house = House::new();
    for (words, option, value) in [
        (&["recommend", "--params", "-3B"][..], "--params", "-3B"),
        (&["recommend", "--budget", "0"][..], "--budget", "0"),
        (
            &["recommend", "--deadline", "2020-01-01"][..],
            "--deadline",
            "2020-01-01",
        ),
        (
            &["recommend", "--model", "no-such-model"][..],
            "--model",
            "no-such-model",
        ),
    ] {
        let output = house.run(words);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(
            said.contains(option) && said.contains(value),
            "{words:?}: {said}"
        );
    }
    let (answer, code) = house.json(&["plans", "--no-such-option"]);
    assert_eq!(
        (code, answer["problem"]["code"].as_str()),
        (2, Some("bad_call"))
    );
}

#[test]
fn every_held_row_is_listed_with_its_reason() {
    let (page, code) = House::new().json(&["plans", "--all", "--kind", "all"]);
    let offers = page["offers"].as_array().unwrap();
    let held: Vec<&Value> = offers
        .iter()
        .filter(|row| !row["quarantine"].is_null())
        .collect();
    assert_eq!(code, 0);
    assert_eq!(page["held"].as_u64(), Some(held.len() as u64));
    assert!(held.len() > 300 && held.iter().all(|row| row["quarantine"]["text"] != ""));
}

#[test]
fn a_sheet_with_a_faulty_row_changes_nothing_and_with_partial_keeps_the_good_one() {
    let house = House::new();
    let good = "mine,My 4090,cn,RTX 4090,1,24,,,on_demand,1.5,CNY,hour,sheet,2026-11-20,\n";
    let bad = "mine,Bad,cn,RTX 4090,1,24,,,on_demand,-3,CNY,hour,sheet,2026-11-20,\n";
    let sheet = house.file("sheet.csv", &format!("{HEAD}{good}{bad}"));
    let own = |house: &House| house.json(&["plans", "--provider", "mine"]).0["total"].as_u64();
    let output = house.run(&["import", "prices", &sheet]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert!(said.contains("line 3") && said.contains("-3"), "{said}");
    assert_eq!(own(&house), Some(0));
    assert_eq!(
        house
            .run(&["import", "prices", &sheet, "--partial"])
            .status
            .code(),
        Some(0)
    );
    assert_eq!(own(&house), Some(1));
    let exported = String::from_utf8(house.run(&["export", "prices"]).stdout).unwrap();
    assert!(
        exported.starts_with(HEAD) && exported.contains("My 4090"),
        "{exported}"
    );
}

#[test]
fn a_backup_is_restored_and_an_unreadable_database_is_named() {
    let house = House::new();
    let copy = house.0.path().join("copy.db").display().to_string();
    assert_eq!(house.run(&["data", "backup", &copy]).status.code(), Some(0));
    std::fs::write(house.0.path().join("tiaoka.db"), "no database at all").unwrap();
    let output = house.run(&["plans", "--limit", "1"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("tiaoka.db")
    );
    assert_eq!(
        house.run(&["data", "restore", &copy]).status.code(),
        Some(0)
    );
    assert_eq!(house.run(&["data", "check"]).status.code(), Some(0));
}

#[test]
fn a_vendors_text_is_told_and_an_unknown_one_is_no() {
    let house = House::new();
    let (told, code) = house.json(&["gpus", "recognise", "NVIDIA H100 80GB HBM3"]);
    assert_eq!((code, told["ids"][0].as_str()), (0, Some("h100-80g-sxm")));
    let (told, code) = house.json(&["gpus", "recognise", "H900 SXM9"]);
    assert_eq!((code, told["name"].as_str()), (1, Some("H900 SXM9")));
    // The spec sheet needs no data folder.
    assert!(!Path::new(house.0.path()).join("tiaoka.db").exists());
}

/// A run of the job that `recommend` answers by default, on one RTX 4090, and one far too slow.
const RUNS: &str = "task,model,gpu,gpu_count,precision,batch,seq,metric,value,unit,framework,note\n\
    train,llama3.1-8b,RTX 4090,1,bf16,,2048,throughput,1500,tokens/s,hf-trainer+deepspeed,\
    method=lora;mbs=1\n\
    decode,llama3.1-8b,RTX 4090,1,bf16,1,1024,throughput,9,tokens/s,vllm,osl=256\n";

#[test]
fn measurements_are_imported_listed_confirmed_deleted_and_exported() {
    let house = House::new();
    let file = house.file("mine.csv", RUNS);
    let (outcome, code) = house.json(&["import", "measurements", &file]);
    assert_eq!(
        (code, &outcome["imported"], &outcome["kept_out"]),
        (0, &json!(2), &json!(1))
    );
    let (list, _) = house.json(&["measurements", "list"]);
    let rows = list["rows"].as_array().unwrap();
    assert_eq!(
        (rows[0]["kept_out"].clone(), rows[1]["kept_out"].clone()),
        (json!(false), json!(true))
    );
    let slow = rows[1]["kept"]["id"].to_string();
    let (list, code) = house.json(&["measurements", "confirm", &slow]);
    assert_eq!((code, &list["rows"][1]["kept_out"]), (0, &json!(false)));
    let (list, code) = house.json(&["measurements", "delete", &slow]);
    assert_eq!((code, list["rows"].as_array().unwrap().len()), (0, 1));
    let (gone, code) = house.json(&["measurements", "delete", &slow]);
    assert_eq!((code, &gone["problem"]["code"]), (2, &json!("unknown_id")));
    let exported = house.run(&["export", "measurements"]);
    let exported = String::from_utf8(exported.stdout).unwrap();
    assert!(exported.starts_with("id,task,model,gpu,") && exported.contains(",1500,tokens/s,"));
    assert_eq!(exported.lines().count(), 2);
}

#[test]
fn a_job_that_was_measured_is_recommended_by_its_measurement() {
    let house = House::new();
    let file = house.file("mine.csv", RUNS);
    house.json(&["import", "measurements", &file]);
    let (advice, _) = house.json(&["recommend", "--limit", "500"]);
    let choices = advice["choices"].as_array().unwrap();
    let mut own = choices
        .iter()
        .filter(|choice| choice["gpu"]["ids"] == json!(["rtx-4090"]));
    let own = own.find(|choice| choice["gpu"]["count"] == 1).unwrap();
    assert_eq!(own["evidence"], "measured");
    near(&own["rate"]["value"], 1500.0);
}

#[test]
fn a_faulty_row_refuses_the_file_and_partial_takes_the_others() {
    let house = House::new();
    let file = house.file("mine.csv", &RUNS.replace(",9,", ",fast,"));
    let (refused, code) = house.json(&["import", "measurements", &file]);
    assert_eq!(
        (code, &refused["problem"]["code"]),
        (4, &json!("measurements_rows"))
    );
    let said = refused["problem"]["notes"][0]["text"].as_str().unwrap();
    assert!(
        said.starts_with("mine.csv, line 3, value: “fast”"),
        "{said}"
    );
    let (outcome, code) = house.json(&["import", "measurements", "--partial", &file]);
    assert_eq!(
        (code, &outcome["imported"], &outcome["refused"]),
        (0, &json!(1), &json!(1))
    );
}

#[test]
fn claims_are_printed_with_their_sums() {
    let (claims, code) = House::new().json(&["claims"]);
    let claims = claims["claims"].as_array().unwrap();
    let bert = claims
        .iter()
        .find(|claim| claim["id"] == "bert_4090")
        .unwrap();
    assert_eq!((code, claims.len()), (0, 10));
    assert_eq!(bert["sums"][0], "1000000 ÷ 18.2 ÷ 3600 × 1.88 = 28.7");
}

#[test]
fn the_whole_sum_of_a_choice_adds_up_in_the_terminal_and_a_ticked_discount_is_a_part_of_it() {
    let house = House::new();
    let words =
        "recommend --provider autodl --gpus-max 1 --storage-gb 80 --discount autodl-student";
    let words: Vec<&str> = words.split(' ').collect();
    let output = house.run(&[words.as_slice(), &["--explain", "1"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let cost = text.lines().skip_while(|line| !line.starts_with("Cost "));
    let lines: Vec<&str> = cost.skip(1).take_while(|line| !line.is_empty()).collect();
    // In hundredths, as printed: a column of whole cents.
    let cents = |line: &str| -> i64 {
        let figure = line
            .split_whitespace()
            .last()
            .unwrap()
            .replace('\u{2212}', "-");
        figure.replace([',', '.'], "").parse().unwrap()
    };
    let total = lines
        .iter()
        .position(|line| line.starts_with("  Total"))
        .unwrap();
    let sum: i64 = lines[..total].iter().map(|line| cents(line)).sum();
    assert_eq!(sum, cents(lines[total]), "{text}");
    assert!(text.contains("  Student certification  15 % × "), "{text}");
    assert!(
        text.contains("[x] Student certification (autodl-student)"),
        "{text}"
    );
    // The same in JSON: the list price beside the one to pay, and the parts.
    let (advice, _) = house.json(&words);
    let cost = &advice["choices"][0]["cost"];
    let figure = |name: &str| -> f64 { cost[name].as_str().unwrap().parse().unwrap() };
    assert!(figure("mid") < figure("list"));
    let parts = cost["parts"].as_array().unwrap();
    let parts = parts.iter().map(|part| part["amount"].as_str().unwrap());
    let sum: f64 = parts.map(|amount| amount.parse::<f64>().unwrap()).sum();
    assert!((sum - figure("mid")).abs() < 1e-9);
    assert!(cost["discounts"][0]["ticked"].as_bool().unwrap());
}

#[test]
fn a_term_that_the_predicted_use_pays_for_is_advised() {
    let house = House::new();
    let words = "recommend --scenario inference --model qwen2.5-7b --provider gcp --currency USD";
    let (advice, code) = house.json(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(code, 0);
    let choices = advice["choices"].as_array().unwrap().iter();
    let evens = choices.filter_map(|choice| choice["cost"]["break_even"].as_array());
    let hourly: Vec<&Value> = evens
        .flatten()
        .filter(|one| one["against"] == "on_demand")
        .collect();
    assert!(!hourly.is_empty());
    for one in hourly {
        // Round the clock is 720 h of a month of 730.
        let (hours, low) = (one["hours"].as_f64().unwrap(), &one["use_h"]["low"]);
        assert_eq!(low.as_f64(), Some(720.0));
        assert_eq!(one["advised"], hours < 720.0);
        let said = one["text"].as_str().unwrap().contains("pay ahead");
        assert_eq!(said, hours < 720.0);
    }
}
