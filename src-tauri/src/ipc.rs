//! The border between the page and Rust: the one list of commands, and the TypeScript made from it.
//!
//! Each line of the list is a function of the same name in `commands/`. The list makes the table of
//! handlers and, in the test below, `ui/src/ipc/bindings.ts`: a page that asks for a command, a field
//! or a type that is not there does not compile.

use tiaoka_app::answers::Answers;
use tiaoka_app::views::accuracy::{
    AccuracyView, ClaimsView, MeasurementsOutcome, MeasurementsView, ScatterView,
};
use tiaoka_app::views::advice::AdviceView;
use tiaoka_app::views::chart::ChartView;
use tiaoka_app::views::offers::{OfferDetail, OffersPage, PlansQuery};
use tiaoka_app::views::settings::{
    ImportOutcome, ProblemView, RateRow, Settings, Shortlist, Startup,
};
use tiaoka_app::views::wizard::{LimitsPreview, WizardOptions, WorkloadPreview};

use crate::commands;
use crate::commands::accuracy::{
    ConfirmRequest, DeleteRequest, MeasurementsFile, RestoreMeasurements, ScatterRequest,
};
use crate::commands::advice::{ChartRequest, PlanChartRequest};
use crate::commands::files::{ExportRequest, ImportRequest, PathRequest, SavedFile};
use crate::commands::links::{LinkAnswer, LinkRequest};
use crate::commands::offers::OfferRequest;
use crate::commands::settings::RateRequest;
use crate::commands::shortlists::{RestoreRequest, ShortlistId, ShortlistRequest};
use crate::house::House;

/// Declares every command once.
///
/// `name(Request) -> Answer in file;` calls `commands::file::name(&House, Request)` on a thread that may
/// block: the store reads files and the ranking takes tens of milliseconds, neither of which may hold
/// the window's own thread.
macro_rules! commands {
    ($($name:ident($request:ty) -> $answer:ty, in $file:ident;)+) => {
        $(
            #[tauri::command]
            async fn $name(
                house: tauri::State<'_, House>,
                request: $request,
            ) -> Result<$answer, Box<ProblemView>> {
                house.run(move |house| commands::$file::$name(house, request)).await
            }
        )+

        /// Answers the page's calls.
        pub(crate) fn handler() -> impl Fn(tauri::ipc::Invoke) -> bool + Send + Sync + 'static {
            tauri::generate_handler![$($name),+]
        }

        /// What the page has to know, as TypeScript.
        #[cfg(test)]
        fn declare(script: &mut crate::typescript::Script) {
            $(script.command::<$request, $answer>(stringify!($name));)+
            script.shape::<ProblemView>();
        }
    };
}

commands! {
    startup(()) -> Startup, in settings;
    wizard_options(()) -> WizardOptions, in advice;
    preview_workload(Answers) -> WorkloadPreview, in advice;
    preview_limits(Answers) -> LimitsPreview, in advice;
    recommend(Answers) -> AdviceView, in advice;
    cost_time_chart(ChartRequest) -> ChartView, in advice;
    break_even_chart(PlanChartRequest) -> ChartView, in advice;
    remember(Answers) -> (), in advice;
    query_offers(PlansQuery) -> OffersPage, in offers;
    offer_detail(OfferRequest) -> OfferDetail, in offers;
    save_settings(Settings) -> Startup, in settings;
    rates(()) -> Vec<RateRow>, in settings;
    set_rate(RateRequest) -> Vec<RateRow>, in settings;
    shortlists(()) -> Vec<Shortlist>, in shortlists;
    save_shortlist(ShortlistRequest) -> Vec<Shortlist>, in shortlists;
    delete_shortlist(ShortlistId) -> Vec<Shortlist>, in shortlists;
    restore_shortlist(RestoreRequest) -> Vec<Shortlist>, in shortlists;
    import_prices(ImportRequest) -> ImportOutcome, in files;
    export_choices(Answers) -> SavedFile, in files;
    export_prices(ExportRequest) -> SavedFile, in files;
    accuracy(()) -> AccuracyView, in accuracy;
    accuracy_chart(ScatterRequest) -> ScatterView, in accuracy;
    claims(()) -> ClaimsView, in accuracy;
    measurements(()) -> MeasurementsView, in accuracy;
    import_measurements(ImportRequest) -> MeasurementsOutcome, in accuracy;
    confirm_measurements(ConfirmRequest) -> MeasurementsView, in accuracy;
    delete_measurements(DeleteRequest) -> MeasurementsView, in accuracy;
    restore_measurements(RestoreMeasurements) -> MeasurementsView, in accuracy;
    export_measurements(MeasurementsFile) -> SavedFile, in accuracy;
    reveal_path(PathRequest) -> (), in files;
    open_link(LinkRequest) -> LinkAnswer, in links;
    first_paint(()) -> (), in window;
    quit(()) -> (), in window;
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::typescript::Script;

    #[test]
    fn the_page_is_compiled_against_the_commands_of_this_list() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/ipc/bindings.ts");
        let mut script = Script::new();
        super::declare(&mut script);
        let (new, old) = (
            script.text(),
            std::fs::read_to_string(&path).unwrap_or_default(),
        );
        if new != old {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, new).unwrap();
            panic!(
                "ui/src/ipc/bindings.ts was out of date and is now written: look at it and commit it"
            );
        }
    }
}
