//! Worked examples, guards, and the formula against a simulation.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn about(value: f64, expected: f64) {
    assert!(
        (value / expected - 1.0).abs() < 0.005,
        "{value}, not {expected}"
    );
}

const LONG: SpotJob = SpotJob {
    work_h: 100.0,
    interruptions_per_h: 0.25,
    checkpoint_h: Some(1.0 / 60.0),
    restart_h: 10.0 / 60.0,
};

#[test]
fn a_hundred_hours_on_spot_take_114() {
    // Worked example 11.
    let run = LONG.run().unwrap();
    about(LONG.best_interval_h().unwrap(), 0.348);
    about(run.expected_h, 114.4);
    about(run.interruptions, 28.6);
    about(1.0 - 0.30 * run.expected_h / 100.0, 0.657);
}

#[test]
fn rarer_checkpoints_cost_more_than_the_best_ones() {
    // Worked example 12.
    about(LONG.run_every(Some(1.0)).unwrap().expected_h, 120.7);
    about(LONG.run_every(Some(4.0)).unwrap().expected_h, 180.3);
}

#[test]
fn a_day_on_spot_takes_nearly_27_hours() {
    // Worked example 13.
    let day = SpotJob {
        work_h: 24.0,
        interruptions_per_h: 0.1,
        checkpoint_h: Some(2.0 / 60.0),
        restart_h: 0.25,
    };
    about(day.best_interval_h().unwrap(), 0.783);
    about(day.run().unwrap().expected_h, 26.73);
}

#[test]
fn without_checkpoints_a_day_becomes_a_hundred_hours() {
    let day = SpotJob {
        work_h: 24.0,
        interruptions_per_h: 0.1,
        checkpoint_h: None,
        restart_h: 0.0,
    };
    about(day.run().unwrap().expected_h, 100.0);
}

#[test]
fn without_interruptions_the_work_is_all_there_is() {
    let calm = SpotJob {
        interruptions_per_h: 0.0,
        ..LONG
    };
    assert_eq!(calm.run().unwrap().expected_h, 100.0);
}

#[test]
fn where_interruptions_outrun_the_work_no_number_is_given() {
    let hopeless = SpotJob {
        checkpoint_h: None,
        work_h: 600.0,
        ..LONG
    };
    assert_eq!(hopeless.run(), None); // 0.25 · (600 + 1/6) > 50
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn spot_never_takes_less_than_the_work_and_never_gains_from_interruptions(
        work_h in 0.01..500.0_f64, rate in 0.0..2.0_f64, more in 0.0..1.0_f64,
        write in prop::option::of(0.0..1.0_f64), restart_h in 0.0..2.0_f64,
    ) {
        let job = SpotJob { work_h, interruptions_per_h: rate, checkpoint_h: write, restart_h };
        let worse = SpotJob { interruptions_per_h: rate + more, ..job };
        match (job.run(), worse.run()) {
            (Some(run), Some(worse)) => {
                prop_assert!(run.expected_h >= work_h && run.expected_h.is_finite());
                prop_assert!(worse.expected_h >= run.expected_h * (1.0 - 1e-9));
            }
            // What does not finish at a low rate does not finish at a higher one.
            (None, worse) => prop_assert!(worse.is_none()),
            (Some(_), None) => {}
        }
    }
}

/// Hours of one job, played out: work in stretches of τ with a checkpoint after each, an interruption
/// at any moment, a start that may itself be interrupted, and the stretch begun anew.
fn played(job: &SpotJob, interval_h: f64, rng: &mut fastrand::Rng) -> [f64; 2] {
    let write = job.checkpoint_h.unwrap_or(0.0);
    let until_interrupted = |rng: &mut fastrand::Rng| {
        // 1 − u is never 0, whose logarithm would be no time at all.
        -(1.0 - rng.f64()).ln() / job.interruptions_per_h
    };
    let (mut hours, mut interruptions, mut left) = (0.0, 0.0, job.work_h);
    while left > 1e-9 {
        let work = left.min(interval_h);
        loop {
            let next = until_interrupted(rng);
            if next >= work + write {
                hours += work + write;
                break;
            }
            (hours, interruptions) = (hours + next, interruptions + 1.0);
            loop {
                let next = until_interrupted(rng);
                if next >= job.restart_h {
                    hours += job.restart_h;
                    break;
                }
                (hours, interruptions) = (hours + next, interruptions + 1.0);
            }
        }
        left -= work;
    }
    [hours, interruptions]
}

/// Useful hours, interruptions an hour, minutes of a checkpoint (`None` = keeps none), minutes of a
/// restart: worked examples 11 and 13, adapters and full models, calm and busy markets.
const SETTINGS: [(f64, f64, Option<f64>, f64); 10] = [
    (100.0, 0.25, Some(1.0), 10.0),
    (24.0, 0.10, Some(2.0), 15.0),
    (24.0, 0.02, Some(2.0), 15.0),
    (24.0, 0.50, Some(2.0), 15.0),
    (300.0, 0.10, Some(10.0), 30.0),
    (720.0, 0.05, Some(20.0), 20.0),
    (8.0, 0.50, Some(0.1), 5.0),
    (50.0, 1.00, Some(0.5), 3.0),
    (10.0, 0.10, None, 10.0),
    (3.0, 0.50, None, 2.0),
];

#[test]
fn the_formula_agrees_with_a_simulation_within_one_per_cent() {
    for (work_h, interruptions_per_h, write_min, restart_min) in SETTINGS {
        let job = SpotJob {
            work_h,
            interruptions_per_h,
            checkpoint_h: write_min.map(|min| min / 60.0),
            restart_h: restart_min / 60.0,
        };
        let run = job.run().unwrap();
        let interval = run.interval_h.unwrap_or(work_h);
        let mut rng = fastrand::Rng::with_seed(20_261_130);
        // As many as make the standard error of the mean at most 0.25 %, in blocks of a thousand.
        let (mut n, mut sums, mut squares) = (0.0_f64, [0.0_f64; 2], 0.0_f64);
        let error = loop {
            for _ in 0..1_000 {
                let [hours, interruptions] = played(&job, interval, &mut rng);
                (n, squares) = (n + 1.0, squares + hours * hours);
                sums = [sums[0] + hours, sums[1] + interruptions];
            }
            let mean = sums[0] / n;
            let error = (squares / n - mean * mean).sqrt() / n.sqrt() / mean;
            if error < 0.0025 {
                break error;
            }
        };
        let [hours, interruptions] = sums.map(|sum| sum / n);
        let off = [
            hours / run.expected_h - 1.0,
            interruptions / run.interruptions - 1.0,
        ];
        assert!(
            off[0].abs() < 0.01,
            "{job:?}: {hours} h played, {} h by the formula, {error}",
            run.expected_h
        );
        // Interruptions are few and vary more; their mean has twice the error at most.
        assert!(
            off[1].abs() < 0.03,
            "{job:?}: {interruptions} interruptions"
        );
    }
}

#[test]
fn writing_restarting_and_lost_work_are_what_the_job_takes_beside_the_work() {
    // Worked example 11: 100 h in 287 stretches of 0.348 h, a minute of writing after each.
    let run = LONG.run().unwrap();
    about(run.writing_h, 100.0 / 0.348 / 60.0);
    // 28.6 restarts of 10 min, one in 49 of them cut short.
    about(run.restarts_h, 28.6 * 4.0 * (1.0 - (-0.25_f64 / 6.0).exp()));
    let sum = 100.0 + run.writing_h + run.restarts_h + run.lost_h(100.0);
    about(sum, 114.4);
}
