//! Every shipped price, in every currency: the printed parts add up to the printed total, to the last
//! digit that is printed, before discounts and after.
use rust_decimal::Decimal;
use tiaoka_app::snapshot;
use tiaoka_app::sums::{places, printed_cost, rounded};
use tiaoka_core::cost::{Beside, Cost, Discount, Extras, Job, Terms, cost, discount, usage};
use tiaoka_core::money::{Currency, Money, Rates};
use tiaoka_core::offer::Offer;
use tiaoka_core::predict::Interval;
use tiaoka_core::traits::Traits;

/// A development month, and a training job of a length that comes out even nowhere.
fn jobs() -> [Job; 2] {
    [
        Job::Month {
            sessions: 44.0,
            each_h: 1.5,
            load_gb: 0.0,
        },
        Job::Once {
            compute_h: Interval::log_normal(17.123_456, 0.17),
            load_gb: 16.1,
            checkpoint_gb: 0.1,
        },
    ]
}

/// What the offer costs, with files, traffic, waiting and every discount that its seller has.
fn costs(
    offer: &Offer,
    job: &Job,
    (sellers, discounts, rates): (&Traits, &[Discount], &Rates),
    to: Currency,
) -> Option<Cost> {
    let per_hour = rates.convert(offer.price?.per_hour(), to)?;
    let seller = sellers.of(&offer.plan.provider);
    let usage = usage(job, &Terms::of(seller), offer.billing).ok()?;
    let beside = Beside {
        storage_gb: 77.0,
        months: usage.months,
        egress_gb: 3.3,
        waited_h: 0.7,
        time_value: Some(Money {
            amount: Decimal::from(50),
            currency: Currency::CNY,
        }),
        dearest: sellers.dearest_storage(),
    };
    let extras = Extras::of(seller, &beside, (rates, to));
    Some(cost(per_hour, 1, &usage, &extras).less(discounts, &offer.plan, rates))
}

#[test]
fn printed_parts_of_every_shipped_offer_add_up_in_every_currency() {
    let (offers, rates) = (snapshot::offers().unwrap(), snapshot::rates().unwrap());
    let sellers = Traits::read(snapshot::TRAITS, snapshot::STORAGE_PRICES).unwrap();
    let discounts = discount::read(snapshot::DISCOUNTS).unwrap();
    let known = (&sellers, discounts.as_slice(), &rates);
    let currencies: Vec<Currency> = rates.per_eur.keys().copied().collect();
    let (mut sums, mut at_least) = (0, 0);
    for (i, offer) in offers.iter().enumerate() {
        let job = &jobs()[i % 2];
        for currency in &currencies {
            let Some(cost) = costs(offer, job, known, *currency) else {
                continue;
            };
            let places = places(cost.mid);
            let printed = printed_cost(&cost, places);
            let listed = printed.iter().zip(&cost.parts);
            let listed = listed.filter(|(_, part)| part.discount.is_none());
            let before: Decimal = listed.filter_map(|(amount, _)| *amount).sum();
            assert_eq!(before, rounded(cost.list, places));
            let sum: Decimal = printed.iter().flatten().sum();
            let plan = &offer.plan;
            assert_eq!(
                sum.to_string(),
                rounded(cost.mid, places).to_string(),
                "{} {} in {currency}",
                plan.provider,
                plan.sku
            );
            assert!(cost.low <= cost.mid && cost.mid <= cost.high && cost.mid <= cost.list);
            assert_eq!(cost.at_least(), printed.iter().any(Option::is_none));
            sums += 1;
            at_least += usize::from(cost.at_least());
        }
    }
    // 5,811 rows have a price; 30 currencies have a rate.
    assert_eq!(sums, 5_811 * 30);
    assert!(at_least > 0 && at_least < sums);
}
