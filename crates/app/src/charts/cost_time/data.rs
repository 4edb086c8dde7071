//! The figures of the chart.

use tiaoka_core::predict::Interval;

/// A limit further than this factor from every plan is named at the edge instead of drawn, so that
/// it does not squeeze the plans into a corner.
const FAR: f64 = 6.0;
/// A plan in the picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Plotted {
    /// Its id.
    pub key: String,
    /// What its label says: the card, with the seller where cards repeat.
    pub name: String,
    /// Seller, plan and place, for the table.
    pub full_name: String,
    /// 1 is best.
    pub rank: u32,
    /// Seconds.
    pub time_s: Interval,
    /// In the currency of the picture.
    pub cost: Interval,
    /// `A`, `B`, `C`, `measured`; `None` where nothing was predicted.
    pub evidence: Option<String>,
    /// On the frontier of cost, time and risk.
    pub frontier: bool,
}

/// What is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct CostTime {
    /// The plans, in data order.
    pub plans: Vec<Plotted>,
    /// Plans that fit in all; the picture may show the first of them only.
    pub fit: usize,
    /// ISO code of the currency.
    pub currency: String,
    /// `training`, `inference` or `dev`: what time and cost mean.
    pub scenario: String,
    /// Most it may cost.
    pub budget: Option<f64>,
    /// Most seconds it may take.
    pub deadline_s: Option<f64>,
}

/// The figures an axis must hold: every interval, and a limit that is not far from them.
pub(super) fn drawn_range(
    intervals: impl Iterator<Item = Interval>,
    limit: Option<f64>,
) -> Vec<f64> {
    let mut range: Vec<f64> = intervals.flat_map(|i| [i.low, i.mid, i.high]).collect();
    let highest = range.iter().copied().fold(0.0, f64::max);
    if let Some(limit) = limit
        && (highest == 0.0 || limit <= FAR * highest)
    {
        range.push(limit);
    }
    range
}
