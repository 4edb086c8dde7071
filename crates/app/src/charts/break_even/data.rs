//! The figures of the chart.

use tiaoka_core::predict::Interval;

/// Hours of a month on the lower axis.
pub(super) const MONTH_H: f64 = 730.0;

/// One way of paying, drawn as a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// `on_demand`, `spot`, `monthly`, `yearly`, …
    pub code: String,
    /// In the reader's language.
    pub name: String,
    /// Cost of an hour of work; 0 where only the month counts.
    pub per_hour: f64,
    /// Cost of the month whatever the use; 0 where only hours count.
    pub per_month: f64,
}

impl Line {
    /// Cost of a month with so many hours of work.
    pub(super) fn at(&self, hours: f64) -> f64 {
        self.per_month + self.per_hour * hours
    }

    /// Paid ahead, whatever the use.
    pub(super) fn flat(&self) -> bool {
        self.per_hour == 0.0
    }
}

/// Where a term begins to be the cheaper one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Crossing {
    /// Index of the line by the hour, and of the term.
    pub(super) lines: [usize; 2],
    pub(super) hours: f64,
    pub(super) cost: f64,
}

/// What is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct BreakEvenChart {
    /// Seller and card, for the words.
    pub plan: String,
    /// Ways of paying, by the hour first.
    pub lines: Vec<Line>,
    /// Predicted hours of use a month.
    pub use_h: Interval,
    /// ISO code of the currency.
    pub currency: String,
}

impl BreakEvenChart {
    /// Where lines cross inside the month, in the order of their hours.
    pub(super) fn crossings(&self) -> Vec<Crossing> {
        let mut all = Vec::new();
        for (term, flat) in self
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.flat())
        {
            for (hourly, line) in self
                .lines
                .iter()
                .enumerate()
                .filter(|(_, line)| !line.flat())
            {
                let hours = flat.per_month / line.per_hour;
                if hours <= MONTH_H {
                    all.push(Crossing {
                        lines: [hourly, term],
                        hours,
                        cost: flat.per_month,
                    });
                }
            }
        }
        all.sort_by(|a, b| a.hours.total_cmp(&b.hours));
        all
    }

    /// The cheapest line at so many hours.
    pub(super) fn cheapest(&self, hours: f64) -> Option<&Line> {
        let lines = self.lines.iter();
        lines.min_by(|a, b| a.at(hours).total_cmp(&b.at(hours)))
    }
}
