//! Use cases: what to rent for a question, and what the wizard shows while it is asked.
//!
//! Reading is done by [`answers`](crate::answers), choosing by the core; here both meet the store,
//! and what comes out is put into words. Ranking, prices and sums of this answer are the core's: a
//! figure is rounded here only where it is money, and then the parts are made to add up.

mod answer;
mod choice;
mod cost;
mod discounts;
mod lead;
mod limits;
mod options;
mod picture;
mod rows;
mod workload;

use std::sync::Arc;

use jiff::tz::TimeZone;
use tiaoka_core::catalogue::sellers;
use tiaoka_core::choose::{Advice, Market, choose};
use tiaoka_core::money::Currency;
use tiaoka_core::offer::Offer;

use crate::answers::{Answers, Context, Reading, words};
use crate::app::{App, Stock};
use crate::problem::{Code, Problem};
use crate::views::advice::AdviceView;
use crate::views::chart::{ChartSize, ChartView};
use crate::views::settings::{RecentAnswers, Shortlist, ShortlistItem};
use crate::views::wizard::{FieldProblem, LimitsPreview, WizardOptions, WorkloadPreview};
use crate::wording::{Language, Wording};
use answer::Said;

impl App {
    /// Ranked plans for a question, with the sums and reasons, and what was refused and why.
    pub fn advise(&self, answers: &Answers, language: Language) -> Result<AdviceView, Problem> {
        let desk = self.desk(answers, language)?;
        let reading = desk.read()?;
        let advice = desk.choose(&reading);
        Ok(Said {
            desk: &desk,
            reading: &reading,
        }
        .advice(&advice))
    }

    /// What the workload asks of memory, and which cards hold it, while the question is typed.
    pub fn preview_workload(
        &self,
        answers: &Answers,
        language: Language,
    ) -> Result<WorkloadPreview, Problem> {
        let desk = self.desk(answers, language)?;
        Ok(workload::preview(&desk, &desk.reading()))
    }

    /// How many plans each limit leaves, while the limits are set.
    pub fn preview_limits(
        &self,
        answers: &Answers,
        language: Language,
    ) -> Result<LimitsPreview, Problem> {
        let desk = self.desk(answers, language)?;
        Ok(limits::preview(&desk, &desk.reading()))
    }

    /// What the wizard's fields offer.
    pub fn wizard_options(&self, language: Language) -> Result<WizardOptions, Problem> {
        let stock = self.market()?;
        let wording = Wording::of(language);
        let today = (self.now)().to_zoned_datetime(TimeZone::system()).date();
        let discounts = discounts::known(&wording, today);
        Ok(options::options(&stock, discounts, wording))
    }

    /// Cost against time of the choices; `focused` is the id of the row that has the focus.
    pub fn cost_time_chart(
        &self,
        answers: &Answers,
        size: &ChartSize,
        focused: Option<&str>,
        language: Language,
    ) -> Result<ChartView, Problem> {
        let desk = self.desk(answers, language)?;
        let reading = desk.read()?;
        let advice = desk.choose(&reading);
        picture::draw(&desk, &reading, &advice, size, focused)
            .map_err(|error| Problem::new(Code::Internal).because(&error))
    }

    /// What a month of one choice costs against its hours of use, for every way of paying; `id` is the
    /// choice's.
    pub fn break_even_chart(
        &self,
        answers: &Answers,
        size: &ChartSize,
        id: &str,
        language: Language,
    ) -> Result<ChartView, Problem> {
        let desk = self.desk(answers, language)?;
        let reading = desk.read()?;
        let advice = desk.choose(&reading);
        picture::break_even(&desk, &advice, size, id)
            .ok_or_else(|| Problem::new(Code::UnknownId).with("id", id))?
            .map_err(|error| Problem::new(Code::Internal).because(&error))
    }

    /// The choices as CSV, one row a plan, amounts in the currency of the question.
    pub fn export_choices(
        &self,
        answers: &Answers,
        language: Language,
    ) -> Result<Vec<u8>, Problem> {
        let view = self.advise(answers, language)?;
        rows::csv(&view).map_err(|error| Problem::new(Code::Internal).because(&error))
    }

    /// Keeps the question for the list of earlier ones, with what is recommended for it now.
    pub fn remember(
        &self,
        answers: &Answers,
        language: Language,
    ) -> Result<Vec<RecentAnswers>, Problem> {
        let desk = self.desk(answers, language)?;
        let reading = desk.read()?;
        let advice = desk.choose(&reading);
        let first = advice
            .choices
            .first()
            .map(|choice| desk.offer_name(choice.offer));
        self.keep_question(answers, words::title(&reading, &desk.wording), first)?;
        self.recent()
    }

    /// Keeps these choices of a question, with the figures they have now.
    pub fn save_shortlist(
        &self,
        name: &str,
        answers: &Answers,
        ids: &[String],
        language: Language,
    ) -> Result<Vec<Shortlist>, Problem> {
        let view = self.advise(answers, language)?;
        let listed = view
            .choices
            .iter()
            .chain(&view.cheapest)
            .chain(&view.fastest);
        let listed: Vec<_> = listed.collect();
        let item = |id: &String| {
            let choice = listed.iter().find(|choice| choice.id == *id);
            let choice =
                choice.ok_or_else(|| Problem::new(Code::UnknownId).with("id", id.clone()))?;
            Ok(ShortlistItem {
                id: choice.id.clone(),
                provider: choice.provider.clone(),
                plan: choice.plan.clone(),
                region: choice.region.clone(),
                billing: choice.billing.clone(),
                cost: choice.cost.mid.clone(),
                currency: choice.cost.currency.clone(),
                time_s: choice.time_s.mid,
            })
        };
        let items = ids.iter().map(item).collect::<Result<Vec<_>, Problem>>()?;
        self.keep_shortlist(name, answers, items)
    }

    /// The question on a desk, with everything that answering it takes.
    fn desk<'a>(&self, answers: &'a Answers, language: Language) -> Result<Desk<'a>, Problem> {
        let currency = self.settings()?.currency.parse().unwrap_or(Currency::CNY);
        Ok(Desk {
            answers,
            wording: Wording::of(language),
            stock: self.market()?,
            now: (self.now)(),
            currency,
        })
    }
}

/// A question, what there is to choose from, and the words to answer in.
pub(crate) struct Desk<'a> {
    answers: &'a Answers,
    wording: Wording,
    stock: Arc<Stock>,
    now: jiff::Timestamp,
    /// Currency where none is said.
    currency: Currency,
}

impl Desk<'_> {
    /// What the answers mean, whatever cannot be read.
    fn reading(&self) -> Reading {
        let known: Vec<(String, Vec<String>)> = options::sellers_by_name(&self.stock);
        self.answers.reading(&Context {
            now: &self.now.to_zoned_datetime(TimeZone::system()),
            currency: self.currency,
            rates: &self.stock.rates,
            providers: &known,
        })
    }

    /// What the answers mean, or every field that cannot be read.
    fn read(&self) -> Result<Reading, Problem> {
        let reading = self.reading();
        if reading.faults.is_empty() {
            return Ok(reading);
        }
        let mut problem = Problem::new(Code::BadAnswers);
        problem.fields = reading.faults;
        Err(problem)
    }

    /// The present day where the reader is.
    fn today(&self) -> jiff::civil::Date {
        self.now.to_zoned_datetime(TimeZone::system()).date()
    }

    fn problems(&self, reading: &Reading) -> Vec<FieldProblem> {
        let problem = |fault: &crate::answers::FieldFault| FieldProblem {
            field: fault.field.to_owned(),
            message: self.wording.view(&fault.message),
        };
        reading.faults.iter().map(problem).collect()
    }

    fn market(&self) -> Market<'_> {
        Market {
            offers: &self.stock.offers,
            sellers: &self.stock.sellers,
            rates: &self.stock.rates,
            reports: &self.stock.reports,
            now: self.now,
        }
    }

    fn choose(&self, reading: &Reading) -> Advice<'_> {
        choose(&reading.workload, &reading.limits, &self.market())
    }

    /// The number under which later calls know an offer.
    fn id(&self, offer: &Offer) -> String {
        self.stock
            .id_of(offer)
            .map(|id| id.to_string())
            .unwrap_or_default()
    }

    /// Seller and card: `AutoDL RTX 4090`, `Lambda 8 × H100 SXM`.
    fn offer_name(&self, offer: &Offer) -> String {
        let provider = self.wording.provider(&offer.plan.provider);
        format!("{provider} {}", card_name(offer))
    }
}

/// The card, with how many where there are several: `8 × H100 SXM`; the plan's name without one.
fn card_name(offer: &Offer) -> String {
    match &offer.plan.gpu {
        None => offer.plan.sku.clone(),
        Some(gpu) => match gpu.count {
            Some(count) if count > 1 => format!("{count} × {}", gpu.name),
            _ => gpu.name.clone(),
        },
    }
}

/// Where a seller's console is, if that is known.
fn console_url(provider: &str) -> Option<String> {
    sellers::get(provider)?.console_url.clone()
}

#[cfg(test)]
mod tests;
