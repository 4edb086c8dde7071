//! Time to read a prompt (`docs/model/inference.md`).

use super::decode::{Reduce, experts_for_a_token};
use super::efficiency::{Efficiency, REACHABLE};
use super::figures::Refusal;
use super::servers;
use super::setting::{Setting, Split};
use super::weights::layer_params;
use crate::model::ModelShape;

/// Share of the bandwidth at which a prompt reads the weights once.
const WEIGHT_READ: f64 = 0.8;
/// Share of the bandwidth at which NF4 weights are unpacked.
const NF4_UNPACK: f64 = 0.6;
/// Tokens of one chunk of a layer split.
const SPLIT_CHUNK: f64 = 512.0;

/// A copy of a model, ready to say how long a prompt takes.
#[derive(Debug, Clone)]
pub(crate) struct Prefiller {
    /// A guess stands in for a constant.
    pub(crate) assumed: bool,
    /// Overhead of the first token, seconds.
    pub(crate) overhead_s: f64,
    flop_per_token: f64,
    least_flop_per_token: f64,
    attention_flop: f64,
    window: Option<(f64, f64)>,
    rate: f64,
    rate_fitted: f64,
    rate_attention: f64,
    read_one_s: f64,
    read_all_s: f64,
    idle_share: f64,
    unpack_s: f64,
    bandwidth_floor_s: f64,
    launches_s: f64,
    devices: f64,
    split: Split,
    split_efficiency: f64,
    reduce_s_per_token: f64,
}

impl Prefiller {
    pub(crate) fn new(setting: &Setting<'_>) -> Result<Prefiller, Refusal> {
        Prefiller::with(setting, &Efficiency::of(setting))
    }

    pub(super) fn with(setting: &Setting<'_>, reached: &Efficiency) -> Result<Prefiller, Refusal> {
        let Setting {
            shape,
            format,
            devices,
            split,
            ..
        } = *setting;
        let rate = setting.rate()?;
        let bandwidth = setting.rig.bandwidth()?;
        let narrow = 1.0 + reached.half_hidden / shape.hidden;
        let read = format.read_bytes(shape, shape.active_params);
        let read_all = format.read_bytes(shape, shape.params);
        let link = Reduce::of(setting);
        let unpack = if format.is_nf4() {
            4.0 * shape.params / (NF4_UNPACK * bandwidth)
        } else {
            0.0
        };
        Ok(Prefiller {
            assumed: reached.unknown_program || link.assumed,
            overhead_s: reached.first_s,
            flop_per_token: 2.0 * layer_params(shape, shape.active_params, 0.9) * narrow,
            least_flop_per_token: 2.0 * layer_params(shape, shape.active_params, 1.0),
            attention_flop: 2.0 * shape.layers * shape.heads * shape.head_dim,
            window: shape.window.map(|window| (window.share, window.tokens)),
            rate,
            rate_fitted: rate * reached.matrix,
            rate_attention: setting.rate_attention()? * reached.attention,
            read_one_s: read / (WEIGHT_READ * bandwidth),
            read_all_s: read_all / (WEIGHT_READ * bandwidth),
            idle_share: idle_share(shape),
            unpack_s: unpack,
            bandwidth_floor_s: read / (REACHABLE * devices * bandwidth),
            launches_s: shape.layers * reached.prompt_launch_s + link.latency_s,
            devices,
            split,
            split_efficiency: split_efficiency(setting),
            reduce_s_per_token: link.s_per_token,
        })
    }

    /// Seconds to read the prompts of so many requests together, without the overhead of the first token.
    pub(crate) fn seconds(&self, prompt: f64, requests: f64) -> f64 {
        let tokens = prompt * requests;
        let layers = self.flop_per_token * tokens / self.rate_fitted;
        let attention = self.attention_flop * self.seen(prompt) * tokens / self.rate_attention;
        let work = layers + attention;
        // A prompt touches nearly every expert.
        let touched = 1.0 - self.idle_share.powf((tokens - 1.0).max(0.0));
        let read = self.read_one_s + (self.read_all_s - self.read_one_s) * touched;
        let alone = (work.powi(3) + read.powi(3)).cbrt() + self.unpack_s;
        let spread = match self.split {
            _ if self.devices <= 1.0 => alone,
            Split::Tensor => alone / self.devices + self.reduce_s_per_token * tokens,
            Split::Layer => alone / self.pipeline_gain(prompt),
        };
        let launched = (spread.powi(3) + self.launches_s.powi(3)).cbrt();
        let least = self.least_flop_per_token * tokens / (REACHABLE * self.devices * self.rate);
        launched.max(least).max(self.bandwidth_floor_s)
    }

    /// Tokens that a token of the prompt attends to, on average twice as many as count: causal.
    fn seen(&self, prompt: f64) -> f64 {
        match self.window {
            // The triangle of a window as wide as half the prompt is nearly that of the prompt.
            Some((share, tokens)) => (1.0 - share) * prompt + share * prompt.min(2.0 * tokens),
            None => prompt,
        }
    }

    /// A pipeline of chunks over the devices; never slower than one device (guard G4).
    fn pipeline_gain(&self, prompt: f64) -> f64 {
        let chunks = (prompt / SPLIT_CHUNK).max(1.0);
        let n = self.devices;
        let ideal = n * chunks / (n + chunks - 1.0);
        1.0 + (ideal - 1.0) * self.split_efficiency
    }
}

/// Share of a pipeline's ideal gain that shows: of two devices, and for each doubling less.
fn split_efficiency(setting: &Setting<'_>) -> f64 {
    let constants = setting.constants;
    let (framework, ..) = servers::recognise(setting.framework);
    let decay = constants.quantity("pipe.decay", framework).ln.max(0.0);
    let doublings = setting.devices.max(2.0).log2() - 1.0;
    (constants.correction("pipe.gain") - decay * doublings)
        .exp()
        .min(1.0)
}

fn idle_share(shape: &ModelShape) -> f64 {
    1.0 - experts_for_a_token(shape)
}
