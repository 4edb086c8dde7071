//! The plans that fit, side by side: scored, folded, ranked, and the listed ones worded.

use rust_decimal::Decimal;

use super::Market;
use super::advice::{Advice, Band, Choice, ScorePart};
use super::explain::{self, Case};
use super::limits::Fit;
use super::order::{self, Ranking, Standing};
use super::pareto::Frontier;
use super::quote::{Desk, Quote};
use super::score::{Best, Marks, Median, PARTS, Weights};
use super::sensitivity::Field;
use super::threshold::Rivalry;
use crate::cost::{Cost, Extra, cost, usage};
use crate::message::{Message, Note, Param, Reason};
use crate::money::Money;
use crate::need::Need;
use crate::offer::{Availability, Billing};
use crate::predict::{Prediction, Step};
use crate::workload::{Limits, Workload};

/// Every plan that fits, with what the ranking knows of it.
pub(super) struct Table<'a, 'q> {
    workload: &'q Workload,
    limits: &'q Limits,
    market: &'q Market<'a>,
    desk: Desk<'a, 'q>,
    copy: Option<Extra>,
    fits: Vec<Fit<'a>>,
    marks: Vec<Marks>,
    s: Vec<[f64; 4]>,
    best: Best,
    weights: Weights,
    stock_known: bool,
}

impl<'a, 'q> Table<'a, 'q> {
    pub(super) fn new(
        workload: &'q Workload,
        limits: &'q Limits,
        market: &'q Market<'a>,
        (desk, copy): (Desk<'a, 'q>, Option<Extra>),
        fits: Vec<Fit<'a>>,
    ) -> Self {
        let weights = Weights::of(workload, limits.speed);
        // Who can wait does not mind what is in stock today.
        let stock_known = !limits.can_wait
            && fits.iter().any(|fit| {
                matches!(
                    fit.offer.availability,
                    Availability::InStock { .. } | Availability::Low { .. }
                )
            });
        let marks = |fit: &Fit<'_>| {
            let wishes = quote(&desk, fit).map_or(0.0, |quote| quote.wishes.share());
            Marks::of(fit, wishes, stock_known)
        };
        let all: Vec<Marks> = fits.iter().map(marks).collect();
        let best = Best::of(&all);
        let scores: Vec<f64> = all
            .iter()
            .map(|marks| weights.score(&best.s(marks)))
            .collect();
        let fits = order::fold(fits, &scores, desk.plans);
        let marks: Vec<Marks> = fits.iter().map(marks).collect();
        let s = marks.iter().map(|marks| best.s(marks)).collect();
        Table {
            workload,
            limits,
            market,
            desk,
            copy,
            fits,
            marks,
            s,
            best,
            weights,
            stock_known,
        }
    }

    /// The answer without what was refused.
    pub(super) fn advise(&self, need: Need) -> Advice<'a> {
        let standings: Vec<Standing<'_>> = (0..self.fits.len())
            .filter_map(|i| self.standing(i))
            .collect();
        let ranking = order::rank(&self.fits, &standings, &self.best, &self.weights);
        let median = Median::of(&self.fits, &self.s);
        let frontier = Frontier::of(&self.marks);
        let lowest = |figure: &dyn Fn(&Fit<'a>) -> f64| {
            let places = 0..ranking.order.len();
            places.min_by(|a, b| {
                let of = |place: &usize| figure(&self.fits[ranking.order[*place]]);
                of(a).total_cmp(&of(b)).then(a.cmp(b))
            })
        };
        let (cheapest, fastest) = (lowest(&|fit| fit.cost.mid), lowest(&|fit| fit.time_s));
        let listed = ranking.order.len().min(self.limits.limit);
        let field = Field {
            workload: self.workload,
            speed: self.limits.speed,
            fits: &self.fits,
            standings: &standings,
            at_rate: &|i, per_h| self.at_rate(i, per_h),
        };
        let first = ranking.order.first().copied();
        let otherwise = self.otherwise(&ranking);
        let rivalry = Rivalry::new(&field);
        let choice = |place: usize| {
            let mut choice =
                self.choice(place, &ranking, &median, &frontier, [cheapest, fastest])?;
            choice.changes = rivalry.of(ranking.order[place]);
            if place == 0 {
                explain::add(&mut choice.reasons, otherwise.clone());
                choice
                    .changes
                    .extend(rivalry.interruptions(ranking.order[0]));
            }
            Some(choice)
        };
        let lead = first.and_then(|first| field.lead_now(first));
        let place_of = |plan: usize| ranking.order[..listed].iter().position(|i| *i == plan);
        Advice {
            need,
            choices: (0..listed).filter_map(choice).collect(),
            cheapest: cheapest.and_then(choice),
            fastest: fastest.and_then(choice),
            fit: self.fits.len(),
            rejected: Vec::new(),
            stages: Vec::new(),
            lead: lead.map(|(lead, _)| lead),
            runner_up: lead.map(|(_, other)| self.fits[other].offer),
            sensitivity: first.map_or_else(Vec::new, |first| field.moved(first, place_of)),
            bands: field
                .bands()
                .into_iter()
                .map(|(from, to, plan)| Band {
                    from,
                    to,
                    offer: self.fits[plan].offer,
                })
                .collect(),
            notes: self.notes(),
        }
    }

    /// Where the first choice is one card, the best plan of several, and the other way round: two small
    /// cards against one big card.
    fn otherwise(&self, ranking: &Ranking) -> Option<Reason> {
        if let Workload::Dev(_) = self.workload {
            return None;
        }
        let cards = |i: usize| {
            let fit = &self.fits[i];
            let count = fit.offer.plan.gpu.as_ref()?.count?;
            Some(count.saturating_mul(fit.machines))
        };
        let mine = cards(*ranking.order.first()?)?;
        let differs = |i: &&usize| cards(**i).is_some_and(|other| (other == 1) != (mine == 1));
        let other = *ranking.order.iter().find(differs)?;
        let fit = &self.fits[other];
        let card = fit.offer.plan.gpu.as_ref()?.name.clone();
        let code = match mine {
            1 => "one_card_for_several",
            _ => "several_cards_for_one",
        };
        let message = Message::new(code)
            .with("count", Param::Count(u64::from(cards(other)?)))
            .with("card", Param::Text(card))
            .with("cost", explain::money(fit.cost.mid, self.limits.currency))
            .with("time", Param::Seconds(fit.time_s));
        Some(message)
    }

    fn quote(&self, i: usize) -> Option<&Quote> {
        quote(&self.desk, &self.fits[i])
    }

    fn prediction(&self, i: usize) -> Option<&std::sync::Arc<Prediction>> {
        let rigged = self.desk.rigged(self.quote(i)?.rig)?;
        Some(&rigged.prediction)
    }

    fn standing(&self, i: usize) -> Option<Standing<'_>> {
        let rigged = self.desk.rigged(self.quote(i)?.rig)?;
        let reserved = matches!(self.fits[i].offer.billing, Billing::Reserved { .. });
        Some(Standing {
            marks: self.marks[i],
            card: &rigged.rig.card.id,
            sigma: rigged.prediction.sigma,
            pays_for_time: self.workload.is_training() && !reserved,
            evidence: rigged.prediction.evidence,
            evidence_risk: self.quote(i)?.risk.evidence,
        })
    }

    /// Marks at another interruption rate, of a job on spot; at a rate where it does not finish the
    /// worst there are.
    fn at_rate(&self, i: usize, interruptions_per_h: f64) -> Option<Marks> {
        let quote = self.quote(i)?;
        let spot = quote.usage.spot?;
        let (fit, marks) = (&self.fits[i], self.marks[i]);
        let Some(wall_h) = spot.hours_at(interruptions_per_h) else {
            return Some(Marks {
                ln_cost: f64::INFINITY,
                ln_time: f64::INFINITY,
                kept: 0.0,
                ..marks
            });
        };
        // Failures lengthen what interruptions have lengthened.
        let failing = 1.0 + quote.usage.outage_h / spot.run.expected_h;
        let more_h = (wall_h - spot.run.expected_h) * failing;
        let cost = fit.cost.mid + more_h * fit.per_hour * f64::from(fit.machines) * fit.payable;
        let risk = (0.5 * (wall_h / spot.job.work_h - 1.0)).clamp(0.0, 0.5);
        Some(Marks {
            ln_cost: cost.max(f64::MIN_POSITIVE).ln(),
            ln_time: (fit.time_s + more_h * 3_600.0).max(f64::MIN_POSITIVE).ln(),
            kept: marks.kept / (1.0 - quote.risk.spot) * (1.0 - risk),
            ..marks
        })
    }

    fn choice(
        &self,
        place: usize,
        ranking: &Ranking,
        median: &Median,
        frontier: &Frontier,
        [cheapest, fastest]: [Option<usize>; 2],
    ) -> Option<Choice<'a>> {
        let i = ranking.order[place];
        let (fit, quote, prediction) = (&self.fits[i], self.quote(i)?, self.prediction(i)?);
        let (points, usual) = (
            self.weights.points(&self.s[i]),
            self.weights.points(&median.s),
        );
        let case = Case {
            workload: self.workload,
            fit,
            quote,
            prediction,
            median,
            above: std::array::from_fn(|part| points[part] - usual[part]),
            cheapest: cheapest == Some(place),
            fastest: fastest == Some(place),
            alone: self.fits.len() == 1,
            stock_known: self.stock_known,
            copy_unknown: self.copy.as_ref().is_some_and(|copy| copy.amount.is_none()),
            currency: self.limits.currency,
        };
        let most = self.weights.points(&[1.0; 4]);
        let listed = fit.offer.price?.per_hour();
        let per_hour = self.market.rates.convert(listed, self.limits.currency)?;
        Some(Choice {
            offer: fit.offer,
            prediction: std::sync::Arc::clone(prediction),
            places: fit.places,
            rank: ranking.ranks[place],
            tie: ranking.tied[place],
            price_per_hour: Money {
                amount: tidy(per_hour.amount),
                currency: per_hour.currency,
            },
            hours: quote.usage.hours,
            time_s: quote.time_s,
            time_steps: self.time_steps(prediction, quote),
            cost: self.cost(fit, quote, per_hour),
            used_h: quote.usage.used_h,
            spot: quote.usage.spot,
            spot_stretch: on_spot(self.workload, prediction, quote),
            rank_score: points.iter().sum(),
            score_parts: std::array::from_fn(|part| ScorePart {
                code: PARTS[part],
                points: points[part],
                most: most[part],
            }),
            pareto: frontier.holds(&self.marks[i]),
            reasons: case.reasons(),
            risks: case.risks(),
            changes: Vec::new(),
        })
    }

    /// The exact cost of a plan, with its parts.
    fn cost(&self, fit: &Fit<'a>, quote: &Quote, per_hour: Money) -> Cost {
        let mut extras = quote.extras.clone();
        extras.copy = self.copy.clone().filter(|_| fit.copied);
        let full = cost(per_hour, fit.machines, &quote.usage, &extras);
        full.less(&self.limits.discounts, &fit.offer.plan, self.market.rates)
    }

    /// The sum behind what is waited for; one answer waits for no start.
    fn time_steps(&self, prediction: &Prediction, quote: &Quote) -> Vec<Step> {
        let mut steps = prediction.time_steps.clone();
        match self.workload {
            Workload::Inference(_) | Workload::SampleInference(_) => {}
            Workload::Training(_) | Workload::SampleTraining(_) | Workload::Dev(_) => {
                steps.extend(quote.usage.wait_steps.iter().cloned());
            }
        }
        steps
    }

    /// What is said once for the whole answer.
    fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        if !self.fits.is_empty() && !self.stock_known && !self.limits.can_wait {
            notes.push(Message::new("stock_unknown_everywhere"));
        }
        if self
            .fits
            .iter()
            .any(|fit| fit.offer.billing == Billing::Spot)
        {
            let rate = crate::cost::INTERRUPTIONS_PER_H;
            notes.push(
                Message::new("spot_rate_assumed")
                    .with("rate", Param::Number(rate))
                    .with("low", Param::Number(crate::cost::INTERRUPTIONS_PER_H_LOW))
                    .with("high", Param::Number(crate::cost::INTERRUPTIONS_PER_H_HIGH)),
            );
        }
        notes
    }
}

fn quote<'d>(desk: &'d Desk<'_, '_>, fit: &Fit<'_>) -> Option<&'d Quote> {
    desk.quoted.get(fit.quote)?.as_ref().ok()
}

/// Extra hours that the same work takes on spot, as a share.
fn on_spot(workload: &Workload, prediction: &Prediction, quote: &Quote) -> Option<f64> {
    let job = super::quote::job(workload, prediction);
    let usage = usage(&job, &quote.terms, Billing::Spot).ok()?;
    Some(usage.spot_stretch)
}

/// To a millionth: a third of a cent an hour over a month is still exact to the cent.
fn tidy(amount: Decimal) -> Decimal {
    amount.round_dp(6).normalize()
}
