//! What people type for a number, a time or a sum of money.
//!
//! `30M`, `3000万`, `3e7` and `30,000,000` are one number; `７Ｂ` in full width is `7B`; `3d` is
//! `72h`; `5000元`, `¥5000` and `5000 CNY` are one sum. What cannot be read is a [`Fault`], which
//! the caller turns into a message that names the field. Nothing here knows a field.

use rust_decimal::Decimal;
use tiaoka_core::money::{Currency, Money};

/// Why a text is no such quantity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// No number was found.
    NotANumber,
    /// A number, and then something that is no unit here.
    UnknownUnit(String),
    /// It does not fit into a number at all.
    TooLarge,
}

/// What a number counts, and so which units may follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Things: `30M tokens`, `3000万`, `2千条`.
    Things,
    /// Gigabytes, decimal or nominal: `20`, `20 GB`, `1.5 TB`.
    Gigabytes,
    /// Hours: `72`, `72h`, `3d`, `90min`, `1d12h`.
    Hours,
    /// Milliseconds: `2000`, `2s`.
    Millis,
    /// A share of one: `0.35`, `35 %`.
    Share,
}

/// Longest text that is looked at; what is longer is no quantity.
const LONGEST: usize = 64;

/// The number that `text` means, in the unit of `of`.
pub fn number(text: &str, of: Of) -> Result<f64, Fault> {
    let text = plain(text);
    if text.len() > LONGEST {
        return Err(Fault::NotANumber);
    }
    let (mut rest, mut sum, mut parts) = (text.trim(), 0.0, 0);
    while !rest.is_empty() {
        let (digits, after) = leading_number(rest).ok_or(Fault::NotANumber)?;
        let unit_end = after
            .find(|c: char| c.is_ascii_digit())
            .filter(|_| of == Of::Hours);
        let (unit, next) = after.split_at(unit_end.unwrap_or(after.len()));
        let scale = scale(unit.trim(), of).ok_or_else(|| Fault::UnknownUnit(shown(unit)))?;
        let value: f64 = digits.parse().map_err(|_| Fault::NotANumber)?;
        sum += value * scale;
        parts += 1;
        rest = next.trim();
    }
    match (parts, sum.is_finite()) {
        (0, _) => Err(Fault::NotANumber),
        (_, true) => Ok(sum),
        (_, false) => Err(Fault::TooLarge),
    }
}

/// The sum of money that `text` means; without a currency in it, in `default`.
pub fn money(text: &str, default: Currency) -> Result<Money, Fault> {
    let text = plain(text);
    if text.len() > LONGEST {
        return Err(Fault::NotANumber);
    }
    let text = text.trim();
    let start = text
        .find(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))
        .ok_or(Fault::NotANumber)?;
    let (before, number) = text.split_at(start);
    let before = before.trim();
    let (digits, after) = leading_number(number).ok_or(Fault::NotANumber)?;
    let (after, in_front) = (after.trim(), currency(before));
    if !before.is_empty() && in_front.is_none() {
        return Err(Fault::UnknownUnit(shown(before)));
    }
    let (scale, behind) = scaled_currency(after).ok_or_else(|| Fault::UnknownUnit(shown(after)))?;
    if let (Some(a), Some(b)) = (in_front, behind)
        && a != b
    {
        return Err(Fault::UnknownUnit(shown(after)));
    }
    let amount = digits
        .parse()
        .or_else(|_| Decimal::from_scientific(&digits));
    let amount = amount.map_err(|_| Fault::TooLarge)?;
    let amount = amount
        .checked_mul(scale)
        .ok_or(Fault::TooLarge)?
        .normalize();
    Ok(Money {
        amount,
        currency: in_front.or(behind).unwrap_or(default),
    })
}

/// Full-width characters as the plain ones that they stand for, in lower case.
fn plain(text: &str) -> String {
    let half = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' | '\u{a0}' | '\u{202f}' => ' ',
        '\u{2212}' | '\u{2013}' => '-',
        '\u{ffe5}' => '¥',
        '\u{3002}' => '.',
        other => other,
    };
    text.chars()
        .take(4 * LONGEST)
        .map(half)
        .collect::<String>()
        .to_lowercase()
}

/// A unit as it is shown back: short, whatever was typed.
fn shown(unit: &str) -> String {
    unit.trim().chars().take(16).collect()
}

/// The number at the start, without its thousands separators, and what follows it.
fn leading_number(text: &str) -> Option<(String, &str)> {
    let bytes = text.as_bytes();
    let mut end = usize::from(matches!(bytes.first(), Some(b'-' | b'+')));
    while end < bytes.len() && matches!(bytes[end], b'0'..=b'9' | b'.' | b',' | b'_') {
        end += 1;
    }
    // An exponent only where digits follow: `3e7`, not the `e` of a word.
    if bytes.get(end) == Some(&b'e') {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'-' | b'+')));
        let digits = bytes[end + 1 + sign..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count();
        if digits > 0 {
            end += 1 + sign + digits;
        }
    }
    let number = ungrouped(&text[..end])?;
    number
        .bytes()
        .any(|b| b.is_ascii_digit())
        .then_some((number, &text[end..]))
}

/// Without separators between thousands; `None` where they stand elsewhere: `1,5` may be one and
/// a half or fifteen, so it is neither.
fn ungrouped(number: &str) -> Option<String> {
    if !number.contains([',', '_']) {
        return Some(number.to_owned());
    }
    let (whole, decimals) = number.split_at(number.find(['.', 'e']).unwrap_or(number.len()));
    let mut groups = whole.trim_start_matches(['-', '+']).split([',', '_']);
    let first = groups
        .next()
        .is_some_and(|group| (1..=3).contains(&group.len()));
    let others = groups.all(|group| group.len() == 3);
    let grouped = first && others && !decimals.contains([',', '_']);
    grouped.then(|| whole.replace([',', '_'], "") + decimals)
}

/// What one of this unit is worth; `None` where it is no unit of that kind.
fn scale(unit: &str, of: Of) -> Option<f64> {
    match of {
        Of::Things => thousands(things(unit)),
        Of::Gigabytes => match unit {
            "" | "g" | "gb" | "gib" => Some(1.0),
            "t" | "tb" | "tib" => Some(1e3),
            "m" | "mb" | "mib" => Some(1e-3),
            _ => None,
        },
        Of::Hours => match unit {
            "" | "h" | "hr" | "hrs" | "hour" | "hours" | "时" | "小时" | "个小时" => {
                Some(1.0)
            }
            "min" | "mins" | "minute" | "minutes" | "分" | "分钟" => Some(1.0 / 60.0),
            "s" | "sec" | "seconds" | "秒" => Some(1.0 / 3_600.0),
            "d" | "day" | "days" | "天" | "日" => Some(24.0),
            "w" | "week" | "weeks" | "周" => Some(168.0),
            _ => None,
        },
        Of::Millis => match unit {
            "" | "ms" | "毫秒" => Some(1.0),
            "s" | "sec" | "秒" => Some(1e3),
            _ => None,
        },
        Of::Share => match unit {
            "" => Some(1.0),
            "%" => Some(0.01),
            _ => None,
        },
    }
}

/// A unit without the thing it counts: `m tokens` is `m`, `万条` is `万`.
fn things(unit: &str) -> &str {
    const NAMES: [&str; 17] = [
        "tokens",
        "token",
        "samples",
        "sample",
        "steps",
        "step",
        "epochs",
        "epoch",
        "params",
        "parameters",
        "users",
        "个",
        "条",
        "步",
        "轮",
        "词元",
        "参数",
    ];
    NAMES
        .iter()
        .find_map(|name| unit.strip_suffix(name))
        .unwrap_or(unit)
        .trim()
}

/// What a word for a power of ten is worth, in English and Chinese.
fn thousands(word: &str) -> Option<f64> {
    match word {
        "" => Some(1.0),
        "k" | "thousand" | "千" => Some(1e3),
        "万" | "w" => Some(1e4),
        "十万" => Some(1e5),
        "m" | "mn" | "million" | "百万" => Some(1e6),
        "千万" => Some(1e7),
        "亿" => Some(1e8),
        "b" | "bn" | "billion" | "十亿" => Some(1e9),
        "百亿" => Some(1e10),
        "千亿" => Some(1e11),
        "t" | "tn" | "trillion" | "万亿" => Some(1e12),
        _ => None,
    }
}

/// The currency of a sign, a code or a word.
fn currency(text: &str) -> Option<Currency> {
    match text {
        "¥" | "元" | "块" | "块钱" | "rmb" | "cn¥" | "人民币" | "圆" | "yuan" => {
            Some(Currency::CNY)
        }
        "$" | "us$" | "美元" | "美金" | "usd$" | "dollars" => Some(Currency::USD),
        "€" | "欧元" => Some(Currency::EUR),
        "£" | "英镑" => "GBP".parse().ok(),
        "hk$" | "港元" | "港币" => "HKD".parse().ok(),
        "日元" => "JPY".parse().ok(),
        code => code.parse().ok(),
    }
}

/// What follows an amount: a power of ten, a currency, both (`k cny`, `万元`), or nothing.
fn scaled_currency(text: &str) -> Option<(Decimal, Option<Currency>)> {
    // Codes first: `mxn` is a currency and no million.
    if let Some(currency) = currency(text) {
        return Some((Decimal::ONE, Some(currency)));
    }
    let splits = text
        .char_indices()
        .map(|(at, _)| at)
        .skip(1)
        .chain([text.len()]);
    for at in splits {
        let (word, rest) = text.split_at(at);
        let rest = rest.trim();
        let (Some(scale), false) = (thousands(word.trim()), word.is_empty()) else {
            continue;
        };
        let scale = Decimal::from_f64_retain(scale)?;
        if rest.is_empty() {
            return Some((scale, None));
        }
        if let Some(currency) = currency(rest) {
            return Some((scale, Some(currency)));
        }
    }
    text.is_empty().then_some((Decimal::ONE, None))
}

#[cfg(test)]
mod tests;
