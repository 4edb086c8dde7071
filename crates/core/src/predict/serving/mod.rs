//! A served model on machines of one kind: layout, requests in flight, replicas, latency, throughput.

mod deployment;
mod outcome;
mod room;

use super::evidence::Kind;
use super::figures::{Prediction, Refusal};
use super::memory::Part;
use super::remedy;
use super::rig::Rig;
use super::software::{check_format, check_framework, server_key};
use super::weights::Format;
use crate::message::Message;
use crate::model::ModelConstants;
use crate::workload::{Inference, Traffic};

use deployment::{Deployment, requests_per_second};
use room::{memory_grade, memory_of, room};

#[cfg(test)]
pub(crate) use deployment::replicas_for_rate;

/// A served model on machines of this kind.
pub(crate) fn predict(
    job: &Inference,
    rig: &Rig,
    constants: &ModelConstants,
) -> Result<Prediction, Refusal> {
    check_framework(server_key(job.server), rig.card)?;
    check_format(job.server, job.quant, rig.card)?;
    let best = best_deployment(job, rig, constants).map_err(|refusal| {
        let memory = refusal.reason.code == "memory_short";
        let advice = if memory {
            remedy::serving(job, rig, |job, rig| fits(job, rig, constants))
        } else {
            None
        };
        refusal.with_remedy(advice)
    })?;
    Ok(best.prediction())
}

/// Framework and precision of a served model by their names in the constants.
pub(crate) fn keys(job: &Inference) -> (&'static str, &'static str) {
    (server_key(job.server), Format::of_quant(job.quant).key)
}

/// Whether one copy fits the machine in some layout, without a word about its speed.
fn fits(job: &Inference, rig: &Rig, constants: &ModelConstants) -> bool {
    check_format(job.server, job.quant, rig.card).is_ok()
        && (1..=rig.count)
            .filter(|degree| rig.count.is_multiple_of(*degree))
            .any(|degree| room(job, rig, constants, degree).is_ok())
}

/// The job's memory before a card is looked at: the sum, and how well it is grounded.
pub(crate) fn need(job: &Inference, constants: &ModelConstants) -> (Vec<Part>, f64) {
    let memory = memory_of(job, requests_wanted(job), 1);
    let sigma = Kind::MemoryInfer.sigma(memory_grade(job, constants, None), job.model.from_params);
    (memory.parts(constants), sigma)
}

/// Every divisor of the devices is tried as the degree of tensor parallelism (guard G3): fewest
/// machines first, then the shortest answer.
fn best_deployment<'a>(
    job: &'a Inference,
    rig: &'a Rig,
    constants: &'a ModelConstants,
) -> Result<Deployment<'a>, Refusal> {
    let mut best: Option<Deployment<'_>> = None;
    let mut nearest: Option<Refusal> = None;
    for degree in (1..=rig.count).filter(|degree| rig.count.is_multiple_of(*degree)) {
        match Deployment::of(job, rig, constants, degree) {
            Ok(found) if best.as_ref().is_none_or(|best| found.is_better_than(best)) => {
                best = Some(found);
            }
            Ok(_) => {}
            Err(refusal) if refusal.is_nearer_than(nearest.as_ref()) => nearest = Some(refusal),
            Err(_) => {}
        }
    }
    let none = || Refusal::new(Message::new("card_count_unknown"));
    best.ok_or_else(|| nearest.unwrap_or_else(none))
}

/// Requests in flight before a machine is looked at; a rate becomes so many by Little's law when its
/// latency targets are just met.
fn requests_wanted(job: &Inference) -> f64 {
    if let Traffic::Concurrency(users) = job.traffic {
        return users.max(1.0);
    }
    let first = job.ttft_ms_max.unwrap_or_default();
    let later = job.tpot_ms_max.unwrap_or_default() * f64::from(job.answer_tokens);
    (requests_per_second(job) * (first + later) / 1e3)
        .ceil()
        .max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::GpuId;
    use crate::model::{ModelShape, constants};
    use crate::predict::card;
    use crate::workload::{Quant, Server};

    fn job() -> Inference {
        Inference {
            model: ModelShape::preset("llama3.1-8b").unwrap(),
            quant: Quant::Bf16,
            prompt_tokens: 1024,
            answer_tokens: 256,
            traffic: Traffic::Concurrency(16.0),
            ttft_ms_max: Some(2000.0),
            tpot_ms_max: Some(100.0),
            hours_per_day: 24.0,
            server: Server::Vllm,
            kv_bits: 16,
        }
    }

    fn on(id: &str, count: u32, job: &Inference) -> Result<Prediction, Refusal> {
        let rig = Rig::of_card(card(&GpuId(id.to_owned())).unwrap(), count).unwrap();
        predict(job, &rig, constants())
    }

    #[test]
    fn latency_targets_that_no_batch_meets_refuse_with_their_distance() {
        let hasty = Inference {
            tpot_ms_max: Some(10.0),
            ..job()
        };
        let refusal = on("rtx-4090", 1, &hasty).unwrap_err();
        assert_eq!(refusal.reason.code, "later_tokens_slow");
        let alone = Inference {
            traffic: Traffic::Concurrency(1.0),
            ..job()
        };
        let ms = on("rtx-4090", 1, &alone).unwrap().tpot_ms.unwrap().mid;
        assert!((refusal.miss.unwrap() - (ms / 10.0 - 1.0)).abs() < 1e-9); // 10 wanted
        let hasty = Inference {
            ttft_ms_max: Some(60.0),
            ..job()
        };
        assert_eq!(
            on("rtx-4090", 1, &hasty).unwrap_err().reason.code,
            "first_token_late"
        );
    }

    #[test]
    fn a_tighter_target_spreads_the_load_over_more_machines() {
        let many = Inference {
            traffic: Traffic::Concurrency(64.0),
            ..job()
        };
        let loose = on("rtx-4090", 1, &many).unwrap();
        let tight = on(
            "rtx-4090",
            1,
            &Inference {
                tpot_ms_max: Some(21.0),
                ..many.clone()
            },
        )
        .unwrap();
        assert!(tight.machines > loose.machines);
        assert!(tight.tpot_ms.unwrap().mid <= 21.0);
    }

    #[test]
    fn a_single_user_waits_for_nobody() {
        let alone = Inference {
            traffic: Traffic::Concurrency(1.0),
            ..job()
        };
        let steps = on("h100-80g-sxm", 1, &alone).unwrap().time_steps;
        let codes: Vec<_> = steps.iter().map(|step| step.code).collect();
        assert_eq!(codes, ["prefill", "first_token", "decode"]);
    }

    #[test]
    fn a_rate_is_served_at_seven_tenths_of_what_the_machines_can_do() {
        // 20 requests a second of 256 tokens: 5,120 tokens a second.
        let busy = Inference {
            traffic: Traffic::Qps(20.0),
            ..job()
        };
        let found = on("h100-80g-sxm", 1, &busy).unwrap();
        assert!(0.7 * found.rate.unwrap().value >= 5120.0);
        // The same in tokens a minute: 60 · 20 · (1024 + 256).
        let per_minute = Inference {
            traffic: Traffic::TokensPerMinute(1_536_000.0),
            ..job()
        };
        assert_eq!(
            on("h100-80g-sxm", 1, &per_minute).unwrap().machines,
            found.machines
        );
    }

    #[test]
    fn a_model_too_large_for_the_card_names_what_would_fit() {
        let large = Inference {
            model: ModelShape::preset("llama3-70b").unwrap(),
            ..job()
        };
        let refusal = on("h100-80g-sxm", 1, &large).unwrap_err();
        assert_eq!(refusal.reason.code, "memory_short");
        assert_eq!(refusal.remedy.unwrap().code, "remedy_quant");
        assert!(on("h100-80g-sxm", 4, &large).is_ok());
    }
}
