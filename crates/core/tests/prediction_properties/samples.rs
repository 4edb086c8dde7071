//! Networks that are counted in samples: sound figures everywhere, nothing above the data sheet, and
//! more of anything good is never slower.

use super::*;
use tiaoka_core::model::{SampleFamily, SampleModel, sample_models};
use tiaoka_core::workload::{Engine, SampleInference, SampleLoad, SamplePrecision, SampleTraining};

const PRECISIONS: [SamplePrecision; 5] = [
    SamplePrecision::Half,
    SamplePrecision::Tf32,
    SamplePrecision::Fp32,
    SamplePrecision::Fp8,
    SamplePrecision::Int8,
];
const ENGINES: [Engine; 3] = [Engine::Eager, Engine::Compiled, Engine::Tensorrt];
/// Slack for rounding.
const LEAST: f64 = 1.0 - 1e-9;

fn trained(model: &SampleModel, precision: SamplePrecision, batch: u32) -> SampleTraining {
    SampleTraining {
        model: model.clone(),
        precision,
        precision_chosen: true,
        batch,
        size: model.default_size(),
        samples: 1e6,
        epochs: 3.0,
        framework: None,
        deadline_h: None,
    }
}

fn served(model: &SampleModel, precision: SamplePrecision, engine: Engine) -> SampleInference {
    SampleInference {
        model: model.clone(),
        precision,
        precision_chosen: true,
        batch: 1,
        size: model.default_size(),
        steps: model.steps.unwrap_or(1),
        load: SampleLoad::PerSecond(1.0),
        hours_per_day: 24.0,
        engine,
        latency_ms_max: None,
    }
}

/// Every workload of the model, one after the other.
fn workloads(model: &SampleModel) -> Vec<Workload> {
    let services = PRECISIONS.iter().flat_map(|precision| {
        ENGINES.map(|engine| Workload::SampleInference(served(model, *precision, engine)))
    });
    let trainings = PRECISIONS[..4]
        .iter()
        .map(|precision| Workload::SampleTraining(trained(model, *precision, 8)));
    services.chain(trainings).collect()
}

fn rate(card: &'static Card, count: u32, workload: &Workload) -> Option<f64> {
    card.memory_gib?;
    let found = on(card, count, workload).ok()?;
    Some(found.rate?.value / f64::from(found.machines))
}

#[test]
fn every_network_on_every_card_is_answered_with_sound_figures_or_refused() {
    let (mut answered, mut asked) = (0, 0);
    for (row, model) in sample_models().iter().enumerate() {
        for (column, card) in cards().enumerate() {
            if card.memory_gib.is_none() {
                continue;
            }
            let count = [1, 2, 8][(row + column) % 3];
            for workload in workloads(model) {
                let case = || format!("{workload:?} on {count} × {}", card.id);
                answered += usize::from(is_sound(&on(card, count, &workload), &case));
                asked += 1;
            }
        }
    }
    assert!(answered > asked / 4, "{answered} of {asked}");
}

#[test]
fn training_of_an_image_generator_is_refused_with_its_reason() {
    for model in sample_models() {
        let job = Workload::SampleTraining(trained(model, SamplePrecision::Half, 1));
        let refused = on(some_cards()[8], 1, &job)
            .is_err_and(|refusal| refusal.reason.code == "diffusion_training_unknown");
        assert_eq!(
            refused,
            model.family == SampleFamily::Diffusion,
            "{}",
            model.name
        );
    }
}

#[test]
fn no_network_multiplies_faster_than_the_data_sheet() {
    for model in sample_models() {
        for card in cards() {
            for workload in workloads(model) {
                let Some(rate) = rate(card, 1, &workload) else {
                    continue;
                };
                let (precision, passes, steps, engine) = match &workload {
                    Workload::SampleTraining(job) => (job.precision, 3.0, 1, Engine::Eager),
                    Workload::SampleInference(job) => {
                        (job.precision, model.passes(), job.steps, job.engine)
                    }
                    _ => continue,
                };
                let peak = match precision {
                    SamplePrecision::Half => card.rate_16,
                    SamplePrecision::Tf32 => card.rate_32,
                    SamplePrecision::Fp32 => card.rate_fp32.or(card.rate_32),
                    SamplePrecision::Fp8 => card.rate_fp8,
                    SamplePrecision::Int8 => card.rate_int8,
                };
                // Engines add up in 16 bit on GeForce cards, at twice the sheet's figure.
                let doubled = model.family == SampleFamily::Diffusion
                    && engine == Engine::Tensorrt
                    && card.is_geforce_arch();
                let most = if doubled { 1.9 } else { 0.95 };
                let flop = passes * model.forward_flop(f64::from(model.default_size()));
                let used = rate * f64::from(steps) * flop / peak.unwrap();
                assert!(
                    used <= most / LEAST,
                    "{used} of {workload:?} on {}",
                    card.id
                );
            }
        }
    }
}

#[test]
fn a_larger_batch_never_lowers_throughput_and_takes_more_memory() {
    for model in sample_models() {
        for card in some_cards() {
            for engine in ENGINES {
                let mut last = (0.0, 0.0);
                for batch in [1, 2, 5, 16, 64, 256] {
                    let job = SampleInference {
                        batch,
                        ..served(model, SamplePrecision::Half, engine)
                    };
                    let Ok(found) = on(card, 1, &Workload::SampleInference(job)) else {
                        break;
                    };
                    let each = found.rate.unwrap().value / f64::from(found.machines);
                    let now = (each, found.memory.needed_gib);
                    assert!(
                        now.0 >= last.0 * LEAST && now.1 > last.1,
                        "{} on {} at {batch}: {last:?} {now:?}",
                        model.name,
                        card.id
                    );
                    last = now;
                }
            }
            let mut last = 0.0;
            for batch in [1, 2, 5, 16, 64, 256] {
                let job = Workload::SampleTraining(trained(model, SamplePrecision::Half, batch));
                let Some(now) = rate(card, 8, &job) else {
                    break;
                };
                assert!(now >= last * LEAST, "{} on {}", model.name, card.id);
                last = now;
            }
        }
    }
}

#[test]
fn a_larger_picture_or_a_longer_sequence_is_never_faster() {
    for model in sample_models() {
        for card in some_cards() {
            let mut last = f64::INFINITY;
            for part in [1, 2, 4, 6, 8] {
                let job = SampleInference {
                    size: model.default_size() * part / 4,
                    ..served(model, SamplePrecision::Half, Engine::Eager)
                };
                let Some(now) = rate(card, 1, &Workload::SampleInference(job)) else {
                    break;
                };
                assert!(now <= last / LEAST, "{} on {}", model.name, card.id);
                last = now;
            }
        }
    }
}

#[test]
fn many_cards_are_never_slower_than_one() {
    for model in sample_models() {
        for card in some_cards() {
            for batch in [1, 32] {
                let job = Workload::SampleTraining(trained(model, SamplePrecision::Half, batch));
                let rates = [1, 2, 4, 8].map(|count| rate(card, count, &job));
                for pair in rates.windows(2) {
                    if let [Some(few), Some(many)] = pair {
                        assert!(many >= &(few * LEAST), "{} on {}", model.name, card.id);
                    }
                }
            }
        }
    }
}

#[test]
fn more_bandwidth_rate_or_memory_on_a_card_is_never_slower() {
    let more = |figure: &mut Option<f64>, times: f64| *figure = figure.map(|x| times * x);
    for model in sample_models() {
        for card in some_cards() {
            for times in [1.1, 2.0] {
                let better = [
                    like(card, |card| more(&mut card.bandwidth, times)),
                    like(card, |card| more(&mut card.rate_16, times)),
                    like(card, |card| more(&mut card.rate_32, times)),
                    like(card, |card| more(&mut card.rate_fp8, times)),
                    like(card, |card| more(&mut card.rate_int8, times)),
                    like(card, |card| more(&mut card.memory_gib, times)),
                ];
                for workload in workloads(model) {
                    let Some(before) = rate(card, 1, &workload) else {
                        continue;
                    };
                    for better in better {
                        let now = rate(better, 1, &workload).unwrap();
                        assert!(now >= before * LEAST, "{workload:?} on {}", card.id);
                    }
                }
            }
        }
    }
}
