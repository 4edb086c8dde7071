//! A price sheet of the user's own: good ones, bad ones, and out again. REP-01 and "Bad input".
#![expect(clippy::unwrap_used, reason = "a test stops where its setting fails")]

mod house;
mod sheet;

use house::House;
use sheet::{head, import};
use tiaoka_app::problem::{Code, Problem};
use tiaoka_app::views::offers::{OffersPage, PlansQuery};
use tiaoka_app::wording::{Language, Wording};

/// A sheet of these rows.
fn lines(rows: &[&str]) -> String {
    let lines = std::iter::once(head()).chain(rows.iter().copied());
    lines.map(|line| format!("{line}\n")).collect()
}

const GOOD: &str = "my-cloud,one,,RTX 4090,1,24,16,60,on_demand,1.75,CNY,hour,invoice,2026-11-20,";

fn own(house: &House) -> OffersPage {
    let query = PlansQuery {
        provider: vec!["my-cloud".into()],
        all: true,
        kind: vec!["all".into()],
        ..PlansQuery::default()
    };
    house.app.plans(&query, Language::En).unwrap()
}

/// Refused as a whole, and nothing that was there is lost.
fn refused(bytes: &[u8]) -> Problem {
    let house = House::new();
    import(&house.app, &lines(&[GOOD])).unwrap();
    let before = house.app.sellers().unwrap();
    let problem = house
        .app
        .import_prices("mine.csv", bytes, false, Language::En)
        .unwrap_err();
    assert_eq!(house.app.sellers().unwrap(), before);
    assert_eq!(own(&house).total, 1);
    let view = problem.view(&Wording::of(Language::En));
    assert!(view.title.contains("mine.csv"), "{}", view.title);
    assert!(
        !view.advice.contains('{') && !view.title.contains('{'),
        "{view:?}"
    );
    problem
}

/// What is said of the one faulty row of a sheet.
fn said(row: &str) -> String {
    let problem = refused(lines(&[GOOD, row]).as_bytes());
    assert_eq!(
        (problem.code, problem.code.exit()),
        (Code::SheetRows, 4),
        "{row:.60}"
    );
    assert_eq!(problem.params["count"], "1");
    let view = problem.view(&Wording::of(Language::En));
    let text = view.notes[0].text.clone();
    assert!(text.starts_with("mine.csv, line 3"), "{text}");
    assert!(text.chars().count() < 400, "{text}");
    text
}

#[test]
fn a_good_row_is_taken_and_shown_as_the_users_own() {
    let house = House::new();
    let outcome = import(&house.app, &lines(&[GOOD])).unwrap();
    assert_eq!((outcome.imported, outcome.held, outcome.refused), (1, 0, 0));
    let page = own(&house);
    let row = &page.offers[0];
    assert_eq!(
        (row.means.as_str(), row.source.as_str()),
        ("sheet", "invoice")
    );
    assert_eq!(row.price_per_hour.as_ref().unwrap().amount, "1.75");
    assert_eq!(row.age_days, Some(10)); // 20 to 30 November
    assert_eq!(row.gpu.as_ref().unwrap().ids, ["rtx-4090"]);
}

#[test]
fn the_same_sheet_twice_is_there_once() {
    let house = House::new();
    import(&house.app, &lines(&[GOOD])).unwrap();
    import(&house.app, &lines(&[GOOD])).unwrap();
    assert_eq!(own(&house).total, 1);
    import(&house.app, &lines(&[&GOOD.replace("1.75", "1.65")])).unwrap();
    let page = own(&house);
    assert_eq!(page.total, 1);
    assert_eq!(
        page.offers[0].price_per_hour.as_ref().unwrap().amount,
        "1.65"
    );
}

#[test]
fn a_newer_price_stands_before_the_older_one_and_both_are_kept() {
    let house = House::new();
    let newer = GOOD
        .replace("1.75", "1.65")
        .replace("2026-11-20", "2026-11-25");
    import(&house.app, &lines(&[GOOD, &newer])).unwrap();
    let page = own(&house);
    let state = |row: &tiaoka_app::views::offers::OfferRow| {
        (
            row.price_per_hour.as_ref().unwrap().amount.clone(),
            row.superseded,
        )
    };
    let mut states: Vec<_> = page.offers.iter().map(state).collect();
    states.sort();
    assert_eq!(states, [("1.65".into(), false), ("1.75".into(), true)]);
}

#[test]
fn a_sheet_is_read_in_the_encodings_that_spreadsheets_write() {
    let text = lines(&[&GOOD.replace("invoice", "发票")]);
    let utf16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}"
            .encode_utf16()
            .chain(text.encode_utf16())
            .flat_map(bytes)
            .collect()
    };
    let utf8 = format!("\u{feff}{text}").into_bytes();
    for bytes in [utf8, utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)] {
        let house = House::new();
        let outcome = house
            .app
            .import_prices("mine.csv", &bytes, false, Language::En)
            .unwrap();
        assert_eq!(outcome.notes, []);
        assert_eq!(own(&house).offers[0].source, "发票");
    }
}

#[test]
fn gb18030_is_read_and_the_guess_is_said() {
    let text = lines(&[GOOD]);
    let (before, after) = text.split_once("invoice").unwrap();
    // 发票 in GB18030.
    let bytes = [before.as_bytes(), b"\xb7\xa2\xc6\xb1", after.as_bytes()].concat();
    let house = House::new();
    let outcome = house
        .app
        .import_prices("mine.csv", &bytes, false, Language::En)
        .unwrap();
    assert_eq!(own(&house).offers[0].source, "发票");
    assert!(
        outcome.notes[0].text.contains("GB18030"),
        "{:?}",
        outcome.notes
    );
}

#[test]
fn files_that_are_no_sheet_are_named() {
    let code = |bytes: &[u8]| refused(bytes).code;
    assert_eq!(code(b"PK\x03\x04 a workbook"), Code::SheetEncoding);
    assert_eq!(code(b"\xff\xfe\x00"), Code::SheetEncoding);
    assert_eq!(code(b""), Code::SheetUnreadable);
    assert_eq!(code(b"name,price\none,1\n"), Code::SheetUnreadable);
    assert_eq!(code(head().as_bytes()), Code::SheetEmpty);
    assert_eq!(code(&vec![b'a'; (64 << 20) + 1]), Code::SheetTooLarge);
}

#[test]
fn wrong_columns_are_told_with_those_that_are_missing() {
    let problem = refused(lines(&[GOOD]).replace("currency", "money").as_bytes());
    let view = problem.view(&Wording::of(Language::En));
    assert!(
        view.notes[0].text.contains("currency"),
        "{}",
        view.notes[0].text
    );
}

#[test]
fn a_price_that_is_none_is_told_with_its_line_and_value() {
    for price in ["0", "-3", "NaN", "free"] {
        let text = said(&GOOD.replace("one", "two").replace("1.75", price));
        assert!(text.contains(price), "{text}");
    }
}

#[test]
fn a_formula_half_a_row_and_an_endless_cell_are_told() {
    let row = GOOD.replace("one", "two");
    assert!(said(&row.replace("two", "=HYPERLINK(1)")).contains("formula"));
    let half = said("my-cloud,two,,RTX 4090");
    assert!(half.contains("4\u{a0}cells"), "{half}");
    assert!(said(&row.replace("two", &"x".repeat(10_000_000))).contains("10,000,000"));
}

#[test]
fn words_that_no_column_knows_are_told() {
    let row = GOOD.replace("one", "two");
    assert!(said(&row.replace("on_demand", "weekly")).contains("weekly"));
    assert!(said(&row.replace("CNY", "shells")).contains("shells"));
    assert!(said(&row.replace(",hour,", ",minute,")).contains("minute"));
    assert!(said(&row.replace("2026-11-20", "yesterday")).contains("yesterday"));
    assert!(said(&row.replace("2026-11-20", "2027-11-20")).contains("2027-11-20"));
}

#[test]
fn with_partial_the_good_rows_are_taken_and_the_others_told() {
    let house = House::new();
    let rows = lines(&[
        GOOD,
        &GOOD.replace("one", "two").replace("on_demand", "weekly"),
    ]);
    let outcome = house
        .app
        .import_prices("mine.csv", rows.as_bytes(), true, Language::ZhCn)
        .unwrap();
    assert_eq!((outcome.imported, outcome.refused), (1, 1));
    assert!(outcome.notes[0].text.contains("weekly"));
    assert_eq!(own(&house).total, 1);
}

#[test]
fn a_price_far_below_the_market_is_held_with_the_comparison() {
    let house = House::new();
    let outcome = import(&house.app, &lines(&[&GOOD.replace("1.75", "0.05")])).unwrap();
    assert_eq!((outcome.imported, outcome.held), (1, 1));
    let held = own(&house).offers[0].quarantine.clone().unwrap();
    assert_eq!(held.code, "held_unusually_low");
    assert!(held.text.contains("0.05"), "{}", held.text);
}

#[test]
fn what_is_exported_is_imported_again_as_it_was() {
    let house = House::new();
    let rows = [
        GOOD,
        "my-cloud,slice,cn-east,A10,1,2,4,15.5,spot,2.10,CNY,hour,\"a, b\",2026-11,a note",
        "my-cloud,\"two \"\"big\"\" ones\",,H800,8,80,,,monthly,9999.5,USD,month,invoice,,",
    ];
    import(&house.app, &lines(&rows)).unwrap();
    let exported = house.app.export_prices(false).unwrap();
    let other = House::new();
    let outcome = other
        .app
        .import_prices("out.csv", &exported, false, Language::En)
        .unwrap();
    assert_eq!(outcome.imported, 3);
    assert_eq!(other.app.export_prices(false).unwrap(), exported);
    let strip = |page: OffersPage| {
        page.offers
            .into_iter()
            .map(|mut row| {
                row.id.clear();
                row
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(strip(own(&other)), strip(own(&house)));
}

#[test]
fn no_exported_cell_is_taken_for_a_formula() {
    let house = House::new();
    let exported = String::from_utf8(house.app.export_prices(true).unwrap()).unwrap();
    let mut reader = csv::Reader::from_reader(exported.as_bytes());
    let records: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), 6_069);
    let risky = records
        .iter()
        .flat_map(|record| record.iter())
        .filter(|cell| cell.starts_with(['=', '+', '-', '@']));
    assert_eq!(risky.collect::<Vec<_>>(), [""; 0]);
}
