//! Worked example 39 and the arithmetic of the ranking, on figures given by the page.

use super::order::TIE_POINTS;
use super::score::{Best, Marks, Weights};

/// Cost (CNY) and hours of worked examples 31 to 33: RTX 4090, A100, H100; free of risk.
const PAGE: [(f64, f64); 3] = [(8.04, 4.28), (23.20, 2.76), (26.63, 1.48)];

fn marks() -> [Marks; 3] {
    PAGE.map(|(cost, hours)| Marks {
        ln_cost: f64::ln(cost),
        ln_time: f64::ln(hours),
        kept: 1.0,
        fit: 1.0,
    })
}

fn training(speed: f64) -> Weights {
    Weights([0.60 * (1.0 - speed), 0.60 * speed, 0.25, 0.15])
}

#[test]
fn cost_and_time_of_example_39_give_50_36_and_40_points() {
    let marks = marks();
    let best = Best::of(&marks);
    let parts = marks.map(|marks| {
        let [cost, time, ..] = training(0.35).points(&best.s(&marks));
        cost + time
    });
    for (points, expected) in parts.into_iter().zip([50.3, 36.4, 39.7]) {
        assert!((points - expected).abs() < 0.1, "{points}, not {expected}");
    }
}

#[test]
fn on_cost_and_time_alone_the_h100_takes_over_at_0_54() {
    let marks = marks();
    let best = Best::of(&marks);
    let lead = |speed: f64| {
        let score = |i: usize| training(speed).score(&best.s(&marks[i]));
        score(0) - score(2)
    };
    assert!(lead(0.53) > 0.0 && lead(0.55) < 0.0);
    // Tight memory, p_fit = 0.82, costs the 4090 25 · 0.18 = 4.5 points, and it still leads.
    assert!(lead(0.35) - 25.0 * 0.18 > TIE_POINTS);
}

#[test]
fn the_weights_add_up_to_one_at_every_slider() {
    for step in 0..=20 {
        let Weights(weights) = training(f64::from(step) / 20.0);
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn ten_times_the_best_is_worth_nothing_and_never_less() {
    let best = Best {
        ln_cost: 0.0,
        ln_time: 0.0,
    };
    let far = Marks {
        ln_cost: f64::ln(1_000.0),
        ln_time: f64::ln(10.0),
        kept: 0.0,
        fit: 0.0,
    };
    let [cost, time, ..] = best.s(&far);
    assert!(cost == 0.0 && time.abs() < 1e-12);
}
