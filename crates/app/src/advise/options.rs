//! What the wizard's fields offer.

use std::collections::{BTreeMap, BTreeSet};

use tiaoka_core::catalogue::sellers;
use tiaoka_core::gpu::{self, VendorSoftware};
use tiaoka_core::model::{SampleFamily, SampleModel, presets, sample_models};
use tiaoka_core::money::Currency;
use tiaoka_core::offer::Offer;
use tiaoka_core::predict::TRAINING_FRAMEWORKS;

use super::answer::{count, no_price};
use crate::answers::{Answers, ENGINES, QUANTS, SAMPLE_PRECISIONS, SERVERS, meaning};
use crate::app::Stock;
use crate::views::cost::DiscountView;
use crate::views::wizard::{
    ModelOption, ProviderOption, SampleOption, SoftwareOption, WizardOptions,
};
use crate::wording::Wording;

/// What the wizard's fields offer, as of this stock.
pub(super) fn options(
    stock: &Stock,
    discounts: Vec<DiscountView>,
    wording: Wording,
) -> WizardOptions {
    let model = |model: &tiaoka_core::model::ModelShape| ModelOption {
        name: model.name.clone(),
        params_b: model.params / 1e9,
        active_params_b: model.active_params / 1e9,
        layers: model.layers as u32,
        attention: meaning::attention(model),
    };
    WizardOptions {
        models: presets().iter().map(model).collect(),
        sample_models: sample_models().iter().map(sample).collect(),
        sample_defaults: ["training", "inference"]
            .map(Answers::sample_defaults)
            .to_vec(),
        sample_precisions: typed(&SAMPLE_PRECISIONS),
        engines: typed(&ENGINES),
        quants: typed(&QUANTS),
        servers: typed(&SERVERS),
        frameworks: TRAINING_FRAMEWORKS.map(str::to_owned).to_vec(),
        providers: providers(stock, &wording),
        regions: regions(stock),
        currencies: currencies(stock),
        vendors: vendors(stock),
        software: gpu::software().iter().map(software).collect(),
        discounts,
        defaults: ["training", "inference", "dev"]
            .map(Answers::defaults)
            .to_vec(),
    }
}

fn software(row: &VendorSoftware) -> SoftwareOption {
    SoftwareOption {
        id: row.name().to_lowercase(),
        name: row.name().to_owned(),
        vendor: row.vendor.clone(),
    }
}

fn sample(model: &SampleModel) -> SampleOption {
    let family = match model.family {
        SampleFamily::Cnn => "cnn",
        SampleFamily::Bert => "bert",
        SampleFamily::Diffusion => "diffusion",
    };
    SampleOption {
        name: model.name.clone(),
        family: family.to_owned(),
        params_m: model.params_m,
        size: model.default_size(),
        steps: model.steps,
    }
}

/// The first name of each value, in the order of the list.
fn typed<T: PartialEq>(known: &[(&str, T)]) -> Vec<String> {
    let firsts = known
        .iter()
        .enumerate()
        .filter(|(at, (_, value))| known.iter().position(|(_, other)| other == value) == Some(*at));
    firsts.map(|(_, (name, _))| (*name).to_owned()).collect()
}

fn present(stock: &Stock) -> impl Iterator<Item = &Offer> {
    stock.offers.iter().filter(|offer| !offer.superseded)
}

/// Sellers by their number of offers, then those whose prices do not ship.
fn providers(stock: &Stock, wording: &Wording) -> Vec<ProviderOption> {
    let mut offers: BTreeMap<&str, usize> = BTreeMap::new();
    for offer in present(stock) {
        *offers.entry(&offer.plan.provider).or_default() += 1;
    }
    let unpriced = sellers::all().iter().filter(|seller| !seller.priced);
    for seller in unpriced {
        offers.entry(&seller.id).or_default();
    }
    let mut providers: Vec<_> = offers.into_iter().collect();
    providers.sort_by_key(|(id, offers)| (std::cmp::Reverse(*offers), *id));
    let option = |(id, offers): (&str, usize)| ProviderOption {
        id: id.to_owned(),
        name: wording.provider(id),
        offers: count(offers),
        note: (offers == 0).then(|| wording.view(&no_price(id))),
    };
    providers.into_iter().map(option).collect()
}

/// Every seller by id with its other names, for whoever types one of them.
pub(super) fn sellers_by_name(stock: &Stock) -> Vec<(String, Vec<String>)> {
    let mut known: BTreeMap<String, Vec<String>> = sellers::all()
        .iter()
        .map(|seller| {
            (
                seller.id.clone(),
                vec![seller.name_zh.clone(), seller.name_en.clone()],
            )
        })
        .collect();
    for offer in &stock.offers {
        if !known.contains_key(&offer.plan.provider) {
            known.insert(offer.plan.provider.clone(), Vec::new());
        }
    }
    if let Some(names) = known.get_mut("aliyun") {
        names.push(String::from("alicloud"));
    }
    known.into_iter().collect()
}

/// Places as sellers write them, mainland China first.
fn regions(stock: &Stock) -> Vec<String> {
    let places: BTreeSet<(bool, &str)> = present(stock)
        .filter_map(|offer| Some((!offer.mainland_china, offer.region.as_deref()?)))
        .collect();
    let mut seen = BTreeSet::new();
    places
        .into_iter()
        .filter(|(_, place)| seen.insert(*place))
        .map(|(_, p)| p.to_owned())
        .collect()
}

/// Currencies with a rate: yuan and dollar first.
fn currencies(stock: &Stock) -> Vec<String> {
    let mut known: Vec<Currency> = stock.rates.per_eur.keys().copied().collect();
    known.sort_by_key(|c| (*c != Currency::CNY, *c != Currency::USD, *c));
    known.iter().map(|c| c.code().to_owned()).collect()
}

/// Makers of the cards on sale, the most offered first.
fn vendors(stock: &Stock) -> Vec<String> {
    let mut offers: BTreeMap<String, usize> = BTreeMap::new();
    for offer in present(stock) {
        let card = offer.plan.gpu.as_ref().and_then(|gpu| gpu.id());
        if let Some(spec) = card.and_then(|id| gpu::sheet().get(id)) {
            *offers.entry(spec.vendor.to_lowercase()).or_default() += 1;
        }
    }
    let mut vendors: Vec<_> = offers.into_iter().collect();
    vendors.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    vendors.into_iter().map(|(vendor, _)| vendor).collect()
}
