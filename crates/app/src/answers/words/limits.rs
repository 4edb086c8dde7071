//! Words for what a plan must respect.

use tiaoka_core::choose::wish_word;
use tiaoka_core::workload::{Limits, Quota, RegionWish, Wish};

use super::Parts;
use crate::wording::{Wording, figures};

impl Parts<'_> {
    pub(super) fn limits(&mut self, limits: &Limits) {
        let (a, w) = (self.answers, self.wording);
        let region = match &limits.region {
            RegionWish::Any => w.word("region_any"),
            RegionWish::MainlandChina => w.word("region_cn"),
            RegionWish::Code(code) => code.clone(),
        };
        self.push("region", &a.region, region);
        let joined = |words: Vec<String>| words.join(&w.plain("answers.list"));
        let ways = limits
            .billing
            .iter()
            .map(|way| w.word(&way.to_string()))
            .collect();
        self.push("billing", &a.billing.join(""), joined(ways));
        if let Some(budget) = &limits.budget {
            let budget = figures::typed_money(budget);
            self.push(
                "budget",
                &a.budget,
                self.fill("answers.part.at_most", &[("figure", &budget)]),
            );
        }
        if let Some(most) = limits.gpus_max {
            let most = figures::count(u64::from(most));
            self.push(
                "gpus_max",
                &a.gpus_max,
                self.fill("answers.part.gpus_max", &[("count", &most)]),
            );
        }
        if !limits.providers.is_empty() {
            let names = limits.providers.iter().map(|id| w.provider(id)).collect();
            self.push("provider", "said", joined(names));
        }
        if !limits.vendors.is_empty() {
            let names = limits.vendors.iter().map(|id| w.word(id)).collect();
            self.push("vendor", "said", joined(names));
        }
        if let Some(software) = &limits.software {
            self.push("software", &a.software, software.clone());
        }
        for (field, reserved, key) in [
            ("quota", false, "answers.part.quota"),
            ("reservation", true, "answers.part.reservation"),
        ] {
            let of = limits
                .quotas
                .iter()
                .filter(|quota| quota.reserved == reserved);
            let each: Vec<String> = of.map(|quota| allowance(quota, w)).collect();
            if !each.is_empty() {
                let each = joined(each);
                self.push(field, "said", self.fill(key, &[("list", &each)]));
            }
        }
        if !limits.needs.is_empty() {
            let word = |wish: &Wish| w.word(wish_word(*wish));
            self.push(
                "need",
                "said",
                joined(limits.needs.iter().map(word).collect()),
            );
        }
    }
}

/// `Alibaba Cloud cn-beijing 8`.
fn allowance(quota: &Quota, wording: &Wording) -> String {
    let name = wording.provider(&quota.provider);
    match &quota.region {
        Some(region) => format!("{name} {region} {}", quota.gpus),
        None => format!("{name} {}", quota.gpus),
    }
}
