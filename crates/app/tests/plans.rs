//! The plans table over the shipped catalogue and over rows of a sheet: CAT-01, CAT-03, API-03.
#![expect(clippy::unwrap_used, reason = "a test stops where its setting fails")]

mod house;
mod sheet;

use house::House;
use sheet::{head, import};
use tiaoka_app::problem::Code;
use tiaoka_app::views::offers::{OfferRow, OffersPage, PlansQuery};
use tiaoka_app::wording::Language;

fn plans(house: &House, query: PlansQuery) -> OffersPage {
    house.app.plans(&query, Language::En).unwrap()
}

fn query(change: impl FnOnce(&mut PlansQuery)) -> PlansQuery {
    let mut query = PlansQuery::default();
    change(&mut query);
    query
}

fn amount(row: &OfferRow) -> Option<f64> {
    row.price_per_hour
        .as_ref()
        .map(|price| price.amount.parse().unwrap())
}

/// Rows of a provider of our own, beside the shipped ones.
const MADE: &str = "provider,plan,region,gpu_model,gpu_count,gpu_mem_gb,vcpus,ram_gb,billing,price,currency,unit,source,observed_on,note
made,slice,,A10,1,2,4,15.5,on_demand,2.10,CNY,hour,s,2026-11-01,
made,whole,,A10,1,24,8,30,on_demand,9.90,CNY,hour,s,2026-11-01,
made,eight,,L4,8,22.35,,,on_demand,40,CNY,hour,s,2026-11-01,
made,small,,L4,1,12,,,on_demand,1.00,CNY,hour,s,2026-11-01,
made,month,,L4,1,24,,,monthly,3650,CNY,month,s,2026-11-01,
made,unpriced,,A10,1,24,,,on_demand,,CNY,hour,s,2026-11-01,
";

fn made(change: impl FnOnce(&mut PlansQuery)) -> (House, PlansQuery) {
    let house = House::new();
    import(&house.app, MADE).unwrap();
    let query = query(|query| {
        query.provider = vec!["made".into()];
        change(query);
    });
    (house, query)
}

fn names(page: &OffersPage) -> Vec<&str> {
    page.offers.iter().map(|row| row.plan.as_str()).collect()
}

#[test]
fn a_slice_is_not_one_card_and_has_no_price_per_card() {
    let (house, query) = made(|query| {
        query.gpu = "A10".into();
        query.gpus = Some(1);
    });
    assert_eq!(names(&plans(&house, query)), ["whole"]);
    let all = plans(
        &house,
        self::query(|query| query.provider = vec!["made".into()]),
    );
    let slice = all.offers.iter().find(|row| row.plan == "slice").unwrap();
    assert_eq!(slice.price_per_gpu_hour, None);
    let gpu = slice.gpu.as_ref().unwrap();
    assert_eq!((gpu.share, gpu.memory_gib), (2.0 / 24.0, Some(2.0)));
}

#[test]
fn at_least_24_gb_finds_cards_that_report_a_little_less() {
    let (house, query) = made(|query| query.min_gpu_memory_gb = Some(24.0));
    // 40 CNY for eight L4, 9.90 for one A10, 3650 / 730 = 5 for the month.
    assert_eq!(names(&plans(&house, query)), ["month", "whole", "eight"]);
}

#[test]
fn an_unknown_price_stands_last_in_both_directions() {
    for descending in [false, true] {
        let (house, query) = made(|query| {
            query.held = true;
            query.descending = descending;
        });
        let page = plans(&house, query);
        assert_eq!(
            names(&page).last(),
            Some(&"unpriced"),
            "descending: {descending}"
        );
        assert_eq!((page.total, page.held), (6, 1));
    }
}

#[test]
fn a_held_row_is_left_out_unless_asked_for_and_says_why() {
    let (house, query) = made(|_| {});
    assert_eq!(plans(&house, query.clone()).total, 5);
    let page = plans(&house, PlansQuery { all: true, ..query });
    let row = page
        .offers
        .iter()
        .find(|row| row.plan == "unpriced")
        .unwrap();
    assert_eq!(row.quarantine.as_ref().unwrap().code, "held_price_unknown");
    assert_eq!(row.price_per_hour, None);
}

#[test]
fn a_highest_price_may_be_in_any_currency() {
    // 1 USD is about 7 CNY: 5 and 2.10 and 1.00 are below, 9.90 is not.
    let (house, query) = made(|query| query.max_price = "1 USD".into());
    assert_eq!(names(&plans(&house, query)), ["small", "slice", "month"]);
}

#[test]
fn the_whole_catalogue_is_there_and_every_held_row_has_a_reason() {
    let house = House::new();
    let all = plans(
        &house,
        query(|query| {
            query.all = true;
            query.kind = vec!["all".into()];
        }),
    );
    assert_eq!(all.total, 5_811 + 258); // price rows and machines that nobody prices
    assert_eq!(all.offers.len(), 6_069);
    let held = all.offers.iter().filter(|row| row.quarantine.is_some());
    assert_eq!(held.count() as u32, all.held);
    let texts = all.offers.iter().filter_map(|row| row.quarantine.as_ref());
    assert!(
        texts
            .clone()
            .all(|reason| !reason.text.is_empty() && !reason.text.starts_with("held_"))
    );
}

#[test]
fn a_page_is_a_part_of_the_whole_in_the_same_order() {
    let house = House::new();
    let wanted = |offset, limit| {
        query(|query| {
            query.min_gpu_memory_gb = Some(24.0);
            query.billing = vec!["on-demand".into()];
            query.offset = offset;
            query.limit = limit;
        })
    };
    let whole = plans(&house, wanted(0, None));
    let page = plans(&house, wanted(20, Some(20)));
    assert_eq!(page.total, whole.total);
    assert_eq!(whole.offers.len() as u32, whole.total);
    assert_eq!(names(&page), names(&whole)[20..40]);
    let prices: Vec<f64> = whole.offers.iter().map_while(amount).collect();
    assert!(prices.is_sorted());
    assert_eq!(prices.len(), whole.offers.len());
    assert!(whole.offers.iter().all(|row| row.billing == "on_demand"));
}

#[test]
fn cards_are_found_by_any_spelling_and_an_unknown_name_is_refused() {
    let house = House::new();
    let count = |gpu: &str| plans(&house, query(|query| query.gpu = gpu.into())).total;
    assert!(count("RTX 4090") > 10);
    assert_eq!(count("NVIDIA GeForce RTX 4090"), count("rtx4090"));
    let unknown = query(|query| query.gpu = "HAL 9000".into());
    let problem = house.app.plans(&unknown, Language::En).unwrap_err();
    assert_eq!((problem.code, problem.code.exit()), (Code::UnknownGpu, 2));
}

#[test]
fn words_are_searched_in_sellers_plans_cards_and_regions() {
    let house = House::new();
    let search = |text: &str| plans(&house, query(|query| query.search = text.into()));
    assert!(
        search("autodl 4090")
            .offers
            .iter()
            .all(|row| row.provider == "autodl")
    );
    assert!(search("autodl 4090").total > 0);
    assert!(
        search("阿里云")
            .offers
            .iter()
            .all(|row| row.provider == "aliyun")
    );
    assert!(search("阿里云").total > 0);
    assert_eq!(search("100%_no such thing").total, 0);
}

#[test]
fn a_seller_without_a_shipped_price_is_named_with_what_to_do() {
    let house = House::new();
    let ask = |name: &str| plans(&house, query(|query| query.provider = vec![name.into()]));
    let codes = |page: &OffersPage| {
        page.notes
            .iter()
            .map(|n| n.code.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(&ask("百度智能云")), ["seller_without_prices"]);
    assert_eq!(codes(&ask("no such cloud")), ["seller_unknown"]);
    assert!(ask("AutoDL").notes.is_empty());
    let searched = plans(&house, query(|query| query.search = "百度智能云".into()));
    assert_eq!(codes(&searched), ["seller_without_prices"]);
}

#[test]
fn mainland_china_is_a_place() {
    let house = House::new();
    let page = plans(&house, query(|query| query.region = "cn".into()));
    assert!(page.total > 300);
    assert!(page.offers.iter().any(|row| row.provider == "autodl"));
    assert!(page.offers.iter().all(|row| row.provider != "lambda"));
}

#[test]
fn options_with_impossible_values_are_refused_with_what_is_possible() {
    let house = House::new();
    let refused = |change: fn(&mut PlansQuery), option: &str| {
        let problem = house.app.plans(&query(change), Language::En).unwrap_err();
        assert_eq!(
            (problem.code, problem.params["option"].as_str()),
            (Code::BadValue, option)
        );
    };
    refused(|query| query.sort = "beauty".into(), "sort");
    refused(|query| query.kind = vec!["toaster".into()], "kind");
    refused(|query| query.billing = vec!["weekly".into()], "billing");
    refused(|query| query.max_price = "-3 CNY".into(), "max-price");
    refused(|query| query.max_price = "a lot".into(), "max-price");
    refused(
        |query| query.min_gpu_memory_gb = Some(-1.0),
        "min-gpu-memory-gb",
    );
    refused(|query| query.currency = "shells".into(), "currency");
    let no_rate = query(|query| query.currency = "XAU".into());
    assert_eq!(
        house.app.plans(&no_rate, Language::En).unwrap_err().code,
        Code::NoRate
    );
}

#[test]
fn an_offer_tells_all_its_sources_and_the_same_card_elsewhere() {
    let house = House::new();
    let autodl = query(|query| {
        query.provider = vec!["autodl".into()];
        query.gpu = "RTX 4090".into();
        query.billing = vec!["on_demand".into()];
    });
    let page = plans(&house, autodl);
    let detail = house
        .app
        .offer(&page.offers[0].id, "USD", Language::ZhCn)
        .unwrap();
    assert_eq!(detail.offer.plan, page.offers[0].plan);
    assert!(detail.sightings.iter().any(|row| row.id == detail.offer.id));
    assert!(!detail.elsewhere.is_empty() && detail.elsewhere.len() <= 8);
    assert!(detail.elsewhere.iter().all(|row| row.provider != "autodl"));
    assert!(
        detail
            .traits
            .iter()
            .any(|said| said.code == "billing_granularity")
    );
    assert!(detail.offer.converted);
    let gone = house.app.offer("999999", "CNY", Language::En).unwrap_err();
    assert_eq!(gone.code, Code::UnknownId);
}

#[test]
fn a_rate_of_the_users_own_changes_prices_and_order_until_it_is_taken_back() {
    let house = House::new();
    let usual = house
        .app
        .plans(&query(|query| query.limit = Some(50)), Language::En)
        .unwrap();
    house.app.set_rate("USD", Some("1000")).unwrap();
    let dear = plans(&house, query(|query| query.limit = Some(50)));
    assert!(
        dear.offers
            .iter()
            .all(|row| row.listed.as_ref().unwrap().price.currency != "USD")
    );
    let rates = house.app.set_rate("USD", None).unwrap();
    assert!(!rates[0].own);
    assert_eq!(plans(&house, query(|query| query.limit = Some(50))), usual);
    for bad in ["0", "-7", "seven", "1e9"] {
        assert_eq!(
            house.app.set_rate("USD", Some(bad)).unwrap_err().code,
            Code::BadValue,
            "{bad}"
        );
    }
}

#[test]
fn the_head_of_an_export_is_the_head_of_the_shipped_table() {
    let house = House::new();
    let bytes = house.app.export_prices(true).unwrap();
    assert!(String::from_utf8(bytes).unwrap().starts_with(head()));
}
