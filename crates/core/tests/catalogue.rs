//! The shipped tables as offers, and what is held back: cases CAT-01, CAT-04 and API-03.
#![expect(clippy::unwrap_used, reason = "a test stops where it fails")]

use std::collections::BTreeMap;

use tiaoka_core::catalogue::{
    Shapes, Tables, duplicates, gate, hosts, packed, rates, row, shipped,
};
use tiaoka_core::gpu::GpuName;
use tiaoka_core::money::Rates;
use tiaoka_core::offer::{Availability, Billing, Means, Offer, QuarantineReason};

const PLANS_CN: &str = include_str!("../../app/data/plans-cn.csv");
const PLANS_INTL: &str = include_str!("../../app/data/plans-intl.csv");
const SPECS: [&str; 2] = [
    include_str!("../../app/data/specs-intl.csv"),
    include_str!("../../app/data/specs-alicloud.csv"),
];

fn ecb() -> Rates {
    rates::read(include_str!("../../app/data/exchange-rates.csv")).unwrap()
}

fn catalogue() -> Vec<Offer> {
    let tables = Tables {
        plans_cn: PLANS_CN,
        plans_intl: PLANS_INTL,
        specs: SPECS,
    };
    let fetched = shipped(&tables, &ecb()).unwrap();
    assert_eq!(
        fetched.notes,
        [],
        "every name of the shipped tables is known"
    );
    fetched.items
}

/// The offers of a table that begins with the usual head line.
fn offers(lines: &str) -> Vec<Offer> {
    let table = format!("{}\n{lines}", row::COLUMNS.join(","));
    let shapes = Shapes::read(&SPECS).unwrap();
    hosts::join(row::read(&table).unwrap(), &shapes)
        .iter()
        .map(|row| row::offer(row, Means::Sheet).unwrap())
        .collect()
}

fn reason(offer: &Offer) -> Option<QuarantineReason> {
    offer.quarantine.as_ref().map(|held| held.reason)
}

fn hourly(offer: &Offer) -> String {
    let money = offer.price.unwrap().per_hour();
    format!("{} {}", money.amount, money.currency)
}

#[test]
fn what_is_held_back_is_counted() {
    let mut held: BTreeMap<QuarantineReason, usize> = BTreeMap::new();
    let all = catalogue();
    for reason in all.iter().filter_map(reason) {
        *held.entry(reason).or_default() += 1;
    }
    let expected = [
        (QuarantineReason::PriceUnknown, 256),
        (QuarantineReason::UnusuallyLow, 18),
        (QuarantineReason::Implausible, 2), // the two test families of Alibaba Cloud
        (QuarantineReason::NoSeller, 37),
        (QuarantineReason::RangeEnd, 69),
    ];
    assert_eq!(held, BTreeMap::from(expected));
    assert_eq!(all.len(), 6_069); // 5,811 price rows and 258 machines that nobody prices
}

#[test]
fn packed_offers_come_back_as_they_were() {
    let all = catalogue();
    assert_eq!(packed::unpack(&packed::pack(&all).unwrap()).unwrap(), all);
    assert!(packed::unpack("{}").is_err());
}

#[test]
fn of_several_sources_the_newest_is_present_and_of_equal_dates_the_dearer() {
    let all = catalogue();
    let of = |sku: &str| {
        let mut found: Vec<_> = all
            .iter()
            .filter(|o| o.plan.provider == "aws" && o.plan.sku == sku)
            .filter(|o| o.billing == Billing::OnDemand)
            .map(|o| (o.observed_at.unwrap().to_string(), hourly(o), o.superseded))
            .collect();
        found.sort();
        found
    };
    let h100 = of("8x h100-sxm");
    assert_eq!(h100.len(), 3);
    assert_eq!(
        h100[0],
        ("2026-08-22T00:00:00Z".into(), "98.32 USD".into(), true)
    );
    assert_eq!(
        h100[2],
        ("2026-11-09T00:00:00Z".into(), "55.04 USD".into(), false)
    );
    let mut keys: Vec<_> = all
        .iter()
        .filter(|o| !o.superseded)
        .map(Offer::key)
        .collect();
    let present = keys.len();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), present, "one present offer a key");
}

#[test]
fn a_machine_type_and_its_price_per_card_are_one_thing_where_neither_names_a_place() {
    let all = catalogue();
    let present = |sku: &str| {
        let found = all
            .iter()
            .find(|o| o.plan.provider == "lambda" && o.plan.sku == sku && !o.superseded);
        found.map(hourly)
    };
    assert_eq!(present("1x a10").as_deref(), Some("1.29 USD")); // 2026-10-10
    assert_eq!(present("gpu_1x_a10"), None); // 0.75 USD, undated
    let aws = |sku: &str| all.iter().any(|o| o.plan.sku == sku && !o.superseded);
    assert!(aws("p5en.48xlarge"), "a machine in a named place stays");
}

#[test]
fn the_order_of_rows_does_not_decide_which_one_is_present() {
    let lines = [
        "s,p,r,L4,1,24,,,on_demand,1,USD,hour,a,2026-01,",
        "s,p,r,L4,1,24,,,on_demand,3,USD,hour,b,2026-02,",
        "s,p,r,L4,1,24,,,on_demand,2,USD,hour,c,2026-02,",
        "s,p,r,L4,1,24,,,on_demand,9,USD,hour,d,,",
        "s,p,r,L4,1,24,,,on_demand,0,USD,hour,e,2026-03,",
    ];
    for first in 0..lines.len() {
        let mut turned = lines;
        turned.rotate_left(first);
        let mut found = offers(&turned.join("\n"));
        duplicates::mark_superseded(&mut found, &ecb());
        let present: Vec<_> = found.iter().filter(|o| !o.superseded).map(hourly).collect();
        assert_eq!(
            present,
            ["3 USD"],
            "newest sound row, of equal dates the dearer"
        );
    }
}

/// CAT-01.
#[test]
fn a_vgpu_of_an_a10_has_no_price_per_whole_card() {
    let rows = offers(
        "aliyun,ecs.sgn7i-vws-m2.xlarge,,A10,1,2,4,15.5,on_demand,2.10,CNY,hour,,,\n\
         aliyun,ecs.gn7i-c8g1.2xlarge,,A10,1,24,8,30,on_demand,9.90,CNY,hour,,,",
    );
    assert_eq!(gate::per_card_hour(&rows[0]), None);
    let gpu = rows[0].plan.gpu.as_ref().unwrap();
    assert_eq!((gpu.share, gpu.memory_gib), (2.0 / 24.0, Some(2.0)));
    let whole = gate::per_card_hour(&rows[1]).unwrap();
    assert_eq!(whole.amount.to_string(), "9.9");
}

/// CAT-04.
#[test]
fn host_price_and_card_price_make_one_offer() {
    let host = "gcp,a2-highgpu-1g,us-central1,,,,12,85";
    let card = "gcp,,us-central1,A100,1,,,";
    let joined = offers(&format!(
        "{host},on_demand,0.73948,USD,hour,,,\n\
         {card},on_demand,2.933908,USD,hour,,,\n\
         {host},spot,0.44371,USD,hour,,,\n\
         {card},spot,1.15,USD,hour,,,"
    ));
    let prices: Vec<_> = joined.iter().map(hourly).collect();
    assert_eq!(prices, ["3.673388 USD", "1.59371 USD"]);
    assert!(joined.iter().all(|offer| offer.quarantine.is_none()));
    assert_eq!(joined[0].origin.note.as_deref(), Some("0.73948 + 2.933908"));
    let gpu = joined[0].plan.gpu.as_ref().unwrap();
    assert_eq!((gpu.name.as_str(), gpu.count), ("A100 SXM", Some(1)));
    assert_eq!(joined[0].plan.vcpus, Some(12.0));

    let alone = offers(&format!("{host},on_demand,0.73948,USD,hour,,,"));
    assert_eq!(reason(&alone[0]), Some(QuarantineReason::CardPriceMissing));
    let elsewhere = offers(&format!(
        "{host},on_demand,0.73948,USD,hour,,,\n\
         gcp,,europe-west4,A100,1,,,,on_demand,2.9,USD,hour,,,"
    ));
    assert_eq!(
        reason(&elsewhere[0]),
        Some(QuarantineReason::CardPriceMissing)
    );
    assert_eq!(elsewhere.len(), 2, "the card row is kept");
}

/// API-03.
#[test]
fn a_price_of_zero_is_no_bargain() {
    let rows = offers(
        "azure,Standard_NC40ads_H100_v5,,H100 NVL,1,,,,on_demand,0,USD,hour,,,\n\
         aws,p5e.48xlarge,,H200,8,,,,CapacityBlock,0.0,USD,hour,,,\n\
         s,x,,H100,1,,,,on_demand,,USD,hour,,,\n\
         s,y,,H100,1,,,,on_demand,NaN,USD,hour,,,\n\
         s,n,,H100,1,,,,on_demand,-3,USD,hour,,,\n\
         s,z,,H100,1,,,,on_demand,8.8,USD,hour,,,",
    );
    let reasons: Vec<_> = rows.iter().map(reason).collect();
    let unknown = Some(QuarantineReason::PriceUnknown);
    let block = Some(QuarantineReason::ReservationOnly);
    assert_eq!(reasons, [unknown, block, unknown, unknown, unknown, None]);
    assert!(rows[..5].iter().all(|offer| offer.price.is_none()));
}

#[test]
fn reference_prices_and_range_ends_are_kept_with_their_reason() {
    let rows = offers(
        "market-cn,8-GPU server A100,,A100,8,,,,monthly,50000,CNY,month,,2026,\n\
         unspecified-big3,x,,,,,,,on_demand,10.8,CNY,hour,,2026-11-02,\n\
         vendor-E,x,,A100,1,,,,on_demand,5,CNY,hour,,,\n\
         autodl,RTX 4090 (low end),,RTX 4090,1,24,,,on_demand,1.2,CNY,hour,,2026-08,\n\
         autodl,RTX 4090 (student),,RTX 4090,1,24,,,on_demand,1.2,CNY,hour,,2026-08,\n\
         autodl,RTX 4090 (high end),,RTX 4090,1,24,,,on_demand,2.6,CNY,hour,,2026-08,",
    );
    let nobody = Some(QuarantineReason::NoSeller);
    let end = Some(QuarantineReason::RangeEnd);
    let reasons: Vec<_> = rows.iter().map(reason).collect();
    assert_eq!(reasons, [nobody, nobody, nobody, end, end, None]);
}

#[test]
fn figures_that_exclude_each_other_are_held() {
    let rows = offers(
        "s,a,,L4,1,80,,,on_demand,1,USD,hour,,,\n\
         s,b,,L4,1.5,24,,,on_demand,1,USD,hour,,,\n\
         s,c,,L4,0,24,,,on_demand,1,USD,hour,,,\n\
         s,d,,,,24,,,on_demand,1,USD,hour,,,\n\
         s,e,,A10,0.25,24,,,on_demand,1,USD,hour,,,\n\
         s,f,,L4,,24,,,on_demand,1,USD,hour,,,",
    );
    let held = rows[..5]
        .iter()
        .all(|o| reason(o) == Some(QuarantineReason::Implausible));
    assert!(held, "{rows:#?}");
    // A count that nobody states is a gap, not a contradiction.
    assert_eq!(reason(&rows[5]), None);
    assert_eq!(rows[5].plan.gpu.as_ref().unwrap().count, None);
}

#[test]
fn a_year_or_month_counts_as_its_first_day_and_undated_as_nothing() {
    let day = |text| row::moment(text).map(|at| at.map(|at| at.to_string()));
    let first = |day: &str| Some(Some(format!("{day}T00:00:00Z")));
    assert_eq!(day("2026"), first("2026-01-01"));
    assert_eq!(day("2026-08"), first("2026-08-01"));
    assert_eq!(day("2026-08-22"), first("2026-08-22"));
    assert_eq!(day(""), Some(None));
    assert_eq!(day("undated"), Some(None));
    for wrong in ["22.08.2026", "2026-13", "2026-02-30", "soon", "20260822"] {
        assert_eq!(day(wrong), None, "{wrong}");
    }
}

#[test]
fn mainland_china_is_every_chinese_row_and_aws_cn() {
    let all = catalogue();
    let mainland = |provider: &str| {
        let mut of = all.iter().filter(|o| o.plan.provider == provider);
        of.all(|o| o.mainland_china)
    };
    assert!(mainland("autodl") && mainland("aws-cn") && mainland("ctyun"));
    assert!(
        all.iter()
            .filter(|o| o.plan.provider == "aws")
            .all(|o| !o.mainland_china)
    );
}

#[test]
fn a_shape_fills_what_a_price_row_leaves_out_and_replaces_nothing() {
    let shapes = Shapes::read(&SPECS).unwrap();
    let mut offer =
        offers("aliyun,ecs.gn7i-c8g1.2xlarge,,A10,1,,,,on_demand,9.9,CNY,hour,,,").remove(0);
    shapes.fill(&mut offer);
    assert_eq!(
        (offer.plan.vcpus, offer.plan.memory_gib),
        (Some(8.0), Some(30.0))
    );
    let mut other =
        offers("aliyun,ecs.gn7i-c8g1.2xlarge,,A10,1,,9,,on_demand,9.9,CNY,hour,,,").remove(0);
    shapes.fill(&mut other);
    assert_eq!(other.plan.vcpus, Some(9.0));
}

#[test]
fn sold_out_on_that_day_is_told_from_resold_capacity() {
    let rows = offers(
        "s,a,,L4,1,24,,,on_demand,1,USD,hour,,,United States list price; out of stock on that day\n\
         s,b,,L4,1,24,,,on_demand,1,USD,hour,,,resold capacity; upstream cloud named in the plan",
    );
    assert_eq!(rows[0].availability, Availability::SoldOut);
    assert_eq!(rows[1].availability, Availability::Unknown);
}

#[test]
fn an_import_far_below_the_median_of_three_sellers_is_held_with_the_comparison() {
    let line = |seller: &str, price: &str| {
        format!("{seller},p,,RTX 4090,1,24,,,on_demand,{price},CNY,hour,,2026-11-01,\n")
    };
    let market = offers(&(line("a", "2") + &line("b", "2.4") + &line("c", "1.6")));
    let mut import = offers(&(line("d", "0.39") + &line("e", "0.40")));
    gate::guard(&mut import, &market, &ecb());
    assert_eq!(reason(&import[0]), Some(QuarantineReason::UnusuallyLow)); // below 2 × 0.2
    assert_eq!(reason(&import[1]), None);
    let detail = import[0]
        .quarantine
        .as_ref()
        .unwrap()
        .detail
        .clone()
        .unwrap();
    assert_eq!(detail, "0.39 CNY/h < 20 % × 2 CNY/h (RTX 4090, n = 3)");

    let mut few = offers(&line("d", "0.01"));
    gate::guard(&mut few, &market[..2], &ecb());
    assert_eq!(reason(&few[0]), None, "two sellers make no median");
}

#[test]
fn every_card_of_the_shipped_tables_is_known_or_masked() {
    for offer in catalogue() {
        if let Some(gpu) = &offer.plan.gpu
            && let GpuName::Unknown(name) = &gpu.model
        {
            let masked = name.is_empty() || name.starts_with("Alibaba ");
            assert!(masked, "{name}");
        }
    }
}
