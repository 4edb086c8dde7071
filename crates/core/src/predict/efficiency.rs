//! How much of a card's data sheet a program reaches, and what it takes beside: the fitted constants of
//! one setting, put together (`docs/model/inference.md`).
//!
//! Every figure is a sum of logarithms: of the family, of the program, of the architecture or the maker,
//! of the format of the weights, of experts, of the year. What nobody measured adds 0.

use super::card::Card;
use super::servers::ServerFamily;
use super::setting::Setting;
use super::weights::Format;
use crate::model::ModelConstants;

/// Year that the constants speak of; programs of other years differ by the constants `*.year.*`.
const YEAR: f64 = 2025.0;
/// Years outside which no row was measured: a program is as slow as in the first, as fast as in the last.
pub(crate) const YEARS: (f64, f64) = (2023.0, 2026.0);
/// Multiply-adds that one multiprocessor of an ordinary card starts in a clock on 16-bit matrices, × 2.
const ORDINARY_WIDTH: f64 = 1024.0;
/// Bytes of bandwidth for one clock of a multiprocessor where the sheet does not say: a usual card.
const USUAL_BYTES_A_CLOCK: f64 = 6.0;
/// Most of the bandwidth, and of the matrix rate, that anything reaches (guard of section 9.1).
pub(crate) const REACHABLE: f64 = 0.95;

/// What one program does on one card with one model.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Efficiency {
    pub(crate) family: ServerFamily,
    /// The program is none of those known: its family is a guess.
    pub(crate) unknown_program: bool,
    /// Share of the bandwidth at which weights are read.
    pub(crate) bandwidth: f64,
    /// Bytes of cache moved for each byte that the shape says.
    pub(crate) cache_factor: f64,
    /// Seconds of launches in a layer.
    pub(crate) launch_s: f64,
    /// Seconds of a step beside its layers.
    pub(crate) step_s: f64,
    /// Seconds of a step for each of several requests.
    pub(crate) request_s: f64,
    /// Share of the matrix rate in reading a prompt.
    pub(crate) matrix: f64,
    /// Share of the matrix rate in writing answers.
    pub(crate) matrix_decode: f64,
    /// Share of the 16-bit matrix rate in attention.
    pub(crate) attention: f64,
    /// Hidden size at which matrices are half as fast as wide ones.
    pub(crate) half_hidden: f64,
    /// Seconds before the first token that no work explains.
    pub(crate) first_s: f64,
    /// Seconds of launches in a layer while a prompt is read.
    pub(crate) prompt_launch_s: f64,
}

impl Efficiency {
    pub(crate) fn of(setting: &Setting<'_>) -> Efficiency {
        let sum = Sum::of(setting);
        let card = setting.rig.card;
        let wide = wideness(setting);
        let exp = |ln: f64| ln.exp();
        let matrix =
            sum.of_program("mm") + sum.everywhere("mm") - wide * sum.family_only("mm.wide");
        let attention =
            sum.constants.correction("attn") + sum.family_only("attn") + sum.maker_only("mm")
                - wide * sum.family_only("attn.wide");
        let decode = sum.constants.correction("mm.decode");
        let bandwidth = exp(sum.family_only("bw")
            + sum.program("bw")
            + sum.card("bw")
            + sum.format("bw")
            + sum.experts("bw")
            + sum.year("bw"));
        let pull = bytes_a_clock(card) / exp(sum.family_only("sm"));
        Efficiency {
            family: sum.family,
            unknown_program: sum.unknown,
            bandwidth: (bandwidth.recip() + pull).recip().min(REACHABLE),
            cache_factor: exp(sum.family_only("kv") + sum.program("kv"))
                * copies(setting, sum.framework),
            launch_s: exp(sum.of_program("launch")
                + sum.launched_on()
                + sum.experts("launch")
                + sum.year("launch"))
                * 1e-6,
            step_s: exp(sum.family_only("step")) * 1e-6,
            request_s: exp(sum.family_only("request")) * 1e-6,
            matrix: exp(matrix).min(REACHABLE),
            matrix_decode: exp(matrix + decode),
            attention: exp(attention).min(REACHABLE),
            half_hidden: exp(sum.constants.correction("narrow")),
            first_s: exp(sum.family_only("first")) * 1e-3,
            prompt_launch_s: exp(sum.family_only("prompt")) * 1e-6,
        }
    }
}

/// Sums of constants for one setting.
struct Sum<'a> {
    constants: &'a ModelConstants,
    family: ServerFamily,
    framework: &'a str,
    unknown: bool,
    arch: Option<&'a str>,
    maker: String,
    is_nvidia: bool,
    format: &'static str,
    moe: bool,
    years: f64,
}

impl<'a> Sum<'a> {
    fn of(setting: &Setting<'a>) -> Sum<'a> {
        let (framework, family, known) = super::servers::recognise(setting.framework);
        let card = setting.rig.card;
        Sum {
            constants: setting.constants,
            family,
            framework,
            unknown: !known,
            arch: card.arch.as_deref(),
            maker: card.vendor.to_ascii_lowercase(),
            is_nvidia: card.is_nvidia(),
            format: format_class(setting.format),
            moe: setting.shape.is_moe(),
            years: setting.year.clamp(YEARS.0, YEARS.1) - YEAR,
        }
    }

    fn get(&self, key: &str) -> f64 {
        self.constants.correction(key)
    }

    /// Of the family.
    fn family_only(&self, quantity: &str) -> f64 {
        self.get(&format!("{quantity}.{}", self.family.key()))
    }

    /// How the program differs from its family.
    fn program(&self, quantity: &str) -> f64 {
        self.get(&format!("{quantity}.fw.{}", self.framework))
    }

    fn of_program(&self, quantity: &str) -> f64 {
        self.family_only(quantity) + self.program(quantity)
    }

    /// Of the architecture, or of another maker.
    fn card(&self, quantity: &str) -> f64 {
        match self.arch {
            Some(arch) if self.is_nvidia => self.get(&format!("{quantity}.arch.{arch}")),
            _ if self.is_nvidia => 0.0,
            _ => self.maker_only(quantity) + self.get(&format!("{quantity}.maker.{}", self.maker)),
        }
    }

    /// Every maker but NVIDIA, together.
    fn maker_only(&self, quantity: &str) -> f64 {
        if self.is_nvidia {
            0.0
        } else {
            self.get(&format!("{quantity}.other"))
        }
    }

    /// The card's part in launches: none where an NVIDIA card waits for the host.
    fn launched_on(&self) -> f64 {
        if self.is_nvidia && self.family == ServerFamily::Eager {
            0.0
        } else {
            self.card("launch")
        }
    }

    fn format(&self, quantity: &str) -> f64 {
        self.get(&format!(
            "{quantity}.q.{}.{}",
            self.family.key(),
            self.format
        ))
    }

    fn experts(&self, quantity: &str) -> f64 {
        if self.moe {
            self.get(&format!("{quantity}.moe"))
        } else {
            0.0
        }
    }

    fn year(&self, quantity: &str) -> f64 {
        self.years * self.get(&format!("{quantity}.year.{}", self.family.key()))
    }

    fn everywhere(&self, quantity: &str) -> f64 {
        self.get(quantity)
            + self.card(quantity)
            + self.format(quantity)
            + self.experts(quantity)
            + self.year(quantity)
    }
}

/// Times the cache is moved in a step: Hugging Face's copies it to append a token and once more to give
/// every head keys and values of its own (read and written).
fn copies(setting: &Setting<'_>, framework: &str) -> f64 {
    let shape = setting.shape;
    if framework == "hf-transformers" {
        3.0 + 2.0 * shape.heads / shape.kv_heads.max(1.0)
    } else {
        1.0
    }
}

/// ln of the matrix rate of one clock of a multiprocessor against an ordinary card's: the wider it is,
/// the less of it a kernel keeps busy. 0 where the sheet does not say.
fn wideness(setting: &Setting<'_>) -> f64 {
    let card = setting.rig.card;
    let (Some(clocks), Ok(rate)) = (card.issue_rate, setting.rate()) else {
        return 0.0;
    };
    let widened = match setting.multiplied() {
        Format::FP8 => 2.0,
        Format::FP4 => 4.0,
        _ => 1.0,
    };
    (rate / (setting.rig.share * clocks * ORDINARY_WIDTH * widened)).ln()
}

/// Bytes that memory delivers in one clock of a multiprocessor.
fn bytes_a_clock(card: &Card) -> f64 {
    match (card.bandwidth, card.issue_rate) {
        (Some(bandwidth), Some(clocks)) => bandwidth / clocks,
        _ => USUAL_BYTES_A_CLOCK,
    }
}

/// Formats that are read and multiplied alike share constants; 16 bit has none.
fn format_class(format: Format) -> &'static str {
    match format.key {
        "16" | "32" => "16",
        "fp8" => "fp8",
        "fp4" => "fp4",
        "int8" | "gptq-int8" => "int8",
        "bnb-nf4" | "bnb-nf4-dq" => "nf4",
        "awq-int4" | "gptq-int4" => "int4",
        _ => "gguf",
    }
}
