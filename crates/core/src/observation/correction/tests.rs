//! Section 7 of the workload model, worked by hand.

use super::*;

fn day(days_ago: f64) -> Timestamp {
    Timestamp::from_second(now().as_second() - (days_ago * 86_400.0) as i64).unwrap()
}

/// 30 November 2026.
fn now() -> Timestamp {
    "2026-11-30T12:00:00Z".parse().unwrap()
}

/// Decoding llama3.1-8b on one RTX 4090 with vLLM, 16 sequences of 1,152 tokens.
fn asked(kind: Kind) -> Subject {
    Subject {
        kind,
        card: GpuId(String::from("rtx-4090")),
        cards: 1,
        framework: String::from("vllm"),
        precision: String::from("16"),
        model: String::from("llama3.1-8b"),
        shape: Shape::new([Some(16.0), Some(1152.0)]),
    }
}

/// A report of the same, at twice the batch: another workload.
fn elsewhere(kind: Kind, log_ratio: f64) -> Report {
    Report {
        subject: Subject {
            shape: Shape::new([Some(32.0), Some(1152.0)]),
            ..asked(kind)
        },
        log_ratio,
        at: now(),
        confirmed: false,
    }
}

fn same(kind: Kind, log_ratio: f64, days_ago: f64) -> Report {
    Report {
        subject: asked(kind),
        at: day(days_ago),
        ..elsewhere(kind, log_ratio)
    }
}

#[track_caller]
fn corrects(reports: &[Report], log_factor: f64, sigma: f64) {
    let found = correction(&asked(Kind::Decode), reports, now()).unwrap();
    assert_eq!(
        (found.basis, found.reports),
        (Basis::Corrected, reports.len())
    );
    assert!(
        (found.log_factor - log_factor).abs() < 1e-6,
        "{}",
        found.log_factor
    );
    assert!((found.sigma - sigma).abs() < 1e-6, "{}", found.sigma);
}

#[test]
fn one_report_of_the_card_moves_the_figure_by_six_sevenths_of_its_own_error() {
    // w = 1/0.12² = 69.444, 1/τ² = 11.111: c = 69.444 · 0.2 / 80.556 = 0.172414,
    // σ² = 1/80.556 + 0.12²/2 = 0.0124138 + 0.0072 = 0.0196138.
    corrects(&[elsewhere(Kind::Decode, 0.2)], 0.172_413_8, 0.140_049_3);
}

#[test]
fn after_half_a_year_a_report_counts_half() {
    let old = Report {
        at: day(180.0),
        ..elsewhere(Kind::Decode, 0.2)
    };
    // w = 34.722: c = 6.9444 / 45.833 = 0.151515, σ² = 0.0218182 + 0.0072.
    corrects(&[old], 0.151_515_2, 0.170_347_4);
}

#[test]
fn a_report_of_another_model_or_number_of_cards_counts_three_tenths() {
    let mut report = elsewhere(Kind::Decode, 0.2);
    report.subject.model = String::from("qwen3-8b");
    // w = 20.833: c = 4.16667 / 31.9444, σ² = 0.0313043 + 0.0072.
    corrects(&[report.clone()], 0.130_434_8, 0.196_225_3);
    report.subject.cards = 2;
    // w = 6.25: c = 1.25 / 17.3611, σ² = 0.0576 + 0.0072.
    corrects(&[report], 0.072, 0.254_558_4);
}

#[test]
fn several_reports_are_weighed_together() {
    // Two of w = 69.444: c = 69.444 · (0.2 + 0.1) / 150, σ² = 1/150 + 0.0072.
    let reports = [0.2, 0.1].map(|r| elsewhere(Kind::Decode, r));
    corrects(&reports, 0.138_888_9, 0.117_756_8);
}

#[test]
fn another_kind_card_or_framework_says_nothing() {
    let mut other_card = elsewhere(Kind::Decode, 0.2);
    other_card.subject.card = GpuId(String::from("rtx-3090"));
    let mut other_framework = elsewhere(Kind::Decode, 0.2);
    other_framework.subject.framework = String::from("sglang");
    let reports = [elsewhere(Kind::Prefill, 0.2), other_card, other_framework];
    assert_eq!(correction(&asked(Kind::Decode), &reports, now()), None);
}

#[test]
fn the_same_workload_is_answered_by_the_median_of_its_last_runs() {
    // Of seven runs the five newest count; their median is 0.11, whatever older ones say.
    let ratios = [0.10, 0.14, 0.11, 0.09, 0.12, 0.9, 0.9];
    let reports: Vec<Report> = (0..7)
        .map(|i| same(Kind::Decode, ratios[i], i as f64))
        .collect();
    let found = correction(&asked(Kind::Decode), &reports, now()).unwrap();
    assert_eq!((found.basis, found.reports), (Basis::Measured, 5));
    assert!((found.log_factor - 0.11).abs() < 1e-12);
    // Deviations from the mean 0.112: −12, 28, −2, −22, 8 thousandths: √(0.00148 / 4) = 0.0192.
    assert_eq!(found.sigma, 0.03);
}

#[test]
fn runs_that_scatter_widen_the_interval() {
    let reports = [same(Kind::Decode, -0.1, 1.0), same(Kind::Decode, 0.1, 2.0)];
    let found = correction(&asked(Kind::Decode), &reports, now()).unwrap();
    assert!(found.log_factor.abs() < 1e-12);
    assert!((found.sigma - 0.141_421_4).abs() < 1e-6); // √((0.1² + 0.1²) / 1)
}

#[test]
fn shapes_within_a_quarter_are_one_workload() {
    let mut report = same(Kind::Decode, 0.2, 0.0);
    let basis = |batch: f64, report: &mut Report| {
        report.subject.shape = Shape::new([Some(batch), Some(1152.0)]);
        let reports = std::slice::from_ref(report);
        correction(&asked(Kind::Decode), reports, now())
            .unwrap()
            .basis
    };
    assert_eq!(basis(20.0, &mut report), Basis::Measured); // 16 · 1.25
    assert_eq!(basis(12.0, &mut report), Basis::Measured); // 16 · 0.75
    assert_eq!(basis(21.0, &mut report), Basis::Corrected);
}

#[test]
fn a_report_three_times_off_waits_until_it_is_confirmed() {
    let mut odd = elsewhere(Kind::Decode, -1.1); // ln 3 = 1.0986
    assert!(odd.is_kept_out());
    assert_eq!(
        correction(&asked(Kind::Decode), &[odd.clone()], now()),
        None
    );
    odd.confirmed = true;
    assert!(correction(&asked(Kind::Decode), &[odd], now()).is_some());
    assert!(!elsewhere(Kind::Decode, -1.09).is_kept_out());
}

#[test]
fn memory_is_corrected_by_the_same_workload_only() {
    let subject = asked(Kind::MemoryTrain);
    let others = [0.1, 0.1, 0.1].map(|r| elsewhere(Kind::MemoryTrain, r));
    assert_eq!(correction(&subject, &others, now()), None);
    let own = [same(Kind::MemoryTrain, 0.1, 0.0)];
    assert!(correction(&subject, &own, now()).is_some());
}

#[test]
fn transformer_training_is_corrected_from_the_second_report_on() {
    let subject = asked(Kind::TrainLlm);
    let report = || elsewhere(Kind::TrainLlm, 0.1);
    assert_eq!(correction(&subject, &[report()], now()), None);
    let found = correction(&subject, &[report(), report()], now()).unwrap();
    // w = 2/0.15² = 88.889: c = 8.8889 / 100.
    assert!((found.log_factor - 0.088_888_9).abs() < 1e-6);
}

#[test]
fn an_odd_report_names_the_usual_causes() {
    let causes = |r| usual_causes(r).len();
    assert_eq!((causes(-1.2), causes(1.2)), (5, 3));
}

#[test]
fn a_model_is_known_by_letters_and_digits() {
    assert_eq!(model_key("Llama-3.1-8B"), model_key("llama3.1-8b"));
    assert_eq!(model_key("My-Model v2"), "mymodelv2");
}
