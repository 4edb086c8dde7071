//! `tiaoka gpus`: the spec sheet, and what a vendor's text means.

use serde::Serialize;
use tiaoka_app::problem::{Code, Problem};
use tiaoka_app::wording::figures;
use tiaoka_core::gpu::{self, GpuName, GpuSpec};

use super::{Answer, Face, cell};
use crate::args::{Format, Gpus, GpusAction};
use crate::commands::plans::dash;
use crate::sheet::{Head, Sheet};

/// The list, one card, or a text's meaning.
pub(crate) fn run(face: &Face, gpus: Gpus) -> Result<Answer, Problem> {
    match (gpus.action, gpus.name) {
        (
            Some(GpusAction::Recognise {
                text,
                memory_gb,
                count,
            }),
            _,
        ) => recognise(face, &text, memory_gb, count),
        (None, None) => list(face, gpu::sheet().iter().collect()),
        (None, Some(name)) => {
            let ids = gpu::resolve(&name);
            let cards: Vec<&GpuSpec> = ids.iter().filter_map(|id| gpu::sheet().get(id)).collect();
            if cards.is_empty() {
                return Err(Problem::new(Code::UnknownGpu).with("gpu", name));
            }
            if face.format == Format::Table {
                Ok(in_full(face, &cards))
            } else {
                list(face, cards)
            }
        }
    }
}

/// A card with every name it is recognised under.
#[derive(Serialize)]
struct Card<'a> {
    #[serde(flatten)]
    spec: &'a GpuSpec,
    names: Vec<&'static str>,
}

fn list(face: &Face, cards: Vec<&GpuSpec>) -> Result<Answer, Problem> {
    match face.format {
        Format::Json => {
            let gpus: Vec<Card<'_>> = cards
                .into_iter()
                .map(|spec| Card {
                    spec,
                    names: gpu::names_of(&spec.id),
                })
                .collect();
            Answer::json(&serde_json::json!({ "schema": 1, "gpus": gpus }))
        }
        Format::Csv => Answer::csv(&COLUMNS, cards.into_iter().map(record).collect()),
        Format::Table => Ok(Answer::text(table(face, &cards))),
    }
}

fn table(face: &Face, cards: &[&GpuSpec]) -> String {
    let words = &face.words;
    let figure = |value: Option<f64>| value.map_or_else(dash, figures::three);
    let mut sheet = Sheet::new(vec![
        Head::Words(words.plain("cli.id")),
        Head::Words(words.plain("cli.name")),
        Head::Words(words.plain("cli.vendor")),
        Head::Numbers(words.plain("cli.gib")),
        Head::Numbers(String::from("GB/s")),
        Head::Numbers(String::from("BF16")),
        Head::Numbers(String::from("FP16")),
        Head::Numbers(String::from("FP8")),
        Head::Numbers(String::from("FP32")),
        Head::Numbers(String::from("W")),
        Head::Words(words.plain("cli.link")),
    ]);
    for card in cards {
        sheet.row(vec![
            card.id.to_string(),
            card.name.clone(),
            card.vendor.clone(),
            figure(card.memory_gib),
            figure(card.bandwidth_gb_s),
            figure(card.bf16_tflops),
            figure(card.fp16_tflops),
            figure(card.fp8_tflops),
            figure(card.fp32_tflops),
            figure(card.tdp_w),
            card.interconnect.clone(),
        ]);
    }
    format!("{}\n{}\n", sheet.text(), words.plain("cli.gpus_legend"))
}

/// Each card with its source and the names under which it is recognised.
fn in_full(face: &Face, cards: &[&GpuSpec]) -> Answer {
    let mut text = table(face, cards);
    for card in cards {
        text += &format!("\n{} ({})\n", card.name, card.id);
        let lines = [
            ("cli.source", card.source.clone()),
            ("cli.checked", card.check.clone()),
            ("cli.remark", card.note.clone()),
            ("cli.names", gpu::names_of(&card.id).join(" · ")),
        ];
        for (label, value) in lines.iter().filter(|(_, value)| !value.is_empty()) {
            text += &format!("  {}: {value}\n", face.words.plain(label));
        }
    }
    Answer::text(text)
}

/// Exit code 1 when nobody knows the text.
fn recognise(
    face: &Face,
    text: &str,
    memory_gb: Option<f64>,
    count: Option<f64>,
) -> Result<Answer, Problem> {
    let found = gpu::recognise_devices(text, memory_gb, count);
    let ids: Vec<String> = match &found.model {
        GpuName::Known(id) => vec![id.to_string()],
        GpuName::OneOf(ids) => ids.iter().map(ToString::to_string).collect(),
        GpuName::Unknown(_) => Vec::new(),
    };
    let known = !ids.is_empty();
    let json = serde_json::json!({
        "schema": 1, "text": text, "name": found.name, "ids": ids, "status": found.status,
        "kind": found.kind, "count": found.count, "memory_gib": found.memory_gib,
        "usable_gib": found.usable_gib, "share": found.share,
    });
    let answer = match face.format {
        Format::Json => Answer::json(&json)?,
        Format::Table | Format::Csv => {
            let shown = |key: &str| match &json[key] {
                serde_json::Value::Null => dash(),
                serde_json::Value::String(text) => face.words.word(text),
                serde_json::Value::Number(n) => figures::three(n.as_f64().unwrap_or_default()),
                other => other.to_string(),
            };
            let ids = if known {
                ids.join(" | ")
            } else {
                face.words.plain("cli.unknown_gpu")
            };
            let lines = [
                ("cli.name", found.name.clone()),
                ("cli.id", ids),
                ("cli.status", shown("status")),
                ("cli.kind", shown("kind")),
                ("cli.count", shown("count")),
                ("cli.gib", shown("memory_gib")),
                ("cli.usable_gib", shown("usable_gib")),
                ("cli.share", figures::share(found.share)),
            ];
            if face.format == Format::Csv {
                let head = [
                    "text",
                    "name",
                    "ids",
                    "status",
                    "kind",
                    "count",
                    "memory_gib",
                    "usable_gib",
                    "share",
                ];
                let raw = |key: &str| {
                    json[key]
                        .as_str()
                        .map_or_else(|| json[key].to_string(), str::to_owned)
                };
                let row = head.iter().map(|key| {
                    if *key == "ids" {
                        lines[1].1.clone()
                    } else {
                        raw(key)
                    }
                });
                Answer::csv(
                    &head,
                    vec![row.map(|cell| cell.replace("null", "")).collect()],
                )?
            } else {
                let lines = lines
                    .iter()
                    .map(|(label, value)| format!("{}: {value}\n", face.words.plain(label)));
                Answer::text(lines.collect())
            }
        }
    };
    Ok(answer.or_no(known))
}

const COLUMNS: [&str; 14] = [
    "id",
    "name",
    "vendor",
    "arch",
    "form",
    "memory_gib",
    "bandwidth_gb_s",
    "bf16_tflops",
    "fp16_tflops",
    "fp8_tflops",
    "fp32_tflops",
    "tdp_w",
    "check",
    "source",
];

fn record(card: &GpuSpec) -> Vec<String> {
    vec![
        card.id.to_string(),
        card.name.clone(),
        card.vendor.clone(),
        card.arch.clone(),
        card.form.clone(),
        cell(card.memory_gib),
        cell(card.bandwidth_gb_s),
        cell(card.bf16_tflops),
        cell(card.fp16_tflops),
        cell(card.fp8_tflops),
        cell(card.fp32_tflops),
        cell(card.tdp_w),
        card.check.clone(),
        card.source.clone(),
    ]
}
