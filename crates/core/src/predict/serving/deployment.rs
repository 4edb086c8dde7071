//! Copies of a model on a machine, and how many machines a load takes (workload model, section 4.3).

use super::room::{lengths, room};
use crate::message::{Message, Param};
use crate::model::ModelConstants;
use crate::predict::YEARS;
use crate::predict::figures::Refusal;
use crate::predict::rig::Rig;
use crate::predict::setting::{Setting, Split};
use crate::predict::software::server_key;
use crate::predict::throughput::Engine;
use crate::predict::weights::Format;
use crate::workload::{Inference, Server, Traffic};

/// Highest load a serving plan is sized for; above it waiting grows as ρ / (1 − ρ).
/// Source: workload model, section 4.3.
const PLANNED_LOAD: f64 = 0.7;
/// Times Little's law is applied to its own answer; the third digit stands after four.
const LITTLE_ROUNDS: u32 = 12;

/// One way to spread copies of the model over a machine, and what it takes to serve the load.
#[derive(Debug, Clone)]
pub(super) struct Deployment<'a> {
    pub(super) job: &'a Inference,
    pub(super) rig: &'a Rig,
    pub(super) constants: &'a ModelConstants,
    /// Devices of one copy.
    pub(super) degree: u32,
    pub(super) engine: Engine,
    /// Requests of full length that the memory of a copy holds.
    pub(super) full_length: f64,
    /// Most requests a copy may have in flight.
    pub(super) most: f64,
    /// Machines needed.
    pub(super) machines: u32,
    /// Requests in flight in each copy at the load asked for.
    pub(super) requests: f64,
}

impl<'a> Deployment<'a> {
    pub(super) fn of(
        job: &'a Inference,
        rig: &'a Rig,
        constants: &'a ModelConstants,
        degree: u32,
    ) -> Result<Deployment<'a>, Refusal> {
        // A card without figures is refused for that, before its memory is.
        let engine = Engine::new(&setting(job, rig, constants, degree))?;
        let room = room(job, rig, constants, degree)?;
        let limit = constants.correction("inflight").exp();
        let (prompt, answer) = lengths(job);
        let mut deployment = Deployment {
            job,
            rig,
            constants,
            degree,
            engine,
            full_length: (room * (prompt + answer / 2.0) / (prompt + answer)).max(1.0),
            most: room.min(limit).floor().max(1.0),
            machines: 1,
            requests: 1.0,
        };
        deployment.check_first_token()?;
        deployment.limit_by_token_time()?;
        deployment.size();
        Ok(deployment)
    }

    /// The first token must come in time even at the planned load.
    fn check_first_token(&self) -> Result<(), Refusal> {
        let Some(limit) = self.job.ttft_ms_max else {
            return Ok(());
        };
        let ms = self.first_token_s(PLANNED_LOAD) * 1e3;
        if ms <= limit {
            return Ok(());
        }
        Err(too_slow("first_token_late", ms, limit))
    }

    /// Largest batch whose step is short enough.
    fn limit_by_token_time(&mut self) -> Result<(), Refusal> {
        let Some(limit) = self.job.tpot_ms_max else {
            return Ok(());
        };
        let ms = |requests: f64| self.step_s(requests) * 1e3;
        if ms(1.0) > limit {
            return Err(too_slow("later_tokens_slow", ms(1.0), limit));
        }
        if ms(self.most) <= limit {
            return Ok(());
        }
        let (mut good, mut bad) = (1.0, self.most);
        while bad - good > 1.0 {
            let middle = f64::floor((good + bad) / 2.0);
            if ms(middle) <= limit {
                good = middle
            } else {
                bad = middle
            }
        }
        self.most = good;
        Ok(())
    }

    /// Machines for the load, and requests in flight in each of their copies.
    fn size(&mut self) {
        let per_machine = f64::from(self.copies_per_machine());
        let copies = match self.job.traffic {
            Traffic::Concurrency(users) => (users / self.most).ceil(),
            Traffic::Qps(_) | Traffic::TokensPerMinute(_) => {
                replicas_for_rate(self.asked_rate(), self.output_rate(self.most))
            }
        };
        let machines = (copies.max(1.0) / per_machine).ceil();
        self.machines = machines as u32;
        let copies = machines * per_machine;
        self.requests = match self.job.traffic {
            Traffic::Concurrency(users) => (users / copies).ceil().clamp(1.0, self.most),
            Traffic::Qps(_) | Traffic::TokensPerMinute(_) => {
                self.in_flight(requests_per_second(self.job) / copies)
            }
        };
    }

    /// Little's law for one copy: requests in flight are arrivals a second times seconds of an answer.
    fn in_flight(&self, arrivals: f64) -> f64 {
        let mut requests = 1.0;
        for _ in 0..LITTLE_ROUNDS {
            let answer = f64::from(self.job.answer_tokens) * self.step_s(requests);
            let seconds = self.first_token_s(self.load(requests)) + answer;
            requests = (arrivals * seconds).clamp(1.0, self.most);
        }
        requests.ceil().min(self.most)
    }

    /// Part of the planned load at which a copy runs: none with one request, all of it when full.
    pub(super) fn load(&self, requests: f64) -> f64 {
        if self.most <= 1.0 {
            return 0.0;
        }
        PLANNED_LOAD * (requests - 1.0) / (self.most - 1.0)
    }

    pub(super) fn copies_per_machine(&self) -> u32 {
        self.rig.count / self.degree
    }

    fn asked_rate(&self) -> f64 {
        requests_per_second(self.job) * f64::from(self.job.answer_tokens)
    }

    pub(super) fn output_rate(&self, requests: f64) -> f64 {
        let (prompt, answer) = lengths(self.job);
        self.engine.output_rate(requests, prompt, answer)
    }

    pub(super) fn step_s(&self, requests: f64) -> f64 {
        let (prompt, answer) = lengths(self.job);
        self.engine.decoder.step_s(requests, prompt + answer / 2.0)
    }

    pub(super) fn prefill_s(&self) -> f64 {
        self.engine
            .prefiller
            .seconds(f64::from(self.job.prompt_tokens), 1.0)
    }

    /// Seconds to the first token when others wait in front at this load.
    pub(super) fn first_token_s(&self, load: f64) -> f64 {
        let prefill = self.prefill_s();
        prefill + self.engine.prefiller.overhead_s + load / (1.0 - load) * prefill
    }

    fn answer_s(&self) -> f64 {
        self.first_token_s(self.load(self.requests))
            + f64::from(self.job.answer_tokens) * self.step_s(self.requests)
    }

    pub(super) fn is_better_than(&self, other: &Deployment<'_>) -> bool {
        let machines = self.machines.cmp(&other.machines);
        machines
            .then(self.answer_s().total_cmp(&other.answer_s()))
            .is_lt()
    }
}

/// Copies that serve a rate of answer tokens at the planned load.
pub(crate) fn replicas_for_rate(rate: f64, of_one: f64) -> f64 {
    (rate / (PLANNED_LOAD * of_one)).ceil()
}

fn setting<'a>(
    job: &'a Inference,
    rig: &'a Rig,
    constants: &'a ModelConstants,
    degree: u32,
) -> Setting<'a> {
    Setting {
        shape: &job.model,
        format: Format::of_quant(job.quant),
        framework: server_key(job.server),
        kv_value_bytes: f64::from(job.kv_bits) / 8.0,
        rig,
        devices: f64::from(degree),
        split: split_of(job.server),
        year: YEARS.1,
        constants,
    }
}

pub(super) fn split_of(server: Server) -> Split {
    match server {
        Server::LlamaCpp => Split::Layer,
        Server::Vllm | Server::Sglang | Server::TensorrtLlm | Server::Lmdeploy => Split::Tensor,
    }
}

/// Requests a second that the traffic means.
pub(super) fn requests_per_second(job: &Inference) -> f64 {
    let (prompt, answer) = lengths(job);
    match job.traffic {
        Traffic::Qps(qps) => qps,
        Traffic::TokensPerMinute(tokens) => tokens / (60.0 * (prompt + answer)),
        Traffic::Concurrency(_) => 0.0,
    }
}

fn too_slow(code: &'static str, ms: f64, limit: f64) -> Refusal {
    let reason = Message::new(code)
        .with("time", Param::Millis(ms))
        .with("limit", Param::Millis(limit));
    Refusal::new(reason).by(ms / limit - 1.0)
}
