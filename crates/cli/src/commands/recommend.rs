//! `tiaoka recommend`: the wizard's answer.

use tiaoka_app::App;
use tiaoka_app::problem::{Code, Problem};
use tiaoka_app::views::advice::{AdviceView, ChoiceView};
use tiaoka_app::views::{IntervalView, MessageView};
use tiaoka_app::wording::figures;

use super::explain::{discount_list, explained};
use super::plans::{dash, gpu_count, gpu_name, stock};
use super::{Answer, Face};
use crate::args::{Format, Recommended};
use crate::sheet::{Head, Sheet, shortened};

/// Ranks plans; exit code 1 when nothing fits.
pub(crate) fn run(face: &Face, app: &App, asked: &Recommended) -> Result<Answer, Problem> {
    if asked.discounts {
        return discounts(face, app);
    }
    let answers = &asked.question.answers;
    if face.format == Format::Csv {
        let bytes = app.export_choices(answers, face.language)?;
        return Ok(Answer {
            bytes,
            exit_code: 0,
        });
    }
    let advice = app.advise(answers, face.language)?;
    let answer = match face.format {
        Format::Json => Answer::json(&advice)?,
        Format::Table | Format::Csv => match asked.explain {
            Some(number) if advice.fit > 0 => {
                let at = number.checked_sub(1);
                let text = at.and_then(|at| explained(face, &advice, at));
                Answer::text(text.ok_or_else(|| not_listed(number, advice.choices.len()))?)
            }
            _ => Answer::text(report(face, &advice)),
        },
    };
    Ok(answer.or_no(advice.fit > 0))
}

/// What sellers are known to give, whatever is asked.
fn discounts(face: &Face, app: &App) -> Result<Answer, Problem> {
    let all = app.wizard_options(face.language)?.discounts;
    match face.format {
        Format::Json => Answer::json(&serde_json::json!({ "schema": 1, "discounts": all })),
        Format::Table | Format::Csv => Ok(Answer::text(discount_list(face, &all))),
    }
}

/// A number that no choice has.
fn not_listed(number: usize, choices: usize) -> Problem {
    Problem::new(Code::BadValue)
        .with("option", "explain")
        .with("value", number.to_string())
        .with("wanted", format!("1–{choices}"))
}

/// The answer in the order of reading: question, need, ranking, reasons, misses, notes.
fn report(face: &Face, advice: &AdviceView) -> String {
    let words = &face.words;
    let mut parts = vec![question(face, advice), need(face, advice)];
    if advice.choices.is_empty() {
        parts.push(words.plain("cli.nothing_fits") + "\n");
    } else {
        parts.push(ranking(face, advice));
        parts.extend(
            advice
                .choices
                .first()
                .map(|first| pick(face, first, &advice.lead_text)),
        );
    }
    if !advice.rejected.is_empty() {
        parts.push(misses(face, advice));
    }
    if !advice.notes.is_empty() {
        let notes = advice.notes.iter().map(|note| format!("  {}\n", note.text));
        parts.push(format!(
            "{}\n{}",
            words.plain("cli.notes"),
            notes.collect::<String>()
        ));
    }
    parts.join("\n")
}

fn question(face: &Face, advice: &AdviceView) -> String {
    let count = figures::count(u64::from(advice.fit));
    let fit = face.words.fill("cli.fit", &[("count", &count)]);
    let parts = advice.workload.parts.iter().map(|part| part.text.as_str());
    format!("{fit}\n{}\n", parts.collect::<Vec<_>>().join(" · "))
}

/// The memory sum, one line a summand.
fn need(face: &Face, advice: &AdviceView) -> String {
    let need = &advice.need;
    // A nominal size is what it is; only a predicted need has an interval.
    let exact = need.low_gib >= need.high_gib;
    let head = face.words.fill(
        if exact { "cli.need_exact" } else { "cli.need" },
        &[
            ("gib", &figures::gib(need.gpu_memory_gib)),
            ("low", &figures::gib(need.low_gib)),
            ("high", &figures::gib(need.high_gib)),
        ],
    );
    let mut sheet = Sheet::new(vec![
        Head::Words(String::new()),
        Head::Words(String::new()),
        Head::Numbers(String::from("GiB")),
    ]);
    for step in &need.steps {
        sheet.row(vec![
            format!("  {}", step.label),
            step.formula.clone(),
            figures::fixed(step.value, 1),
        ]);
    }
    let sum = if need.steps.is_empty() {
        String::new()
    } else {
        sheet.text()
    };
    format!("{head}\n{sum}")
}

fn ranking(face: &Face, advice: &AdviceView) -> String {
    let words = &face.words;
    let first = &advice.choices[0];
    let latency = first.ttft_ms.is_some();
    let currency = first.cost.currency.as_str();
    let with_currency = |key| words.fill(key, &[("currency", currency)]);
    let time = format!("cli.time.{}", advice.workload.scenario);
    // A job takes hours; an answer and a start take seconds.
    let time_scale = if advice.workload.scenario == "training" {
        1.0 / 3_600.0
    } else {
        1.0
    };
    let mut heads = vec![
        Head::Numbers(String::from("#")),
        Head::Words(words.plain("cli.provider")),
        Head::Words(words.plain("cli.plan")),
        Head::Words(words.plain("cli.gpu")),
        Head::Numbers(words.plain("cli.count")),
        Head::Words(words.plain("cli.region")),
        Head::Numbers(with_currency("cli.per_hour")),
        Head::Numbers(words.plain(&time)),
        Head::Numbers(with_currency("cli.total")),
        Head::Numbers(words.plain("cli.spare")),
        Head::Words(words.plain("cli.evidence")),
        Head::Words(words.plain("cli.stock")),
        Head::Words(words.plain("cli.seen")),
    ];
    if latency {
        heads.insert(8, Head::Numbers(words.plain("cli.ttft")));
        heads.insert(9, Head::Numbers(words.plain("cli.tpot")));
    }
    let mut sheet = Sheet::new(heads);
    for choice in &advice.choices {
        sheet.row(row(face, choice, latency, time_scale));
    }
    format!("{}{}\n", sheet.text(), words.plain("cli.ranking_legend"))
}

fn row(face: &Face, choice: &ChoiceView, latency: bool, time_scale: f64) -> Vec<String> {
    let words = &face.words;
    let spread = |value: &IntervalView, scale: f64| {
        let [low, mid, high] =
            [value.low, value.mid, value.high].map(|x| figures::three(x * scale));
        format!("{mid} ({low}–{high})")
    };
    let cost =
        [&choice.cost.mid, &choice.cost.low, &choice.cost.high].map(|x| figures::amount_text(x));
    let price = figures::amount_text(&choice.price_per_hour.amount);
    let machines = match choice.machines {
        1 => gpu_count(Some(&choice.gpu)),
        machines => format!("{machines} × {}", gpu_count(Some(&choice.gpu))),
    };
    let mut cells = vec![
        if choice.tie {
            format!("={}", choice.rank)
        } else {
            choice.rank.to_string()
        },
        choice.provider_name.clone(),
        shortened(&choice.plan, 26),
        gpu_name(&choice.gpu),
        machines,
        choice
            .region
            .as_deref()
            .map_or_else(dash, |region| shortened(region, 14)),
        if choice.converted {
            format!("≈ {price}")
        } else {
            price
        },
        spread(&choice.time_s, time_scale),
        format!("{} ({}–{})", cost[0], cost[1], cost[2]),
        figures::gib(choice.memory.usable_gib - choice.memory.needed_gib),
        choice
            .evidence
            .clone()
            .map_or_else(dash, |evidence| words.word(&evidence)),
        stock(words, &choice.availability),
        choice
            .observed_on
            .clone()
            .unwrap_or_else(|| words.plain("cli.undated")),
    ];
    if latency {
        let millis =
            |value: &Option<IntervalView>| value.as_ref().map_or_else(dash, |v| spread(v, 1.0));
        cells.insert(8, millis(&choice.ttft_ms));
        cells.insert(9, millis(&choice.tpot_ms));
    }
    cells
}

/// The first choice: its score, what speaks for it and against it, and where its price is from.
fn pick(face: &Face, choice: &ChoiceView, lead: &[MessageView]) -> String {
    let words = &face.words;
    let mut text = words.fill(
        "cli.pick",
        &[("provider", &choice.provider_name), ("plan", &choice.plan)],
    );
    text.push('\n');
    for reason in &choice.reasons {
        text += &format!("  + {}\n", reason.text);
    }
    for risk in &choice.risks {
        text += &format!("  − {}\n", risk.text);
    }
    let points = choice
        .score_parts
        .iter()
        .map(|part| format!("{} {}", part.label, figures::fixed(part.points, 1)));
    let score = figures::fixed(choice.rank_score, 1);
    let sum = points.collect::<Vec<_>>().join(" + ");
    text += &format!(
        "  {}\n",
        words.fill("cli.score", &[("score", &score), ("sum", &sum)])
    );
    text += &format!("  {}: {}\n", words.plain("cli.source"), choice.source);
    for line in lead {
        text += &format!("  {}\n", line.text);
    }
    for one in choice.cost.break_even.iter().filter(|one| one.advised) {
        text += &format!("  {}\n", one.text);
    }
    text += &format!("  {}\n", words.plain("cli.explain.hint"));
    text
}

/// Why the others are not there: the nearest misses, and all of them by reason.
fn misses(face: &Face, advice: &AdviceView) -> String {
    let words = &face.words;
    let all: u32 = advice.rejected_counts.iter().map(|count| count.count).sum();
    let all = figures::count(u64::from(all));
    let mut text = words.fill("cli.why_not", &[("count", &all)]) + "\n";
    let nearest = advice.nearest.iter();
    for miss in nearest.filter_map(|at| advice.rejected.get(*at as usize)) {
        text += &format!(
            "  {} {}: {}\n",
            miss.provider_name,
            shortened(&miss.plan, 30),
            miss.text
        );
    }
    let counts = advice.rejected_counts.iter().map(|reason| {
        format!(
            "{} {}",
            figures::count(u64::from(reason.count)),
            reason.label
        )
    });
    text + &format!("  {}\n", counts.collect::<Vec<_>>().join(" · "))
}
