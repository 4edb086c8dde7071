//! What would change the order, and when another way of paying is the better one: figures worked by
//! hand, and thresholds checked by choosing again on both sides of them.

use rust_decimal::Decimal;
use tiaoka_core::choose::{Advice, break_evens, ways_to_pay};
use tiaoka_core::cost::{Discount, Saving};
use tiaoka_core::offer::{Billing, Offer};
use tiaoka_core::traits::{SellerTraits, Stated, Traits};
use tiaoka_core::workload::{DataPlace, Limits, Workload};

use crate::market::{
    answer, development, limits, lora_8b, offer, plain_rates, serving_32b, yuan_of,
};

fn stated<T>(value: T) -> Option<Stated<T>> {
    Some(Stated {
        value,
        source: String::from("worked by hand"),
        observed_on: String::from("2026"),
        contradicted: false,
    })
}

/// Three sellers that differ in nothing but card and price.
fn three(prices: [&str; 3]) -> [Offer; 3] {
    let cards = ["rtx-4090", "a100-80g-sxm", "h100-80g-sxm"];
    std::array::from_fn(|i| {
        offer(
            ["one", "two", "three"][i],
            cards[i],
            cards[i],
            prices[i],
            1.0,
        )
    })
}

const PRICES: [&str; 3] = ["1.88", "8.40", "18.00"];

/// Points of each seller, by name.
fn points(advice: &Advice<'_>, provider: &str) -> f64 {
    let mut choices = advice.choices.iter();
    let choice = choices.find(|choice| choice.offer.plan.provider == provider);
    choice.unwrap().rank_score
}

fn lora(offers: &[Offer], limits: &Limits) -> Vec<(String, f64)> {
    let (sellers, rates) = (Traits::default(), plain_rates());
    let job = Workload::Training(lora_8b());
    let advice = answer(&job, limits, offers, &sellers, &rates);
    let names = ["one", "two", "three"];
    names
        .map(|name| (name.to_owned(), points(&advice, name)))
        .to_vec()
}

/// Points of a seller over the best other.
fn lead(scores: &[(String, f64)], of: &str) -> f64 {
    let own = scores.iter().find(|(name, _)| name == of).unwrap().1;
    let others = scores.iter().filter(|(name, _)| name != of);
    own - others.map(|(_, points)| *points).fold(f64::MIN, f64::max)
}

#[test]
fn at_the_price_that_is_named_the_lead_is_nothing_and_on_its_sides_it_changes_hands() {
    let offers = three(PRICES);
    let (sellers, rates) = (Traits::default(), plain_rates());
    let job = Workload::Training(lora_8b());
    let advice = answer(&job, &limits(), &offers, &sellers, &rates);
    for choice in &advice.choices {
        let name = choice.offer.plan.provider.as_str();
        let price = choice.changes.iter().find(|change| change.code == "price");
        let Some(price) = price else { continue };
        let at = ["one", "two", "three"]
            .iter()
            .position(|n| *n == name)
            .unwrap();
        let listed: f64 = PRICES[at].parse().unwrap();
        let moved = |share: f64| {
            let text = format!("{:.9}", listed * (1.0 + share));
            let mut prices = PRICES;
            prices[at] = &text;
            lead(&lora(&three(prices), &limits()), name)
        };
        assert!(moved(price.at).abs() < 1e-3, "{name}: {}", moved(price.at));
        assert!(
            moved(price.at + 0.002) < 0.0 && moved(price.at - 0.002) > 0.0,
            "{name}"
        );
    }
    assert!(
        advice.choices[0]
            .changes
            .iter()
            .any(|change| change.code == "price")
    );
}

#[test]
fn at_the_slider_that_is_named_the_lead_changes_hands() {
    let offers = three(PRICES);
    let (sellers, rates) = (Traits::default(), plain_rates());
    let job = Workload::Training(lora_8b());
    let advice = answer(&job, &limits(), &offers, &sellers, &rates);
    let first = &advice.choices[0];
    let name = first.offer.plan.provider.as_str();
    let slider = first.changes.iter().find(|change| change.code == "speed");
    let slider = slider.unwrap(); // a faster card takes over somewhere
    let at = |speed: f64| {
        let moved = Limits { speed, ..limits() };
        lead(&lora(&offers, &moved), name)
    };
    assert!(at(slider.at).abs() < 1e-6);
    assert!(at(slider.at - 0.01) > 0.0 && at(slider.at + 0.01) < 0.0);
    let other = slider.other.plan.provider.as_str();
    assert!(
        lead(
            &lora(
                &offers,
                &Limits {
                    speed: slider.at + 0.01,
                    ..limits()
                }
            ),
            other
        ) > 0.0
    );
}

#[test]
fn a_spot_plan_that_leads_at_few_interruptions_only_names_the_rate() {
    let mut spot = offer("one", "spot", "rtx-4090", "1.30", 1.0);
    spot.billing = Billing::Spot;
    let offers = [spot, offer("two", "steady", "rtx-4090", "1.88", 1.0)];
    let (sellers, rates) = (Traits::default(), plain_rates());
    let both = Limits {
        billing: vec![Billing::OnDemand, Billing::Spot],
        ..limits()
    };
    let mut job = lora_8b();
    job.epochs = 6.0;
    let advice = answer(&Workload::Training(job), &both, &offers, &sellers, &rates);
    let moved = advice
        .sensitivity
        .iter()
        .find(|moved| moved.code == "interruptions");
    let moved = moved.unwrap();
    let rate = advice.choices[0]
        .changes
        .iter()
        .find(|change| change.code == "interruptions");
    // The rate is named exactly where the lead differs in sign at the ends of what is assumed.
    assert_eq!(
        rate.is_some(),
        (moved.lead_low < 0.0) != (moved.lead_high < 0.0)
    );
    if let Some(rate) = rate {
        assert!((0.02..=0.5).contains(&rate.at), "{}", rate.at);
    }
}

/// A plan by the hour and by the month.
fn both_ways(hourly: &str, monthly: &str) -> [Offer; 2] {
    let mut month = offer("one", "a", "rtx-4090", monthly, 1.0);
    month.billing = Billing::Reserved { months: 1 };
    if let Some(price) = &mut month.price {
        price.per = tiaoka_core::money::Period::Month;
    }
    [offer("one", "a", "rtx-4090", hourly, 1.0), month]
}

/// Hours that break even, and whether the term is advised, for this workload.
fn even(job: &Workload, offers: &[Offer], sellers: &Traits) -> Vec<(Decimal, bool)> {
    let rates = plain_rates();
    let advice = answer(job, &limits(), offers, sellers, &rates);
    let market = tiaoka_core::choose::Market {
        offers,
        sellers,
        rates: &rates,
        reports: &[],
        now: crate::market::now(),
    };
    let choice = &advice.choices[0];
    let ways = ways_to_pay(choice.offer, &market, choice.cost.currency);
    let all = break_evens(choice, &ways);
    all.iter().map(|one| (one.hours, one.advised)).collect()
}

#[test]
fn a_month_at_half_price_is_advised_to_whoever_uses_more_than_360_hours() {
    // Worked example 15: 720 h × 1.88 × 50 % = 676.80 a month, 360 hours of 1.88.
    let offers = both_ways("1.88", "676.80");
    let none = Traits::default();
    let little = Workload::Dev(development()); // 22 days of 3 hours
    assert_eq!(even(&little, &offers, &none), [(Decimal::from(360), false)]);
    let mut always = serving_32b();
    always.model = tiaoka_core::model::ModelShape::preset("llama3.2-1b")
        .or_else(|| tiaoka_core::model::ModelShape::preset("qwen2.5-0.5b"))
        .unwrap();
    always.ttft_ms_max = None;
    always.tpot_ms_max = None;
    let always = Workload::Inference(always); // round the clock
    assert_eq!(even(&always, &offers, &none), [(Decimal::from(360), true)]);
}

#[test]
fn a_seller_that_names_its_discount_only_breaks_even_at_the_least_of_it() {
    // 30 % off 720 h: 504 h; the price is not listed, so it is called estimated.
    let offers = [offer("one", "a", "rtx-4090", "1.88", 1.0)];
    let seller = SellerTraits {
        reserved_off: stated(0.30),
        ..SellerTraits::default()
    };
    let sellers = Traits::default().with("one", seller);
    let little = Workload::Dev(development());
    assert_eq!(
        even(&little, &offers, &sellers),
        [(Decimal::from(504), false)]
    );
    assert_eq!(even(&little, &offers, &Traits::default()), []);
}

fn off(provider: &str, percent: i64) -> Discount {
    Discount {
        id: String::from("x"),
        provider: provider.to_owned(),
        name: [String::new(), String::new()],
        saving: Saving::Percentage(Some(Decimal::new(percent, 2))),
        who: String::from("student"),
        once: false,
        cap: None,
        plans: None,
        lasts_days: None,
        expires_on: None,
        source: String::from("worked by hand"),
        observed_on: String::from("2026"),
        note: None,
    }
}

#[test]
fn only_a_discount_that_is_ticked_moves_the_order() {
    let offers = [
        offer("one", "a", "rtx-4090", "2.00", 1.0),
        offer("two", "a", "rtx-4090", "2.20", 1.0),
    ];
    let (sellers, rates) = (Traits::default(), plain_rates());
    let job = Workload::Training(lora_8b());
    let plain = answer(&job, &limits(), &offers, &sellers, &rates);
    assert_eq!(plain.choices[0].offer.plan.provider, "one");
    let ticked = Limits {
        discounts: vec![off("two", 15)],
        ..limits()
    };
    let advice = answer(&job, &ticked, &offers, &sellers, &rates);
    let (first, cost) = (&advice.choices[0], &advice.choices[0].cost);
    // 2.20 less 15 % is 1.87.
    assert_eq!(first.offer.plan.provider, "two");
    let share = cost.mid / cost.list;
    assert!(
        (share - Decimal::new(85, 2)).abs() < Decimal::new(1, 4),
        "{share}"
    );
    let parts: Decimal = cost.parts.iter().filter_map(|part| part.amount).sum();
    assert_eq!(parts, cost.mid);
}

#[test]
fn a_data_set_that_lies_elsewhere_is_copied_once_and_an_unknown_price_makes_the_total_at_least() {
    let offers = [
        offer("one", "a", "rtx-4090", "2.00", 1.0),
        offer("two", "a", "rtx-4090", "2.00", 1.0),
    ];
    let rates = plain_rates();
    let priced = SellerTraits {
        egress: stated(yuan_of("0.80")),
        ..SellerTraits::default()
    };
    let at_one = Limits {
        storage_gb: 50.0,
        data_at: Some(DataPlace {
            provider: String::from("one"),
            region: None,
        }),
        ..limits()
    };
    let copies = |sellers: &Traits| {
        let job = Workload::Training(lora_8b());
        let advice = answer(&job, &at_one, &offers, sellers, &rates);
        let of = |name: &str| {
            let mut choices = advice.choices.iter();
            let choice = choices.find(|c| c.offer.plan.provider == name).unwrap();
            let mut parts = choice.cost.parts.iter();
            parts
                .find(|part| part.code == "copy")
                .map(|part| part.amount)
        };
        (of("one"), of("two"))
    };
    // 50 GB × 0.80, only where the machine stands elsewhere.
    let sellers = Traits::default().with("one", priced);
    assert_eq!(copies(&sellers), (None, Some(Some(Decimal::from(40)))));
    assert_eq!(copies(&Traits::default()), (None, Some(None)));
}
