//! Decoding: tokens a second of a batch.

use super::inputs::Served;
use super::{Case, Estimate, unit_unknown};
use crate::model::ModelConstants;
use crate::observation::Observation;
use crate::predict::{Decoder, Prefiller, Refusal, Rig};

/// Context that litgpt's measurements generate in, tokens.
const LITGPT_CONTEXT: f64 = 100.0;

struct DecodeCase {
    served: Served,
    requests: f64,
    context: f64,
    /// The clock also ran while the prompt was read.
    prompt_in_clock: bool,
}

pub(super) fn prepare(
    row: &Observation,
    rig: &Rig,
    framework: &str,
) -> Result<(Box<dyn Case>, bool), Refusal> {
    if row.unit != "tokens/s" {
        return Err(unit_unknown(row));
    }
    let served = Served::of(row, rig, framework)?;
    let from_params = served.shape.from_params;
    let context = match framework {
        // `seq` counts the tokens generated from an empty context.
        "llama.cpp" | "llama.cpp-fa" => served.prompt / 2.0,
        "litgpt" => LITGPT_CONTEXT,
        _ => served.prompt + served.answer / 2.0,
    };
    let from_empty = matches!(framework, "hf-transformers" | "vllm" | "sglang")
        && served.answer > 0.0
        && row.note.get("derived").is_none()
        && served.prompt > 1.0;
    let case = DecodeCase {
        requests: served.batch.unwrap_or(1.0),
        context,
        prompt_in_clock: from_empty,
        served,
    };
    Ok((Box::new(case), from_params))
}

impl Case for DecodeCase {
    fn estimate(&self, constants: &ModelConstants) -> Result<Estimate, Refusal> {
        let setting = self.served.setting(constants);
        let decoder = Decoder::new(&setting)?;
        let step = decoder.step_s(self.requests, self.context);
        if !self.prompt_in_clock {
            return Ok(Estimate {
                value: self.requests / step,
                assumed: decoder.assumed,
            });
        }
        let prefiller = Prefiller::new(&setting)?;
        let answer = self.served.answer;
        let reading = prefiller.seconds(self.served.prompt, self.requests) + prefiller.overhead_s;
        Ok(Estimate {
            value: self.requests * answer / (answer * step + reading),
            assumed: decoder.assumed,
        })
    }
}
