//! Use cases: settings, exchange rates, and what a face needs at its start.

use rust_decimal::Decimal;
use tiaoka_core::money::{Currency, Rates};

use crate::app::App;
use crate::plans::currency;
use crate::problem::{Code, Problem};
use crate::rows::day;
use crate::store::{OwnRate, Wanted};
use crate::views::settings::{RateRow, Settings, Startup};
use crate::wording::{Language, Wording};

/// Who set a rate that the user did: an id that faces word.
const OWN: &str = "own";

impl App {
    /// What a face needs at its start. `system` is the locale of the system, e.g. `zh_CN.UTF-8`; a
    /// language that is not spoken here, or none, is English.
    pub fn startup(&self, system: &str) -> Result<Startup, Problem> {
        let settings = self.settings()?;
        let system = Language::from_tag(system).unwrap_or(Language::En);
        let language = Language::from_tag(&settings.language).unwrap_or(system);
        let wording = Wording::of(language);
        let mut usual = Wanted {
            limit: Some(0),
            ..Wanted::default()
        };
        usual.one_of("kind", ["gpu", "npu"].map(str::to_owned));
        let (counted, _) = self.store.matching(&usual)?;
        let observed = self.store.observed()?;
        let rates = self.rates_view()?;
        Ok(Startup {
            settings,
            system_language: system.tag().to_owned(),
            offers: counted.total,
            providers: counted.providers,
            held: counted.held,
            observed_from: observed.map(|(from, _)| day(from).to_string()),
            observed_to: observed.map(|(_, to)| day(to).to_string()),
            usd_cny: rates
                .into_iter()
                .find(|rate| rate.currency == Currency::USD.code()),
            data_dir: self.data_dir().display().to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            recent: self.recent()?,
            notes: self.notes().iter().map(|note| wording.view(note)).collect(),
        })
    }

    /// The user's settings; what was never chosen is as it ships.
    pub fn settings(&self) -> Result<Settings, Problem> {
        let saved = self.store.settings()?;
        let or = |key: &str, shipped: String| saved.get(key).cloned().unwrap_or(shipped);
        let Settings {
            language,
            theme,
            currency,
        } = Settings::default();
        Ok(Settings {
            language: or("language", language),
            theme: or("theme", theme),
            currency: or("currency", currency),
        })
    }

    /// Saves the settings; one that has a value it cannot have changes nothing.
    pub fn save_settings(&self, settings: &Settings) -> Result<(), Problem> {
        let Settings {
            language,
            theme,
            currency: code,
        } = settings;
        if language != "system" && Language::from_tag(language).is_none() {
            return Err(Problem::bad_value(
                "language",
                language,
                "zh-CN | en | system",
            ));
        }
        if !["light", "dark", "system"].contains(&theme.as_str()) {
            return Err(Problem::bad_value("theme", theme, "light | dark | system"));
        }
        let chosen = currency(code)?;
        known_rate(&self.store.rates()?, chosen)?;
        let save = [
            ("language", language.as_str()),
            ("theme", theme),
            ("currency", chosen.code()),
        ];
        Ok(self.store.save_settings(&save)?)
    }

    /// Every exchange rate against the yuan, the dollar and the euro first.
    pub fn rates_view(&self) -> Result<Vec<RateRow>, Problem> {
        let (bank, own) = (self.store.reference_rates()?, self.store.own_rates()?);
        let row = |currency: Currency| match own.get(&currency) {
            Some(rate) => Some(RateRow {
                currency: currency.code().to_owned(),
                cny: rate.cny.to_string(),
                observed_on: rate.set_on.to_string(),
                source: OWN.to_owned(),
                own: true,
            }),
            None => Some(RateRow {
                currency: currency.code().to_owned(),
                cny: figures(bank.rate(currency, Currency::CNY)?).to_string(),
                observed_on: bank.observed_on.to_string(),
                source: bank.source.clone(),
                own: false,
            }),
        };
        let first = [Currency::USD, Currency::EUR];
        let others = bank.per_eur.keys().chain(own.keys()).copied();
        let mut others: Vec<Currency> = others
            .filter(|c| !first.contains(c) && *c != Currency::CNY)
            .collect();
        others.sort_unstable();
        others.dedup();
        Ok(first.into_iter().chain(others).filter_map(row).collect())
    }

    /// Sets what one unit of a currency costs in yuan, or with `None` goes back to the bank's rate.
    pub fn set_rate(&self, code: &str, cny: Option<&str>) -> Result<Vec<RateRow>, Problem> {
        const WANTED: &str = "7.1 | 0.046";
        let currency = currency(code)?;
        if currency == Currency::CNY {
            return Err(Problem::bad_value("currency", code, "USD | EUR | JPY"));
        }
        let own = match cny {
            None => None,
            Some(text) => {
                let bad = || Problem::bad_value("rate", text, WANTED);
                let cny: Decimal = text.trim().parse().map_err(|_| bad())?;
                // Between the smallest and the largest unit of any currency there is; what lies
                // outside is a slip of the finger.
                let sane = Decimal::new(1, 6)..=Decimal::from(10_000);
                if !sane.contains(&cny) {
                    return Err(bad());
                }
                Some(OwnRate {
                    cny: cny.normalize(),
                    set_on: day((self.now)()),
                })
            }
        };
        self.store.set_own_rate(currency, own.as_ref())?;
        self.rates_view()
    }
}

/// Refuses a currency that nothing can be converted to.
fn known_rate(rates: &Rates, currency: Currency) -> Result<(), Problem> {
    match rates.rate(Currency::CNY, currency) {
        Some(_) => Ok(()),
        None => Err(Problem::new(Code::NoRate).with("currency", currency.code())),
    }
}

/// Six significant figures, more than any reference rate has.
fn figures(rate: Decimal) -> Decimal {
    rate.round_sf(6).unwrap_or(rate).normalize()
}
