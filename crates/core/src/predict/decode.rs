//! Time of one decoding step of a batch (`docs/model/inference.md`).

use super::efficiency::{Efficiency, REACHABLE};
use super::figures::Refusal;
use super::interconnect::{all_reduce_b_s, latency_s};
use super::servers::ServerFamily;
use super::setting::{Setting, Split};
use crate::model::ModelShape;

/// Most of the matrix rate that decoding may be credited with (guard G1).
const DECODE_EFFICIENCY_MAX: f64 = 0.75;
/// Growth of a collective's latency with each doubling of the devices.
const LATENCY_PER_DOUBLING: f64 = 0.15;

/// A copy of a model, ready to say how long a step takes.
#[derive(Debug, Clone)]
pub(crate) struct Decoder {
    /// A guess stands in for a constant, with one request in flight.
    pub(crate) assumed: bool,
    read_one: f64,
    read_all: f64,
    idle_share: f64,
    cache: Cache,
    bandwidth: f64,
    bandwidth_fitted: f64,
    cache_fitted: f64,
    flop_per_request: f64,
    rate: f64,
    rate_fitted: f64,
    overhead: f64,
    overhead_per_request: f64,
    reduce_latency: f64,
    reduce_per_request: f64,
    is_eager: bool,
}

impl Decoder {
    pub(crate) fn new(setting: &Setting<'_>) -> Result<Decoder, Refusal> {
        Decoder::with(setting, &Efficiency::of(setting))
    }

    pub(super) fn with(setting: &Setting<'_>, reached: &Efficiency) -> Result<Decoder, Refusal> {
        let Setting { shape, format, .. } = *setting;
        let n = setting.tensor_devices();
        let one = setting.rig.bandwidth()?;
        let bandwidth = n * one;
        let rate = n * setting.rate()?;
        let cache = Cache::of(shape, setting.kv_value_bytes);
        let link = Reduce::of(setting);
        let layers = shape.layers * reached.launch_s;
        Ok(Decoder {
            assumed: reached.unknown_program || link.assumed,
            read_one: format.read_bytes(shape, shape.active_params),
            read_all: format.read_bytes(shape, shape.params),
            idle_share: 1.0 - experts_for_a_token(shape),
            cache,
            bandwidth,
            bandwidth_fitted: bandwidth * reached.bandwidth,
            // A cache that cannot be split by heads is held whole by each device.
            cache_fitted: n.min(cache.parts) * one * reached.bandwidth / reached.cache_factor,
            flop_per_request: 2.0 * shape.active_params,
            rate,
            rate_fitted: rate * reached.matrix_decode.min(DECODE_EFFICIENCY_MAX),
            overhead: layers + reached.step_s + hops_s(setting),
            overhead_per_request: reached.request_s,
            reduce_latency: link.latency_s * (1.0 + LATENCY_PER_DOUBLING * n.log2()),
            reduce_per_request: link.s_per_token,
            is_eager: reached.family == ServerFamily::Eager,
        })
    }

    /// Seconds of one step with so many requests of so many tokens of context each.
    pub(crate) fn step_s(&self, requests: f64, context: f64) -> f64 {
        // A server may take requests one after the other, so a batch never lowers throughput: the
        // fitted reading of experts would, by a little, at two or three requests.
        let one_by_one = requests * self.fitted_s(1.0, context);
        let weights = self.read_bytes(requests).min(requests * self.read_one);
        let read = weights + requests * self.cache.bytes(context);
        let flop = self.flop_per_request * requests;
        self.fitted_s(requests, context)
            .min(one_by_one)
            .max(read / (REACHABLE * self.bandwidth))
            .max(flop / (REACHABLE * self.rate))
    }

    /// Weights are read while matrices multiply; the cache is read between the products.
    fn fitted_s(&self, requests: f64, context: f64) -> f64 {
        let weights = self.read_bytes(requests) / self.bandwidth_fitted;
        let compute = self.flop_per_request * requests / self.rate_fitted;
        let cache = requests * self.cache.bytes(context) / self.cache_fitted;
        let work = (weights.powi(3) + compute.powi(3)).cbrt() + cache;
        let more = if requests > 1.0 {
            requests * self.overhead_per_request
        } else {
            0.0
        };
        let overhead = self.overhead + more;
        let alone = if self.is_eager {
            // The device works while the host prepares what comes next: the longer of the two shows.
            (work.powi(4) + overhead.powi(4)).sqrt().sqrt()
        } else {
            work + overhead
        };
        alone + self.reduce_latency + requests * self.reduce_per_request
    }

    /// Bytes of weights read for a step: a batch touches more experts than one request.
    fn read_bytes(&self, requests: f64) -> f64 {
        self.read_all - (self.read_all - self.read_one) * self.idle_share.powf(requests - 1.0)
    }
}

/// Share of the routed experts that work on one token; of a mixture known by its size only, the share
/// of its parameters.
pub(super) fn experts_for_a_token(shape: &ModelShape) -> f64 {
    match &shape.experts {
        Some(experts) if experts.count > 0.0 => (experts.per_token / experts.count).min(1.0),
        _ => shape.active_params / shape.params,
    }
}

/// Keys and values of one request.
#[derive(Debug, Clone, Copy)]
struct Cache {
    bytes_per_token: f64,
    /// Layers that see only the last tokens: their share, and the tokens.
    window: Option<(f64, f64)>,
    /// Devices it can be split over.
    parts: f64,
}

impl Cache {
    fn of(shape: &ModelShape, value_bytes: f64) -> Cache {
        Cache {
            bytes_per_token: shape.kv_bytes(value_bytes),
            window: shape.window.map(|window| (window.share, window.tokens)),
            parts: shape.kv_heads.max(1.0),
        }
    }

    /// Bytes read for a token that comes after so many.
    fn bytes(&self, context: f64) -> f64 {
        let seen = match self.window {
            Some((share, tokens)) => (1.0 - share) * context + share * context.min(tokens),
            None => context,
        };
        seen * self.bytes_per_token
    }
}

/// Two all-reduces a layer of a tensor-parallel copy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reduce {
    /// Of all layers, for two devices.
    pub(super) latency_s: f64,
    /// Seconds of moving what belongs to one token.
    pub(super) s_per_token: f64,
    pub(super) assumed: bool,
}

impl Reduce {
    pub(super) fn of(setting: &Setting<'_>) -> Reduce {
        let n = setting.tensor_devices();
        if n <= 1.0 {
            return Reduce {
                latency_s: 0.0,
                s_per_token: 0.0,
                assumed: false,
            };
        }
        let Setting {
            shape,
            rig,
            constants,
            ..
        } = *setting;
        let (latency, speed) = (latency_s(rig, constants), all_reduce_b_s(rig, constants));
        // Each moves 2 (n − 1)/n of a tensor of 2 bytes an element.
        let moved = 8.0 * shape.layers * (n - 1.0) / n * shape.hidden;
        Reduce {
            latency_s: 2.0 * shape.layers * latency.value,
            s_per_token: moved / speed.value,
            assumed: latency.assumed || speed.assumed,
        }
    }
}

/// Seconds in which a token goes from card to card of a layer split.
fn hops_s(setting: &Setting<'_>) -> f64 {
    match setting.split {
        Split::Layer => (setting.devices - 1.0) * setting.constants.correction("hop").exp() * 1e-6,
        Split::Tensor => 0.0,
    }
}
