//! Price sheets, for tests.

use tiaoka_app::App;
use tiaoka_app::problem::Problem;
use tiaoka_app::views::settings::ImportOutcome;
use tiaoka_app::wording::Language;

/// Imports a sheet, all of it or nothing.
pub(crate) fn import(app: &App, sheet: &str) -> Result<ImportOutcome, Problem> {
    app.import_prices("mine.csv", sheet.as_bytes(), false, Language::En)
}

/// The columns of a price sheet.
pub(crate) fn head() -> &'static str {
    "provider,plan,region,gpu_model,gpu_count,gpu_mem_gb,vcpus,ram_gb,billing,price,currency,unit,\
     source,observed_on,note"
}
