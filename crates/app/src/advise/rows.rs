//! Choices as CSV.

use crate::views::advice::{AdviceView, ChoiceView};

/// Columns of the file.
const HEAD: [&str; 33] = [
    "rank",
    "tie",
    "provider",
    "plan",
    "region",
    "billing",
    "gpu",
    "gpu_count",
    "gpu_memory_gib",
    "machines",
    "price_per_hour",
    "currency",
    "hours_low",
    "hours",
    "hours_high",
    "time_s_low",
    "time_s",
    "time_s_high",
    "cost_low",
    "cost",
    "cost_high",
    "memory_needed_gib",
    "memory_usable_gib",
    "p_fit",
    "rank_score",
    "pareto",
    "evidence",
    "availability",
    "observed_on",
    "source",
    "console_url",
    "reasons",
    "risks",
];

/// One row a choice, best first. What is unknown is empty, never 0.
pub(super) fn csv(view: &AdviceView) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(HEAD)?;
    for choice in &view.choices {
        writer.write_record(cells(choice))?;
    }
    writer
        .into_inner()
        .map_err(|error| error.into_error().into())
}

fn cells(choice: &ChoiceView) -> [String; 33] {
    let figure = |x: Option<f64>| x.map(|x| x.to_string()).unwrap_or_default();
    let joined = |messages: &[crate::views::MessageView]| {
        messages
            .iter()
            .map(|message| message.text.as_str())
            .collect::<Vec<_>>()
            .join("; ")
    };
    [
        choice.rank.to_string(),
        choice.tie.to_string(),
        text(&choice.provider),
        text(&choice.plan),
        text(choice.region.as_deref().unwrap_or_default()),
        choice.billing.clone(),
        text(&choice.gpu.name),
        choice
            .gpu
            .count
            .map(|count| count.to_string())
            .unwrap_or_default(),
        figure(choice.gpu.memory_gib),
        choice.machines.to_string(),
        choice.price_per_hour.amount.clone(),
        choice.cost.currency.clone(),
        choice.hours.low.to_string(),
        choice.hours.mid.to_string(),
        choice.hours.high.to_string(),
        choice.time_s.low.to_string(),
        choice.time_s.mid.to_string(),
        choice.time_s.high.to_string(),
        choice.cost.low.clone(),
        choice.cost.mid.clone(),
        choice.cost.high.clone(),
        choice.memory.needed_gib.to_string(),
        choice.memory.usable_gib.to_string(),
        figure(choice.memory.p_fit),
        choice.rank_score.to_string(),
        choice.pareto.to_string(),
        choice.evidence.clone().unwrap_or_default(),
        choice.availability.level.clone(),
        choice.observed_on.clone().unwrap_or_default(),
        text(&choice.source),
        text(choice.console_url.as_deref().unwrap_or_default()),
        text(&joined(&choice.reasons)),
        text(&joined(&choice.risks)),
    ]
}

/// A text that no spreadsheet takes for a formula.
fn text(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}
