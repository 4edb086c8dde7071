use std::collections::BTreeMap;

use proptest::prelude::*;
use rust_decimal::Decimal;

use super::*;
use crate::money::{Currency, Money, Rates};
use crate::offer::Billing;
use crate::predict::Interval;
use crate::traits::{SellerTraits, Stated};

fn yuan(amount: &str) -> Money {
    Money {
        amount: amount.parse().unwrap(),
        currency: Currency::CNY,
    }
}

fn stated<T>(value: T) -> Option<Stated<T>> {
    Some(Stated {
        value,
        source: String::from("worked by hand"),
        observed_on: String::from("2026"),
        contradicted: false,
    })
}

fn rates() -> Rates {
    Rates {
        observed_on: jiff::civil::date(2026, 10, 30),
        source: String::from("worked by hand"),
        per_eur: BTreeMap::from([(Currency::CNY, "7.98".parse().unwrap())]),
    }
}

fn extras(seller: &SellerTraits, storage_gb: f64, months: f64, egress_gb: f64) -> Extras {
    let dearest = Some(yuan("1"));
    let beside = Beside {
        storage_gb,
        months,
        egress_gb,
        waited_h: 0.0,
        time_value: None,
        dearest,
    };
    Extras::of(Some(seller), &beside, (&rates(), Currency::CNY))
}

/// A seller that starts in 47 s, with 50 GB free and 0.12 CNY for more.
fn seller(step_s: u32, stops_free: bool) -> SellerTraits {
    SellerTraits {
        billing_step_s: stated(step_s),
        stop_without_charge: stated(stops_free),
        start_up_s: stated(47.0),
        storage_stopped: stated(yuan("0.12")),
        free_storage_gb: stated(50.0),
        ..SellerTraits::default()
    }
}

/// 22 days of two sessions of an hour and a half.
const MONTH: Job = Job::Month {
    sessions: 44.0,
    each_h: 1.5,
    load_gb: 0.0,
};

fn amount(cost: &Cost, code: &str) -> Option<Decimal> {
    cost.parts.iter().find(|part| part.code == code)?.amount
}

#[track_caller]
fn costs(cost: &Cost, expected: &str) {
    assert_eq!(cost.mid.round_dp(2), expected.parse().unwrap());
    let parts: Decimal = cost.parts.iter().filter_map(|part| part.amount).sum();
    assert_eq!(parts, cost.mid);
}

fn development(seller: &SellerTraits) -> Cost {
    let usage = usage(&MONTH, &Terms::of(Some(seller)), Billing::OnDemand).unwrap();
    cost(yuan("1.88"), 1, &usage, &extras(seller, 100.0, 1.0, 0.0))
}

#[test]
fn a_development_month_costs_131_by_the_second_and_171_by_the_hour() {
    // Worked example 17: 44 × 5,447 s × 1.88 / 3,600 + 50 GB × 0.12; 44 × 2 h × 1.88 + 6.
    costs(&development(&seller(1, true)), "131.16");
    costs(&development(&seller(3_600, true)), "171.44");
}

#[test]
fn a_machine_that_bills_while_stopped_costs_720_hours() {
    // Worked example 17: 720 × 1.88 = 1353.60, and 6.00 of storage beside it.
    let cost = development(&seller(1, false));
    costs(&cost, "1359.60");
    let storage = amount(&cost, "storage").unwrap();
    assert_eq!(cost.mid - storage, "1353.60".parse().unwrap());
    assert!(amount(&cost, "idle_gpu").unwrap() > Decimal::from(1_000));
}

#[test]
fn where_nobody_says_what_stopping_does_the_high_end_is_the_whole_month() {
    let mut silent = seller(1, true);
    silent.stop_without_charge = None;
    let cost = development(&silent);
    costs(&cost, "131.16");
    assert_eq!(cost.high, "1359.6".parse().unwrap());
}

#[test]
fn where_the_billing_step_is_unknown_mid_is_by_the_minute_and_high_by_the_hour() {
    let mut silent = seller(1, true);
    silent.billing_step_s = None;
    let usage = usage(&MONTH, &Terms::of(Some(&silent)), Billing::OnDemand).unwrap();
    assert_eq!(usage.hours.mid, 44.0 * 91.0 / 60.0); // 90 min 47 s are 91 minutes
    assert_eq!(usage.hours.high, 88.0);
}

#[test]
fn idle_storage_of_200_gb_costs_43_yuan_20_a_month() {
    // Worked example 16: 0.0003 CNY per GB and hour × 720 h = 0.216.
    let seller = SellerTraits {
        storage_stopped: stated(yuan("0.216")),
        ..SellerTraits::default()
    };
    let storage = extras(&seller, 200.0, 1.0, 0.0).storage.unwrap();
    assert_eq!(storage.amount, Some("43.2".parse().unwrap()));
}

/// Case REC-05: so many hours a month, 100 GB kept, traffic out.
fn rec_05(hours: f64, egress_gb: f64, egress: Option<Stated<Money>>) -> Cost {
    let seller = SellerTraits {
        billing_step_s: stated(1),
        start_up_s: stated(0.0),
        stop_without_charge: stated(true),
        storage_stopped: stated(yuan("0.12")),
        egress,
        ..SellerTraits::default()
    };
    let job = Job::Month {
        sessions: hours,
        each_h: 1.0,
        load_gb: 0.0,
    };
    let usage = usage(&job, &Terms::of(Some(&seller)), Billing::OnDemand).unwrap();
    cost(
        yuan("1.88"),
        1,
        &usage,
        &extras(&seller, 100.0, 1.0, egress_gb),
    )
}

#[test]
fn the_total_is_not_the_sticker() {
    // REC-05: 37.60 + 12.00 + 40.00
    let cost = rec_05(20.0, 50.0, stated(yuan("0.80")));
    costs(&cost, "89.60");
    assert_eq!(amount(&cost, "compute"), Some("37.6".parse().unwrap()));
    assert_eq!(amount(&cost, "storage"), Some("12".parse().unwrap()));
    assert_eq!(amount(&cost, "egress"), Some("40".parse().unwrap()));
    assert_eq!(cost.mid / Decimal::from(20), "4.48".parse().unwrap());
}

#[test]
fn a_month_without_running_hours_still_costs_its_storage() {
    costs(&rec_05(0.0, 0.0, None), "12.00");
}

#[test]
fn an_unknown_egress_price_leaves_its_part_empty() {
    let cost = rec_05(20.0, 50.0, None);
    assert_eq!(amount(&cost, "egress"), None);
    assert!(cost.parts.iter().any(|part| part.code == "egress"));
    costs(&cost, "49.60");
}

#[test]
fn a_job_on_a_monthly_plan_pays_whole_months() {
    let job = |hours: f64| Job::Once {
        compute_h: Interval {
            low: hours,
            mid: hours,
            high: 2.0 * hours,
        },
        load_gb: 0.0,
        checkpoint_gb: 0.0,
    };
    let monthly = Billing::Reserved { months: 1 };
    let terms = Terms::of(Some(&seller(1, true)));
    let usage = usage(&job(400.0), &terms, monthly).unwrap();
    assert_eq!((usage.hours.mid, usage.hours.high), (730.0, 1_460.0));
    // 3,650 a month is 5 an hour; one month, at the high end two
    let cost = cost(yuan("5"), 1, &usage, &Extras::default());
    assert_eq!(
        (cost.mid, cost.high),
        (Decimal::from(3_650), Decimal::from(7_300))
    );
}

#[test]
fn a_month_of_a_yearly_plan_costs_a_twelfth() {
    let usage = usage(&MONTH, &Terms::of(None), Billing::Reserved { months: 12 }).unwrap();
    let cost = cost(yuan("10"), 1, &usage, &Extras::default());
    costs(&cost, "7300"); // 10 an hour is 87,600 a year
    assert_eq!(usage.terms, Some((1.0 / 12.0, 12)));
}

/// A job of 10 hours for this seller, on demand unless said otherwise.
fn job_of_ten_hours(seller: &SellerTraits, billing: Billing) -> (Usage, Cost) {
    let job = Job::Once {
        compute_h: Interval {
            low: 10.0,
            mid: 10.0,
            high: 10.0,
        },
        load_gb: 0.0,
        checkpoint_gb: 36.0,
    };
    let usage = usage(&job, &Terms::of(Some(seller)), billing).unwrap();
    let cost = cost(yuan("3.60"), 1, &usage, &Extras::default());
    (usage, cost)
}

#[test]
fn a_start_is_paid_from_creation_and_not_where_billing_begins_when_ready() {
    // 47 s at 3.60 an hour are 0.047.
    let mut seller = seller(1, true);
    seller.start_billed = stated(true);
    assert_eq!(
        job_of_ten_hours(&seller, Billing::OnDemand).1.mid,
        "36.047".parse().unwrap()
    );
    seller.start_billed = stated(false);
    let (usage, cost) = job_of_ten_hours(&seller, Billing::OnDemand);
    assert_eq!(cost.mid, "36".parse().unwrap());
    // It is waited for all the same.
    assert!((usage.wait_s.mid - 36_047.0).abs() < 1e-6);
    // Where nobody says, only the low end leaves it out.
    seller.start_billed = None;
    let cost = job_of_ten_hours(&seller, Billing::OnDemand).1;
    assert_eq!(
        (cost.low, cost.mid),
        ("36".parse().unwrap(), "36.047".parse().unwrap())
    );
}

#[test]
fn a_minimum_that_a_seller_states_is_billed_for_every_start() {
    let mut seller = seller(1, true);
    seller.billing_minimum_s = stated(7_200);
    // 44 sessions of 1.5 h are billed as two hours each: 88 × 1.88, and 6.00 of storage.
    costs(&development(&seller), "171.44");
}

#[test]
fn outages_are_a_part_of_their_own_in_time_and_cost() {
    // 1 % down, 15 min each: 0.04 an hour; writing 36 GB at 1 GB/s is 36 s, so τ = √(2 · 0.01/0.04) − 0.01
    // = 0.697 h, and R = 47 s: 0.01 + 0.04 · (0.3486 + 0.0131) = 0.02447 of ten hours.
    let mut seller = seller(1, true);
    (seller.availability, seller.recovery_h) = (stated(0.99), stated(0.25));
    let (usage, cost) = job_of_ten_hours(&seller, Billing::OnDemand);
    assert!((usage.outage_h - 0.2447).abs() < 1e-4, "{}", usage.outage_h);
    let outages = amount(&cost, "outages").unwrap();
    assert_eq!(outages.round_dp(2), "0.88".parse().unwrap()); // × 3.60
    let step = usage
        .wait_steps
        .iter()
        .find(|step| step.code == "outages")
        .unwrap();
    assert!((step.value - 881.0).abs() < 1.0, "{}", step.value);
    // The steps of the wait are all that is waited for beside the ten hours.
    let steps: f64 = usage.wait_steps.iter().map(|step| step.value).sum();
    assert!((36_000.0 + steps - usage.wait_s.mid).abs() < 1e-6);
}

#[test]
fn spot_pays_for_interruptions_as_a_part_of_their_own_and_not_for_waiting_where_ready_is_billed() {
    let mut seller = seller(1, true);
    seller.start_billed = stated(true);
    let (usage, cost) = job_of_ten_hours(&seller, Billing::Spot);
    let run = usage.spot.unwrap().run;
    assert!((usage.interrupted_h - (run.expected_h - 10.0)).abs() < 1e-9);
    let part = amount(&cost, "interruptions").unwrap();
    let hours: f64 = part.try_into().unwrap();
    assert!((hours / 3.6 - usage.interrupted_h).abs() < 1e-4);
    // C = p·(E[T] − interruptions · R_wait): the 47 s of each new machine are not paid.
    seller.start_billed = stated(false);
    let (free, _) = job_of_ten_hours(&seller, Billing::Spot);
    let saved_h = usage.hours.mid - free.hours.mid;
    let waits_h = (1.0 + run.interruptions) * 47.0 / 3_600.0;
    assert!(
        (saved_h - waits_h).abs() < 2.0 / 3_600.0,
        "{saved_h} {waits_h}"
    );
}

#[test]
fn waiting_costs_what_the_user_says_an_hour_is_worth() {
    let beside = |time_value| Beside {
        storage_gb: 0.0,
        months: 1.0,
        egress_gb: 0.0,
        waited_h: 0.5,
        time_value,
        dearest: None,
    };
    let of = |value| Extras::of(None, &beside(value), (&rates(), Currency::CNY)).waiting;
    assert_eq!(
        of(Some(yuan("60"))).unwrap().amount,
        Some(Decimal::from(30))
    );
    assert_eq!(of(None), None);
}

fn training(hours: f64) -> Job {
    Job::Once {
        compute_h: Interval::log_normal(hours, 0.17),
        load_gb: 16.0,
        checkpoint_gb: 0.1,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn longer_work_is_never_cheaper_and_the_ends_enclose_the_median(
        hours in 0.01..2_000.0_f64, more in 0.0..100.0_f64, price in 1_u32..5_000,
        step in prop::option::of(prop::sample::select(vec![1_u32, 60, 3_600])),
        billing in prop::sample::select(vec![
            Billing::OnDemand, Billing::Spot, Billing::Reserved { months: 1 }, Billing::Reserved { months: 12 },
        ]),
    ) {
        let mut rules = seller(1, true);
        rules.billing_step_s = step.and_then(stated);
        let terms = Terms::of(Some(&rules));
        let per_hour = Money { amount: Decimal::new(i64::from(price), 2), currency: Currency::CNY };
        let of = |hours| {
            let usage = usage(&training(hours), &terms, billing).unwrap();
            let extras = extras(&rules, 200.0, usage.months, 0.0);
            let roughly = rough(f64::from(price) / 100.0, 1, &usage, extras.rough());
            (cost(per_hour, 1, &usage, &extras), roughly)
        };
        let ((cheap, roughly), (dear, _)) = (of(hours), of(hours + more));
        prop_assert!(dear.mid >= cheap.mid - Decimal::new(2, 4));
        prop_assert!(cheap.low <= cheap.mid && cheap.mid <= cheap.high);
        let parts: Decimal = cheap.parts.iter().filter_map(|part| part.amount).sum();
        prop_assert_eq!(parts, cheap.mid);
        let exact: f64 = cheap.mid.try_into().unwrap();
        prop_assert!((roughly.mid - exact).abs() <= 1e-3 + 1e-6 * exact);
    }
}
