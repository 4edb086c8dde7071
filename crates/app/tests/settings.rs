//! Settings, rates, earlier questions and shortlists: what is kept between two starts.

mod house;

use house::{House, now};
use tiaoka_app::App;
use tiaoka_app::answers::Answers;
use tiaoka_app::problem::Code;
use tiaoka_app::views::settings::{Settings, ShortlistItem};

fn settings(language: &str, theme: &str, currency: &str) -> Settings {
    Settings {
        language: language.into(),
        theme: theme.into(),
        currency: currency.into(),
    }
}

fn question(tokens: &str) -> Answers {
    Answers {
        tokens: tokens.into(),
        ..Answers::default()
    }
}

#[test]
fn a_first_start_speaks_the_systems_language_and_counts_the_catalogue() {
    let house = House::new();
    let startup = house.app.startup("zh_CN.UTF-8").unwrap();
    assert_eq!(startup.settings, settings("system", "system", "CNY"));
    assert_eq!(startup.system_language, "zh-CN");
    assert!(startup.offers > 4_000 && startup.providers > 60 && startup.held > 300);
    assert!(startup.observed_from < startup.observed_to);
    assert_eq!(house.app.startup("de_DE").unwrap().system_language, "en");
}

#[test]
fn the_dollar_and_the_euro_come_first_with_their_day() {
    let rates = House::new().app.rates_view().unwrap();
    assert_eq!(rates.len(), 29); // thirty currencies without the yuan
    assert_eq!(
        (rates[0].currency.as_str(), rates[1].currency.as_str()),
        ("USD", "EUR")
    );
    assert!(
        rates
            .iter()
            .all(|rate| rate.observed_on == "2026-10-30" && !rate.own)
    );
}

#[test]
fn a_rate_of_the_users_own_is_dated_and_leaves_the_others_alone() {
    let house = House::new();
    let before = house.app.rates_view().unwrap();
    let after = house.app.set_rate("eur", Some(" 8.00 ")).unwrap();
    assert_eq!((after[1].cny.as_str(), after[1].own), ("8", true));
    assert_eq!(after[1].observed_on, "2026-11-30");
    assert_eq!(after[0], before[0]); // the dollar against the yuan is as it was
    assert_eq!(house.app.set_rate("EUR", None).unwrap(), before);
    assert_eq!(
        house.app.set_rate("CNY", Some("2")).unwrap_err().code,
        Code::BadValue
    );
}

#[test]
fn settings_outlive_the_program_and_a_bad_one_changes_nothing() {
    let house = House::new();
    let chosen = settings("zh-CN", "dark", "USD");
    house.app.save_settings(&chosen).unwrap();
    for bad in [
        settings("fr", "dark", "USD"),
        settings("en", "pink", "USD"),
        settings("en", "dark", "dollars"),
    ] {
        assert_eq!(
            house.app.save_settings(&bad).unwrap_err().code,
            Code::BadValue
        );
    }
    let unknown = house
        .app
        .save_settings(&settings("en", "dark", "XAU"))
        .unwrap_err();
    assert_eq!(unknown.code, Code::NoRate);
    let again = App::open(house.app.data_dir(), now).unwrap();
    assert_eq!(again.settings().unwrap(), chosen);
}

#[test]
fn six_questions_are_kept_and_the_same_one_once() {
    let house = House::new();
    for n in [1, 2, 3, 4, 5, 6, 7, 7, 7] {
        house
            .app
            .keep_question(&question(&format!("{n}M")), format!("{n}"), None)
            .unwrap();
    }
    let recent = house.app.recent().unwrap();
    assert_eq!(recent.len(), 6);
    assert_eq!(
        recent
            .iter()
            .filter(|question| question.title == "7")
            .count(),
        1
    );
}

#[test]
fn a_deleted_shortlist_comes_back_under_its_number() {
    let house = House::new();
    let item = ShortlistItem {
        id: "17".into(),
        provider: "autodl".into(),
        plan: "1x RTX 4090".into(),
        region: None,
        billing: "on_demand".into(),
        cost: "9.88".into(),
        currency: "CNY".into(),
        time_s: 18_933.0,
    };
    let kept = house
        .app
        .keep_shortlist(" weekend ", &question("30M"), vec![item])
        .unwrap();
    assert_eq!((kept.len(), kept[0].name.as_str()), (1, "weekend"));
    assert_eq!(house.app.delete_shortlist(kept[0].id).unwrap(), []);
    assert_eq!(
        house.app.delete_shortlist(kept[0].id).unwrap_err().code,
        Code::UnknownId
    );
    assert_eq!(house.app.restore_shortlist(&kept[0]).unwrap(), kept);
    for name in ["", "   ", &"x".repeat(101)] {
        let error = house
            .app
            .keep_shortlist(name, &question("1M"), Vec::new())
            .unwrap_err();
        assert_eq!(error.code, Code::BadValue);
    }
}
