//! The hours of a training job as a sum that a person can follow.

use super::Layout;
use crate::predict::figures::Step;
use crate::predict::formula;
use crate::predict::train::TokenTime;
use crate::workload::Method;

impl Layout<'_> {
    /// The sum of the hours, in seconds.
    pub(super) fn time_steps(&self, time: &TokenTime) -> Vec<Step> {
        let (tokens, devices) = (self.tokens(), f64::from(self.rig.count));
        let seconds = |per_token: f64| tokens * per_token / devices;
        let line = |code, formula, value| Step {
            code,
            formula,
            value,
            unit: "s",
        };
        let flop = self.step().flop_per_token();
        let rate = formula::flop_rate(flop / time.arithmetic);
        let speed = if devices > 1.0 {
            format!("({} × {rate})", formula::figure(devices))
        } else {
            rate
        };
        let work = format!(
            "{} × {} ÷ {speed}",
            formula::tokens(tokens),
            formula::flop(flop)
        );
        let mut lines = vec![line("arithmetic", work, seconds(time.arithmetic))];
        let model = &self.job.model;
        let values = format!(
            "{} × {} × {}",
            formula::tokens(tokens),
            formula::figure(model.layers),
            formula::figure(model.hidden)
        );
        let unpacked = format!(
            "{} × {}",
            formula::params(model.params),
            formula::bytes(0.5625)
        );
        let doublings = format!("log₂({} ÷ 8)", formula::figure(devices));
        for (code, formula, per_token) in [
            ("elementwise", values, time.elementwise),
            ("unpacking", unpacked, time.unpacking),
            ("traffic", self.traffic_text(), time.traffic),
            ("scaling", doublings, time.scaling),
        ] {
            if per_token > 0.0 {
                lines.push(line(code, formula, seconds(per_token)));
            }
        }
        if time.overhead > 0.0 {
            let micro_step = f64::from(self.job.micro_batch) * f64::from(self.job.sequence_tokens);
            let (count, each) = (tokens / devices / micro_step, time.overhead * micro_step);
            let formula = format!("{} × {}", formula::figure(count), formula::seconds(each));
            lines.push(line("step_overhead", formula, seconds(time.overhead)));
        }
        lines
    }

    /// What moves: shards gathered three times, or what copies agree on.
    fn traffic_text(&self) -> String {
        let whole = 2.0 * self.job.model.params;
        match (self.is_gathered(), self.job.method) {
            (true, Method::Full) => format!("3 × {}", formula::bytes(whole)),
            (true, _) => format!("2 × {}", formula::bytes(whole)),
            (false, _) => formula::bytes(self.agreed_bytes()),
        }
    }
}
