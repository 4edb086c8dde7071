//! Software, generation of the card, and quotas: what the scenario asks beside memory and price.

use tiaoka_core::choose::{Advice, Why};
use tiaoka_core::message::Param;
use tiaoka_core::offer::Offer;
use tiaoka_core::traits::Traits;
use tiaoka_core::workload::{Inference, Limits, Quota, Workload};

use crate::market::*;

/// Eight cards in one place of a seller.
fn eight(provider: &str, price: &str) -> Offer {
    let mut offer = offer(provider, "8 × A100", "a100-80g-sxm", price, 1.0);
    offer.plan.gpu.as_mut().unwrap().count = Some(8);
    offer.region = Some("here".to_owned());
    offer
}

fn quota(provider: &str, gpus: u32, reserved: bool) -> Quota {
    Quota {
        provider: provider.to_owned(),
        region: Some("here".to_owned()),
        gpus,
        reserved,
    }
}

fn code_of(advice: &Advice<'_>, provider: &str) -> Option<&'static str> {
    let choice = advice
        .choices
        .iter()
        .find(|choice| choice.offer.plan.provider == provider)
        .unwrap();
    let said = choice.reasons.iter().chain(&choice.risks);
    said.map(|message| message.code)
        .find(|code| code.contains("quota") || code.contains("reservation"))
}

/// Case REC-04: x is the cheapest with no quota, y has 4, z 16, w none but a reservation; v is unknown.
fn rec_04() -> (Vec<Offer>, Limits) {
    let offers = vec![
        eight("x", "80"),
        eight("y", "85"),
        eight("z", "100"),
        eight("w", "101"),
        eight("v", "99"),
    ];
    let asked = Limits {
        quotas: vec![
            quota("x", 0, false),
            quota("y", 4, false),
            quota("z", 16, false),
            quota("w", 0, false),
            quota("w", 8, true),
        ],
        ..limits()
    };
    (offers, asked)
}

#[test]
fn quota_decides_and_not_only_price() {
    let ((offers, asked), sellers, rates) = (rec_04(), Traits::default(), plain_rates());
    let advice = lora(&offers, &asked, &sellers, &rates);
    // z and w are ready; where the quota is not known nothing is hidden.
    assert_eq!(names(&advice), ["z", "w", "v"]);
    assert_eq!(code_of(&advice, "z"), Some("quota_covers"));
    assert_eq!(code_of(&advice, "w"), Some("reservation_covers"));
    assert_eq!(code_of(&advice, "v"), Some("quota_unknown"));
    assert_eq!(
        refusal(&advice, "y"),
        Why::QuotaShort { have: 4, needed: 8 }
    );
    assert_eq!(
        refusal(&advice, "x"),
        Why::QuotaShort { have: 0, needed: 8 }
    );
    // Of the two, 4 of 8 is the nearer miss.
    let nearest = &advice.rejected[0];
    assert_eq!(
        (nearest.offer.plan.provider.as_str(), nearest.miss),
        ("y", Some(0.5))
    );
    assert_eq!(nearest.reason().params["have"], Param::Count(4));
}

#[test]
fn who_can_wait_for_a_larger_quota_sees_what_it_is() {
    let ((offers, asked), sellers, rates) = (rec_04(), Traits::default(), plain_rates());
    let patient = Limits {
        can_wait: true,
        ..asked
    };
    let advice = lora(&offers, &patient, &sellers, &rates);
    assert_eq!(advice.fit, 5);
    assert_eq!(code_of(&advice, "y"), Some("quota_short"));
}

#[test]
fn a_quota_of_the_seller_holds_where_the_place_has_none() {
    let ((offers, _), sellers, rates) = (rec_04(), Traits::default(), plain_rates());
    let anywhere = Limits {
        quotas: vec![
            Quota {
                region: None,
                ..quota("x", 8, false)
            },
            Quota {
                region: None,
                ..quota("y", 8, false)
            },
            quota("y", 2, false),
        ],
        ..limits()
    };
    let advice = lora(&offers, &anywhere, &sellers, &rates);
    assert_eq!(code_of(&advice, "x"), Some("quota_covers"));
    assert_eq!(
        refusal(&advice, "y"),
        Why::QuotaShort { have: 2, needed: 8 }
    );
}

#[test]
fn nobody_is_told_of_quotas_who_said_nothing_of_them() {
    let ((offers, _), sellers, rates) = (rec_04(), Traits::default(), plain_rates());
    let advice = lora(&offers, &limits(), &sellers, &rates);
    assert_eq!(names(&advice)[0], "x");
    assert_eq!(code_of(&advice, "x"), None);
}

#[test]
fn cuda_code_is_refused_on_other_makers_cards_with_what_they_need() {
    let (sellers, rates) = (Traits::default(), plain_rates());
    let offers = [
        offer("nvidia", "A100", "a100-80g-sxm", "9", 1.0),
        offer("huawei", "Ascend 910B3", "ascend-910b3", "3", 1.0),
        offer("moore", "MTT S4000", "mtt-s4000", "2", 1.0),
    ];
    let cuda = Limits {
        software: Some("CUDA".to_owned()),
        ..limits()
    };
    let advice = lora(&offers, &cuda, &sellers, &rates);
    assert_eq!(names(&advice), ["nvidia"]);
    for (seller, stack, module) in [
        ("huawei", "CANN", "torch_npu"),
        ("moore", "MUSA", "torch_musa"),
    ] {
        assert_eq!(refusal(&advice, seller), Why::Software);
        let rejected = advice
            .rejected
            .iter()
            .find(|one| one.offer.plan.provider == seller)
            .unwrap();
        let params = rejected.reason().params;
        assert_eq!(params["stack"], Param::Text(stack.to_owned()));
        assert_eq!(params["module"], Param::Text(module.to_owned()));
    }
}

#[test]
fn without_a_word_on_software_another_makers_card_carries_a_caution() {
    let (sellers, rates) = (Traits::default(), plain_rates());
    let offers = [offer("huawei", "Ascend 910B3", "ascend-910b3", "3", 1.0)];
    let risk = |asked: &Limits| {
        let advice = lora(&offers, asked, &sellers, &rates);
        let risks = &advice.choices[0].risks;
        risks.iter().any(|risk| risk.code == "runs_other_software")
    };
    assert!(risk(&limits()));
    // Who asks for CANN knows what runs there.
    assert!(!risk(&Limits {
        software: Some("CANN".to_owned()),
        ..limits()
    }));
}

#[test]
fn an_old_card_says_what_it_lacks_and_loses_points() {
    let (sellers, rates) = (Traits::default(), plain_rates());
    let offers = [
        offer("p40", "Tesla P40", "p40", "1.1", 1.0),
        offer("quadro", "Quadro RTX 6000", "quadro-rtx-6000", "1.1", 1.0),
        offer("a10", "A10", "a10", "1.1", 1.0),
    ];
    let work = Workload::Dev(development());
    let advice = answer(&work, &limits(), &offers, &sellers, &rates);
    // One price: what tells them apart is what runs on them.
    let of = |provider: &str| {
        let mut choices = advice.choices.iter();
        choices
            .find(|choice| choice.offer.plan.provider == provider)
            .unwrap()
    };
    let score = |provider: &str| of(provider).rank_score;
    assert_eq!(names(&advice)[0], "a10");
    assert!(score("a10") > score("quadro") + 1.0 && score("quadro") > score("p40"));
    let says = |provider: &str, code: &str| of(provider).risks.iter().any(|r| r.code == code);
    assert!(says("quadro", "without_bf16") && says("p40", "dropped_by_cuda"));
    assert!(!says("a10", "without_bf16") && !says("a10", "dropped_by_cuda"));
}

#[test]
fn two_small_cards_are_held_against_one_big_card() {
    let (sellers, rates) = (Traits::default(), plain_rates());
    // 32 B parameters in fp8 need 34 GiB: two cards of 24 or one of 48.
    let two = |price: &str| {
        let mut two = offer("two", "2 × RTX 4090", "rtx-4090", price, 1.0);
        two.plan.gpu.as_mut().unwrap().count = Some(2);
        [two, offer("one", "L40S", "l40s", "6", 1.0)]
    };
    let said = |price: &str, code: &str| {
        let offers = two(price);
        let work = Workload::Inference(Inference {
            ttft_ms_max: None,
            tpot_ms_max: None,
            ..serving_32b()
        });
        let advice = answer(&work, &limits(), &offers, &sellers, &rates);
        let first = &advice.choices[0];
        let found = first.reasons.iter().find(|reason| reason.code == code);
        let reason = found.unwrap_or_else(|| panic!("{:?}", first.reasons));
        let risks: Vec<&str> = first.risks.iter().map(|risk| risk.code).collect();
        (
            reason.params["card"].clone(),
            risks,
            first.offer.plan.provider.clone(),
        )
    };
    let (card, risks, _) = said("4", "several_cards_for_one");
    assert_eq!(card, Param::Text("l40s".to_owned()));
    // Cards that cannot reach each other say so.
    assert!(risks.contains(&"no_peer_to_peer"), "{risks:?}");
    let (card, _, first) = said("30", "one_card_for_several");
    assert_eq!(card, Param::Text("rtx-4090".to_owned()));
    assert_eq!(first, "one");
}
