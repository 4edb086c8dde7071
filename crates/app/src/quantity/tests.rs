//! Numbers, times and money as people write them.

use super::*;

#[track_caller]
fn reads(text: &str, of: Of, value: f64) {
    let read = number(text, of);
    let close = |x: &f64| (x - value).abs() <= 1e-12 * value.abs();
    assert!(read.as_ref().is_ok_and(close), "{text:?}: {read:?}");
}

#[track_caller]
fn costs(text: &str, amount: &str, currency: Currency) {
    let money = Money {
        amount: amount.parse().unwrap(),
        currency,
    };
    assert_eq!(super::money(text, Currency::CNY), Ok(money), "{text:?}");
}

#[test]
fn people_write_one_number_in_many_ways() {
    for text in [
        "30M",
        "30m",
        "3000万",
        "3e7",
        "3E+7",
        "30,000,000",
        "30_000_000",
        "30000000",
        "３０，０００，０００",
        "30 M tokens",
        "3千万",
        "0.3亿",
        "３０Ｍ",
        " 30 million ",
        "3000w",
        "30百万个",
    ] {
        reads(text, Of::Things, 3e7);
    }
    reads("7B", Of::Things, 7e9);
    reads("1.5亿", Of::Things, 1.5e8);
    reads("1.5T tokens", Of::Things, 1.5e12);
    reads("-3B", Of::Things, -3e9);
    reads("−3B", Of::Things, -3e9);
}

#[test]
fn hours_are_written_as_hours_days_and_minutes() {
    for text in [
        "72h",
        "72",
        "3d",
        "3天",
        "72 小时",
        "4320min",
        "2d24h",
        "72.0 hours",
    ] {
        reads(text, Of::Hours, 72.0);
    }
    reads("90min", Of::Hours, 1.5);
    reads("1h 30min", Of::Hours, 1.5);
}

#[test]
fn sizes_latencies_and_shares_take_their_own_units() {
    reads("1.5 TB", Of::Gigabytes, 1_500.0);
    reads("20GB", Of::Gigabytes, 20.0);
    reads("2s", Of::Millis, 2_000.0);
    reads("50", Of::Millis, 50.0);
    reads("35 %", Of::Share, 0.35);
}

#[test]
fn money_carries_its_currency_in_front_or_behind() {
    for text in [
        "5000 CNY",
        "¥5000",
        "5000元",
        "￥5,000",
        "CNY 5000",
        "5k",
        "5千元",
        "0.5万",
        "5000",
        "5000人民币",
        "rmb 5000",
        "５０００ 元",
        "5e3",
    ] {
        costs(text, "5000", Currency::CNY);
    }
    costs("$100", "100", Currency::USD);
    costs("US$ 99.50", "99.5", Currency::USD);
    costs("100 usd", "100", Currency::USD);
    costs("1.2万美元", "12000", Currency::USD);
    costs("-5", "-5", Currency::CNY);
}

#[test]
fn what_is_no_quantity_says_why() {
    for text in [
        "", "abc", "NaN", "inf", "-", ".", "1,5", "1,00,000", "1.2.3", "M30", "--3",
    ] {
        assert_eq!(number(text, Of::Things), Err(Fault::NotANumber), "{text:?}");
    }
    assert_eq!(
        number("30 apples", Of::Things),
        Err(Fault::UnknownUnit("apples".into()))
    );
    // Months or minutes? Not guessed.
    assert_eq!(number("3m", Of::Hours), Err(Fault::UnknownUnit("m".into())));
    assert_eq!(number("1e999", Of::Things), Err(Fault::TooLarge));
    assert_eq!(
        number(&"9".repeat(10_000), Of::Things),
        Err(Fault::NotANumber)
    );
    assert_eq!(money("1e40", Currency::CNY), Err(Fault::TooLarge));
    assert_eq!(
        money("¥5 USD", Currency::CNY),
        Err(Fault::UnknownUnit("usd".into()))
    );
    assert_eq!(money("free", Currency::CNY), Err(Fault::NotANumber));
}
