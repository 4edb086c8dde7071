//! One choice of `tiaoka recommend`, explained: its three sums, what is known of discounts and of other
//! ways of paying, and what would change the order.

use tiaoka_app::sums::printed;
use tiaoka_app::views::StepView;
use tiaoka_app::views::advice::{AdviceView, ChoiceView};
use tiaoka_app::views::cost::DiscountView;
use tiaoka_app::wording::figures;

use super::Face;
use crate::sheet::{Head, Sheet};

/// Seconds above which a time is written as a clock.
const CLOCK_S: f64 = 120.0;

/// Everything behind choice `at`, counted from 0.
pub(crate) fn explained(face: &Face, advice: &AdviceView, at: usize) -> Option<String> {
    let choice = advice.choices.get(at)?;
    let parts = [
        head(face, choice, at),
        memory(face, choice),
        time(face, choice, &advice.workload.scenario),
        cost(face, choice),
        spot(face, choice),
        discounts(face, choice),
        paying(face, choice),
        changes(face, advice, choice, at),
        said(choice),
    ];
    Some(parts.into_iter().flatten().collect::<Vec<_>>().join("\n"))
}

/// Which plan, at which price, seen where and when.
fn head(face: &Face, choice: &ChoiceView, at: usize) -> Option<String> {
    let w = &face.words;
    let number = (at + 1).to_string();
    let values = [
        ("number", number.as_str()),
        ("provider", &choice.provider_name),
        ("plan", &choice.plan),
    ];
    let mut facts = vec![w.word(&choice.billing)];
    facts.extend(choice.region.clone());
    let listed = format!(
        "{} {}{}",
        figures::amount_text(&choice.listed.price.amount),
        choice.listed.price.currency,
        w.plain(&format!("unit.per_{}", choice.listed.per))
    );
    facts.push(listed);
    facts.extend(choice.cost.exchange.as_ref().map(|rate| rate.text.clone()));
    let seen = choice.observed_on.clone();
    facts.push(seen.unwrap_or_else(|| w.plain("cli.undated")));
    facts.push(choice.source.clone());
    let points = choice
        .score_parts
        .iter()
        .map(|part| format!("{} {}", part.label, figures::fixed(part.points, 1)));
    let score = figures::fixed(choice.rank_score, 1);
    let sum = points.collect::<Vec<_>>().join(" + ");
    Some(format!(
        "{}\n  {}\n  {}\n",
        w.fill("cli.explain.head", &values),
        facts.join(" · "),
        w.fill("cli.score", &[("score", &score), ("sum", &sum)])
    ))
}

/// A sum: label, formula, figure, and the line under it.
struct Sum {
    sheet: Sheet,
}

impl Sum {
    fn new(title: &str, unit: &str) -> Sum {
        let heads = vec![
            Head::Words(title.to_owned()),
            Head::Words(String::new()),
            Head::Numbers(unit.to_owned()),
        ];
        Sum {
            sheet: Sheet::new(heads),
        }
    }

    fn line(&mut self, label: &str, formula: &str, figure: String) {
        let cells = vec![format!("  {label}"), formula.to_owned(), figure];
        self.sheet.row(cells);
    }
}

/// Memory of one card: parts, total with its interval, what is usable.
fn memory(face: &Face, choice: &ChoiceView) -> Option<String> {
    let (w, memory) = (&face.words, &choice.memory);
    let steps: Vec<&StepView> = memory.steps.iter().filter(|s| s.unit == "gib").collect();
    let values: Vec<f64> = steps.iter().map(|step| step.value).collect();
    let tenths = printed(&values, memory.needed_gib, 0.1);
    let mut sum = Sum::new(&w.plain("cli.explain.memory"), &w.plain("unit.gib"));
    for (step, tenths) in steps.iter().zip(tenths) {
        let figure = figures::fixed(tenths as f64 / 10.0, 1);
        sum.line(&step.label, &step.formula, figure);
    }
    let usable = figures::gib(memory.usable_gib);
    let sure = memory.p_fit.map(figures::probability);
    let note = match &sure {
        Some(sure) => w.fill(
            "cli.explain.usable_sure",
            &[("usable", usable.as_str()), ("sure", sure)],
        ),
        None => w.fill("cli.explain.usable", &[("usable", usable.as_str())]),
    };
    let total = figures::fixed((memory.needed_gib * 10.0).round() / 10.0, 1);
    sum.line(&w.plain("cli.explain.total"), &note, total);
    Some(sum.sheet.text())
}

/// What is waited for.
fn time(face: &Face, choice: &ChoiceView, scenario: &str) -> Option<String> {
    let (w, time) = (&face.words, &choice.time_s);
    let seconds = |step: &StepView| match step.unit.as_str() {
        "s" => Some(step.value),
        "ms" => Some(step.value / 1_000.0),
        _ => None,
    };
    let steps: Vec<(&StepView, f64)> = choice
        .time_steps
        .iter()
        .filter_map(|step| Some((step, seconds(step)?)))
        .collect();
    let (unit, step_s) = match time.mid {
        s if s >= CLOCK_S => (String::from("h:mm:ss"), 1.0),
        s if s >= 10.0 => (w.plain("unit.s"), 0.1),
        _ => (w.plain("unit.ms"), 0.001),
    };
    let write = |units: i64| match step_s {
        1.0 => figures::clock(units),
        0.1 => figures::fixed(units as f64 / 10.0, 1),
        _ => figures::fixed(units as f64, 0),
    };
    let values: Vec<f64> = steps.iter().map(|(_, value)| *value).collect();
    let all: f64 = values.iter().sum();
    let title = w.plain(&format!("cli.explain.time_{scenario}"));
    let mut sum = Sum::new(&title, &unit);
    for ((step, _), units) in steps.iter().zip(printed(&values, all, step_s)) {
        sum.line(&step.label, &step.formula, write(units));
    }
    let ends = [time.low, time.high].map(|s| w.seconds(s));
    let values = [("low", ends[0].as_str()), ("high", ends[1].as_str())];
    let total = write((time.mid / step_s).round() as i64);
    let label = w.plain("cli.explain.total");
    sum.line(&label, &w.fill("cli.explain.range", &values), total);
    Some(sum.sheet.text())
}

/// What it costs: the parts add up to the total to the last cent.
fn cost(face: &Face, choice: &ChoiceView) -> Option<String> {
    let (w, cost) = (&face.words, &choice.cost);
    let mut sum = Sum::new(&w.plain("cli.explain.cost"), &cost.currency);
    for part in &cost.parts {
        let unknown = || w.plain("cli.explain.unknown");
        let figure = part.amount.as_deref().map_or_else(unknown, digits);
        sum.line(&part.label, &part.formula, figure);
    }
    let ends = [&cost.low, &cost.high].map(|end| figures::amount_text(end));
    let values = [("low", ends[0].as_str()), ("high", ends[1].as_str())];
    let total = digits(&cost.mid);
    let total = if cost.at_least {
        format!("≥ {total}")
    } else {
        total
    };
    let label = w.plain("cli.explain.total");
    sum.line(&label, &w.fill("cli.explain.range", &values), total);
    if cost.list != cost.mid {
        let label = w.plain("cli.explain.list");
        sum.line(&label, "", digits(&cost.list));
    }
    Some(sum.sheet.text())
}

/// An amount with the decimals it was given, so that a column of them adds up as it stands.
fn digits(amount: &str) -> String {
    let decimals = amount.split_once('.').map_or(0, |(_, tail)| tail.len());
    let value = amount.parse().unwrap_or(f64::NAN);
    figures::fixed(value, decimals)
}

/// Lines under a heading; nothing without any.
fn section(face: &Face, key: &str, lines: Vec<String>) -> Option<String> {
    let lines: String = lines
        .into_iter()
        .map(|line| format!("  {line}\n"))
        .collect();
    (!lines.is_empty()).then(|| format!("{}\n{lines}", face.words.plain(key)))
}

fn spot(face: &Face, choice: &ChoiceView) -> Option<String> {
    let spot = choice.cost.spot.as_ref()?;
    let lines = spot.lines.iter().map(|line| line.text.clone()).collect();
    section(face, "cli.explain.spot", lines)
}

/// What is known of this seller's discounts, with what each does here.
fn discounts(face: &Face, choice: &ChoiceView) -> Option<String> {
    let w = &face.words;
    let line = |one: &tiaoka_app::views::cost::DiscountUse| {
        let tick = if one.ticked { "[x]" } else { "[ ]" };
        let effect = match (&one.takes_off, &one.why_not) {
            (Some(off), _) => {
                let off = figures::amount_text(off);
                let key = if one.ticked {
                    "cli.explain.takes_off"
                } else {
                    "cli.explain.would_take_off"
                };
                let values = [
                    ("amount", off.as_str()),
                    ("currency", &choice.cost.currency),
                ];
                w.fill(key, &values)
            }
            (None, Some(why)) => why.text.clone(),
            (None, None) => String::new(),
        };
        let about = &one.discount;
        let values = [
            ("tick", tick),
            ("name", &about.name),
            ("id", &about.id),
            ("rule", &about.rule),
            ("effect", &effect),
        ];
        w.fill("cli.explain.discount", &values)
    };
    section(
        face,
        "cli.explain.discounts",
        choice.cost.discounts.iter().map(line).collect(),
    )
}

fn paying(face: &Face, choice: &ChoiceView) -> Option<String> {
    let all = choice.cost.break_even.iter();
    let lines = all.map(|one| one.text.clone()).collect();
    section(face, "cli.explain.paying", lines)
}

/// How sure the first rank is, or what another plan would need.
fn changes(face: &Face, advice: &AdviceView, choice: &ChoiceView, at: usize) -> Option<String> {
    let lines: Vec<String> = match at {
        0 => advice
            .lead_text
            .iter()
            .map(|line| line.text.clone())
            .collect(),
        _ => choice
            .changes
            .iter()
            .map(|change| change.text.clone())
            .collect(),
    };
    let mut text = section(face, "cli.explain.changes", lines)?;
    if at == 0 {
        text += &tornado(face, advice);
    }
    Some(text)
}

/// The lead with one input at its lower and at its upper end, the widest first.
fn tornado(face: &Face, advice: &AdviceView) -> String {
    let w = &face.words;
    let mut sheet = Sheet::new(vec![
        Head::Words(w.plain("cli.explain.moved")),
        Head::Numbers(w.plain("cli.explain.lead_low")),
        Head::Numbers(w.plain("cli.explain.lead_high")),
        Head::Words(w.plain("cli.explain.leads")),
    ]);
    let mut rows: Vec<_> = advice.sensitivity.iter().collect();
    rows.sort_by(|a, b| {
        let width =
            |row: &tiaoka_app::views::advice::SensitivityView| (row.lead_high - row.lead_low).abs();
        width(b).total_cmp(&width(a))
    });
    for row in rows {
        let sign = |lead: f64| {
            let text = figures::fixed(lead, 1);
            if lead > 0.0 { format!("+{text}") } else { text }
        };
        sheet.row(vec![
            format!("  {}", row.label),
            sign(row.lead_low),
            sign(row.lead_high),
            row.other.clone().unwrap_or_default(),
        ]);
    }
    sheet.text()
}

/// What speaks for it and against it.
fn said(choice: &ChoiceView) -> Option<String> {
    let reasons = choice
        .reasons
        .iter()
        .map(|one| format!("  + {}\n", one.text));
    let risks = choice.risks.iter().map(|one| format!("  − {}\n", one.text));
    let text: String = reasons.chain(risks).collect();
    (!text.is_empty()).then_some(text)
}

/// Every discount that is known, with what makes it up and who says so.
pub(crate) fn discount_list(face: &Face, all: &[DiscountView]) -> String {
    let w = &face.words;
    let line = |one: &DiscountView| {
        let id = if one.offered {
            one.id.clone()
        } else {
            w.plain("cli.explain.not_offered")
        };
        let note = one.note.iter().map(|note| format!(" ({note})"));
        format!(
            "{id}\n  {} {}: {}\n  {}, {}{}\n",
            one.provider_name,
            one.name,
            one.rule,
            one.source,
            one.observed_on,
            note.collect::<String>()
        )
    };
    let lines: Vec<String> = all.iter().map(line).collect();
    format!(
        "{}\n{}",
        lines.join("\n"),
        w.plain("cli.explain.discounts_legend") + "\n"
    )
}
