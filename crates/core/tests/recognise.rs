//! What vendors' texts mean: cases CAT-01, 02, 03 and 05, and others of their kind.

use tiaoka_core::gpu::{
    CardFilter, GpuId, GpuName, Kind, Profile, Recognised, Status, names_of, published, recognise,
    recognise_devices, resolve, sheet,
};

/// MiB as GiB.
fn mib(mib: f64) -> Option<f64> {
    Some(mib / 1024.0)
}

fn ids(model: &GpuName) -> Vec<&str> {
    match model {
        GpuName::Known(id) => vec![&id.0],
        GpuName::OneOf(ids) => ids.iter().map(|id| id.0.as_str()).collect(),
        GpuName::Unknown(_) => Vec::new(),
    }
}

#[track_caller]
fn means(text: &str, expected: &[&str]) -> Recognised {
    let card = recognise(text, None, None);
    assert_eq!(ids(&card.model), expected, "{text}: {card:?}");
    card
}

/// CAT-05.
#[test]
fn names_that_look_alike_are_told_apart() {
    let cards = [
        ("1x B300 SXM6 262GB", None, "B300", 262.0, "b300"),
        ("RTX 6000 Ada", None, "RTX 6000 Ada", 48.0, "rtx-6000-ada"),
        (
            "Quadro RTX 6000",
            Some(24.0),
            "Quadro RTX 6000",
            24.0,
            "quadro-rtx-6000",
        ),
        ("RTX A6000", None, "RTX A6000", 48.0, "rtx-a6000"),
        ("A40 (graphics mode)", None, "A40", 48.0, "a40"),
        (
            "NVIDIA H100 80GB HBM3",
            None,
            "H100 SXM",
            80.0,
            "h100-80g-sxm",
        ),
        ("H100 PCIe", None, "H100 PCIe", 80.0, "h100-80g-pcie"),
        ("H100 NVL", None, "H100 NVL", 94.0, "h100-94g-nvl"),
        (
            "NVIDIA A800-SXM4-80GB",
            None,
            "A800 SXM",
            80.0,
            "a800-80g-sxm",
        ),
        (
            "NVIDIA GeForce RTX 4090 D",
            None,
            "RTX 4090 D",
            24.0,
            "rtx-4090-d",
        ),
    ];
    for (text, memory, name, gib, id) in cards {
        let card = recognise(text, memory, None);
        assert_eq!(
            (card.name.as_str(), card.memory_gib),
            (name, Some(gib)),
            "{text}"
        );
        assert_eq!(ids(&card.model), [id], "{text}");
        assert_eq!((card.share, card.kind), (1.0, Kind::Gpu), "{text}");
    }
    let pro = recognise("RTX PRO 6000 96GB", None, None);
    assert_eq!(
        (pro.name.as_str(), pro.memory_gib),
        ("RTX PRO 6000", Some(96.0))
    );
    assert_eq!(
        sheet().get(&GpuId(ids(&pro.model)[0].into())).unwrap().arch,
        "Blackwell"
    );
    assert_eq!(recognise("1x B300 SXM6 262GB", None, None).count, Some(1));
}

#[test]
fn a_text_that_nobody_knows_keeps_its_words() {
    for text in [
        "Rubin R100 288GB",
        "RTX 9090",
        "沐曦 N100",
        "H20 PCIe",
        "A10 X",
    ] {
        let card = recognise(text, None, Some(2));
        assert_eq!(card.model, GpuName::Unknown(text.into()));
        assert_eq!((card.name.as_str(), card.status), (text, Status::Unknown));
        assert_eq!(card.count, Some(2));
    }
    assert_eq!(recognise("", None, None).status, Status::Masked);
    assert_eq!(recognise("NVIDIA", None, None).status, Status::Unknown);
}

/// CAT-01.
#[test]
fn two_gib_of_an_a10_are_a_twelfth_of_it() {
    let slice = recognise("A10", mib(2048.0), Some(1));
    assert_eq!(ids(&slice.model), ["a10"]);
    assert_eq!((slice.share, slice.memory_gib), (2.0 / 24.0, Some(2.0)));
    assert!(!slice.into_plan_gpu().is_whole());
    let half = recognise("A10", mib(12288.0), Some(1));
    assert_eq!((half.share, half.memory_gib), (0.5, Some(12.0)));
    let whole = recognise("A10", mib(24576.0), Some(1));
    assert_eq!(
        (whole.share, whole.memory_gib, whole.usable_gib),
        (1.0, Some(24.0), None)
    );
}

#[test]
fn a_slice_is_also_told_by_its_profile_or_by_a_count_below_one() {
    let vgpu = recognise("NVIDIA A10-2Q", None, Some(1));
    assert_eq!((ids(&vgpu.model), vgpu.share), (vec!["a10"], 2.0 / 24.0));
    assert_eq!(vgpu.memory_gib, Some(2.0));
    assert_eq!(vgpu.profile, Some(Profile::Vgpu { memory_gib: 2.0 }));
    let whole = recognise("GRID T4-16Q", None, None);
    assert_eq!((ids(&whole.model), whole.share), (vec!["t4"], 1.0));
    let eighth = recognise_devices("RTX PRO 6000", Some(12.0), Some(0.125));
    assert_eq!(
        (eighth.share, eighth.memory_gib, eighth.count),
        (0.125, Some(12.0), Some(1))
    );
    assert_eq!(eighth.status, Status::FormNotStated);
    let third = recognise_devices("A10", Some(8.0), Some(0.333333));
    assert_eq!((third.share, third.memory_gib), (0.333333, Some(8.0)));
    let v100 = recognise_devices("V100", Some(2.0), Some(0.0625)); // 2 / 0.0625 = 32 GiB
    assert_eq!(ids(&v100.model), ["v100-32g-pcie", "v100-32g-sxm"]);
    assert_eq!(
        recognise_devices("A10", Some(24.0), Some(0.25)).status,
        Status::Implausible
    );
}

#[test]
fn a_mig_profile_gives_memory_and_compute_slices() {
    let slice = recognise("NVIDIA A100-SXM4-80GB MIG 1g.10gb", None, Some(1));
    assert_eq!(
        (ids(&slice.model), slice.memory_gib),
        (vec!["a100-80g-sxm"], Some(10.0))
    );
    assert_eq!((slice.share, slice.compute_share()), (0.125, 1.0 / 7.0));
    let half = recognise("H100 SXM 3g.40gb", None, None);
    assert_eq!((half.share, half.compute_share()), (0.5, 3.0 / 7.0));
    assert_eq!(half.into_plan_gpu().share, 3.0 / 7.0); // the smaller of both
    let small = recognise("A100 1g.5gb", None, None); // an eighth of 40 GiB
    assert_eq!(ids(&small.model), ["a100-40g-pcie", "a100-40g-sxm"]);
    let a30 = recognise("A30 2g.12gb", None, None);
    assert_eq!((a30.share, a30.compute_share()), (0.5, 0.5));
    let all = recognise("H100 PCIe 7g.80gb", None, None);
    assert_eq!((all.share, all.compute_share()), (1.0, 1.0));
}

/// CAT-02.
#[test]
fn what_is_no_gpu_is_told_by_its_kind() {
    let rows = [
        ("Inferentia2", mib(32768.0), 1, Kind::Asic),
        ("NETINT T408", None, 12, Kind::Video),
        ("Xilinx VU9p", mib(65536.0), 1, Kind::Fpga),
        ("ct5lp", None, 4, Kind::Tpu),
        ("T4", mib(16384.0), 1, Kind::Gpu),
    ];
    for (text, memory, count, kind) in rows {
        let card = recognise(text, memory, Some(count));
        assert_eq!((card.kind, card.count), (kind, Some(count)), "{text}");
    }
    let others = [
        ("AWS Trainium2", Kind::Asic),
        ("Gaudi 2 HL-225H", Kind::Asic),
        ("Gaudi 4", Kind::Asic),
        ("Xilinx Alveo U250", Kind::Fpga),
        ("Intel Arria 10", Kind::Fpga),
        ("Xilinx U30", Kind::Video),
        ("NETINT Quadra T1U", Kind::Video),
        ("TPU v8", Kind::Tpu),
        ("昇腾910B", Kind::Npu),
        ("Ascend 920", Kind::Npu),
        ("MLU370-X8", Kind::Npu),
        ("昆仑芯 P800", Kind::Npu),
        ("MTT S4000", Kind::Gpu),
        ("MI300X", Kind::Gpu),
    ];
    for (text, kind) in others {
        assert_eq!(recognise(text, None, None).kind, kind, "{text}");
    }
}

/// CAT-03.
#[test]
fn a_reported_size_is_snapped_to_the_cards_and_kept_as_usable() {
    let eight = recognise("L4", mib(183104.0), Some(8)); // the sum: 22 888 MiB each
    assert_eq!(
        (eight.memory_gib, eight.count, eight.share),
        (Some(24.0), Some(8), 1.0)
    );
    assert_eq!(eight.usable_gib, mib(22888.0));
    assert_eq!(
        recognise("L4", mib(23034.0), Some(1)).usable_gib,
        mib(23034.0)
    );
    assert_eq!(recognise("L4", mib(24576.0), Some(1)).usable_gib, None);
    let a10g = recognise("A10G", mib(22888.0), Some(1));
    assert_eq!(a10g.memory_gib, Some(24.0));
    assert!((a10g.usable_gib.unwrap() - 22.3515625).abs() < 1e-9);
    let half = recognise("L4", mib(12288.0), Some(1));
    assert_eq!((half.memory_gib, half.share), (Some(12.0), 0.5)); // not snapped
}

#[test]
fn a_size_up_to_nine_percent_away_is_the_cards() {
    let whole = |gib| recognise("L40S", Some(gib), None);
    assert_eq!(whole(43.68).share, 1.0); // 48 × 0.91
    assert!(whole(43.67).share < 1.0);
    assert_eq!(whole(52.32).status, Status::Exact); // 48 × 1.09
    assert_eq!(whole(52.33).status, Status::Implausible);
}

#[test]
fn blackwell_sizes_are_kept_as_stated() {
    for (text, gib) in [
        ("B200", 179.1),
        ("B200", 192.0),
        ("B300", 288.0),
        ("GB300", 278.0),
    ] {
        let card = recognise(text, Some(gib), None);
        assert_eq!((card.memory_gib, card.share), (Some(gib), 1.0), "{text}");
    }
}

#[test]
fn memory_chooses_between_cards_of_one_name() {
    let of = |text, gib| recognise(text, Some(gib), Some(1));
    assert_eq!(ids(&of("A100 SXM", 40.0).model), ["a100-40g-sxm"]);
    assert_eq!(ids(&of("RTX 4090", 48.0).model), ["rtx-4090-48g"]);
    assert_eq!(ids(&of("H100", 94.0).model), ["h100-94g-nvl"]);
    assert_eq!(ids(&of("Ascend 910B", 32.0).model), ["ascend-910b4"]);
    let a100 = of("A100", 80.0);
    assert_eq!(ids(&a100.model), ["a100-80g-pcie", "a100-80g-sxm"]);
    assert_eq!(a100.status, Status::FormNotStated);
    assert_eq!(of("RTX 5090", 96.0).status, Status::Implausible);
    assert_eq!(of("H20", 8.0).status, Status::Implausible);
}

#[test]
fn cards_for_china_are_not_the_ones_they_derive_from() {
    means("A800 PCIe 80GB", &["a800-80g-pcie"]);
    means("A800", &["a800-80g-pcie", "a800-80g-sxm"]);
    means("H800 SXM5 80GB", &["h800-80g-sxm"]);
    means("NVIDIA H20", &["h20-96g", "h20-141g"]);
    means("NVIDIA L20", &["l20"]);
    means("4090D", &["rtx-4090-d"]);
    means("RTX 5090 D V2", &["rtx-5090-d-v2"]);
    means("RTX 5880", &["rtx-5880-ada"]);
}

#[test]
fn one_card_is_written_in_many_ways() {
    for text in [
        "NVIDIA A100-SXM4-80GB",
        "A100-SXM4(80G)",
        "a100_80g_sxm4",
        "8x A100 SXM4 80GB",
        "A100 SXM4 80 GB",
        "NVIDIA A100 SXM4 (80GB HBM2e) GPU",
        "A100-SXM4-80GB x8",
        "a100-80g-sxm",
    ] {
        means(text, &["a100-80g-sxm"]);
    }
    means("NVIDIA H200 SXM5 141GB", &["h200-sxm"]);
    means("V100-SXM3-32GB", &["v100-32g-sxm"]);
    means("NVIDIA GH200 480GB", &["gh200-96g", "gh200-144g"]);
    means("H100 SXM5 96GB", &["h100-96g-sxm"]);
    means("Tesla P100-SXM2-16GB", &["p100-16g-sxm"]);
    assert_eq!(recognise("A100-SXM4-80GB x8", None, None).count, Some(8));
    assert_eq!(recognise("8卡A800", None, None).count, Some(8));
}

#[test]
fn a_masked_name_is_listed_by_itself() {
    let card = recognise("Alibaba GPU H", Some(96.0), Some(8));
    assert_eq!(card.model, GpuName::Unknown("Alibaba GPU H".into()));
    assert_eq!((card.status, card.memory_gib), (Status::Masked, Some(96.0)));
    assert_eq!(
        recognise("Alibaba PPU 810", None, None).status,
        Status::Assumed
    );
}

#[test]
fn measured_names_ids_and_sheet_names_lead_to_one_card() {
    let known = |id: &str| GpuName::Known(GpuId(id.into()));
    assert_eq!(published("RTXPRO6000"), known("rtx-pro-6000-server"));
    assert_eq!(published("Ascend910B"), known("ascend-910b3"));
    assert_eq!(published("H100 SXM5 80GB"), known("h100-80g-sxm"));
    for card in sheet().iter() {
        assert_eq!(published(&card.id.0), known(&card.id.0));
    }
}

#[test]
fn a_search_finds_every_form_of_a_card_and_no_other_card() {
    let found = |query| {
        let mut ids: Vec<String> = resolve(query).into_iter().map(|id| id.0).collect();
        ids.sort();
        ids
    };
    assert_eq!(
        found("A100"),
        [
            "a100-40g-pcie",
            "a100-40g-sxm",
            "a100-80g-pcie",
            "a100-80g-sxm"
        ]
    );
    assert_eq!(found("a100 80gb"), ["a100-80g-pcie", "a100-80g-sxm"]);
    assert_eq!(found("4090"), ["rtx-4090", "rtx-4090-48g"]);
    assert_eq!(found("RTX 4090 D"), ["rtx-4090-d"]);
    assert_eq!(
        found("H100"),
        [
            "h100-80g-pcie",
            "h100-80g-sxm",
            "h100-94g-nvl",
            "h100-96g-sxm"
        ]
    );
    assert_eq!(found("RTX 3080"), ["rtx-3080-10g"]);
    assert_eq!(found("T4"), ["t4"]);
    assert_eq!(found("L40"), ["l40"]);
    assert_eq!(found("V100").len(), 4);
    assert_eq!(found("RTX PRO 6000").len(), 3);
    assert_eq!(found("昇腾910B").len(), 7); // 910B as rented, B1, B2, B2C, B3, B4, B4-1
    assert!(found("hopper").contains(&"h20-96g".to_owned()));
    assert!(found("RTX 9090").is_empty());
    let masked = recognise("Alibaba GPU H", None, None).into_plan_gpu();
    assert!(CardFilter::of("gpu h").keeps(&masked));
    assert!(!CardFilter::of("H100").keeps(&masked));
}

#[test]
fn the_spellings_of_a_card_all_lead_to_it() {
    let names = names_of(&GpuId("a100-80g-sxm".into()));
    assert!(names.contains(&"NVIDIA A100-SXM4-80GB") && names.contains(&"A100"));
    assert!(!names.contains(&"A100-SXM4-40GB"));
    for card in sheet().iter() {
        assert!(names_of(&card.id).contains(&card.name.as_str()));
    }
}
