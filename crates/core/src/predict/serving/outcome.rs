//! What a deployment does: its figures, their intervals, and the sums behind them.

use super::deployment::{Deployment, split_of};
use super::room::fit;
use crate::gpu::Link;
use crate::message::{Message, Param};
use crate::predict::evidence::Kind;
use crate::predict::figures::{Evidence, Interval, MemoryFit, Prediction, Rate, Step};
use crate::predict::formula;
use crate::predict::setting::Split;
use crate::predict::software::server_key;
use crate::predict::verdict::{MEASURED_PARAMS, card_note};
use crate::predict::weights::Format;
use crate::workload::Traffic;

/// Longest context measured in decoding, tokens (section 13).
const MEASURED_CONTEXT: u32 = 32_768;
/// Most devices of one copy that were measured (section 13).
const MEASURED_DEVICES: u32 = 8;
impl Deployment<'_> {
    pub(super) fn prediction(&self) -> Prediction {
        let decode = self.grade(Kind::Decode, self.engine.decoder.assumed);
        let prefill = self.grade(Kind::Prefill, self.engine.prefiller.assumed);
        let serving = self.grade(Kind::Serving, self.engine.decoder.assumed);
        let latency = decode.max(prefill);
        let by_rate = !matches!(self.job.traffic, Traffic::Concurrency(_));
        let sigma_of = |kind: Kind, evidence| kind.sigma(evidence, self.job.model.from_params);
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
            answer_ms: None,
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
