//! Discounts, worked by hand.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::gpu::Kind;

const SHIPPED: &str = include_str!("../../../../app/data/discounts.csv");

fn rates() -> Rates {
    Rates {
        observed_on: jiff::civil::date(2026, 10, 30),
        source: String::from("worked by hand"),
        per_eur: BTreeMap::from([
            (Currency::CNY, Decimal::from(8)),
            (Currency::USD, Decimal::ONE),
        ]),
    }
}

fn yuan(amount: i64) -> Money {
    Money {
        amount: Decimal::from(amount),
        currency: Currency::CNY,
    }
}

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn plan(provider: &str, sku: &str) -> Plan {
    Plan {
        provider: provider.to_owned(),
        sku: sku.to_owned(),
        kind: Kind::Gpu,
        gpu: None,
        vcpus: None,
        memory_gib: None,
    }
}

fn discount(saving: Saving) -> Discount {
    Discount {
        id: String::from("x"),
        provider: String::from("one"),
        name: [String::new(), String::new()],
        saving,
        who: String::from("anyone"),
        once: true,
        cap: None,
        plans: None,
        lasts_days: None,
        expires_on: None,
        source: String::from("worked by hand"),
        observed_on: String::from("2026"),
        note: None,
    }
}

fn percent(off: i64) -> Discount {
    discount(Saving::Percentage(Some(Decimal::new(off, 2))))
}

fn card(pay: i64, receive: i64) -> Discount {
    discount(Saving::Prepaid(Some([yuan(pay), yuan(receive)])))
}

fn coupon(amount: i64, least: i64) -> Discount {
    discount(Saving::Coupon(Some((yuan(amount), yuan(least)))))
}

/// What each takes off a machine of so many yuan, in the order they are taken.
fn off(discounts: &[Discount], machine: i64) -> Vec<Result<Decimal, NoSaving>> {
    let plan = plan("one", "gpu.1");
    let taken = taken(
        discounts,
        &plan,
        Decimal::from(machine),
        &rates(),
        Currency::CNY,
    );
    let amount = |one: Taken<'_>| one.off.map(|(amount, _)| amount);
    taken.into_iter().map(amount).collect()
}

#[test]
fn a_percentage_takes_its_share_and_at_most_its_cap() {
    assert_eq!(off(&[percent(15)], 200), [Ok(decimal("30"))]);
    let mut capped = percent(15);
    capped.cap = Some(yuan(20));
    assert_eq!(off(&[capped], 200), [Ok(decimal("20"))]);
}

#[test]
fn a_prepaid_card_pays_for_itself_only_when_enough_of_it_is_used() {
    // 59 buys 200: of 150 due 59 are paid, of 500 due 59 and the 300 that the card does not cover.
    assert_eq!(off(&[card(59, 200)], 150), [Ok(decimal("91"))]);
    assert_eq!(off(&[card(59, 200)], 500), [Ok(decimal("141"))]);
    assert_eq!(off(&[card(59, 200)], 50), [Err(NoSaving::CardTooLarge)]);
}

#[test]
fn a_card_that_can_be_bought_again_is_bought_as_often_as_it_pays() {
    let mut again = card(80, 100);
    again.once = false;
    // 250 due: two cards leave 50 to pay in full, a third would cost 80.
    assert_eq!(off(&[again.clone()], 250), [Ok(decimal("40"))]);
    // 290 due: the third card costs 80 instead of 90.
    assert_eq!(off(&[again], 290), [Ok(decimal("50"))]);
}

#[test]
fn a_balance_that_lasts_for_ever_costs_only_what_is_drawn() {
    let mut lasting = card(80, 100);
    lasting.lasts_days = Some(u32::MAX);
    // The factor 80/100 on the 50 that are drawn.
    assert_eq!(off(&[lasting], 50), [Ok(decimal("10"))]);
}

#[test]
fn a_coupon_asks_for_its_least_spend_and_never_pays_out() {
    let least = NoSaving::BelowMinimum(decimal("1000"));
    assert_eq!(off(&[coupon(500, 1_000)], 999), [Err(least)]);
    assert_eq!(off(&[coupon(500, 1_000)], 1_000), [Ok(decimal("500"))]);
    assert_eq!(off(&[coupon(500, 0)], 120), [Ok(decimal("120"))]);
}

#[test]
fn first_the_percentage_then_the_card_then_the_coupon() {
    // 1,000 less 10 % = 900; a card of 500 for 400 leaves 800; the coupon of 100 leaves 700.
    let any_order = [coupon(100, 800), card(400, 500), percent(10)];
    let taken = off(&any_order, 1_000);
    assert_eq!(
        taken,
        [Ok(decimal("100")), Ok(decimal("100")), Ok(decimal("100"))]
    );
}

#[test]
fn a_discount_in_another_currency_is_converted() {
    let dollars = |amount: i64| Money {
        amount: Decimal::from(amount),
        currency: Currency::USD,
    };
    let coupon = discount(Saving::Coupon(Some((dollars(10), dollars(0)))));
    assert_eq!(off(&[coupon], 100), [Ok(decimal("80"))]); // 8 yuan a dollar
}

#[test]
fn a_discount_is_for_its_seller_and_its_plans() {
    let mut other = percent(15);
    other.provider = String::from("two");
    assert_eq!(off(&[other], 100), []);
    let mut pai = percent(15);
    pai.plans = Some(String::from("PAI-EAS"));
    assert_eq!(off(&[pai.clone()], 100), [Err(NoSaving::OtherPlan)]);
    assert!(pai.covers(&plan("one", "pai-eas gn6i")));
}

#[test]
fn an_expired_discount_is_closed_the_day_after_its_last() {
    let mut ends = percent(15);
    ends.expires_on = Some(jiff::civil::date(2026, 11, 30));
    assert!(ends.open_on(jiff::civil::date(2026, 11, 30)));
    assert!(!ends.open_on(jiff::civil::date(2026, 12, 1)));
}

#[test]
fn the_shipped_discounts_are_read_and_what_nobody_sizes_takes_nothing_off() {
    let shipped = read(SHIPPED).unwrap();
    assert_eq!(shipped.len(), 10);
    let sized: Vec<&str> = shipped
        .iter()
        .filter(|d| d.saving.known())
        .map(|d| d.id.as_str())
        .collect();
    assert_eq!(
        sized,
        [
            "autodl-student",
            "tencent-new-user",
            "aliyun-pai-eas-package",
            "aliyun-pai-new-user",
            "ai-galaxy-student"
        ]
    );
    for discount in shipped.iter().filter(|d| !d.saving.known()) {
        let plan = plan(&discount.provider, "any");
        let taken = taken([discount], &plan, Decimal::ONE, &rates(), Currency::CNY);
        assert_eq!(taken[0].off, Err(NoSaving::Unknown));
    }
}

#[test]
fn a_row_that_cannot_be_read_is_named_by_its_id_and_column() {
    let broken = SHIPPED.replace("percentage,15,", "percentage,fifteen,");
    let said = read(&broken).unwrap_err().to_string();
    assert_eq!(said, "discount autodl-student: percent_off cannot be read");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn discounts_never_add_to_a_bill_nor_pay_money_out(
        machine in 0_i64..5_000, share in 0_i64..100, pay in 1_i64..500, receive in 1_i64..500, amount in 0_i64..900,
        least in 0_i64..900, once: bool,
    ) {
        let mut bought = card(pay, receive);
        bought.once = once;
        let all = [percent(share), bought, coupon(amount, least)];
        let taken: Decimal = off(&all, machine).into_iter().flatten().sum();
        prop_assert!(taken >= Decimal::ZERO && taken <= Decimal::from(machine));
    }
}
