//! A served model on machines of one kind: layout, requests in flight, replicas, latency, throughput.

use super::evidence::{Kind, p_fit};
use super::figures::{Evidence, Interval, MemoryFit, Prediction, Rate, Refusal, Step};
use super::formula;
use super::memory::{
    GIB, MEMORY_UTILISATION, Part, ServeMemory, reserve_bytes, server_capacity, steps, total,
};
use super::remedy;
use super::rig::Rig;
use super::setting::{Setting, Split};
use super::software::{check_format, check_framework, server_key};
use super::throughput::Engine;
use super::training::{DOES_NOT_FIT, MEASURED_PARAMS, card_note, too_little};
use super::weights::Format;
use crate::gpu::Link;
use crate::message::{Message, Param};
use crate::model::ModelConstants;
use crate::workload::{Inference, Server, Traffic};

/// Highest load a serving plan is sized for; above it waiting grows as ρ / (1 − ρ).
/// Source: workload model, section 4.3.
const PLANNED_LOAD: f64 = 0.7;
/// Longest context measured in decoding, tokens (section 13).
const MEASURED_CONTEXT: u32 = 32_768;
/// Most devices of one copy that were measured (section 13).
const MEASURED_DEVICES: u32 = 8;
/// Times Little's law is applied to its own answer; the third digit stands after four.
const LITTLE_ROUNDS: u32 = 12;

/// One way to spread copies of the model over a machine, and what it takes to serve the load.
#[derive(Debug, Clone)]
struct Deployment<'a> {
    job: &'a Inference,
    rig: &'a Rig,
    constants: &'a ModelConstants,
    /// Devices of one copy.
    degree: u32,
    engine: Engine,
    /// Requests of full length that the memory of a copy holds.
    full_length: f64,
    /// Most requests a copy may have in flight.
    most: f64,
    /// Machines needed.
    machines: u32,
    /// Requests in flight in each copy at the load asked for.
    requests: f64,
}

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
            remedy::serving(job, rig, constants)
        } else {
            None
        };
        refusal.with_remedy(advice)
    })?;
    Ok(best.prediction())
}

/// Whether one copy fits the machine in some layout, without a word about its speed.
pub(crate) fn fits(job: &Inference, rig: &Rig, constants: &ModelConstants) -> bool {
    check_format(job.server, job.quant, rig.card).is_ok()
        && (1..=rig.count)
            .filter(|degree| rig.count.is_multiple_of(*degree))
            .any(|degree| room(job, rig, constants, degree).is_ok())
}

/// The job's memory before a card is looked at: the sum, and how well it is grounded.
pub(crate) fn need(job: &Inference, constants: &ModelConstants) -> (Vec<Part>, f64) {
    let memory = memory_of(job, requests_wanted(job), 1);
    let sigma = Kind::InferMemory.sigma(memory_grade(job, constants, None), &job.model);
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

impl<'a> Deployment<'a> {
    fn of(
        job: &'a Inference,
        rig: &'a Rig,
        constants: &'a ModelConstants,
        degree: u32,
    ) -> Result<Deployment<'a>, Refusal> {
        let room = room(job, rig, constants, degree)?;
        let engine = Engine::new(&setting(job, rig, constants, degree))?;
        let limit = constants.fitted(&format!("bmax.{}", server_key(job.server)));
        let limit = limit.unwrap_or(constants.fallback("bmax")).exp();
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
    fn load(&self, requests: f64) -> f64 {
        if self.most <= 1.0 {
            return 0.0;
        }
        PLANNED_LOAD * (requests - 1.0) / (self.most - 1.0)
    }

    fn copies_per_machine(&self) -> u32 {
        self.rig.count / self.degree
    }

    fn asked_rate(&self) -> f64 {
        requests_per_second(self.job) * f64::from(self.job.answer_tokens)
    }

    fn output_rate(&self, requests: f64) -> f64 {
        let (prompt, answer) = lengths(self.job);
        self.engine.output_rate(requests, prompt, answer)
    }

    fn step_s(&self, requests: f64) -> f64 {
        let (prompt, answer) = lengths(self.job);
        self.engine.decoder.step_s(requests, prompt + answer / 2.0)
    }

    fn prefill_s(&self) -> f64 {
        self.engine
            .prefiller
            .seconds(f64::from(self.job.prompt_tokens), 1.0)
    }

    /// Seconds to the first token when others wait in front at this load.
    fn first_token_s(&self, load: f64) -> f64 {
        let prefill = self.prefill_s();
        prefill + self.engine.prefiller.overhead_s + load / (1.0 - load) * prefill
    }

    fn answer_s(&self) -> f64 {
        self.first_token_s(self.load(self.requests))
            + f64::from(self.job.answer_tokens) * self.step_s(self.requests)
    }

    fn is_better_than(&self, other: &Deployment<'_>) -> bool {
        let machines = self.machines.cmp(&other.machines);
        machines
            .then(self.answer_s().total_cmp(&other.answer_s()))
            .is_lt()
    }

    fn prediction(&self) -> Prediction {
        let decode = self.grade(Kind::Decode, self.engine.decoder.assumed);
        let prefill = self.grade(Kind::Prefill, self.engine.prefiller.assumed);
        let serving = self.grade(Kind::Serving, self.engine.decoder.assumed);
        let latency = decode.max(prefill);
        let by_rate = !matches!(self.job.traffic, Traffic::Concurrency(_));
        let sigma_of = |kind: Kind, evidence| kind.sigma(evidence, &self.job.model);
        let (sigma_first, sigma_later) = (
            sigma_of(Kind::Prefill, prefill),
            sigma_of(Kind::Decode, decode),
        );
        let first = self.first_token_s(self.load(self.requests)) * 1e3;
        let later = self.step_s(self.requests) * 1e3;
        let copies = f64::from(self.machines) * f64::from(self.copies_per_machine());
        let in_flight = if by_rate { self.most } else { self.requests };
        let rate = Interval::log_normal(
            copies * self.output_rate(in_flight),
            sigma_of(Kind::Serving, serving),
        );
        // Errors of one server share their causes, so they add up in full.
        let answer = f64::from(self.job.answer_tokens) * later;
        let sigma = (first * sigma_first + answer * sigma_later) / (first + answer);
        Prediction {
            machines: self.machines,
            memory: self.memory_fit(),
            compute_h: None,
            rate: Some(Rate {
                value: rate.mid,
                unit: "tokens/s",
                low: rate.low,
                high: rate.high,
            }),
            ttft_ms: Some(Interval::log_normal(first, sigma_first)),
            tpot_ms: Some(Interval::log_normal(later, sigma_later)),
            time_steps: self.time_steps(),
            sigma,
            evidence: Some(if by_rate {
                latency.max(serving)
            } else {
                latency
            }),
            mfu: None,
            notes: self.notes(),
        }
    }

    fn grade(&self, kind: Kind, assumed: bool) -> Evidence {
        if assumed || self.is_outside_measured() {
            return Evidence::C;
        }
        let format = Format::of_quant(self.job.quant);
        kind.grade(
            self.constants,
            self.rig,
            server_key(self.job.server),
            format.key,
        )
    }

    fn is_outside_measured(&self) -> bool {
        !MEASURED_PARAMS.contains(&self.job.model.params)
            || self
                .job
                .prompt_tokens
                .saturating_add(self.job.answer_tokens)
                > MEASURED_CONTEXT
            || self.degree > MEASURED_DEVICES
    }

    /// Of one device; a paged server's cache never outgrows what is left for it.
    fn memory_fit(&self) -> MemoryFit {
        let held = self.requests.min(self.full_length);
        fit(self.job, self.rig, self.constants, self.degree, held)
    }

    /// The sum of one answer, in milliseconds.
    fn time_steps(&self) -> Vec<Step> {
        let line = |code, formula, seconds: f64| Step {
            code,
            formula,
            value: seconds * 1e3,
            unit: "ms",
        };
        let (prefill, load) = (self.prefill_s(), self.load(self.requests));
        let tokens = f64::from(self.job.prompt_tokens);
        let speed = format!(
            "{} ÷ {}/s",
            formula::figure(tokens),
            formula::figure(tokens / prefill)
        );
        let mut lines = Vec::with_capacity(4);
        if load > 0.0 {
            let (used, free) = (formula::figure(load), formula::figure(1.0 - load));
            let formula = format!("{used} ÷ {free} × {}", formula::seconds(prefill));
            lines.push(line("queueing", formula, load / (1.0 - load) * prefill));
        }
        lines.push(line("prefill", speed, prefill));
        let first = self.engine.prefiller.overhead_s;
        lines.push(line(
            "first_token",
            server_key(self.job.server).to_owned(),
            first,
        ));
        let (answer, step) = (
            f64::from(self.job.answer_tokens),
            self.step_s(self.requests),
        );
        let formula = format!("{} × {}", formula::figure(answer), formula::seconds(step));
        lines.push(line("decode", formula, answer * step));
        lines
    }

    fn notes(&self) -> Vec<Message> {
        let mut notes = Vec::new();
        let count = |count: u32| Param::Count(u64::from(count));
        if self.degree > 1 {
            let code = match split_of(self.job.server) {
                Split::Tensor => "tensor_parallel",
                Split::Layer => "layer_split",
            };
            notes.push(Message::new(code).with("count", count(self.degree)));
            if self.rig.link == Link::PcieNoP2p && split_of(self.job.server) == Split::Tensor {
                notes.push(card_note("no_peer_to_peer", self.rig));
            }
        }
        let copies = self.machines * self.copies_per_machine();
        if copies > 1 {
            let in_flight = Param::Count(self.requests as u64);
            let note = Message::new("replicas").with("count", count(copies));
            notes.push(note.with("requests", in_flight));
        }
        if self.is_outside_measured() {
            notes.push(Message::new("outside_measured"));
        }
        notes
    }
}

/// Copies that serve a rate of answer tokens at the planned load.
pub(crate) fn replicas_for_rate(rate: f64, of_one: f64) -> f64 {
    (rate / (PLANNED_LOAD * of_one)).ceil()
}

/// Requests that one copy on so many devices can hold, refused where it cannot hold one.
fn room(
    job: &Inference,
    rig: &Rig,
    constants: &ModelConstants,
    degree: u32,
) -> Result<f64, Refusal> {
    let fit = fit(job, rig, constants, degree, 1.0);
    if fit.p_fit.is_some_and(|p| p < DOES_NOT_FIT) {
        return Err(too_little(&fit));
    }
    let (prompt, answer) = lengths(job);
    let devices = f64::from(degree);
    let memory = memory_of(job, 1.0, degree);
    if job.server == Server::LlamaCpp {
        let spare = devices * (fit.usable_gib - fit.needed_gib) * GIB;
        return Ok(1.0 + (spare / memory.bytes_per_request(constants)).max(0.0));
    }
    let kappa = job.model.kv_bytes(memory.kv_value_bytes);
    let device_bytes = rig.usable_gib * GIB;
    let tokens = server_capacity(memory.weight_bytes, kappa, device_bytes, devices);
    if tokens < prompt + answer {
        return Err(too_little_paged(&fit, &memory, kappa, devices));
    }
    Ok(tokens / (prompt + answer / 2.0))
}

/// The refusal of a paged server: one request and its reserve must stay under nine tenths of the memory.
fn too_little_paged(
    fit: &MemoryFit,
    memory: &ServeMemory<'_>,
    kappa: f64,
    devices: f64,
) -> Refusal {
    let cache = (memory.prompt + memory.answer) * kappa;
    let held = memory.weight_bytes + cache + reserve_bytes(devices);
    let needed_gib = held / MEMORY_UTILISATION / devices / GIB;
    too_little(&MemoryFit {
        needed_gib,
        ..fit.clone()
    })
}

fn fit(
    job: &Inference,
    rig: &Rig,
    constants: &ModelConstants,
    degree: u32,
    requests: f64,
) -> MemoryFit {
    let devices = f64::from(degree);
    let memory = memory_of(job, requests, degree);
    let mut parts = memory.parts(constants);
    for part in &mut parts {
        part.bytes /= devices;
        if degree > 1 {
            part.formula = format!("{} ÷ {degree}", part.formula);
        }
    }
    let needed = total(&parts);
    let grade = memory_grade(job, constants, Some(rig));
    let sigma = Kind::InferMemory.sigma(grade, &job.model);
    MemoryFit {
        needed_gib: needed / GIB,
        usable_gib: rig.usable_gib,
        p_fit: Some(p_fit(rig.usable_gib * GIB, needed, sigma)),
        steps: steps(parts),
    }
}

/// Servers were measured in their log only (section 13): weights and cache follow from their
/// definition, so a server nobody measured is B, not C.
fn memory_grade(job: &Inference, constants: &ModelConstants, rig: Option<&Rig>) -> Evidence {
    let (server, format) = (server_key(job.server), Format::of_quant(job.quant).key);
    match rig {
        Some(rig) => Kind::InferMemory.grade(constants, rig, server, format),
        None => Kind::InferMemory.grade_anywhere(constants, server, format),
    }
}

fn memory_of(job: &Inference, requests: f64, degree: u32) -> ServeMemory<'_> {
    let format = Format::of_quant(job.quant);
    let (prompt, answer) = lengths(job);
    ServeMemory {
        shape: &job.model,
        format,
        weight_bytes: format.weight_bytes(&job.model),
        framework: server_key(job.server),
        kv_value_bytes: f64::from(job.kv_bits) / 8.0,
        requests,
        prompt,
        answer,
        devices: f64::from(degree),
    }
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
        constants,
    }
}

fn split_of(server: Server) -> Split {
    match server {
        Server::LlamaCpp => Split::Layer,
        Server::Vllm | Server::Sglang | Server::TensorrtLlm | Server::Lmdeploy => Split::Tensor,
    }
}

fn lengths(job: &Inference) -> (f64, f64) {
    (f64::from(job.prompt_tokens), f64::from(job.answer_tokens))
}

/// Requests a second that the traffic means.
fn requests_per_second(job: &Inference) -> f64 {
    let (prompt, answer) = lengths(job);
    match job.traffic {
        Traffic::Qps(qps) => qps,
        Traffic::TokensPerMinute(tokens) => tokens / (60.0 * (prompt + answer)),
        Traffic::Concurrency(_) => 0.0,
    }
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

fn too_slow(code: &'static str, ms: f64, limit: f64) -> Refusal {
    let reason = Message::new(code)
        .with("time", Param::Millis(ms))
        .with("limit", Param::Millis(limit));
    Refusal::new(reason).by(ms / limit - 1.0)
}
