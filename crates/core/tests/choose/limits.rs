//! What each limit does, and what becomes of an offer that is old, doubtful or sold in many places.

use tiaoka_core::choose::Why;
use tiaoka_core::money::{Money, Price};
use tiaoka_core::offer::{Billing, QuarantineReason};
use tiaoka_core::traits::Traits;
use tiaoka_core::workload::{DevMemory, Limits, RegionWish, Wish, Workload};

use crate::market::*;

#[test]
fn only_unusually_low_prices_can_be_accepted() {
    let (sellers, rates) = (Traits::default(), plain_rates());
    let offers = [
        held(
            offer("low", "RTX 4090", "rtx-4090", "0.3", 1.0),
            QuarantineReason::UnusuallyLow,
        ),
        held(
            offer("end", "RTX 4090", "rtx-4090", "1.2", 1.0),
            QuarantineReason::RangeEnd,
        ),
    ];
    assert_eq!(lora(&offers, &limits(), &sellers, &rates).fit, 0);
    let bold = Limits {
        accept_suspicious: true,
        ..limits()
    };
    let advice = lora(&offers, &bold, &sellers, &rates);
    assert_eq!(names(&advice), ["low"]);
    assert_eq!(advice.choices[0].risks[0].code, "held_unusually_low");
}

#[test]
fn an_older_source_of_an_offer_takes_no_part() {
    let (sellers, rates) = (Traits::default(), plain_rates());
    let mut old = offer("x", "RTX 4090", "rtx-4090", "1", 400.0);
    old.superseded = true;
    let offers = [old, offer("x", "RTX 4090", "rtx-4090", "2", 1.0)];
    let advice = lora(&offers, &limits(), &sellers, &rates);
    assert_eq!((advice.fit, advice.rejected.len()), (1, 0));
    assert_eq!(advice.stages[0].left, 1);
}

#[test]
fn each_limit_refuses_with_its_own_reason() {
    let (rates, sellers) = (plain_rates(), shipped().sellers.clone());
    let mut abroad = offer("abroad", "RTX 4090", "rtx-4090", "1.5", 1.0);
    (abroad.mainland_china, abroad.region) = (false, Some("us-east-1".to_owned()));
    let mut spot = offer("spot", "RTX 4090", "rtx-4090", "1", 1.0);
    spot.billing = Billing::Spot;
    let mut two = offer("two", "2 × RTX 4090", "rtx-4090", "3", 1.0);
    two.plan.gpu.as_mut().unwrap().count = Some(2);
    let offers = [
        abroad,
        spot,
        two,
        offer("huawei", "910B", "ascend-910b3", "9", 1.0),
        offer("gpushare", "RTX 4090", "rtx-4090", "1.9", 1.0), // by the hour
        offer("silent", "RTX 4090", "rtx-4090", "1.9", 1.0),
        offer("autodl", "RTX 4090", "rtx-4090", "1.88", 1.0),
        offer("compshare", "RTX 4090", "rtx-4090", "20", 1.0), // 4.3 h × 20 > 50
    ];
    let strict = Limits {
        region: RegionWish::MainlandChina,
        vendors: vec!["nvidia".to_owned()],
        gpus_max: Some(1),
        needs: vec![Wish::PerSecondBilling],
        budget: Some(yuan_of("50")),
        ..limits()
    };
    let advice = lora(&offers, &strict, &sellers, &rates);
    assert_eq!(names(&advice), ["autodl"]);
    assert_eq!(refusal(&advice, "abroad"), Why::Region);
    assert_eq!(refusal(&advice, "spot"), Why::Billing);
    assert_eq!(refusal(&advice, "huawei"), Why::Vendor);
    assert_eq!(
        refusal(&advice, "two"),
        Why::TooManyGpus { needed: 2, most: 1 }
    );
    assert_eq!(
        refusal(&advice, "gpushare"),
        Why::Unmet(Wish::PerSecondBilling)
    );
    assert_eq!(
        refusal(&advice, "silent"),
        Why::Unanswered(Wish::PerSecondBilling)
    );
    assert!(matches!(
        refusal(&advice, "compshare"),
        Why::OverBudget { .. }
    ));
    let counted: Vec<_> = advice
        .stages
        .iter()
        .map(|stage| (stage.code, stage.removed))
        .filter(|(_, n)| *n > 0)
        .collect();
    assert_eq!(
        counted,
        [
            ("region", 1),
            ("billing", 1),
            ("vendor", 1),
            ("gpus", 1),
            ("needs", 2),
            ("budget", 1)
        ]
    );
    // Nearest first: the budget by 22 %, the cards by 100 %; the others have no figure.
    let first: Vec<_> = advice.rejected.iter().map(|r| r.code()).take(2).collect();
    assert!(
        first.contains(&"over_budget") && first.contains(&"too_many_gpus"),
        "{first:?}"
    );
}

#[test]
fn a_need_that_nobody_answers_may_be_verified_at_a_risk() {
    let (rates, sellers) = (plain_rates(), Traits::default());
    let offers = [offer("silent", "RTX 4090", "rtx-4090", "1.9", 1.0)];
    let plain = lora(&offers, &limits(), &sellers, &rates).choices[0].rank_score;
    let trusting = Limits {
        needs: vec![Wish::Djbh3],
        will_verify: true,
        ..limits()
    };
    let advice = lora(&offers, &trusting, &sellers, &rates);
    let choice = &advice.choices[0];
    assert!(choice.risks.iter().any(|risk| risk.code == "verify_need"));
    assert!(choice.rank_score < plain);
}

#[test]
fn a_currency_without_a_rate_is_refused_not_guessed() {
    let (rates, sellers) = (plain_rates(), Traits::default());
    let mut rupees = offer("x", "RTX 4090", "rtx-4090", "50", 1.0);
    let listed = Money {
        amount: 50.into(),
        currency: "INR".parse().unwrap(),
    };
    rupees.price = rupees.price.map(|price| Price { listed, ..price });
    let offers = [rupees];
    let advice = lora(&offers, &limits(), &sellers, &rates);
    assert!(matches!(refusal(&advice, "x"), Why::NoRate(_)));
}

#[test]
fn a_budget_of_nothing_refuses_everything_with_its_price() {
    let (rates, sellers) = (plain_rates(), Traits::default());
    let offers = [offer("x", "RTX 4090", "rtx-4090", "2", 1.0)];
    let broke = Limits {
        budget: Some(yuan_of("0")),
        ..limits()
    };
    let advice = lora(&offers, &broke, &sellers, &rates);
    assert_eq!((advice.fit, advice.rejected[0].code()), (0, "over_budget"));
    assert_eq!(advice.rejected[0].miss, None);
    assert!(advice.bands.is_empty() && advice.sensitivity.is_empty() && advice.lead.is_none());
}

#[test]
fn a_deadline_refuses_what_is_late_nine_times_in_ten() {
    let (rates, sellers) = (plain_rates(), Traits::default());
    let offers = [
        offer("slow", "RTX 4090", "rtx-4090", "2", 1.0),
        offer("fast", "H100", "h100-80g-sxm", "18", 1.0),
    ];
    let mut job = lora_8b();
    job.deadline_h = Some(2.0); // the 4090 takes 4.3 h, the H100 1.5 h
    let advice = answer(
        &Workload::Training(job),
        &limits(),
        &offers,
        &sellers,
        &rates,
    );
    assert_eq!(names(&advice), ["fast"]);
    assert!(matches!(refusal(&advice, "slow"), Why::Late { deadline, .. } if deadline == 2.0));
    assert!(
        advice.rejected[0]
            .miss
            .is_some_and(|miss| (1.0..1.3).contains(&miss))
    );
}

#[test]
fn one_plan_in_many_places_is_one_choice_at_its_best_place() {
    let (rates, sellers) = (plain_rates(), Traits::default());
    let at = |region: &str, yuan: &str| {
        let mut offer = offer("x", "RTX 4090", "rtx-4090", yuan, 1.0);
        offer.region = Some(region.to_owned());
        offer
    };
    let offers = [
        at("north", "2.2"),
        at("south", "2.0"),
        at("west", "2.4"),
        offer("y", "RTX 4090", "rtx-4090", "2.1", 1.0),
    ];
    let advice = lora(&offers, &limits(), &sellers, &rates);
    assert_eq!(advice.fit, 2);
    let x = advice
        .choices
        .iter()
        .find(|choice| choice.offer.plan.provider == "x")
        .unwrap();
    assert_eq!((x.offer.region.as_deref(), x.places), (Some("south"), 2));
    let last = advice.stages.last().unwrap();
    assert_eq!((last.code, last.removed, last.left), ("same_plan", 2, 2));
}

#[test]
fn a_card_for_development_is_compared_by_its_nominal_size() {
    let (rates, sellers) = (plain_rates(), shipped().sellers.clone());
    let mut job = development();
    job.memory = DevMemory::NominalGib(24.0);
    let offers = [
        offer("autodl", "RTX 4090", "rtx-4090", "1.88", 1.0),
        offer("autodl", "T4", "t4", "1", 1.0),
    ];
    let advice = answer(&Workload::Dev(job), &limits(), &offers, &sellers, &rates);
    assert_eq!(advice.choices.len(), 1);
    let choice = &advice.choices[0];
    // Worked example 17: 125.16 of running and 6.00 of storage.
    assert_eq!(choice.cost.mid.round_dp(2), "131.16".parse().unwrap());
    assert_eq!(choice.time_s.mid, 47.0);
    assert_eq!(choice.prediction.evidence, None);
}
