//! The command line as `tiaoka --help` shows it.
//!
//! The options of `recommend` are a table of their own, in [`recommend`].

mod recommend;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use tiaoka_app::views::offers::PlansQuery;

pub(crate) use recommend::Recommend;

/// Choose a GPU cloud plan by predicted time, total cost and risk.
///
/// Works offline from a built-in catalogue. 挑卡：按预测的时间、总成本和风险挑选 GPU 云主机。
#[derive(Debug, Parser)]
#[command(name = "tiaoka", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options of every command.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Data folder [default: TIAOKA_HOME, else the system's; the window uses the same one]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,
    /// How the answer is printed; JSON keys and codes never change with the language
    #[arg(long, global = true, value_enum, default_value = "table")]
    pub(crate) format: Format,
    /// Language of texts, zh-CN or en [default: LC_ALL or LANG, else en]
    #[arg(long, global = true, value_name = "TAG")]
    pub(crate) lang: Option<String>,
    /// Never touch the network (none of today's commands does)
    #[arg(long, global = true)]
    pub(crate) offline: bool,
    /// No notes on standard error
    #[arg(long, global = true)]
    pub(crate) quiet: bool,
}

/// How an answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Table,
    /// One object, for programs.
    Json,
    /// Rows, for spreadsheets.
    Csv,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Rank plans for a job: what it takes, costs and risks
    Recommend(Box<Recommended>),
    /// List the catalogue: filter, sort, see what is held and why
    Plans(Box<Plans>),
    /// Show the spec sheet of GPUs, or say what a vendor's text means
    Gpus(Gpus),
    /// Predict each row of a file of measurements; where values are filled, say how good that is
    Predict {
        /// A CSV file in the form of published.csv; `tiaoka measurements template` prints one
        file: PathBuf,
    },
    /// Figures from articles that were checked: what they state, what is so, what follows
    Claims,
    /// Own measurements: list them, confirm one far off, delete, print a template
    #[command(subcommand)]
    Measurements(Measurements),
    /// Take a price sheet or measurements of your own
    #[command(subcommand)]
    Import(Import),
    /// Write your own price sheet, the whole catalogue or your measurements, as CSV
    #[command(subcommand)]
    Export(Export),
    /// Where the data lies; check, back up, restore
    #[command(subcommand)]
    Data(Data),
}

/// Options of `recommend`: the question, and how much of the answer is shown.
#[derive(Debug, Args)]
pub(crate) struct Recommended {
    /// The wizard's fields.
    #[command(flatten)]
    pub(crate) question: Recommend,
    /// Explain choice N (its place in the list): the sums of memory, time and cost, discounts, other ways
    /// of paying, what would change the order
    #[arg(long, value_name = "N")]
    pub(crate) explain: Option<usize>,
    /// List the discounts that sellers are known to give, with their rules and sources
    #[arg(long)]
    pub(crate) discounts: bool,
}

/// Options of `plans`.
#[derive(Debug, Args)]
pub(crate) struct Plans {
    /// Cards by any spelling: "RTX 4090", A100, 昇腾910B
    #[arg(long, value_name = "NAME")]
    gpu: Option<String>,
    /// Words in provider, plan, card or region
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,
    /// Least nominal memory of one device, GB
    #[arg(long, value_name = "N")]
    min_gpu_memory_gb: Option<f64>,
    /// Least number of whole GPUs
    #[arg(long, value_name = "N")]
    gpus: Option<u32>,
    /// Only these providers
    #[arg(long, value_name = "ID", num_args = 1.., value_delimiter = ',')]
    provider: Vec<String>,
    /// A provider's region code, or cn for mainland China
    #[arg(long, value_name = "CODE")]
    region: Option<String>,
    /// on-demand, spot, monthly, yearly
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    billing: Vec<String>,
    /// Only cards of these makers
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    vendor: Vec<String>,
    /// Highest hourly price of the machine, e.g. "3 CNY"
    #[arg(long, value_name = "MONEY")]
    max_price: Option<String>,
    /// gpu, npu, asic, tpu, fpga, video, cpu or all [default: gpu,npu]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    kind: Vec<String>,
    /// price, price-per-gpu, price-per-gb, memory or age
    #[arg(long, value_name = "COLUMN", default_value = "price")]
    sort: String,
    /// Largest first
    #[arg(long)]
    descending: bool,
    /// Currency of the prices [default: as in the settings, at first CNY]
    #[arg(long, value_name = "CODE")]
    currency: Option<String>,
    /// Most rows [default: all]
    #[arg(long, value_name = "N")]
    limit: Option<u32>,
    /// Also held rows, each with its reason, and older sources of the same offer
    #[arg(long)]
    all: bool,
}

impl Plans {
    /// The same as the window's filter.
    pub(crate) fn query(self) -> PlansQuery {
        PlansQuery {
            gpu: self.gpu.unwrap_or_default(),
            search: self.search.unwrap_or_default(),
            min_gpu_memory_gb: self.min_gpu_memory_gb,
            gpus: self.gpus,
            provider: self.provider,
            region: self.region.unwrap_or_default(),
            billing: self.billing,
            vendor: self.vendor,
            max_price: self.max_price.unwrap_or_default(),
            kind: self.kind,
            all: self.all,
            held: self.all,
            sort: self.sort,
            descending: self.descending,
            currency: self.currency.unwrap_or_default(),
            offset: 0,
            limit: self.limit,
        }
    }
}

/// `gpus` and `gpus recognise`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Gpus {
    #[command(subcommand)]
    pub(crate) action: Option<GpusAction>,
    /// A card by any spelling [default: all]
    pub(crate) name: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GpusAction {
    /// What a vendor's text means
    Recognise {
        /// The text, e.g. "NVIDIA H100 80GB HBM3"
        text: String,
        /// Memory that stands beside it, GB of one device
        #[arg(long, value_name = "N")]
        memory_gb: Option<f64>,
        /// Number of GPUs that stands beside it
        #[arg(long, value_name = "N")]
        count: Option<f64>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Import {
    /// Measured speeds or memory; they correct predictions for that card and framework
    ///
    /// A CSV with the columns of `tiaoka measurements template`; a note `date=2026-11-20` says when.
    Measurements {
        /// The file: UTF-8, UTF-16 with a byte-order mark, or GB18030
        file: PathBuf,
        /// Take the good rows and say what is wrong with the others
        #[arg(long)]
        partial: bool,
    },
    /// A CSV with the columns of the shipped sheets (`tiaoka export prices --all` shows them)
    Prices {
        /// The sheet: UTF-8, UTF-16 with a byte-order mark, or GB18030
        file: PathBuf,
        /// Take the good rows and say what is wrong with the others
        #[arg(long)]
        partial: bool,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Measurements {
    /// Each measurement beside what the model predicts for it
    List,
    /// Let measurements more than three times off correct predictions too
    Confirm {
        /// Numbers as `list` shows them
        #[arg(required = true)]
        ids: Vec<u32>,
        /// Take the confirmation back
        #[arg(long)]
        undo: bool,
    },
    /// Delete measurements
    Delete {
        /// Numbers as `list` shows them
        #[arg(required = true)]
        ids: Vec<u32>,
    },
    /// Print a file to fill in: the columns and an example of each kind
    Template,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Export {
    /// Your own measurements, in the form that import reads
    Measurements,
    /// Your own rows, in the form that import reads
    Prices {
        /// The whole catalogue, not only your own rows
        #[arg(long)]
        all: bool,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Data {
    /// Print the data folder
    Path,
    /// Check the database and say what it holds
    Check,
    /// Write a copy of the database
    Backup {
        /// The file to write; it must not exist
        file: PathBuf,
    },
    /// Replace the database by a copy; the present one is kept beside it
    Restore {
        /// The copy
        file: PathBuf,
    },
}
