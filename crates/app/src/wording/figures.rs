//! How figures are written: three significant figures, money to the cent, a no-break space before
//! a unit (screens, section 4).

use rust_decimal::{Decimal, RoundingStrategy};
use tiaoka_core::money::Money;

/// Stands between a number and its unit, so that they never part.
pub const NBSP: char = '\u{a0}';
/// Stands before a negative number.
const MINUS: char = '\u{2212}';

/// A figure to three significant figures; whole above a hundred, with commas: `5.26`, `4,769`.
///
/// An exact one has no zeros at its end (`1.5`), a rounded one keeps them (`10.0` for 9.996).
pub fn three(x: f64) -> String {
    if !x.is_finite() {
        return String::from("–");
    }
    // Rounding may reach the next power of ten (9.996 → 10.0), so the digits follow the rounded value.
    let digits = |x: f64| match x.abs() {
        0.0 => 0,
        size => (2 - size.log10().floor() as i32).clamp(0, 12) as usize,
    };
    let rounded: f64 = format!("{x:.*}", digits(x)).parse().unwrap_or(x);
    let text = format!("{rounded:.*}", digits(rounded));
    let exact = (rounded - x).abs() <= 1e-9 * x.abs();
    grouped(if exact { trimmed(&text) } else { &text })
}

/// GiB: one decimal below a hundred, none for a whole size or above: `21.9`, `24`, `144`.
pub fn gib(x: f64) -> String {
    let whole = (x - x.round()).abs() < 1e-9;
    fixed(x, if whole || x.abs() >= 99.95 { 0 } else { 1 })
}

/// A figure with a fixed number of decimals and commas: `21.9`, `1,234.50`.
pub fn fixed(x: f64, decimals: usize) -> String {
    if x.is_finite() {
        grouped(&format!("{x:.decimals$}"))
    } else {
        String::from("–")
    }
}

/// A number of things: `5,310`.
pub fn count(n: u64) -> String {
    grouped(&n.to_string())
}

/// A share of one as per cent: 0.18 is `18 %`, 0.078 is `7.8 %`.
pub fn share(x: f64) -> String {
    let percent = 100.0 * x;
    let decimals = match percent.abs() {
        size if size >= 9.95 || size == 0.0 => 0,
        size if size >= 0.095 => 1,
        _ => 2,
    };
    let text = fixed(percent, decimals);
    format!(
        "{}{NBSP}%",
        if decimals == 1 { trimmed(&text) } else { &text }
    )
}

/// A probability: never certain in either direction.
pub fn probability(p: f64) -> String {
    match p {
        p if p > 0.99 => format!(">{NBSP}99{NBSP}%"),
        p if p < 0.01 => format!("<{NBSP}1{NBSP}%"),
        p => format!("{:.0}{NBSP}%", 100.0 * p),
    }
}

/// An amount with its sign: `¥12.34`, `$1.79`, four decimals below 0.1, and the code where a
/// currency has no sign of its own.
pub fn money(money: &Money) -> String {
    let sign = match money.currency.code() {
        "CNY" => String::from("¥"),
        "EUR" => String::from("€"),
        "GBP" => String::from("£"),
        "INR" => String::from("₹"),
        "KRW" => String::from("₩"),
        "USD" => String::from("$"),
        code => format!("{code}{NBSP}"),
    };
    let minus = if money.amount.is_sign_negative() && !money.amount.is_zero() {
        "\u{2212}"
    } else {
        ""
    };
    format!("{minus}{sign}{}", amount(money.amount.abs()))
}

/// An amount that somebody typed: as [`money`], and a whole one without decimals.
pub fn typed_money(sum: &Money) -> String {
    let text = money(sum);
    text.strip_suffix(".00").map_or(text.clone(), str::to_owned)
}

/// An amount without its sign: two decimals, four below 0.1.
pub fn amount(amount: Decimal) -> String {
    let small = !amount.is_zero() && amount.abs() < Decimal::new(1, 1);
    let places = if small { 4 } else { 2 };
    let rounded = amount.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero);
    grouped(&format!("{rounded:.*}", places as usize))
}

/// [`amount`] of a decimal text, as views carry it; a text that is none is shown as it is.
pub fn amount_text(text: &str) -> String {
    text.parse().map_or_else(|_| text.to_owned(), amount)
}

/// Seconds as in a sum: `5:15:33`.
pub fn clock(seconds: i64) -> String {
    let (minutes, s) = (seconds / 60, seconds % 60);
    format!("{}:{:02}:{s:02}", minutes / 60, minutes % 60)
}

/// English month, three letters.
pub fn month_en(month: i8) -> &'static str {
    const NAMES: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    usize::try_from(month)
        .ok()
        .and_then(|n| NAMES.get(n.wrapping_sub(1)))
        .copied()
        .unwrap_or("?")
}

/// Without the zeros at the end of its decimals: `8.00` is `8`, `8.10` is `8.1`.
fn trimmed(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}

/// With commas between thousands, and a real minus.
fn grouped(text: &str) -> String {
    let (minus, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (whole, decimals) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut out = String::with_capacity(text.len() + whole.len() / 3 + 2);
    if minus && digits.bytes().any(|b| (b'1'..=b'9').contains(&b)) {
        out.push(MINUS);
    }
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out + decimals
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiaoka_core::money::Currency;

    #[test]
    fn a_figure_has_three_significant_figures() {
        let written = [
            (5.258, "5.26"),
            (11.38, "11.4"),
            (4_769.4, "4,769"),
            (9.996, "10.0"),
            (0.05134, "0.0513"),
            (8.0, "8"),
            (0.0, "0"),
            (-1234.0, "−1,234"),
            (f64::NAN, "–"),
        ];
        for (x, text) in written {
            assert_eq!(three(x), text);
        }
    }

    #[test]
    fn money_has_two_decimals_and_four_below_a_tenth() {
        let written = [
            ("31.4498", "¥31.45"),
            ("12345.67", "¥12,345.67"),
            ("0.0512", "¥0.0512"),
            ("0.1", "¥0.10"),
            ("0", "¥0.00"),
            ("-3.455", "−¥3.46"),
        ];
        for (amount, text) in written {
            let amount = amount.parse().unwrap();
            assert_eq!(
                money(&Money {
                    amount,
                    currency: Currency::CNY
                }),
                text
            );
        }
        let rupees = Money {
            amount: "247".parse().unwrap(),
            currency: "SGD".parse().unwrap(),
        };
        assert_eq!(money(&rupees), "SGD\u{a0}247.00");
    }

    #[test]
    fn a_share_is_written_as_per_cent_after_a_no_break_space() {
        assert_eq!(share(0.18), "18\u{a0}%");
        assert_eq!(share(0.0781), "7.8\u{a0}%");
        assert_eq!(share(0.08), "8\u{a0}%");
        assert_eq!(share(-0.003), "−0.3\u{a0}%");
        assert_eq!(share(0.0), "0\u{a0}%");
    }

    #[test]
    fn a_probability_is_never_certain() {
        assert_eq!(probability(0.754), "75\u{a0}%");
        assert_eq!(probability(0.9931), ">\u{a0}99\u{a0}%");
        assert_eq!(probability(0.0), "<\u{a0}1\u{a0}%");
    }

    #[test]
    fn a_size_has_one_decimal_unless_it_is_whole_or_large() {
        let sizes = [21.94, 24.0, 9.978, 143.6, -6.04];
        assert_eq!(sizes.map(gib), ["21.9", "24", "10.0", "144", "−6.0"]);
    }

    #[test]
    fn a_duration_in_a_sum_is_a_clock() {
        assert_eq!(clock(18_933), "5:15:33"); // 5 × 3600 + 15 × 60 + 33
    }
}
