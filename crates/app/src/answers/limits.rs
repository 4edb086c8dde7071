//! The limits that answers set: where, how paid, how much, what a plan must have.

use tiaoka_core::gpu;
use tiaoka_core::message::{Message, Param};
use tiaoka_core::money::Currency;
use tiaoka_core::offer::Billing;
use tiaoka_core::workload::{DataPlace, Limits, Quota, RegionWish, Wish};

use super::fields as f;
use super::reader::{Reader, key, nearest};

/// Wishes, as they are typed.
pub(super) const WISHES: [(&str, Wish); 6] = [
    ("nvlink", Wish::Nvlink),
    ("per-second-billing", Wish::PerSecondBilling),
    ("stop-without-gpu-charge", Wish::StopWithoutGpuCharge),
    ("preinstalled", Wish::Preinstalled),
    ("djbh-3", Wish::Djbh3),
    ("log-retention-180d", Wish::LogRetention180d),
];
/// β where none is said (workload model, section 1).
const DEFAULT_SPEED: f64 = 0.35;
/// Choices where no number is said (command line).
const DEFAULT_LIMIT: u32 = 20;

impl Reader<'_> {
    /// The limits.
    pub(super) fn limits(&mut self) -> Limits {
        let a = self.answers;
        Limits {
            budget: self.money(&a.budget, "budget", "field_budget"),
            currency: self.currency(),
            region: region(&a.region),
            providers: self.providers(),
            billing: self.billing(),
            gpus_max: self.whole(&a.gpus_max, &f::GPUS_MAX),
            vendors: self.vendors(),
            needs: self.needs(),
            software: self.software(),
            quotas: self.quotas(),
            storage_gb: self.number(&a.storage_gb, &f::STORAGE).unwrap_or(0.0),
            egress_gb: self.number(&a.egress_gb, &f::EGRESS).unwrap_or(0.0),
            data_at: self.data_at(),
            time_value: self.money(&a.time_value, "time_value", "field_time_value"),
            discounts: self.discounts(),
            speed: self.number(&a.speed, &f::SPEED).unwrap_or(DEFAULT_SPEED),
            can_wait: a.can_wait,
            accept_suspicious: a.accept_suspicious,
            will_verify: a.will_verify,
            limit: self.whole(&a.limit, &f::LIMIT).unwrap_or(DEFAULT_LIMIT) as usize,
        }
    }

    fn currency(&mut self) -> Currency {
        let said = self.answers.currency.trim();
        if said.is_empty() {
            return self.context.currency;
        }
        match said.parse::<Currency>() {
            Ok(currency) if self.context.rates.rate(Currency::CNY, currency).is_some() => currency,
            _ => {
                let message = self.no_rate(said);
                self.refuse("currency", "field_currency", said, message);
                self.context.currency
            }
        }
    }

    fn providers(&mut self) -> Vec<String> {
        let said = listed(&self.answers.provider);
        said.iter()
            .filter_map(|said| self.seller(said, ("provider", "field_provider")))
            .collect()
    }

    /// A seller's id, also where one of its names was typed.
    pub(super) fn seller(
        &mut self,
        said: &str,
        (field, word): (&'static str, &'static str),
    ) -> Option<String> {
        let known = self.context.providers;
        let wanted = letters(said);
        let named = known.iter().find(|(id, names)| {
            letters(id) == wanted || names.iter().any(|name| letters(name) == wanted)
        });
        match named {
            Some((id, _)) => Some(id.clone()),
            None if known.is_empty() => Some(said.to_owned()),
            None => {
                let near = nearest(said, known.iter().map(|(id, _)| id.as_str()), 3).join(", ");
                let message = Message::new("provider_unknown").with("near", Param::Text(near));
                self.refuse(field, word, said, message);
                None
            }
        }
    }

    /// Where the data set lies now.
    fn data_at(&mut self) -> Option<DataPlace> {
        let said = self.answers.data_at.trim();
        let (seller, region) = match said.split_once('/') {
            Some((seller, region)) => (seller.trim(), Some(region.trim().to_owned())),
            None => (said, None),
        };
        if seller.is_empty() {
            return None;
        }
        let provider = self.seller(seller, ("data_at", "field_data_at"))?;
        Some(DataPlace { provider, region })
    }

    /// Software by the stack's name; the maker's name means its stack.
    fn software(&mut self) -> Option<String> {
        let said = self.answers.software.trim();
        if matches!(key(said).as_str(), "" | "any" | "不限") {
            return None;
        }
        let known = gpu::software();
        let wanted = letters(said);
        let row = known
            .iter()
            .find(|row| letters(row.name()) == wanted || letters(&row.vendor) == wanted);
        if row.is_none() {
            let names: Vec<String> = known.iter().map(|row| row.name().to_lowercase()).collect();
            let message = Message::new("field_not_one_of");
            let message = message.with("choices", Param::Text(names.join(", ")));
            self.refuse("software", "field_software", said, message);
        }
        row.map(|row| row.name().to_owned())
    }

    /// Quotas and reservations.
    fn quotas(&mut self) -> Vec<Quota> {
        let a = self.answers;
        let mut all = self.allowances(&a.quota, ("quota", "field_quota"), false);
        all.extend(self.allowances(&a.reservation, ("reservation", "field_reservation"), true));
        all
    }

    fn allowances(
        &mut self,
        texts: &[String],
        field: (&'static str, &'static str),
        reserved: bool,
    ) -> Vec<Quota> {
        let mut all = Vec::new();
        for said in listed(texts) {
            let Some((place, gpus)) = allowance(&said) else {
                self.refuse(field.0, field.1, &said, Message::new("quota_unreadable"));
                continue;
            };
            let (seller, region) = match place.split_once('/') {
                Some((seller, region)) => (seller.trim(), Some(region.trim().to_owned())),
                None => (place, None),
            };
            if let Some(provider) = self.seller(seller, field) {
                all.push(Quota {
                    provider,
                    region,
                    gpus,
                    reserved,
                });
            }
        }
        all
    }

    fn billing(&mut self) -> Vec<Billing> {
        let mut ways = Vec::new();
        for said in listed(&self.answers.billing) {
            match said.parse::<Billing>() {
                Ok(way) => ways.push(way),
                Err(_) => {
                    let choices = Param::Text("on-demand, spot, monthly, yearly".to_owned());
                    let message = Message::new("field_not_one_of").with("choices", choices);
                    self.refuse("billing", "field_billing", &said, message);
                }
            }
        }
        if ways.is_empty() {
            vec![Billing::OnDemand]
        } else {
            ways
        }
    }

    /// Makers of cards, as the spec sheet names them, in lower case.
    fn vendors(&mut self) -> Vec<String> {
        let known = vendors();
        let mut wanted = Vec::new();
        for said in listed(&self.answers.vendor) {
            match known.iter().find(|name| letters(name) == letters(&said)) {
                Some(name) => wanted.push(name.clone()),
                None => {
                    let message = Message::new("field_not_one_of");
                    let message = message.with("choices", Param::Text(known.join(", ")));
                    self.refuse("vendor", "field_vendor", &said, message);
                }
            }
        }
        wanted
    }

    fn needs(&mut self) -> Vec<Wish> {
        let said = listed(&self.answers.need);
        said.iter()
            .filter_map(|said| self.choice(said, ("need", "field_need"), &WISHES))
            .collect()
    }
}

/// `aliyun/cn-beijing=8`: a place, and the cards that one may have there.
fn allowance(text: &str) -> Option<(&str, u32)> {
    let (place, gpus) = text.split_once(['=', '＝'])?;
    let place = place.trim();
    let gpus = gpus.trim().parse().ok()?;
    (!place.is_empty() && !place.starts_with('/') && !place.ends_with('/')).then_some((place, gpus))
}

/// Makers of the cards in the spec sheet, lower case, sorted.
pub(crate) fn vendors() -> Vec<String> {
    let mut names: Vec<String> = gpu::sheet()
        .iter()
        .map(|card| card.vendor.to_lowercase())
        .filter(|v| !v.is_empty())
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Values of a list field; commas inside one value part it further.
pub(super) fn listed(values: &[String]) -> Vec<String> {
    let parts = values
        .iter()
        .flat_map(|value| value.split([',', '，', '、']));
    parts
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

/// Letters and digits of a name, lower case: `Alibaba Cloud` is `alibaba-cloud`.
fn letters(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Where data may live.
fn region(text: &str) -> RegionWish {
    match key(text).as_str() {
        "" | "any" | "anywhere" | "不限" => RegionWish::Any,
        "cn" | "china" | "mainland_china" | "中国大陆" | "大陆" => RegionWish::MainlandChina,
        _ => RegionWish::Code(text.trim().to_owned()),
    }
}
