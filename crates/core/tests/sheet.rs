//! A user's price sheet: what is read, and what is told about the rest.
#![expect(clippy::unwrap_used, reason = "a test stops where it fails")]

use tiaoka_core::catalogue::sheet::{Known, Sheet, read, write};
use tiaoka_core::catalogue::{Shapes, rates, row};
use tiaoka_core::message::{Message, Param};
use tiaoka_core::offer::{Means, Offer, QuarantineReason};

const HEAD: &str = "provider,plan,region,gpu_model,gpu_count,gpu_mem_gb,vcpus,ram_gb,billing,price,currency,unit,source,observed_on,note";
const GOOD: &str =
    "autodl,RTX 4090,西北B区,RTX 4090,1,24,16,120,on_demand,1.88,CNY,hour,my list,2026-11-20,";

fn try_read(text: &str) -> Result<Sheet, Message> {
    let specs = [
        include_str!("../../app/data/specs-intl.csv"),
        include_str!("../../app/data/specs-alicloud.csv"),
    ];
    let known = Known {
        file: "prices.csv",
        shapes: &Shapes::read(&specs).unwrap(),
        rates: &rates::read(include_str!("../../app/data/exchange-rates.csv")).unwrap(),
        now: "2026-11-30T12:00:00Z".parse().unwrap(),
    };
    read(text, &known)
}

/// Rows under the usual head.
fn sheet(rows: &str) -> Sheet {
    try_read(&format!("{HEAD}\n{rows}\n")).unwrap()
}

/// Code, line, column and value of a fault.
fn told(message: &Message) -> (&str, u64, String, String) {
    let text = |name| match message.params.get(name) {
        Some(Param::Text(text)) => text.clone(),
        _ => String::new(),
    };
    let line = match message.params.get("line") {
        Some(Param::Count(line)) => *line,
        _ => 0,
    };
    assert_eq!(text("file"), "prices.csv");
    (message.code, line, text("column"), text("value"))
}

/// The good row with one cell replaced.
fn with(column: &str, cell: &str) -> String {
    let at = row::COLUMNS
        .iter()
        .position(|name| *name == column)
        .unwrap();
    let mut cells: Vec<&str> = GOOD.split(',').collect();
    cells[at] = cell;
    cells.join(",")
}

#[track_caller]
fn refused(column: &str, cell: &str, code: &str) {
    let sheet = sheet(&format!("{GOOD}\n{}", with(column, cell)));
    assert_eq!(sheet.offers.len(), 1, "the good row is kept");
    let faults: Vec<_> = sheet.faults.iter().map(told).collect();
    assert_eq!(
        faults,
        [(code, 3, column.to_owned(), cell.trim().to_owned())]
    );
}

#[test]
fn a_good_row_becomes_an_offer_of_the_user() {
    let sheet = sheet(GOOD);
    assert_eq!((sheet.faults.len(), sheet.notes.len()), (0, 0));
    let offer = &sheet.offers[0];
    assert_eq!(
        (offer.plan.provider.as_str(), offer.origin.means),
        ("autodl", Means::Sheet)
    );
    assert!(offer.mainland_china && offer.quarantine.is_none());
    assert_eq!(offer.price.unwrap().listed.amount.to_string(), "1.88");
    assert_eq!(
        offer.observed_at.unwrap().to_string(),
        "2026-11-20T00:00:00Z"
    );
}

#[test]
fn a_seller_may_be_written_by_name_and_a_file_is_the_source_of_rows_without_one() {
    let by_name = sheet(&with("provider", "阿里云")).offers.remove(0);
    assert_eq!(by_name.plan.provider, "aliyun");
    let silent = sheet(&with("source", "")).offers.remove(0);
    assert_eq!(silent.origin.source, "prices.csv");
}

#[test]
fn each_wrong_cell_is_told_with_line_column_and_value() {
    refused("provider", "", "sheet_empty_cell");
    refused("plan", "", "sheet_empty_cell");
    refused("billing", "weekly", "sheet_billing");
    refused("unit", "day", "sheet_unit");
    refused("currency", "RMB", "sheet_currency");
    refused("currency", "元", "sheet_currency");
    refused("price", "1.88 元", "sheet_number");
    refused("price", "1e30", "sheet_number");
    refused("gpu_count", "one", "sheet_number");
    refused("gpu_mem_gb", "-24", "sheet_number");
    refused("vcpus", "inf", "sheet_number");
    refused("observed_on", "20.11.2026", "sheet_date");
    refused("observed_on", "2027-01-01", "sheet_future");
    refused("plan", "=1+1", "sheet_formula");
    refused("price", "=1+1", "sheet_formula");
    refused("note", "@SUM(A1)", "sheet_formula");
    refused("gpu_model", "+cmd|' /C calc'!A0", "sheet_formula");
    refused("region", "-2+3", "sheet_formula");
}

#[test]
fn a_price_of_nothing_is_told_and_the_row_kept_with_an_unknown_price() {
    for price in ["0", "-3", "0.00", "NaN"] {
        let sheet = sheet(&with("price", price));
        let fault = told(&sheet.faults[0]);
        assert_eq!(fault, ("sheet_price", 2, "price".into(), price.into()));
        let held = sheet.offers[0].quarantine.as_ref().unwrap();
        assert_eq!(held.reason, QuarantineReason::PriceUnknown);
        assert_eq!(sheet.offers[0].price, None);
    }
    let empty = sheet(&with("price", ""));
    assert_eq!(empty.faults, []); // "not stated" is no mistake
    assert_eq!(empty.offers[0].price, None);
}

#[test]
fn half_a_row_and_an_endless_cell_are_told_and_the_others_read() {
    let half = sheet(&format!("{GOOD}\nautodl,RTX 3090,,RTX 3090"));
    assert_eq!(half.offers.len(), 1);
    assert_eq!(told(&half.faults[0]).0, "sheet_half_row");
    assert_eq!(half.faults[0].params["cells"], Param::Count(4));
    let endless = sheet(&format!(
        "{}\n{GOOD}",
        with("note", &"x".repeat(10_000_000))
    ));
    assert_eq!(endless.offers.len(), 1);
    let (code, line, column, value) = told(&endless.faults[0]);
    assert_eq!(
        (code, line, column.as_str()),
        ("sheet_cell_too_long", 2, "note")
    );
    assert_eq!(value.chars().count(), 41);
}

#[test]
fn a_sheet_with_other_columns_is_refused_as_a_whole() {
    let code = |text: &str| try_read(text).unwrap_err();
    let missing = code("name,cost\nRTX 4090,1.88\n");
    assert_eq!(missing.code, "sheet_columns_missing");
    let names = Param::Text("provider, plan, billing, price, currency, unit".into());
    assert_eq!(missing.params["columns"], names);
    let misspelt = code(&HEAD.replace("gpu_model", "gpu"));
    assert_eq!(misspelt.code, "sheet_columns_unknown");
    assert_eq!(misspelt.params["columns"], Param::Text("gpu".into()));
    assert_eq!(code("").code, "sheet_empty");
    assert_eq!(
        code(&format!("{HEAD},price\n")).code,
        "sheet_columns_unknown"
    );
}

#[test]
fn columns_may_stand_in_any_order_with_another_separator_and_some_missing() {
    let sheet = try_read(
        "price;plan;provider;currency;unit;billing\n1,5;a;b;CNY;hour;spot\n2.5;c;d;CNY;hour;spot\n",
    )
    .unwrap();
    assert_eq!(
        told(&sheet.faults[0]),
        ("sheet_number", 2, "price".into(), "1,5".into())
    );
    assert_eq!(sheet.offers[0].plan.sku, "c");
}

#[test]
fn the_same_row_twice_is_told_and_kept_once() {
    let sheet = sheet(&format!(
        "{GOOD}\n{GOOD}\n{}",
        with("observed_on", "2026-11-21")
    ));
    assert_eq!(sheet.offers.len(), 2);
    assert_eq!(
        told(&sheet.faults[0]),
        ("sheet_duplicate", 3, "plan".into(), "RTX 4090".into())
    );
}

#[test]
fn a_card_that_no_table_knows_is_kept_and_noted_once() {
    let unknown = with("gpu_model", "RTX 9090");
    let sheet = sheet(&format!(
        "{unknown}\n{}",
        unknown.replace("2026-11-20", "2026-11-21")
    ));
    assert_eq!((sheet.offers.len(), sheet.faults.len()), (2, 0));
    let note = Message::new("gpu_unknown").with("name", Param::Text("RTX 9090".into()));
    assert_eq!(sheet.notes, [note]);
}

#[test]
fn a_machine_that_is_priced_without_its_card_is_held() {
    let host = sheet("gcp,a2-highgpu-1g,us-central1,,,,12,85,on_demand,0.73948,USD,hour,,,");
    let held = host.offers[0].quarantine.as_ref().unwrap();
    assert_eq!(held.reason, QuarantineReason::CardPriceMissing);
}

#[test]
fn a_thousand_faults_are_told_a_hundred_times_and_counted() {
    let rows = vec![with("price", "free"); 1_000].join("\n");
    let faults = sheet(&rows).faults;
    assert_eq!(faults.len(), 101);
    assert_eq!(faults[100].code, "sheet_more");
    assert_eq!(faults[100].params["count"], Param::Count(900));
}

#[test]
fn what_is_written_can_be_read_again() {
    let named = |plan: &str, row: String| row.replacen("RTX 4090", plan, 1);
    let rows = [
        GOOD.to_owned(),
        with("billing", "monthly").replace(",hour,", ",month,"),
        named(
            "quarter",
            with("gpu_model", "A10").replace(",1,24,", ",0.25,6,"),
        ),
        named("vgpu", with("gpu_model", "A10").replace(",1,24,", ",1,2,")),
        named(
            "reported",
            with("gpu_model", "L4").replace(",1,24,", ",8,22.35,"),
        ),
        named("unpriced", with("price", "")),
        named("cpu", with("gpu_model", "").replace(",1,24,", ",,,")),
    ]
    .join("\n");
    let first: Vec<Offer> = sheet(&rows).offers;
    assert_eq!(first.len(), 7);
    let text = write(&first);
    assert!(text.starts_with(HEAD));
    assert_eq!(try_read(&text).unwrap().offers, first);
}
