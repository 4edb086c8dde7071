//! Decoding: tokens a second of a batch.

use super::inputs::Served;
use super::{Case, Estimate, unit_unknown};
use crate::model::ModelConstants;
use crate::observation::Observation;
use crate::predict::{Decoder, Prefiller, Refusal, Rig, ServerFamily, recognise};

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
    let mut served = Served::of(row, rig, framework)?;
    let from_params = served.shape.from_params;
    let (program, family, _) = recognise(framework);
    let clock_stated = row.note.get("clock").is_some();
    let is_llama = program.starts_with("llama.cpp");
    if is_llama && served.answer > 0.0 && served.prompt > served.answer {
        // llama.cpp counts prompt and answer together.
        served.prompt -= served.answer;
    }
    let context = match program {
        // `seq` counts the tokens generated from an empty context.
        _ if is_llama && !clock_stated => served.prompt / 2.0,
        "litgpt" => LITGPT_CONTEXT,
        _ => served.prompt + served.answer / 2.0,
    };
    let speed_of_answers = row.note.get("derived").is_some() || matches!(program, "litgpt");
    let whole_answer = family != ServerFamily::Local && !speed_of_answers && served.prompt > 1.0;
    let case = DecodeCase {
        requests: served.batch.unwrap_or(1.0),
        context,
        prompt_in_clock: served.answer > 0.0 && (whole_answer || clock_stated),
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
