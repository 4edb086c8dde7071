//! Formulas with their figures filled in: symbols and units, never words.

/// No-break space: keeps a number and its unit on one line.
const NBSP: char = '\u{a0}';

/// Three significant figures, thousands separated: `8.19`, `343`, `151,936`.
pub(crate) fn figure(value: f64) -> String {
    let size = value.abs();
    if size >= 1000.0 {
        return grouped(value);
    }
    // 9.995 would print as 10.00 with two decimals.
    let decimals = match size {
        0.0 => 0,
        size if size >= 99.95 => 0,
        size if size >= 9.995 => 1,
        size => (2 - size.log10().floor() as i32).clamp(2, 6) as usize,
    };
    let text = format!("{value:.decimals$}");
    if text.contains('.') && value.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        text
    }
}

/// With a unit and its decimal prefix: `8.19 B`, `5.31 M`, `792 k`.
pub(crate) fn scaled(value: f64, unit: &str, prefixes: &[(&str, f64)]) -> String {
    let found = prefixes.iter().find(|(_, size)| value.abs() >= *size);
    let (prefix, size) = found.copied().unwrap_or(("", 1.0));
    let unit = format!("{prefix}{unit}");
    let number = figure(value / size);
    if unit.is_empty() {
        number
    } else {
        format!("{number}{NBSP}{unit}")
    }
}

/// A count of parameters: `8.19 B` (10⁹), `5.31 M`.
pub(crate) fn params(value: f64) -> String {
    scaled(value, "", &[("B", 1e9), ("M", 1e6)])
}

/// Bytes, decimal: `2 B`, `792 kB`, `3.08 GB`.
pub(crate) fn bytes(value: f64) -> String {
    scaled(value, "B", &[("G", 1e9), ("M", 1e6), ("k", 1e3)])
}

/// A count of tokens: `90 M`, `30,000`.
pub(crate) fn tokens(value: f64) -> String {
    scaled(value, "", &[("T", 1e12), ("B", 1e9), ("M", 1e6)])
}

/// Operations per token: `51.0 GF`.
pub(crate) fn flop(value: f64) -> String {
    scaled(value, "F", &[("T", 1e12), ("G", 1e9), ("M", 1e6)])
}

/// Operations a second: `343 TF/s`.
pub(crate) fn flop_rate(value: f64) -> String {
    scaled(value, "F/s", &[("P", 1e15), ("T", 1e12), ("G", 1e9)])
}

/// Seconds, as milliseconds or microseconds where short: `126 ms`.
pub(crate) fn seconds(value: f64) -> String {
    match value.abs() {
        size if size >= 1.0 => format!("{}{NBSP}s", figure(value)),
        size if size >= 1e-3 => format!("{}{NBSP}ms", figure(value * 1e3)),
        _ => format!("{}{NBSP}µs", figure(value * 1e6)),
    }
}

/// Whole number with separated thousands.
fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut text = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if value < 0.0 {
        text.push('−');
    }
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_significant_digits() {
        for (value, text) in [
            (0.0, "0"),
            (2.0, "2"),
            (0.5625, "0.562"),
            (7.404, "7.40"),
            (9.996, "10.0"),
            (51.03, "51.0"),
            (343.2, "343"),
            (2048.0, "2,048"),
            (151_936.0, "151,936"),
            (1_234_567.0, "1,234,567"),
            (0.0123, "0.0123"),
        ] {
            assert_eq!(figure(value), text, "{value}");
        }
    }

    #[test]
    fn units_stand_behind_a_no_break_space() {
        assert_eq!(params(8.19e9), "8.19\u{a0}B");
        assert_eq!(params(5_308_416.0), "5.31\u{a0}M");
        assert_eq!(bytes(2.0), "2\u{a0}B");
        assert_eq!(tokens(90e6), "90\u{a0}M");
        assert_eq!(flop(50.95e9), "51.0\u{a0}GF");
        assert_eq!(flop_rate(343e12), "343\u{a0}TF/s");
        assert_eq!(seconds(0.126), "126\u{a0}ms");
    }
}
