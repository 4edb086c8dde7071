//! Requirements of the scenario: software, quotas.

use super::refusals::refused;
use super::{inference, reading};
use crate::answers::Reading;
use tiaoka_core::workload::Quant;

#[test]
fn weights_are_understood_by_the_names_of_their_makers() {
    for (said, quant) in [
        ("fp16", Quant::Bf16),
        ("awq-int4", Quant::Int4),
        ("GPTQ int8", Quant::Int8),
        ("gguf q4_k_m", Quant::Q4KM),
    ] {
        let job = inference(&[("quant", said)]);
        assert_eq!(job.quant, quant, "{said}");
    }
}

#[test]
fn quotas_name_a_seller_and_perhaps_a_place() {
    let Reading { limits, faults, .. } = reading(&[
        ("quota", "aliyun/cn-beijing=8，AutoDL=0"),
        ("reservation", "阿里云=16"),
        ("software", "Huawei"),
    ]);
    assert_eq!(faults, []);
    let said: Vec<_> = limits
        .quotas
        .iter()
        .map(|q| (q.provider.as_str(), q.region.as_deref(), q.gpus, q.reserved))
        .collect();
    assert_eq!(
        said,
        [
            ("aliyun", Some("cn-beijing"), 8, false),
            ("autodl", None, 0, false),
            ("aliyun", None, 16, true),
        ]
    );
    // The maker's name means its software.
    assert_eq!(limits.software.as_deref(), Some("CANN"));
    refused(
        &[("quota", "aliyun 8")],
        "quota",
        "Quota: “aliyun 8” is not understood. Write a provider and the cards you may have, with a region \
         or without: aliyun/cn-beijing=8.",
    );
    refused(
        &[("quota", "alyun=8")],
        "quota",
        "Quota: no seller is called “alyun”. The nearest are aliyun, autodl.",
    );
}
