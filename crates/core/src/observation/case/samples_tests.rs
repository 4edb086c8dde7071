//! Rows of CNN, BERT and diffusion: what their cells change in what is predicted.

use crate::model::constants;
use crate::observation::{predict_row, read};

const HEAD: &str =
    "id,task,model,gpu,gpu_count,precision,batch,seq,metric,value,unit,framework,source,year,note";

/// What is predicted of one line, in the line's unit.
#[track_caller]
fn foretold(line: &str) -> f64 {
    let found = read(format!("{HEAD}\n{line}\n").as_bytes());
    assert!(found.problems.is_empty(), "{:?}", found.problems);
    predict_row(&found.rows[0], constants()).unwrap().value
}

#[track_caller]
fn refused(line: &str) -> &'static str {
    let found = read(format!("{HEAD}\n{line}\n").as_bytes());
    predict_row(&found.rows[0], constants())
        .unwrap_err()
        .reason
        .code
}

fn trained(batch: &str, note: &str) -> f64 {
    foretold(&format!(
        "a,train,resnet50,RTX4090,2,fp16-amp,{batch},224,throughput,1,images/s,pytorch-timm,o/r,2024,{note}"
    ))
}

#[test]
fn a_batch_of_all_cards_is_shared_by_them() {
    assert_eq!(trained("64", "batch=global"), trained("32", ""));
    assert!(trained("64", "") > trained("32", ""));
}

#[test]
fn a_compiled_model_is_faster() {
    assert!(trained("64", "compile=1") > trained("64", ""));
}

#[test]
fn packed_sequences_hold_more_of_what_counts() {
    let sequences = |note: &str| {
        foretold(&format!(
            "a,train,bert-large,H100-SXM-80GB,8,fp8,,512,throughput,1,sequences/s,mlperf-nvidia,o/r,2024,{note}"
        ))
    };
    assert!(sequences("unpadded=1") > 1.3 * sequences(""));
}

#[test]
fn eight_bits_run_at_the_card_s_own_rate() {
    let images = |precision: &str| {
        foretold(&format!(
            "a,infer,resnet50,A10,1,{precision},256,224,throughput,1,images/s,tensorrt,o/r,2024,"
        ))
    };
    assert!(images("int8") > 1.5 * images("fp16"));
}

#[test]
fn steps_of_a_batch_and_steps_of_its_images_say_the_same() {
    let counted = |metric: &str| {
        foretold(&format!(
            "a,diffusion,sdxl,L40S,1,fp16,4,1024,{metric},1,it/s,diffusers-eager,o/r,2024,"
        ))
    };
    let (steps, images) = (counted("iterations_per_s"), counted("image_steps_per_s"));
    assert!((images / steps - 4.0).abs() < 1e-9);
}

#[test]
fn a_network_without_known_operations_is_refused() {
    let line = "a,infer,mobilenet-v2,T4,1,fp16,8,224,throughput,1,images/s,pytorch,o/r,2024,";
    assert_eq!(refused(line), "row_model_unknown");
    let line = "a,infer,resnet50,A10,1,fp4,8,224,throughput,1,images/s,tensorrt,o/r,2024,";
    assert_eq!(refused(line), "row_precision_unknown");
}
