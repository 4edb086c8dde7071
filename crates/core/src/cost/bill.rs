//! Billed time: use rounded up to the seller's step.
//!
//! Source: workload model, sections 5.1 and 5.4.

use rust_decimal::Decimal;

/// Seconds billed for `used_s` of use: `max(⌈t/u⌉·u, m)`.
///
/// Never below the use itself, and never falls when the use grows.
///
/// ```
/// # use tiaoka_core::cost::billed_s;
/// assert_eq!(billed_s(3_000.0, 1, 0), 3_000.0); // 50 min by the second
/// assert_eq!(billed_s(3_000.0, 3_600, 0), 3_600.0); // by the hour
/// ```
pub fn billed_s(used_s: f64, step_s: u32, minimum_s: u32) -> f64 {
    let step = f64::from(step_s.max(1));
    // The quotient may round down to a whole number, so the use itself is the floor.
    ((used_s / step).ceil() * step)
        .max(used_s)
        .max(f64::from(minimum_s))
}

/// Hours of use a month above which a monthly price is the cheaper one: `h* = p_m / p_od`.
///
/// ```
/// # use rust_decimal::Decimal;
/// # use tiaoka_core::cost::break_even_h;
/// // Half price for 720 h: 360 CNY a month against 1 CNY an hour.
/// assert_eq!(break_even_h(Decimal::from(360), Decimal::ONE), Some(Decimal::from(360)));
/// ```
pub fn break_even_h(monthly: Decimal, on_demand_per_h: Decimal) -> Option<Decimal> {
    monthly.checked_div(on_demand_per_h)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn fifty_minutes_at_two_yuan_cost_1_667_by_the_second_and_2_by_the_hour() {
        // Worked example 14.
        let yuan = |step| billed_s(50.0 * 60.0, step, 0) / 3_600.0 * 2.0;
        assert!((yuan(1) - 1.667).abs() < 0.0005);
        assert_eq!(yuan(3_600), 2.0);
    }

    #[test]
    fn a_monthly_price_breaks_even_at_504_and_360_hours() {
        // Worked example 15: 720 hours at −30 % and −50 %, for 1.88 CNY an hour.
        let hourly = Decimal::new(188, 2);
        let monthly = |kept: i64| Decimal::new(kept, 2) * Decimal::from(720) * hourly;
        assert_eq!(break_even_h(monthly(70), hourly), Some(Decimal::from(504)));
        assert_eq!(break_even_h(monthly(50), hourly), Some(Decimal::from(360)));
        assert_eq!(break_even_h(monthly(50), Decimal::ZERO), None);
    }

    #[test]
    fn a_minimum_is_billed_even_for_a_second() {
        assert_eq!(billed_s(1.0, 1, 60), 60.0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn a_bill_is_never_below_the_use_and_never_falls(
            used in 0.0..1e8_f64, more in 0.0..1e5_f64, step in prop::sample::select(vec![1_u32, 60, 3_600]), minimum in 0_u32..7_200,
        ) {
            let bill = billed_s(used, step, minimum);
            prop_assert!(bill >= used);
            prop_assert!(billed_s(used + more, step, minimum) >= bill);
        }
    }
}
