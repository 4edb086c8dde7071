//! What a row's speed counts, in operations and bytes: all that simple methods know of a workload.

use super::{Observation, case};
use crate::model::{ModelShape, SampleModel};
use crate::predict::{Format, Kind};

/// Operations of one token, sample, denoising step or prompt, whichever the row counts.
pub(super) fn operations(row: &Observation) -> Option<f64> {
    let forward = forward(row)?;
    Some(match row.kind() {
        Kind::TrainLlm | Kind::TrainCnnBert => 3.0 * forward,
        Kind::InferCnnBert | Kind::Decode | Kind::Serving => forward,
        Kind::Prefill => forward * prompt(row),
        Kind::Diffusion if row.metric == "image_steps_per_s" => forward,
        Kind::Diffusion => forward * row.batch.unwrap_or(1.0),
        Kind::MemoryInfer | Kind::MemoryTrain => return None,
    })
}

/// Bytes read for the same: the weights once a step for decoding and serving; elsewhere a fixed part of
/// the operations, which the share of the bandwidth takes in.
pub(super) fn bytes_read(row: &Observation) -> Option<f64> {
    match row.kind() {
        Kind::Decode | Kind::Serving => {
            let format = Format::by_name(case::precision_key(&row.precision))?;
            let weights = forward(row)? / 2.0 * format.bytes;
            Some(weights / row.batch.unwrap_or(1.0))
        }
        _ => operations(row),
    }
}

/// Of one forward pass: 2 operations for each active parameter and token.
fn forward(row: &Observation) -> Option<f64> {
    if let Some(network) = SampleModel::named(&row.model) {
        let size = row.seq.unwrap_or(f64::from(network.default_size()));
        return Some(network.passes() * network.forward_flop(size));
    }
    let active = match row.note.number("params") {
        Some(params) => params,
        None => ModelShape::preset(&row.model)?.active_params,
    };
    let per_sequence = matches!(row.unit.as_str(), "sequences/s" | "samples/s");
    let tokens = if per_sequence {
        row.seq.unwrap_or(1.0)
    } else {
        1.0
    };
    Some(2.0 * active * tokens)
}

/// Tokens that a row in milliseconds reads; one where it counts tokens.
fn prompt(row: &Observation) -> f64 {
    match row.unit.as_str() {
        "ms" => row.seq.unwrap_or(1.0) * row.batch.unwrap_or(1.0),
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::read;

    fn row(line: &str) -> Observation {
        let head = "task,model,gpu,precision,batch,seq,metric,unit";
        read(format!("{head}\n{line}\n").as_bytes()).rows.remove(0)
    }

    #[track_caller]
    fn near(found: Option<f64>, expected: f64) {
        assert!((found.unwrap() / expected - 1.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn a_token_of_a_dense_model_takes_two_operations_a_parameter_and_its_weights_once_a_batch() {
        let decode = row("decode,llama3-8b,T4,fp8,4,512,throughput,tokens/s");
        near(operations(&decode), 2.0 * 8.03e9);
        near(bytes_read(&decode), 8.03e9 / 4.0); // a byte a weight
    }

    #[test]
    fn a_prompt_in_milliseconds_counts_all_its_tokens() {
        let prefill = row("prefill,llama3-8b,T4,f16,2,1000,ttft_p50,ms");
        near(operations(&prefill), 2.0 * 8.03e9 * 2000.0);
    }

    #[test]
    fn training_is_three_passes_and_memory_follows_no_rate() {
        let train = row("train,llama3-8b,T4,f16,,2048,throughput,tokens/s");
        near(operations(&train), 6.0 * 8.03e9);
        assert_eq!(
            operations(&row("memory,llama3-8b,T4,f16,,2048,total_memory,GB")),
            None
        );
    }
}
