//! Cases REC-01 to REC-03 and API-03.

use tiaoka_core::choose::Why;
use tiaoka_core::message::Param;
use tiaoka_core::model::ModelShape;
use tiaoka_core::offer::{Availability, Offer, QuarantineReason};
use tiaoka_core::predict::{MemoryFit, Step};
use tiaoka_core::traits::Traits;
use tiaoka_core::workload::{Inference, Limits, Quant, Server, Traffic, Workload};

use crate::market::*;

/// A, B and C of REC-01.
fn three_4090s() -> Vec<Offer> {
    let two_minutes = 2.0 / 1_440.0;
    let mut a = offer("a", "RTX 4090", "rtx-4090", "1.60", two_minutes);
    a.availability = Availability::SoldOut;
    let mut b = offer("b", "RTX 4090", "rtx-4090", "1.98", two_minutes);
    b.availability = Availability::InStock { count: Some(3) };
    vec![a, b, offer("c", "RTX 4090", "rtx-4090", "1.70", 3.0)]
}

#[test]
fn the_cheapest_one_cannot_be_rented() {
    let (offers, sellers, rates) = (three_4090s(), Traits::default(), plain_rates());
    let advice = lora(&offers, &limits(), &sellers, &rates);
    assert_eq!(names(&advice), ["b", "c"]);
    assert_eq!(refusal(&advice, "a"), Why::SoldOut);
    // The reason names stock and age.
    let stock = advice.choices[0]
        .reasons
        .iter()
        .find(|reason| reason.code == "in_stock_count")
        .unwrap();
    assert_eq!(stock.params["count"], Param::Count(3));
    assert_eq!(stock.params["age"], Param::Seconds(120.0));
    let unknown = advice.choices[1]
        .risks
        .iter()
        .find(|risk| risk.code == "stock_unknown_aged")
        .unwrap();
    assert_eq!(unknown.params["age"], Param::Days(3));
}

#[test]
fn who_can_wait_gets_the_sold_out_one_first() {
    let (offers, sellers, rates) = (three_4090s(), Traits::default(), plain_rates());
    let patient = Limits {
        can_wait: true,
        ..limits()
    };
    assert_eq!(
        names(&lora(&offers, &patient, &sellers, &rates)),
        ["a", "c", "b"]
    );
}

/// 125.1 B parameters of which 10 B work on a token, 4 bit, 8,192 tokens of context.
fn mixture_of_experts() -> Workload {
    Workload::Inference(Inference {
        model: ModelShape::from_params(125.1, 10.0).unwrap(),
        quant: Quant::Q4KM,
        prompt_tokens: 7_936,
        answer_tokens: 256,
        traffic: Traffic::Concurrency(1.0),
        ttft_ms_max: None,
        tpot_ms_max: None,
        server: Server::LlamaCpp,
        ..serving_32b()
    })
}

fn gib(steps: &[Step], code: &str) -> f64 {
    steps
        .iter()
        .filter(|step| step.code == code)
        .map(|step| step.value)
        .sum()
}

#[test]
fn memory_of_a_mixture_of_experts_follows_all_its_parameters() {
    let (sellers, rates) = (Traits::default(), plain_rates());
    let mut two = offer("two-48", "2 × A40", "a40", "6", 1.0);
    two.plan.gpu.as_mut().unwrap().count = Some(2);
    let offers = [
        offer("one-48", "A40", "a40", "3", 1.0),
        two,
        offer("one-96", "H20", "h20-96g", "7", 1.0),
    ];
    let advice = answer(&mixture_of_experts(), &limits(), &offers, &sellers, &rates);
    // 125.1e9 × 0.604 B = 75.6 GB = 70.4 GiB, neither 6 nor 33.
    let weights = gib(&advice.need.steps, "weights");
    assert!((weights - 70.4).abs() < 0.5, "{weights}");
    assert!(
        matches!(refusal(&advice, "one-48"), Why::Refused(refused) if refused.reason.code == "memory_short")
    );
    let mut fitting = names(&advice);
    fitting.sort();
    assert_eq!(fitting, ["one-96", "two-48"]);
    for choice in &advice.choices {
        let MemoryFit {
            needed_gib,
            usable_gib,
            steps,
            ..
        } = &choice.prediction.memory;
        assert!(needed_gib <= usable_gib && gib(steps, "weights") > 30.0);
    }
}

/// 9 B parameters in 4 bit, so many tokens of context.
fn nine_b(context: u32) -> Workload {
    Workload::Inference(Inference {
        model: ModelShape::from_params(9.0, 9.0).unwrap(),
        quant: Quant::Q4KM,
        prompt_tokens: context - 256,
        answer_tokens: 256,
        traffic: Traffic::Concurrency(1.0),
        ttft_ms_max: None,
        tpot_ms_max: None,
        server: Server::LlamaCpp,
        ..serving_32b()
    })
}

#[test]
fn the_context_that_is_used_decides_not_the_longest_possible() {
    let (sellers, rates) = (Traits::default(), plain_rates());
    let offers = [offer("x", "RTX 4060", "rtx-4060", "0.8", 1.0)];
    let short = answer(&nine_b(8_192), &limits(), &offers, &sellers, &rates);
    assert_eq!(names(&short), ["x"], "{:?}", short.rejected);
    let long = answer(&nine_b(262_144), &limits(), &offers, &sellers, &rates);
    assert!(
        matches!(refusal(&long, "x"), Why::Refused(refused) if refused.reason.code == "memory_short")
    );
    for (advice, context) in [(&short, "8192"), (&long, "262144")] {
        let cache = advice
            .need
            .steps
            .iter()
            .find(|step| step.code == "kv_cache")
            .unwrap();
        let digits: String = cache.formula.chars().filter(|c| *c != ',').collect();
        assert!(digits.contains(context), "{}", cache.formula);
        assert!(gib(&advice.need.steps, "weights") > 4.0);
    }
}

#[test]
fn a_price_of_zero_is_not_a_bargain() {
    // API-03: only z is ranked, also by a market whose gate let the others through.
    let (sellers, rates) = (Traits::default(), plain_rates());
    let mut x = offer("x", "H100", "h100-80g-sxm", "1", 1.0);
    x.price = None;
    let offers = [
        offer("free", "H100", "h100-80g-sxm", "0", 1.0),
        held(
            offer("block", "H200", "h200-sxm", "9", 1.0),
            QuarantineReason::ReservationOnly,
        ),
        x,
        offer("z", "H100", "h100-80g-sxm", "8.8", 1.0),
    ];
    let advice = lora(&offers, &limits(), &sellers, &rates);
    assert_eq!(names(&advice), ["z"]);
    assert_eq!(refusal(&advice, "free"), Why::PriceUnknown);
    assert_eq!(refusal(&advice, "x"), Why::PriceUnknown);
    assert_eq!(
        refusal(&advice, "block"),
        Why::Held(QuarantineReason::ReservationOnly)
    );
    assert_eq!(advice.cheapest.unwrap().offer.plan.provider, "z");
}
