//! What is equal for many offers, worked out once: predictions by rig, terms by seller, usage by both.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::Market;
use super::advice::Why;
use super::generation;
use super::own;
use super::risk::{self, Terms as RiskTerms};
use super::wishes::{self, Wishes};
use crate::cost::{Beside, Extras, Job, Terms, Usage, usage};
use crate::gpu::{GpuName, Link};
use crate::message::{Message, Reason};
use crate::model::constants;
use crate::offer::{Billing, Offer};
use crate::plan::{Plan, PlanGpu};
use crate::predict::{Interval, Prediction, Refusal, Rig, predict};
use crate::traits::{SellerTraits, Stated};
use crate::workload::{Limits, Method, Quant, Workload};

/// A rig with its prediction.
pub(super) struct Rigged {
    pub(super) rig: Rig,
    pub(super) prediction: Arc<Prediction>,
}

/// What one seller's machine of one kind takes, before its price.
pub(super) struct Quote {
    pub(super) rig: usize,
    pub(super) usage: Usage,
    pub(super) extras: Extras,
    /// Known amounts beside the machine, and what unknown ones may add.
    pub(super) beside: (f64, f64),
    pub(super) time_s: Interval,
    pub(super) risk: RiskTerms,
    /// What the card's maker or generation means for software, with its share of the risk.
    pub(super) generation: Option<(f64, Reason)>,
    pub(super) wishes: Wishes,
    pub(super) terms: Terms,
    /// The seller is said to have no machines that can be taken away.
    pub(super) spot_denied: bool,
    /// A stopped machine is deleted after so many days.
    pub(super) deleted_after_days: Option<f64>,
    /// The disk is said to be its only copy.
    pub(super) one_copy: bool,
}

/// A refusal of every offer with the same quote, with the share it misses by.
pub(super) type Refused = (Why, Option<f64>);

/// Of a card that may be none.
static EMPTY: String = String::new();

/// What a machine's accelerators are told apart by; borrowed, so that looking one up copies nothing.
#[derive(PartialEq)]
struct CardKey<'a> {
    model: &'a GpuName,
    count: Option<u32>,
    memory_gib: Option<f64>,
    usable_gib: Option<f64>,
    share: f64,
    link: Option<Link>,
}

impl Eq for CardKey<'_> {}

impl Hash for CardKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let text = match self.model {
            GpuName::Known(id) => &id.0,
            GpuName::OneOf(ids) => ids.first().map_or(&EMPTY, |id| &id.0),
            GpuName::Unknown(text) => text,
        };
        text.hash(state);
        self.count.hash(state);
    }
}

impl<'a> From<&'a PlanGpu> for CardKey<'a> {
    fn from(gpu: &'a PlanGpu) -> CardKey<'a> {
        CardKey {
            model: &gpu.model,
            count: gpu.count,
            memory_gib: gpu.memory_gib,
            usable_gib: gpu.usable_gib,
            share: gpu.share,
            link: gpu.link,
        }
    }
}

/// The three tables, filled as offers ask for them.
pub(super) struct Desk<'a, 'q> {
    workload: &'q Workload,
    limits: &'q Limits,
    market: &'q Market<'a>,
    rigs: HashMap<CardKey<'a>, usize>,
    rigged: Vec<Result<Rigged, Arc<Refusal>>>,
    sellers: HashMap<&'a str, usize>,
    seller_traits: Vec<Option<&'a SellerTraits>>,
    quotes: HashMap<(usize, usize, Billing), usize>,
    /// Plans under each quote: sku, whether a place is stated, number.
    named: Vec<Vec<(&'a str, bool, usize)>>,
    /// Plans numbered so far.
    pub(super) plans: usize,
    pub(super) quoted: Vec<Result<Quote, Refused>>,
}

impl<'a, 'q> Desk<'a, 'q> {
    pub(super) fn new(workload: &'q Workload, limits: &'q Limits, market: &'q Market<'a>) -> Self {
        Desk {
            workload,
            limits,
            market,
            rigs: HashMap::new(),
            rigged: Vec::new(),
            sellers: HashMap::new(),
            seller_traits: Vec::new(),
            quotes: HashMap::new(),
            named: Vec::new(),
            plans: 0,
            quoted: Vec::new(),
        }
    }

    /// Index of the machine's rig, predicted when first asked for.
    pub(super) fn rig(&mut self, plan: &'a Plan) -> Result<usize, Arc<Refusal>> {
        let Some(gpu) = &plan.gpu else {
            return Err(Arc::new(Refusal::new(Message::new("no_accelerator"))));
        };
        let key = CardKey::from(gpu);
        let index = match self.rigs.get(&key) {
            Some(index) => *index,
            None => {
                self.rigged.push(self.predicted(plan).map_err(Arc::new));
                let index = self.rigged.len() - 1;
                self.rigs.insert(key, index);
                index
            }
        };
        match &self.rigged[index] {
            Ok(_) => Ok(index),
            Err(refusal) => Err(Arc::clone(refusal)),
        }
    }

    fn predicted(&self, plan: &Plan) -> Result<Rigged, Refusal> {
        let rig = Rig::of(plan)?;
        let mut prediction = predict(self.workload, &rig, constants())?;
        own::correct(&mut prediction, self.workload, &rig, self.market)?;
        Ok(Rigged {
            rig,
            prediction: Arc::new(prediction),
        })
    }

    /// The rig of an index that [`Desk::rig`] gave.
    pub(super) fn rigged(&self, index: usize) -> Option<&Rigged> {
        self.rigged.get(index)?.as_ref().ok()
    }

    /// Index of what this seller's machine takes, worked out when first asked for.
    pub(super) fn quote(&mut self, rig: usize, provider: &'a str, billing: Billing) -> usize {
        let seller = match self.sellers.get(provider) {
            Some(seller) => *seller,
            None => {
                self.seller_traits.push(self.market.sellers.of(provider));
                self.sellers.insert(provider, self.seller_traits.len() - 1);
                self.seller_traits.len() - 1
            }
        };
        match self.quotes.get(&(rig, seller, billing)) {
            Some(quote) => *quote,
            None => {
                let quote = self.work_out(rig, self.seller_traits[seller], billing);
                self.quoted.push(quote);
                self.named.push(Vec::new());
                self.quotes
                    .insert((rig, seller, billing), self.quoted.len() - 1);
                self.quoted.len() - 1
            }
        }
    }

    /// Number of the offer's plan. A quote stands for seller, way of billing and machine and has few
    /// names, which are looked through; a row without a place is a plan of its own.
    pub(super) fn plan(&mut self, quote: usize, offer: &'a Offer) -> usize {
        let (sku, placed) = (offer.plan.sku.as_str(), offer.region.is_some());
        let named = &mut self.named[quote];
        let known = named.iter().find(|plan| plan.1 == placed && plan.0 == sku);
        if let Some((_, _, number)) = known {
            return *number;
        }
        named.push((sku, placed, self.plans));
        self.plans += 1;
        self.plans - 1
    }

    fn work_out(
        &self,
        rig: usize,
        seller: Option<&SellerTraits>,
        billing: Billing,
    ) -> Result<Quote, Refused> {
        let rigged = self.rigged(rig).ok_or((Why::Kind, None))?;
        let unverified = wishes::needs(self.limits, &rigged.rig, seller)?;
        let terms = Terms::of(seller);
        let job = job(self.workload, &rigged.prediction);
        let usage = usage(&job, &terms, billing).map_err(|_| (Why::NeverFinishes, None))?;
        let time_s = waited(self.workload, &rigged.prediction, &usage);
        let generation = generation::caution(self.workload, self.limits, rigged.rig.card);
        let risk = risk::terms(
            self.workload,
            &rigged.prediction,
            seller,
            &usage,
            time_s,
            unverified,
            generation.as_ref().map_or(0.0, |(share, _)| *share),
        )?;
        let beside = Beside {
            storage_gb: stored_gb(self.workload, self.limits),
            months: usage.months,
            egress_gb: self.limits.egress_gb,
            waited_h: waiting_h(self.workload, &usage),
            time_value: self.limits.time_value,
            dearest: self.market.sellers.dearest_storage(),
        };
        let extras = Extras::of(seller, &beside, (self.market.rates, self.limits.currency));
        Ok(Quote {
            rig,
            beside: extras.rough(),
            extras,
            time_s,
            risk,
            generation,
            wishes: wishes::met(self.workload, &rigged.rig, seller, &terms),
            usage,
            terms,
            spot_denied: denied(seller.and_then(|s| s.spot.as_ref())),
            deleted_after_days: seller
                .and_then(|s| s.deleted_after_days.as_ref())
                .map(|stated| stated.value),
            one_copy: denied(seller.and_then(|s| s.redundant_disk.as_ref())),
        })
    }
}

/// Somebody says no.
fn denied(stated: Option<&Stated<bool>>) -> bool {
    stated.is_some_and(|stated| !stated.value)
}

/// Files that are kept: the data set, and in development the files between sessions.
fn stored_gb(workload: &Workload, limits: &Limits) -> f64 {
    let kept = match workload {
        Workload::Dev(dev) => dev.keep_gb,
        Workload::Training(_)
        | Workload::Inference(_)
        | Workload::SampleTraining(_)
        | Workload::SampleInference(_) => 0.0,
    };
    limits.storage_gb + kept
}

/// Hours that somebody waits for machines to start; nobody waits beside a service.
fn waiting_h(workload: &Workload, usage: &Usage) -> f64 {
    match workload.is_inference() {
        true => 0.0,
        false => usage.sessions * usage.ready_s / 3_600.0,
    }
}

/// The work as cost sees it. Weights are read at 16 bit for training, at their own width for serving.
pub(super) fn job(workload: &Workload, prediction: &Prediction) -> Job {
    const GIGA: f64 = 1e9;
    const SINGLE: f64 = 4.0;
    const NEVER: Interval = Interval {
        low: f64::INFINITY,
        mid: f64::INFINITY,
        high: f64::INFINITY,
    };
    match workload {
        Workload::Training(training) => {
            let model = &training.model;
            // Workload model, section 5.3: 14·N for full training, 2·N_tr for an adapter.
            let checkpoint = match training.method {
                Method::Full => 14.0 * model.params,
                Method::Lora | Method::Qlora => {
                    2.0 * model.lora_params(f64::from(training.lora_rank))
                }
            };
            Job::Once {
                compute_h: prediction.compute_h.unwrap_or(NEVER),
                load_gb: 2.0 * model.params / GIGA,
                checkpoint_gb: checkpoint / GIGA,
            }
        }
        Workload::SampleTraining(training) => Job::Once {
            compute_h: prediction.compute_h.unwrap_or(NEVER),
            load_gb: SINGLE * training.model.params() / GIGA,
            // Weights and two moments of 32 bit.
            checkpoint_gb: 3.0 * SINGLE * training.model.params() / GIGA,
        },
        Workload::SampleInference(service) => Job::Month {
            sessions: 30.0,
            each_h: service.hours_per_day,
            load_gb: service.load_gb(),
        },
        Workload::Inference(inference) => {
            // Bytes per weight: workload model, section 2.
            let bytes = match inference.quant {
                Quant::Bf16 => 2.0,
                Quant::Fp8 => 1.0,
                Quant::Int8 => 1.03,
                Quant::Int4 => 0.53,
                Quant::Q4KM => 0.604,
            };
            Job::Month {
                sessions: 30.0,
                each_h: inference.hours_per_day,
                load_gb: bytes * inference.model.params / GIGA,
            }
        }
        Workload::Dev(dev) => {
            let sessions = dev.days_per_month * dev.starts_per_day;
            let hours = dev.days_per_month * dev.hours_per_day;
            Job::Month {
                sessions,
                each_h: if sessions > 0.0 {
                    hours / sessions
                } else {
                    0.0
                },
                load_gb: 0.0,
            }
        }
    }
}

/// What the user waits for: the job, one answer, or start to ready.
fn waited(workload: &Workload, prediction: &Prediction, usage: &Usage) -> Interval {
    if let Some(answer) = prediction.answer_ms {
        return answer.times(1.0 / 1_000.0);
    }
    let Workload::Inference(inference) = workload else {
        return usage.wait_s;
    };
    let (Some(first), Some(later)) = (prediction.ttft_ms, prediction.tpot_ms) else {
        return usage.wait_s;
    };
    let answer = later.times(f64::from(inference.answer_tokens));
    let seconds = |first: f64, rest: f64| (first + rest) / 1_000.0;
    Interval {
        low: seconds(first.low, answer.low),
        mid: seconds(first.mid, answer.mid),
        high: seconds(first.high, answer.high),
    }
}
