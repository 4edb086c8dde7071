//! The scatter: marks, words, themes, and that thousands of rows stay a small picture.

use tiaoka_core::predict::Interval;

use super::*;
use crate::wording::Language;

fn dot(key: usize, kind: Kind, measured: f64, predicted: f64) -> Dot {
    Dot {
        key: key.to_string(),
        kind,
        title: String::from("RTX 4090 · llama3.1-8b · torchtune"),
        measured,
        predicted: Interval::log_normal(predicted, 0.17),
        unit: String::from("tokens/s"),
        source: String::from("pytorch/torchtune README.md"),
    }
}

fn drawn(dots: &[Dot], theme: &str) -> ChartView {
    let size = ChartSize {
        width: 600,
        height: 500,
        theme: theme.to_owned(),
    };
    draw(dots, &size, &Wording::of(Language::En)).unwrap()
}

#[test]
fn a_mark_says_what_ran_its_figures_and_how_far_it_is_off() {
    // 1837 ÷ 2413 = 0.761; e^(1.2816 · 0.17) = 1.243: 1477 to 2284.
    let chart = drawn(&[dot(0, Kind::TrainLlm, 2413.0, 1837.0)], "light");
    assert_eq!(
        chart.marks[0].label.replace('\u{a0}', "~"),
        "RTX 4090 · llama3.1-8b · torchtune\n\
         measured 2,413, predicted 1,837 (1,477–2,284) tokens/s\n\
         24~% too low, outside the 80~% interval"
    );
    assert_eq!(chart.rows[0].len(), chart.columns.len());
}

#[test]
fn what_is_as_predicted_lies_on_the_diagonal_and_what_is_too_high_above_it() {
    let dots = [
        dot(0, Kind::Decode, 10.0, 10.0),
        dot(1, Kind::Decode, 1_000.0, 1_000.0),
        dot(2, Kind::Decode, 100.0, 300.0),
        dot(3, Kind::Decode, 100.0, 100.0),
    ];
    let marks = drawn(&dots, "dark").marks;
    assert!(marks[0].x < marks[1].x && marks[0].y > marks[1].y);
    assert!(marks[2].x == marks[3].x && marks[2].y < marks[3].y);
}

#[test]
fn each_theme_has_its_own_colours() {
    let dots = [dot(0, Kind::Decode, 10.0, 12.0)];
    let (light, dark) = (drawn(&dots, "light").svg, drawn(&dots, "dark").svg);
    assert!(light.contains("#0A6770") && !light.contains("#5FC8D0"));
    assert!(dark.contains("#5FC8D0") && !dark.contains("#0A6770"));
}

#[test]
fn shapes_are_named_where_there_are_several() {
    let one = drawn(&[dot(0, Kind::Decode, 10.0, 12.0)], "light").svg;
    assert!(!one.contains("Decode"));
    let two = [
        dot(0, Kind::Decode, 10.0, 12.0),
        dot(1, Kind::Serving, 900.0, 800.0),
    ];
    let svg = drawn(&two, "light").svg;
    assert!(svg.contains("Decode") && svg.contains("Serving"), "{svg}");
}

#[test]
fn three_thousand_rows_are_a_picture_of_half_a_megabyte_at_most() {
    let dots: Vec<Dot> = (0..3_000)
        .map(|i| {
            let measured = 10f64.powf(1.0 + 4.0 * f64::from(i % 997) / 997.0);
            let off = 0.7 + 0.6 * f64::from(i % 53) / 53.0;
            dot(
                i as usize,
                Kind::ALL[i as usize % 9],
                measured,
                measured * off,
            )
        })
        .collect();
    let chart = drawn(&dots, "light");
    assert_eq!(chart.marks.len(), 3_000);
    assert!(chart.svg.len() < 500_000, "{}", chart.svg.len());
}

#[test]
fn nothing_to_show_is_said_and_drawn_as_empty_axes() {
    let chart = drawn(&[], "light");
    assert!(chart.marks.is_empty());
    assert_eq!(chart.summary, "No row to show.");
}
