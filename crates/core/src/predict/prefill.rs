//! Time to read a prompt (workload model, section 4.3).

use super::decode::REACHABLE;
use super::figures::Refusal;
use super::interconnect::all_reduce_b_s;
use super::setting::{Setting, Split};
use super::weights::layer_params;

/// Share of the bandwidth at which a prompt reads the weights once.
const WEIGHT_READ: f64 = 0.8;
/// Share of the bandwidth at which NF4 weights are unpacked.
const NF4_UNPACK: f64 = 0.6;
/// Tokens of one chunk of a layer split.
const SPLIT_CHUNK: f64 = 512.0;

/// A copy of a model, ready to say how long a prompt takes.
#[derive(Debug, Clone)]
pub(crate) struct Prefiller {
    /// A fall-back stands in for a constant.
    pub(crate) assumed: bool,
    /// Overhead of the first token, seconds.
    pub(crate) overhead_s: f64,
    flop_per_token: f64,
    least_flop_per_token: f64,
    attention_flop: f64,
    rate: f64,
    rate_fitted: f64,
    rate_attention: f64,
    weight_read_s: f64,
    unpack_s: f64,
    bandwidth_floor_s: f64,
    devices: f64,
    split: Split,
    chunk_factor: f64,
    split_efficiency: f64,
    reduce_s_per_token: f64,
}

impl Prefiller {
    pub(crate) fn new(setting: &Setting<'_>) -> Result<Prefiller, Refusal> {
        let Setting {
            shape,
            format,
            constants,
            devices,
            split,
            ..
        } = *setting;
        let rate = setting.rate()?;
        let bandwidth = setting.rig.bandwidth()?;
        let framework = setting.quantity("pf.fw");
        let attention = setting.quantity("pfa");
        let first = setting.quantity("pf.t0");
        let arch = setting.compute_arch();
        let efficiency =
            framework.ln + setting.of_format("pf.q") + arch + setting.of_framework_arch("pf.qa");
        let narrow = 1.0 + constants.correction("pf.h0").exp() / shape.hidden;
        let read = format.read_bytes(shape, shape.active_params);
        let link = all_reduce_b_s(setting.rig, constants);
        let layer_split = devices > 1.0 && split == Split::Layer;
        let tensor_split = devices > 1.0 && split == Split::Tensor;
        let pipeline = setting.quantity("pp.eff");
        let reduce = 8.0 * shape.layers * (devices - 1.0) / devices * shape.hidden / link.value;
        let unpack = if format.is_nf4() {
            4.0 * shape.params / (NF4_UNPACK * bandwidth * setting.tensor_devices())
        } else {
            0.0
        };
        Ok(Prefiller {
            assumed: framework.assumed
                || attention.assumed
                || first.assumed
                || layer_split && pipeline.assumed
                || tensor_split && link.assumed,
            overhead_s: first.ln.exp() * 1e-3,
            flop_per_token: 2.0 * layer_params(shape, shape.active_params, 0.9) * narrow,
            least_flop_per_token: 2.0 * layer_params(shape, shape.active_params, 1.0),
            attention_flop: 2.0 * shape.layers * shape.heads * shape.head_dim,
            rate,
            rate_fitted: rate * efficiency.exp(),
            rate_attention: rate * (attention.ln + arch).exp(),
            weight_read_s: read / (WEIGHT_READ * bandwidth),
            unpack_s: unpack,
            bandwidth_floor_s: read / (REACHABLE * devices * bandwidth),
            devices,
            split,
            chunk_factor: constants.correction("pp.c").exp(),
            split_efficiency: pipeline.ln.exp(),
            reduce_s_per_token: reduce,
        })
    }

    /// Seconds to read the prompts of so many requests together, without the overhead of the first token.
    pub(crate) fn seconds(&self, prompt: f64, requests: f64) -> f64 {
        let tokens = prompt * requests;
        let layers = self.flop_per_token * tokens / self.rate_fitted;
        let attention = self.attention_flop * prompt * prompt * requests / self.rate_attention;
        let work = layers + attention;
        let alone = (work.powi(3) + self.weight_read_s.powi(3)).cbrt() + self.unpack_s;
        let spread = match self.split {
            _ if self.devices <= 1.0 => alone,
            Split::Tensor => alone / self.devices + self.reduce_s_per_token * tokens,
            Split::Layer => alone / self.pipeline_gain(prompt),
        };
        let least = self.least_flop_per_token * tokens / (REACHABLE * self.devices * self.rate);
        spread.max(least).max(self.bandwidth_floor_s)
    }

    /// A pipeline of chunks over the devices; never slower than one device (guard G4).
    fn pipeline_gain(&self, prompt: f64) -> f64 {
        let chunks = (prompt / SPLIT_CHUNK * self.chunk_factor).max(1.0);
        let n = self.devices;
        (n * chunks / (n + chunks - 1.0) * self.split_efficiency).max(1.0)
    }
}
