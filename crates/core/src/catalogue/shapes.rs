//! Machine facts without prices: they fill the gaps of offers, and machines that nobody prices yet
//! are kept so that they can be found and a later refresh can price them.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use super::gate::{self, Facts};
use super::provider_id;
use super::row::{Row, moment};
use crate::gpu::recognise_devices;
use crate::offer::{Availability, Billing, Means, Offer, Origin, Os};
use crate::plan::{Plan, PlanGpu, ProviderId, Sku};

/// How far reported memory may be below the nominal size to be that card's usable memory.
/// Source: architecture, "GB and GiB, the one rule".
const SNAP: f64 = 0.09;

/// A row of `specs-*.csv`, its cells as written.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Shape {
    /// Seller.
    pub provider: String,
    /// The seller's code.
    pub plan: String,
    /// Catalogue name of the card.
    pub gpu_model: String,
    /// Devices; below one a slice.
    pub gpu_count: String,
    /// Nominal memory of one device, GiB.
    pub gpu_mem_gb: String,
    /// Memory of all devices as the seller reports it, MiB.
    pub gpu_mem_total_mib_raw: String,
    /// Host threads.
    pub vcpus: String,
    /// Host memory, GiB.
    pub ram_gb: String,
    /// `active` or `inactive`.
    pub status: String,
    /// Where it was read.
    pub source: String,
    /// Day.
    pub observed_on: String,
    /// What a reader must know.
    pub note: String,
}

/// Machines by seller and code.
#[derive(Debug, Clone, Default)]
pub struct Shapes {
    rows: Vec<Shape>,
    index: HashMap<(ProviderId, Sku), usize>,
}

impl Shapes {
    /// The machines of several tables.
    pub fn read(tables: &[&str]) -> Result<Shapes, csv::Error> {
        let mut shapes = Shapes::default();
        for table in tables {
            for row in csv::Reader::from_reader(table.as_bytes()).deserialize() {
                let row: Shape = row?;
                let key = (provider_id(&row.provider), row.plan.trim().to_owned());
                shapes.index.insert(key, shapes.rows.len());
                shapes.rows.push(row);
            }
        }
        Ok(shapes)
    }

    /// The machine that a seller calls so.
    pub fn get(&self, provider: &str, sku: &str) -> Option<&Shape> {
        let index = self.index.get(&(provider.to_owned(), sku.to_owned()))?;
        self.rows.get(*index)
    }

    /// Number of machines.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Gives an offer what its own source leaves out and the machine's row states. Nothing that an
    /// offer states is replaced.
    pub fn fill(&self, offer: &mut Offer) {
        let Some(shape) = self.get(&offer.plan.provider, &offer.plan.sku) else {
            return;
        };
        let plan = &mut offer.plan;
        plan.vcpus = plan.vcpus.or(number(&shape.vcpus));
        plan.memory_gib = plan.memory_gib.or(number(&shape.ram_gb));
        let Some(card) = shape.gpu() else {
            return;
        };
        match &mut plan.gpu {
            None => {
                plan.kind = shape.kind();
                plan.gpu = Some(card);
            }
            Some(gpu) if gpu.model == card.model => {
                gpu.count = gpu.count.or(card.count);
                gpu.memory_gib = gpu.memory_gib.or(card.memory_gib);
                gpu.usable_gib = gpu.usable_gib.or(card.usable_gib);
            }
            Some(_) => {}
        }
    }

    /// The machines that no offer prices, each as an offer whose price is unknown.
    pub fn without_price(&self, offers: &[Offer]) -> Vec<Offer> {
        let priced: HashSet<(&str, &str)> = offers
            .iter()
            .map(|offer| (offer.plan.provider.as_str(), offer.plan.sku.as_str()))
            .collect();
        let unpriced = |shape: &&Shape| {
            !priced.contains(&(provider_id(&shape.provider).as_str(), shape.plan.trim()))
        };
        self.rows
            .iter()
            .filter(unpriced)
            .map(Shape::offer)
            .collect()
    }
}

impl Shape {
    fn card(&self) -> crate::gpu::Recognised {
        recognise_devices(
            &self.gpu_model,
            number(&self.gpu_mem_gb),
            number(&self.gpu_count),
        )
    }

    fn kind(&self) -> crate::gpu::Kind {
        self.card().kind
    }

    /// The cards of the machine, with the usable memory that the seller reports.
    pub fn gpu(&self) -> Option<PlanGpu> {
        if self.gpu_model.trim().is_empty() {
            return None;
        }
        let mut gpu = self.card().into_plan_gpu();
        let each = match (number(&self.gpu_mem_total_mib_raw), gpu.count) {
            (Some(mib), Some(count)) if count > 0 => Some(mib / 1024.0 / f64::from(count)),
            _ => None,
        };
        let reported = |each: &f64| {
            let nominal = gpu.memory_gib.unwrap_or(0.0);
            *each < nominal && *each >= nominal * (1.0 - SNAP)
        };
        gpu.usable_gib = gpu.usable_gib.or(each.filter(reported));
        Some(gpu)
    }

    /// The machine as an offer without a price, where no place is stated.
    fn offer(&self) -> Offer {
        let card = self.card();
        let facts = Facts {
            status: card.status,
            devices: number(&self.gpu_count),
            memory_gib: number(&self.gpu_mem_gb),
            price_text: "",
            reservation_only: false,
            card_price_missing: false,
        };
        let provider = provider_id(&self.provider);
        let mut note = self.note.trim().to_owned();
        if self.status.trim() == "inactive" {
            note = if note.is_empty() {
                "inactive".to_owned()
            } else {
                format!("{note}; inactive")
            };
        }
        let mut offer = Offer {
            // Alibaba Cloud's own machine list; its Chinese prices are the ones that ship.
            mainland_china: provider == "aliyun",
            plan: Plan {
                provider,
                sku: self.plan.trim().to_owned(),
                kind: card.kind,
                gpu: self.gpu(),
                vcpus: number(&self.vcpus),
                memory_gib: number(&self.ram_gb),
            },
            region: None,
            zone: None,
            os: Os::Linux,
            billing: Billing::OnDemand,
            price: None,
            availability: Availability::Unknown,
            quota: None,
            origin: Origin {
                means: Means::Snapshot,
                source: self.source.trim().to_owned(),
                note: (!note.is_empty()).then_some(note),
            },
            quarantine: None,
            observed_at: moment(&self.observed_on).flatten(),
            superseded: false,
        };
        offer.quarantine = gate::judge(&offer, &facts);
        offer
    }
}

impl From<&Shape> for Row {
    /// The columns that both tables share.
    fn from(shape: &Shape) -> Row {
        Row {
            provider: shape.provider.clone(),
            plan: shape.plan.clone(),
            gpu_model: shape.gpu_model.clone(),
            gpu_count: shape.gpu_count.clone(),
            gpu_mem_gb: shape.gpu_mem_gb.clone(),
            vcpus: shape.vcpus.clone(),
            ram_gb: shape.ram_gb.clone(),
            ..Row::default()
        }
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|value: &f64| value.is_finite() && *value > 0.0)
}
