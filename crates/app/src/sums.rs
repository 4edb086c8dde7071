//! Printed sums that add up: rounding moves a little, and that little goes into the largest part.

use rust_decimal::{Decimal, RoundingStrategy};
use tiaoka_core::cost::Cost;

/// Parts in whole units of `step`, adding up to `total` in the same units.
///
/// ```
/// # use tiaoka_app::sums::printed;
/// // 15.26 + 0.08 + 1.56 = 16.90: rounded on their own 15.3 + 0.1 + 1.6 = 17.0
/// assert_eq!(printed(&[15.26, 0.08, 1.56], 16.90, 0.1), [152, 1, 16]);
/// ```
pub fn printed(parts: &[f64], total: f64, step: f64) -> Vec<i64> {
    // A figure beyond i64 saturates; none of ours comes near it.
    let units = |x: f64| (x / step).round() as i64;
    let mut rounded: Vec<i64> = parts.iter().map(|part| units(*part)).collect();
    let rest = units(total).saturating_sub(rounded.iter().sum());
    let largest = (0..parts.len()).max_by(|a, b| parts[*a].abs().total_cmp(&parts[*b].abs()));
    if let Some(part) = largest.and_then(|at| rounded.get_mut(at)) {
        *part = part.saturating_add(rest);
    }
    rounded
}

/// Decimals that a sum of money is printed with: two, or four where it is below 0.1.
pub fn places(total: Decimal) -> u32 {
    let small = !total.is_zero() && total.abs() < Decimal::new(1, 1);
    if small { 4 } else { 2 }
}

/// An amount with so many decimals, halves away from zero.
pub fn rounded(amount: Decimal, places: u32) -> Decimal {
    let mut amount = amount.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero);
    amount.rescale(places);
    amount
}

/// Amounts with so many decimals, adding up to the total with as many; an unknown one stays unknown.
pub fn printed_money(
    parts: &[Option<Decimal>],
    total: Decimal,
    places: u32,
) -> Vec<Option<Decimal>> {
    let mut printed: Vec<Option<Decimal>> = parts
        .iter()
        .map(|part| part.map(|amount| rounded(amount, places)))
        .collect();
    let rest = rounded(total, places) - printed.iter().flatten().sum::<Decimal>();
    let largest = (0..parts.len())
        .filter(|at| parts[*at].is_some())
        .max_by_key(|at| parts[*at].map(|a| a.abs()));
    if let Some(part) = largest.and_then(|at| printed[at].as_mut()) {
        *part += rest;
    }
    printed
}

/// The parts of a cost with so many decimals. Those before discounts add up to the printed list price; the
/// discounts, which come last, make up what is then missing to the printed median.
pub fn printed_cost(cost: &Cost, places: u32) -> Vec<Option<Decimal>> {
    let amounts: Vec<_> = cost.parts.iter().map(|part| part.amount).collect();
    let own = cost.parts.iter().take_while(|part| part.discount.is_none());
    let (own, off) = amounts.split_at(own.count());
    let taken = rounded(cost.mid, places) - rounded(cost.list, places);
    let mut printed = printed_money(own, cost.list, places);
    printed.extend(printed_money(off, taken, places));
    printed
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn money(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn the_rest_of_rounding_goes_into_the_largest_part() {
        // 15.3 + 0.1 + 1.5 + 2.1 + 2.9 = 21.9, and the total of the unrounded parts is 21.86.
        let parts = [15.25, 0.079, 1.46, 2.13, 2.94];
        assert_eq!(printed(&parts, 21.86, 0.1), [153, 1, 15, 21, 29]);
        let parts = [
            Some(money("31.444")),
            None,
            Some(money("0.004")),
            Some(money("0.004")),
        ];
        let printed = printed_money(&parts, money("31.452"), 2);
        assert_eq!(
            printed,
            [
                Some(money("31.45")),
                None,
                Some(money("0.00")),
                Some(money("0.00"))
            ]
        );
    }

    #[test]
    fn small_sums_have_four_decimals() {
        assert_eq!(
            (
                places(money("0.0999")),
                places(money("0.1")),
                places(Decimal::ZERO)
            ),
            (4, 2, 2)
        );
        assert_eq!(rounded(money("0.5"), 2).to_string(), "0.50");
    }

    #[test]
    fn no_part_is_no_sum() {
        assert!(printed(&[], 3.0, 0.1).is_empty());
        assert!(printed_money(&[None], Decimal::ONE, 2) == [None]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn printed_parts_add_up_to_the_printed_total(parts in prop::collection::vec(-1e6..1e6f64, 1..9)) {
            let total: f64 = parts.iter().sum();
            let sum: i64 = printed(&parts, total, 0.1).iter().sum();
            prop_assert_eq!(sum, (total / 0.1).round() as i64);
        }
    }
}
