//! The user's own measurements in an answer: section 7 of the workload model.

use tiaoka_core::choose::{Advice, Choice, Market, Why, choose};
use tiaoka_core::message::Param;
use tiaoka_core::model::constants;
use tiaoka_core::observation::{Report, read};
use tiaoka_core::offer::Offer;
use tiaoka_core::predict::Evidence;
use tiaoka_core::traits::Traits;
use tiaoka_core::workload::{Inference, Workload};

use crate::market::*;

const HEAD: &str =
    "task,model,gpu,gpu_count,precision,batch,seq,metric,value,unit,framework,note\n";

/// Reports of these rows, measured on the day of the test.
fn reports(rows: &str) -> Vec<Report> {
    let read = read(format!("{HEAD}{rows}").as_bytes());
    assert_eq!(read.problems, []);
    let report = |row| Report::of(row, now(), false, constants()).unwrap();
    read.rows.iter().map(report).collect()
}

fn answered<'a>(
    workload: &Workload,
    offers: &'a [Offer],
    sellers: &'a Traits,
    reports: &'a [Report],
) -> Advice<'a> {
    let rates = Box::leak(Box::new(plain_rates()));
    let market = Market {
        offers,
        sellers,
        rates,
        reports,
        now: now(),
    };
    choose(workload, &limits(), &market)
}

fn code_of<'c>(choice: &'c Choice<'_>, code: &str) -> Option<&'c Param> {
    let reason = choice.reasons.iter().find(|reason| reason.code == code);
    reason.map(|reason| &reason.params["count"])
}

/// LoRA of llama3.1-8b as the wizard asks it: micro-batch 1, sequences of 2,048.
const SAME_JOB: &str = "train,llama3.1-8b,RTX 4090,1,bf16,,2048,throughput,1500,tokens/s,\
                        hf-trainer+deepspeed,method=lora;mbs=1;ckpt=full\n";

#[test]
fn a_job_that_was_measured_is_answered_by_the_measurement() {
    let (offers, sellers) = (
        [offer("a", "RTX 4090", "rtx-4090", "1.60", 1.0)],
        Traits::default(),
    );
    let job = Workload::Training(lora_8b());
    let own = reports(SAME_JOB);
    let advice = answered(&job, &offers, &sellers, &own);
    let choice = &advice.choices[0];
    let prediction = &choice.prediction;
    assert_eq!(prediction.evidence, Some(Evidence::Measured));
    assert!((prediction.rate.as_ref().unwrap().value - 1500.0).abs() < 1e-6);
    // 30 M tokens ÷ 1,500 a second = 20,000 s; a single run is known to 3 %.
    let hours = prediction.compute_h.unwrap();
    assert!((hours.mid - 20_000.0 / 3_600.0).abs() < 1e-9);
    assert!((hours.high / hours.mid - (1.2816_f64 * 0.03).exp()).abs() < 1e-9);
    let sum: f64 = prediction.time_steps.iter().map(|step| step.value).sum();
    assert!((sum - 20_000.0).abs() < 1e-6, "{sum}");
    assert_eq!(code_of(choice, "measured_by_you"), Some(&Param::Count(1)));
}

#[test]
fn other_jobs_on_the_card_correct_it_and_the_reason_says_by_how_many() {
    let (offers, sellers) = (
        [offer("a", "RTX 4090", "rtx-4090", "1.60", 1.0)],
        Traits::default(),
    );
    let job = Workload::Training(lora_8b());
    let plain = answered(&job, &offers, &sellers, &[]);
    let before = plain.choices[0].prediction.rate.clone().unwrap();
    assert_eq!(code_of(&plain.choices[0], "corrected_by_you"), None);
    // Twice the sequence: another workload; two of them, since one alone may be odd.
    let row = SAME_JOB.replace(",2048,", ",4096,");
    let once = reports(&row);
    let one = answered(&job, &offers, &sellers, &once);
    assert_eq!(one.choices[0].prediction.rate.as_ref().unwrap(), &before);
    let twice = reports(&(row.clone() + &row.replace(",1500,", ",1510,")));
    let own = answered(&job, &offers, &sellers, &twice);
    let choice = &own.choices[0];
    assert_eq!(code_of(choice, "corrected_by_you"), Some(&Param::Count(2)));
    assert_eq!(choice.prediction.corrected_by(), Some(2));
    assert_ne!(choice.prediction.evidence, Some(Evidence::Measured));
    // w = 1/0.15² each: c = 44.444 · (r₁ + r₂) / (88.889 + 11.111).
    let c = 44.444_444 * (twice[0].log_ratio + twice[1].log_ratio) / 100.0;
    let after = choice.prediction.rate.as_ref().unwrap().value;
    assert!((after / before.value - c.exp()).abs() < 1e-6);
}

#[test]
fn a_report_of_another_card_changes_nothing() {
    let (offers, sellers) = (
        [offer("a", "RTX 3090", "rtx-3090", "1.20", 1.0)],
        Traits::default(),
    );
    let job = Workload::Training(lora_8b());
    let own = reports(SAME_JOB);
    let with = answered(&job, &offers, &sellers, &own);
    let without = answered(&job, &offers, &sellers, &[]);
    assert_eq!(with.choices[0].prediction, without.choices[0].prediction);
}

#[test]
fn a_need_of_memory_that_was_measured_decides_whether_it_fits() {
    let (offers, sellers) = (
        [offer("a", "RTX 4090", "rtx-4090", "1.60", 1.0)],
        Traits::default(),
    );
    let job = Workload::Training(lora_8b());
    let row = "memory,llama3.1-8b,RTX 4090,1,bf16,,2048,total_memory,30,GiB,hf-trainer+deepspeed,\
               method=lora;mbs=1;ckpt=full\n";
    let own = reports(row);
    let advice = answered(&job, &offers, &sellers, &own);
    assert!(advice.choices.is_empty());
    let Why::Refused(refusal) = &advice.rejected[0].why else {
        panic!("{:?}", advice.rejected[0].why);
    };
    assert_eq!(refusal.reason.code, "memory_short");
    let Param::Gib(needed) = refusal.reason.params["needed"] else {
        panic!("{refusal:?}");
    };
    assert!((needed - 30.0).abs() < 1e-6, "{needed}");
}

#[test]
fn first_and_later_tokens_are_measured_each_by_its_own_report() {
    let (offers, sellers) = (
        [offer("a", "H100", "h100-80g-sxm", "12", 1.0)],
        Traits::default(),
    );
    let serving = serving_32b();
    let job = Workload::Inference(Inference { ..serving });
    let plain = answered(&job, &offers, &sellers, &[]);
    let before = &plain.choices[0].prediction;
    let first = before.ttft_ms.unwrap().mid;
    let decode =
        "decode,qwen2.5-32b,H100-SXM-80GB,1,fp8,16,1024,throughput,400,tokens/s,vllm,osl=256\n";
    let own = reports(decode);
    let advice = answered(&job, &offers, &sellers, &own);
    let after = &advice.choices[0].prediction;
    // 16 sequences, 400 tokens a second together: 40 ms for each of them.
    let later = after.tpot_ms.unwrap().mid;
    let expected = before.tpot_ms.unwrap().mid / own[0].log_ratio.exp();
    assert!((later / expected - 1.0).abs() < 1e-9);
    assert_eq!(after.ttft_ms.unwrap().mid, first);
    let sum: f64 = after.time_steps.iter().map(|step| step.value).sum();
    assert!((sum - (first + 256.0 * later)).abs() < 1e-6);
    // The first token is still an estimate, so the answer is not "measured".
    assert_ne!(after.evidence, Some(Evidence::Measured));
}
