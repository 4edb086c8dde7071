//! The chart of worked example 15: half price for 720 hours, so 360 hours break even.

use tiaoka_core::predict::Interval;

use super::*;
use crate::wording::Language;

fn line(code: &str, per_hour: f64, per_month: f64) -> Line {
    Line {
        code: code.to_owned(),
        name: code.replace('_', "-"),
        per_hour,
        per_month,
    }
}

/// 2 yuan an hour, spot at 30 %, a month for 720 and a year for 600 a month.
fn example() -> BreakEvenChart {
    BreakEvenChart {
        plan: String::from("AutoDL RTX 4090"),
        lines: vec![
            line("on_demand", 2.0, 0.0),
            line("spot", 0.6, 0.0),
            line("monthly", 0.0, 720.0),
            line("yearly", 0.0, 600.0),
        ],
        use_h: Interval {
            low: 120.0,
            mid: 132.0,
            high: 150.0,
        },
        currency: String::from("CNY"),
    }
}

fn drawn(data: &BreakEvenChart, theme: &str, language: Language) -> ChartView {
    let size = ChartSize {
        width: 402,
        height: 300,
        theme: theme.to_owned(),
    };
    draw(data, &size, &Wording::of(language)).unwrap()
}

#[test]
fn lines_cross_where_the_term_costs_as_much_as_the_hours() {
    let crossings = example().crossings();
    let hours: Vec<f64> = crossings.iter().map(|one| one.hours).collect();
    // 600 ÷ 2 and 720 ÷ 2; spot would need 1,000 and 1,200 hours of a month of 730.
    assert_eq!(hours, [300.0, 360.0]);
    assert_eq!(crossings[1].cost, 720.0);
}

#[test]
fn every_crossing_and_the_use_have_a_mark_with_their_figures() {
    let chart = drawn(&example(), "light", Language::En);
    let keys: Vec<&str> = chart.marks.iter().map(|mark| mark.key.as_str()).collect();
    assert_eq!(keys, ["0-3", "0-2", "use"]);
    assert_eq!(
        chart.marks[1].label.replace('\u{a0}', "~"),
        "Above 360~h a month monthly (¥720.00) is cheaper than on-demand"
    );
    assert_eq!(
        chart.marks[2].label.replace('\u{a0}', "~"),
        "Predicted use 120–150~h a month: spot is cheapest, ¥79.20"
    );
    // The mark stands on both lines: 360 of 730 hours is the middle of the picture, nearly.
    let middle = f64::midpoint(chart.marks[1].x, chart.marks[1].x);
    assert!((190.0..240.0).contains(&middle), "{middle}");
}

#[test]
fn the_table_holds_the_figures_of_the_picture() {
    let chart = drawn(&example(), "light", Language::En);
    assert_eq!(chart.columns.len(), 7);
    assert!(chart.rows.iter().all(|row| row.len() == 7));
    let row = chart.rows.iter().find(|row| row[0] == "360").unwrap();
    assert_eq!(row[1..6], ["720.00", "216.00", "720.00", "600.00", "spot"]);
    let last = chart.rows.last().unwrap();
    assert_eq!(last[..3], ["730", "1,460.00", "438.00"]);
}

#[test]
fn a_plan_without_a_term_says_so_instead_of_marking_anything() {
    let mut data = example();
    data.lines.truncate(1);
    let chart = drawn(&data, "dark", Language::En);
    assert_eq!(chart.marks.len(), 1);
    assert!(
        chart.summary.contains("lists no price for a term"),
        "{}",
        chart.summary
    );
}

#[test]
fn the_picture_is_drawn_in_both_themes_and_both_languages() {
    for language in [Language::En, Language::ZhCn] {
        for theme in ["light", "dark"] {
            let chart = drawn(&example(), theme, language);
            assert!(chart.svg.starts_with("<svg"));
            assert!(!chart.summary.contains('{') && !chart.summary.contains("chart."));
        }
    }
}
