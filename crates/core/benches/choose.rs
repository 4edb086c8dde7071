//! How long an answer takes over a hundred thousand offers, on one core.

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use jiff::Timestamp;
use tiaoka_core::choose::{Market, choose};
use tiaoka_core::gpu::{GpuId, GpuName, Kind};
use tiaoka_core::model::ModelShape;
use tiaoka_core::money::{Currency, Money, Period, Price, Rates};
use tiaoka_core::offer::{Availability, Billing, Means, Offer, Origin, Os};
use tiaoka_core::plan::{Plan, PlanGpu};
use tiaoka_core::traits::Traits;
use tiaoka_core::workload::{
    Checkpointing, DataAmount, Inference, Limits, Method, Optimizer, Precision, Quant, RegionWish,
    Server, Traffic, Training, Workload,
};

/// Offers of the market: 20 cards × 4 counts × 50 sellers × 25 places.
const OFFERS: usize = 100_000;
const CARDS: [&str; 20] = [
    "rtx-4090",
    "rtx-3090",
    "rtx-5090",
    "a100-40g-pcie",
    "a100-80g-pcie",
    "a100-80g-sxm",
    "h100-80g-sxm",
    "h100-80g-pcie",
    "l40s",
    "l4",
    "t4",
    "a10",
    "v100-16g-sxm",
    "v100-32g-sxm",
    "h20-96g",
    "h800-80g-sxm",
    "a800-80g-sxm",
    "rtx-a6000",
    "rtx-6000-ada",
    "ascend-910b3",
];
const COUNTS: [u32; 4] = [1, 2, 4, 8];
const SELLERS: usize = 50;
const PLACES: usize = 25;

fn offer(i: usize) -> Offer {
    let card = CARDS[i % CARDS.len()];
    let count = COUNTS[i / CARDS.len() % COUNTS.len()];
    let seller = i / (CARDS.len() * COUNTS.len()) % SELLERS;
    let place = i / (CARDS.len() * COUNTS.len() * SELLERS) % PLACES;
    // A price that looks random and is the same in every run: 0.50 to 100.49 per card.
    let cents = 50 + (i * 2_654_435_761_usize) % 10_000;
    let seen = 1_780_000_000 + (i as i64 * 7_919) % 10_000_000;
    let gpu = PlanGpu {
        name: card.to_owned(),
        model: GpuName::Known(GpuId(card.to_owned())),
        count: Some(count),
        memory_gib: None,
        usable_gib: None,
        share: 1.0,
        link: None,
    };
    Offer {
        plan: Plan {
            provider: format!("seller-{seller:02}"),
            sku: format!("{card}.x{count}"),
            kind: Kind::Gpu,
            gpu: Some(gpu),
            vcpus: Some(16.0),
            memory_gib: Some(64.0),
        },
        region: Some(format!("place-{place:02}")),
        zone: None,
        mainland_china: place.is_multiple_of(3),
        os: Os::Linux,
        billing: if i.is_multiple_of(7) {
            Billing::Spot
        } else {
            Billing::OnDemand
        },
        price: Some(Price {
            listed: Money {
                amount: (rust_decimal::Decimal::from(cents) * rust_decimal::Decimal::from(count))
                    / rust_decimal::Decimal::from(100),
                currency: if seller.is_multiple_of(2) {
                    Currency::CNY
                } else {
                    Currency::USD
                },
            },
            payable: None,
            per: Period::Hour,
        }),
        availability: Availability::Unknown,
        quota: None,
        origin: Origin {
            means: Means::Snapshot,
            source: String::from("generated"),
            note: None,
        },
        quarantine: None,
        observed_at: Timestamp::from_second(seen).ok(),
        superseded: false,
    }
}

fn lora(model: ModelShape) -> Workload {
    Workload::Training(Training {
        model,
        method: Method::Lora,
        data: DataAmount::Tokens(30e6),
        epochs: 1.0,
        sequence_tokens: 2_048,
        precision: Precision::Bf16,
        precision_chosen: false,
        micro_batch: 1,
        grad_accumulation: 8,
        checkpointing: Checkpointing::Full,
        optimizer: Optimizer::Adamw,
        lora_rank: 8,
        framework: None,
        deadline_h: None,
    })
}

fn serving(model: ModelShape) -> Workload {
    Workload::Inference(Inference {
        model,
        quant: Quant::Bf16,
        prompt_tokens: 1_024,
        answer_tokens: 256,
        traffic: Traffic::Concurrency(16.0),
        ttft_ms_max: Some(2_000.0),
        tpot_ms_max: Some(100.0),
        hours_per_day: 24.0,
        server: Server::Vllm,
        kv_bits: 16,
    })
}

fn limits(region: RegionWish) -> Limits {
    Limits {
        budget: None,
        currency: Currency::CNY,
        region,
        providers: Vec::new(),
        billing: vec![Billing::OnDemand, Billing::Spot],
        gpus_max: None,
        vendors: Vec::new(),
        needs: Vec::new(),
        software: None,
        quotas: Vec::new(),
        storage_gb: 100.0,
        egress_gb: 0.0,
        data_at: None,
        time_value: None,
        discounts: Vec::new(),
        speed: 0.35,
        can_wait: false,
        accept_suspicious: false,
        will_verify: false,
        limit: 20,
    }
}

fn bench(criterion: &mut Criterion) {
    let offers: Vec<Offer> = (0..OFFERS).map(offer).collect();
    let sellers = Traits::default();
    let rates = Rates {
        observed_on: jiff::civil::date(2026, 10, 30),
        source: String::from("generated"),
        per_eur: BTreeMap::from([
            (Currency::CNY, rust_decimal::Decimal::from(8)),
            (Currency::USD, rust_decimal::Decimal::ONE),
        ]),
    };
    let Some(model) = ModelShape::preset("llama3.1-8b") else {
        return;
    };
    let Ok(now) = Timestamp::from_second(1_796_000_000) else {
        return;
    };
    let market = Market {
        offers: &offers,
        sellers: &sellers,
        rates: &rates,
        reports: &[],
        now,
    };
    let mut group = criterion.benchmark_group("choose over 100,000 offers");
    group.sample_size(20);
    let cases = [
        ("training", lora(model.clone()), RegionWish::Any),
        (
            "training in mainland China",
            lora(model.clone()),
            RegionWish::MainlandChina,
        ),
        ("inference", serving(model), RegionWish::Any),
    ];
    for (name, workload, region) in cases {
        let limits = limits(region);
        group.bench_function(name, |bencher| {
            bencher.iter(|| choose(black_box(&workload), black_box(&limits), black_box(&market)));
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
