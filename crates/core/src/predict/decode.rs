//! Time of one decoding step of a batch (workload model, section 4.2).

use super::figures::Refusal;
use super::interconnect::latency_s;
use super::setting::{Setting, Split};

/// No time may be below its physical minimum at this share of the data sheet (guard G2).
pub(crate) const REACHABLE: f64 = 0.95;
/// Most of the matrix rate that decoding may be credited with (guard G1).
const DECODE_EFFICIENCY_MAX: f64 = 0.75;
/// Frameworks that launch every operation from the host.
const EAGER: [&str; 3] = ["hf-transformers", "litgpt", "autoawq"];

/// A copy of a model, ready to say how long a step takes.
#[derive(Debug, Clone)]
pub(crate) struct Decoder {
    /// A fall-back stands in for a constant, with one request in flight.
    pub(crate) assumed: bool,
    read_one: f64,
    read_all: f64,
    idle_share: f64,
    kappa: f64,
    kappa_fitted: f64,
    bandwidth: f64,
    bandwidth_fitted: f64,
    flop_per_request: f64,
    rate: f64,
    rate_fitted: f64,
    overhead: f64,
    overhead_per_request: f64,
    eager: bool,
}

impl Decoder {
    pub(crate) fn new(setting: &Setting<'_>) -> Result<Decoder, Refusal> {
        let Setting {
            shape,
            format,
            constants,
            ..
        } = *setting;
        let n = setting.tensor_devices();
        let bandwidth = n * setting.rig.bandwidth()?;
        let rate = n * setting.rate()?;
        let memory = setting.quantity("mbu.fw");
        let compute = setting.quantity("dc.fw");
        let efficiency = (compute.ln + setting.compute_arch())
            .exp()
            .min(DECODE_EFFICIENCY_MAX);
        let kappa = shape.kv_bytes(setting.kv_value_bytes);
        let kv_factor = constants
            .correction(&format!("kvf.{}", setting.framework))
            .exp();
        let (overhead, overhead_assumed) = overhead_s(setting);
        let mu = (memory.ln + setting.of_format("mbu.q") + setting.bandwidth_arch()).exp();
        Ok(Decoder {
            assumed: memory.assumed || compute.assumed || overhead_assumed,
            read_one: format.read_bytes(shape, shape.active_params),
            read_all: format.read_bytes(shape, shape.params),
            idle_share: 1.0 - shape.active_params / shape.params,
            kappa,
            kappa_fitted: kappa * kv_factor,
            bandwidth,
            bandwidth_fitted: bandwidth * mu,
            flop_per_request: 2.0 * shape.active_params,
            rate,
            rate_fitted: rate * efficiency,
            overhead,
            overhead_per_request: setting.quantity("ovhb").ln.exp() * 1e-6,
            eager: EAGER.contains(&setting.framework),
        })
    }

    /// Seconds of one step with so many requests of so many tokens of context each.
    pub(crate) fn step_s(&self, requests: f64, context: f64) -> f64 {
        // A server may take requests one after the other, so a batch never lowers throughput: the
        // fitted reading of experts would, by a little, at two or three requests.
        let one_by_one = requests * self.fitted_s(1.0, context);
        let weights = self.read_bytes(requests).min(requests * self.read_one);
        let read = weights + requests * context * self.kappa;
        let flop = self.flop_per_request * requests;
        self.fitted_s(requests, context)
            .min(one_by_one)
            .max(read / (REACHABLE * self.bandwidth))
            .max(flop / (REACHABLE * self.rate))
    }

    fn fitted_s(&self, requests: f64, context: f64) -> f64 {
        let cached = requests * context * self.kappa_fitted;
        let memory = (self.read_bytes(requests) + cached) / self.bandwidth_fitted;
        let compute = self.flop_per_request * requests / self.rate_fitted;
        let work = (memory.powi(3) + compute.powi(3)).cbrt();
        let more = if requests > 1.0 {
            requests * self.overhead_per_request
        } else {
            0.0
        };
        let overhead = self.overhead + more;
        if self.eager {
            (work.powi(4) + overhead.powi(4)).sqrt().sqrt()
        } else {
            work + overhead
        }
    }

    /// Bytes of weights read for a step: a batch touches more experts than one request.
    fn read_bytes(&self, requests: f64) -> f64 {
        self.read_all - (self.read_all - self.read_one) * self.idle_share.powf(requests - 1.0)
    }
}

/// Seconds a step takes beside arithmetic: launches, collectives, hops between devices.
fn overhead_s(setting: &Setting<'_>) -> (f64, bool) {
    let Setting {
        shape,
        constants,
        devices,
        ..
    } = *setting;
    let eager = EAGER.contains(&setting.framework);
    let launch = setting.quantity_on(if eager { "ovh.eager" } else { "ovh" }, "ovh");
    let arch = setting.rig.card.arch.as_deref().unwrap_or_default();
    let launches = launch.ln + constants.correction(&format!("ovh.arch.{arch}"));
    let alone = shape.layers * launches.exp() * 1e-6;
    if devices <= 1.0 {
        return (alone, launch.assumed);
    }
    match setting.split {
        Split::Tensor => {
            let link = latency_s(setting.rig, constants);
            let collectives = 2.0 * shape.layers * link.value * (1.0 + 0.15 * devices.log2());
            (alone + collectives, launch.assumed || link.assumed)
        }
        Split::Layer => {
            let hop = constants.correction("hop").exp() * 1e-6;
            (alone + (devices - 1.0) * hop, launch.assumed)
        }
    }
}
