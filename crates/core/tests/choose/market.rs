//! Small markets, and the shipped one.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use jiff::Timestamp;
use tiaoka_core::catalogue::{self, Tables, rates};
use tiaoka_core::choose::{Advice, Choice, Market, Why, choose};
use tiaoka_core::gpu::{GpuId, GpuName, Kind};
use tiaoka_core::model::ModelShape;
use tiaoka_core::money::{Currency, Money, Period, Price, Rates};
use tiaoka_core::offer::{
    Availability, Billing, Means, Offer, Origin, Os, Quarantine, QuarantineReason,
};
use tiaoka_core::plan::{Plan, PlanGpu};
use tiaoka_core::traits::Traits;
use tiaoka_core::workload::{
    Checkpointing, DataAmount, Dev, DevMemory, Inference, Limits, Method, Optimizer, Precision,
    Quant, RegionWish, Server, Traffic, Training, Workload,
};

/// The day on which every test looks at prices.
pub(crate) fn now() -> Timestamp {
    "2026-11-30T00:00:00Z".parse().unwrap()
}

/// LoRA of llama3.1-8b on 30 M tokens, everything else as the wizard has it.
pub(crate) fn lora_8b() -> Training {
    Training {
        model: ModelShape::preset("llama3.1-8b").unwrap(),
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
    }
}

/// qwen2.5-32b in fp8 for 16 users, as the acceptance asks.
pub(crate) fn serving_32b() -> Inference {
    Inference {
        model: ModelShape::preset("qwen2.5-32b").unwrap(),
        quant: Quant::Fp8,
        prompt_tokens: 1_024,
        answer_tokens: 256,
        traffic: Traffic::Concurrency(16.0),
        ttft_ms_max: Some(2_000.0),
        tpot_ms_max: Some(50.0),
        hours_per_day: 24.0,
        server: Server::Vllm,
        kv_bits: 16,
    }
}

/// A 24 GB card for 3 hours on 22 days, two starts a day, 100 GB kept.
pub(crate) fn development() -> Dev {
    Dev {
        memory: DevMemory::NominalGib(24.0),
        hours_per_day: 3.0,
        days_per_month: 22.0,
        starts_per_day: 2.0,
        keep_gb: 100.0,
    }
}

/// The wizard's limits: on demand, in yuan, everything else open.
pub(crate) fn limits() -> Limits {
    Limits {
        budget: None,
        currency: Currency::CNY,
        region: RegionWish::Any,
        providers: Vec::new(),
        billing: vec![Billing::OnDemand],
        gpus_max: None,
        vendors: Vec::new(),
        needs: Vec::new(),
        software: None,
        quotas: Vec::new(),
        storage_gb: 0.0,
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

/// One card of this id at this price an hour, seen so many days ago, stock unknown.
pub(crate) fn offer(provider: &str, sku: &str, card: &str, yuan: &str, days_ago: f64) -> Offer {
    let gpu = PlanGpu {
        name: card.to_owned(),
        model: GpuName::Known(GpuId(card.to_owned())),
        count: Some(1),
        memory_gib: None,
        usable_gib: None,
        share: 1.0,
        link: None,
    };
    let plan = Plan {
        provider: provider.to_owned(),
        sku: sku.to_owned(),
        kind: Kind::Gpu,
        gpu: Some(gpu),
        vcpus: None,
        memory_gib: None,
    };
    let seen = now().as_second() - (days_ago * 86_400.0) as i64;
    Offer {
        plan,
        region: Some("cn-mainland".to_owned()),
        zone: None,
        mainland_china: true,
        os: Os::Linux,
        billing: Billing::OnDemand,
        price: Some(Price {
            listed: yuan_of(yuan),
            payable: None,
            per: Period::Hour,
        }),
        availability: Availability::Unknown,
        quota: None,
        origin: Origin {
            means: Means::Snapshot,
            source: "worked by hand".to_owned(),
            note: None,
        },
        quarantine: None,
        observed_at: Some(Timestamp::from_second(seen).unwrap()),
        superseded: false,
    }
}

/// An amount of yuan.
pub(crate) fn yuan_of(amount: &str) -> Money {
    Money {
        amount: amount.parse().unwrap(),
        currency: Currency::CNY,
    }
}

/// Rates without any but yuan and dollar.
pub(crate) fn plain_rates() -> Rates {
    Rates {
        observed_on: jiff::civil::date(2026, 10, 30),
        source: "worked by hand".to_owned(),
        per_eur: BTreeMap::from([
            (Currency::CNY, "8".parse().unwrap()),
            (Currency::USD, "1".parse().unwrap()),
        ]),
    }
}

/// A small market's answer.
pub(crate) fn answer<'a>(
    workload: &Workload,
    limits: &Limits,
    offers: &'a [Offer],
    sellers: &'a Traits,
    rates: &'a Rates,
) -> Advice<'a> {
    let market = Market {
        offers,
        sellers,
        rates,
        reports: &[],
        now: now(),
    };
    choose(workload, limits, &market)
}

/// The shipped catalogue.
pub(crate) struct Shipped {
    pub(crate) offers: Vec<Offer>,
    pub(crate) sellers: Traits,
    pub(crate) rates: Rates,
}

/// The shipped catalogue, read once.
pub(crate) fn shipped() -> &'static Shipped {
    static SHIPPED: OnceLock<Shipped> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let rates = rates::read(include_str!("../../../app/data/exchange-rates.csv")).unwrap();
        let tables = Tables {
            plans_cn: include_str!("../../../app/data/plans-cn.csv"),
            plans_intl: include_str!("../../../app/data/plans-intl.csv"),
            specs: [
                include_str!("../../../app/data/specs-intl.csv"),
                include_str!("../../../app/data/specs-alicloud.csv"),
            ],
        };
        let sellers = Traits::read(
            include_str!("../../../app/data/provider-traits-cn.csv"),
            include_str!("../../../app/data/storage-prices-cn.csv"),
        );
        Shipped {
            offers: catalogue::shipped(&tables, &rates).unwrap().items,
            sellers: sellers.unwrap(),
            rates,
        }
    })
}

impl Shipped {
    /// Its answer.
    pub(crate) fn answer(&self, workload: &Workload, limits: &Limits) -> Advice<'_> {
        answer(workload, limits, &self.offers, &self.sellers, &self.rates)
    }
}

/// Sellers of the choices, best first.
pub(crate) fn names(advice: &Advice<'_>) -> Vec<String> {
    let provider = |choice: &Choice<'_>| choice.offer.plan.provider.clone();
    advice.choices.iter().map(provider).collect()
}

/// Why this seller's offer is refused.
pub(crate) fn refusal(advice: &Advice<'_>, provider: &str) -> Why {
    let mut all = advice.rejected.iter();
    all.find(|rejected| rejected.offer.plan.provider == provider)
        .unwrap()
        .why
        .clone()
}

/// The answer for LoRA of an 8B model.
pub(crate) fn lora<'a>(
    offers: &'a [Offer],
    limits: &Limits,
    sellers: &'a Traits,
    rates: &'a Rates,
) -> Advice<'a> {
    answer(
        &Workload::Training(lora_8b()),
        limits,
        offers,
        sellers,
        rates,
    )
}

/// The offer, held back for this reason.
pub(crate) fn held(mut offer: Offer, reason: QuarantineReason) -> Offer {
    offer.quarantine = Some(Quarantine {
        reason,
        detail: None,
    });
    offer
}
