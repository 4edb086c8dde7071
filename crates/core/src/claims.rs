//! Figures that articles state and that do not hold: shipped as claims, never as measurements.
//!
//! Each row of `data/claims.csv` names its article and carries the sums that check it; the sentences
//! stand in the locales under `claim.<id>`. Nothing here reaches a prediction, a price or a rank.
//!
//! Source: workload model, section 12.

use std::sync::OnceLock;

use serde::Deserialize;

/// A claim with what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Names its sentences: `claim.<id>.claim`, `claim.<id>.check`.
    pub id: String,
    /// The article that states it, worded under `claim.article.<id>`; `None` where several do.
    pub article: Option<String>,
    /// Sums that check it, in symbols with their result: `68 ÷ 67 = 1.015`.
    pub checks: Vec<String>,
    /// What the check says, worded under `claim.verdict.<id>`.
    pub verdict: String,
    /// What the program does about it, worded under `claim.consequence.<id>`.
    pub consequence: String,
}

#[derive(Debug, Deserialize)]
struct Row {
    id: String,
    article: Option<String>,
    checks: String,
    verdict: String,
    consequence: String,
}

/// Every shipped claim, in the order of the file.
pub fn claims() -> &'static [Claim] {
    static CLAIMS: OnceLock<Vec<Claim>> = OnceLock::new();
    CLAIMS.get_or_init(|| {
        let mut reader = csv::Reader::from_reader(include_str!("../data/claims.csv").as_bytes());
        let rows = reader.deserialize().filter_map(Result::ok);
        rows.map(claim).collect()
    })
}

fn claim(row: Row) -> Claim {
    let checks = row.checks.split(';').map(str::trim);
    Claim {
        id: row.id,
        article: row.article.filter(|article| !article.is_empty()),
        checks: checks
            .filter(|check| !check.is_empty())
            .map(str::to_owned)
            .collect(),
        verdict: row.verdict,
        consequence: row.consequence,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worth of a sum of × and ÷, from left to right.
    fn worth(sum: &str) -> f64 {
        let mut words = sum.split_whitespace();
        let first: f64 = words.next().unwrap().parse().unwrap();
        let rest: Vec<&str> = words.collect();
        rest.chunks(2).fold(first, |worth, pair| {
            let factor: f64 = pair[1].parse().unwrap();
            match pair[0] {
                "×" => worth * factor,
                "÷" => worth / factor,
                other => panic!("{other} is no sign of {sum}"),
            }
        })
    }

    #[test]
    fn every_row_is_read() {
        let lines = include_str!("../data/claims.csv").lines().count();
        assert_eq!(claims().len(), lines - 1);
    }

    #[test]
    fn every_check_comes_out_as_it_is_printed() {
        let checks: Vec<&String> = claims().iter().flat_map(|claim| &claim.checks).collect();
        assert!(checks.len() >= 15);
        for check in checks {
            let (sum, printed) = check.split_once(" = ").unwrap();
            let (worth, stated): (f64, f64) = (worth(sum), printed.parse().unwrap());
            // Printed to three figures at most, so half of the third one may be missing.
            assert!((worth / stated - 1.0).abs() < 0.006, "{check}: {worth}");
        }
    }

    /// The article pays 1.88 CNY an hour and gets 18.2 samples a second: 10⁶ ÷ 18.2 = 54,945 s
    /// = 15.26 h, so 28.69 CNY for a million samples. It prints 0.37.
    #[test]
    fn a_million_samples_at_18_a_second_cost_28_yuan_and_not_37_cents() {
        let hours: f64 = 1e6 / 18.2 / 3600.0;
        assert!((hours * 1.88 - 28.69).abs() < 0.01);
        assert!(hours * 1.88 / 0.37 > 77.0);
    }
}
