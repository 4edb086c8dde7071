//! [`App`]: the one object that both faces call.
//!
//! Its use cases lie in files of their own, each an `impl App`. Every call blocks: a face runs it on
//! a thread that may. Where the present moment counts it comes from the clock given at the start.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use tiaoka_core::message::{Message, Note, Param};
use tiaoka_core::money::Rates;
use tiaoka_core::observation::Report;
use tiaoka_core::offer::Offer;
use tiaoka_core::traits::Traits;

use crate::problem::{Code, Problem};
use crate::shipped::{sellers, shipped};
use crate::store::{KeptMeasurement, Store};

/// Names the folder that holds our data among those of other programs; the window has the same.
const IDENTIFIER: &str = "io.tiaoka.desktop";
/// Our own part of that folder: the browser engine of the window keeps its files beside it.
const SUBFOLDER: &str = "data";
/// Names another data folder.
const HOME_VARIABLE: &str = "TIAOKA_HOME";

/// Everything both faces can do.
#[derive(Debug)]
pub struct App {
    pub(crate) store: Store,
    pub(crate) now: fn() -> Timestamp,
    home: PathBuf,
    notes: Vec<Note>,
    market: Mutex<Option<Seen>>,
}

/// What there was to choose from, and the state of the store that it was read from.
type Seen = ((u64, u64), Arc<Stock>);

/// What there is to choose from, as of one state of the store.
#[derive(Debug)]
pub struct Stock {
    /// Every offer, held and superseded ones too.
    pub offers: Vec<Offer>,
    /// The number of each, in the same order.
    ids: Vec<u32>,
    /// What is known of sellers.
    pub sellers: Traits,
    /// Exchange rates in force.
    pub rates: Rates,
    /// What the user measured, beside what the model says of it.
    pub reports: Vec<Report>,
}

impl Stock {
    /// The number of an offer that was borrowed from [`Stock::offers`]; `None` for any other.
    pub fn id_of(&self, offer: &Offer) -> Option<u32> {
        let start = std::ptr::from_ref(self.offers.first()?).addr();
        let bytes = std::ptr::from_ref(offer).addr().checked_sub(start)?;
        self.ids.get(bytes / size_of::<Offer>()).copied()
    }
}

impl App {
    /// Opens the data folder, making and filling it where it is missing. `now` is the clock.
    pub fn open(home: &Path, now: fn() -> Timestamp) -> Result<App, Problem> {
        let opened = Store::open(home, &shipped(), now())?;
        let mut notes = Vec::new();
        if let Some(copy) = &opened.copy {
            let file = Param::Text(copy.display().to_string());
            notes.push(Message::new("migrated").with("file", file));
        }
        if opened.renewed {
            notes.push(Message::new("catalogue_renewed"));
        }
        let home = home.to_owned();
        Ok(App {
            store: opened.store,
            now,
            home,
            notes,
            market: Mutex::new(None),
        })
    }

    /// Where the data lies: what was asked for, else `TIAOKA_HOME`, else the system's folder for
    /// data of this program. Both faces use this rule.
    pub fn home(asked: Option<PathBuf>) -> Result<PathBuf, Problem> {
        let named = || std::env::var_os(HOME_VARIABLE).filter(|name| !name.is_empty());
        asked
            .or_else(|| named().map(PathBuf::from))
            .or_else(App::default_home)
            .ok_or_else(|| Problem::new(Code::NoHome).with("variable", HOME_VARIABLE))
    }

    /// The system's folder for data of this program; `None` where the system has no idea of one.
    pub fn default_home() -> Option<PathBuf> {
        let folders = directories::BaseDirs::new()?;
        Some(folders.data_dir().join(IDENTIFIER).join(SUBFOLDER))
    }

    /// The data folder.
    pub fn data_dir(&self) -> &Path {
        &self.home
    }

    /// The database.
    pub fn database(&self) -> &Path {
        self.store.path()
    }

    /// What happened at the start, for whoever looks at it first.
    pub(crate) fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// What there is to choose from. Read once and again only after a change, whoever made it.
    pub fn market(&self) -> Result<Arc<Stock>, Problem> {
        let state = self.store.state()?;
        let mut cached = self.market.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, stock)) = cached.as_ref()
            && *known == state
        {
            return Ok(Arc::clone(stock));
        }
        let rows = self.store.offers()?;
        let own = self.store.measurements()?;
        let (ids, offers) = rows.into_iter().map(|kept| (kept.id, kept.offer)).unzip();
        let stock = Arc::new(Stock {
            offers,
            ids,
            sellers: sellers(),
            rates: self.store.rates()?,
            reports: own.iter().filter_map(KeptMeasurement::report).collect(),
        });
        *cached = Some((state, Arc::clone(&stock)));
        Ok(stock)
    }
}
