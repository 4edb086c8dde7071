//! Throughput of a loaded server (`docs/model/inference.md`).

use super::decode::Decoder;
use super::efficiency::Efficiency;
use super::figures::Refusal;
use super::prefill::Prefiller;
use super::servers::recognise;
use super::setting::Setting;

/// Tokens of several prompts that a loaded server reads in one pass: the chunk that TensorRT-LLM
/// (`max_num_tokens`) and vLLM on data-centre cards (`max_num_batched_tokens`) take unless told otherwise.
const READ_TOGETHER: f64 = 8192.0;
/// Part of the first token's overhead that a loaded server pays.
const LOADED_OVERHEAD: f64 = 0.2;

/// A copy of a model under load.
#[derive(Debug, Clone)]
pub(crate) struct Engine {
    pub(crate) decoder: Decoder,
    pub(crate) prefiller: Prefiller,
    mix: f64,
}

impl Engine {
    pub(crate) fn new(setting: &Setting<'_>) -> Result<Engine, Refusal> {
        let reached = Efficiency::of(setting);
        let (program, ..) = recognise(setting.framework);
        let own = setting.constants.correction(&format!("mix.fw.{program}"));
        let mix = (setting.constants.correction("mix") + own).exp();
        let decoder = Decoder::with(setting, &reached)?;
        let prefiller = Prefiller::with(setting, &reached)?;
        Ok(Engine {
            decoder,
            prefiller,
            mix,
        })
    }

    /// Tokens of answers a second with so many requests in flight, `X_out`.
    pub(crate) fn output_rate(&self, requests: f64, prompt: f64, answer: f64) -> f64 {
        let decoding = answer * self.decoder.step_s(requests, prompt + answer / 2.0);
        let together = (READ_TOGETHER / prompt.max(1.0)).min(requests).max(1.0);
        let overhead = LOADED_OVERHEAD * self.prefiller.overhead_s;
        let reading = (self.prefiller.seconds(prompt.max(1.0), together) + overhead) / together;
        requests * answer / (decoding + requests * reading * self.mix)
    }
}
