//! In which numbers training multiplies, and how much of it is done twice.

use super::weights::Format;
use crate::workload::{Checkpointing, Precision};

/// In which numbers matrices are multiplied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// BF16 or FP16.
    Bits16,
    /// FP32 or TF32.
    Bits32,
    /// FP8 with a scale for each tensor.
    Fp8,
    /// FP8 with a scale for each block of 32.
    Mxfp8,
    /// FP4 with a scale for each block of 16.
    Nvfp4,
}

impl Arithmetic {
    /// By its name in files of measurements, or by what the name contains (`fp8-hybrid`); quantised
    /// frozen weights are multiplied at 16 bit.
    pub(crate) fn by_name(name: &str) -> Option<Arithmetic> {
        const PARTS: [(&str, Arithmetic); 9] = [
            ("mxfp8", Arithmetic::Mxfp8),
            ("fp8", Arithmetic::Fp8),
            ("nvfp4", Arithmetic::Nvfp4),
            ("fp4", Arithmetic::Nvfp4),
            ("16", Arithmetic::Bits16),
            ("amp", Arithmetic::Bits16),
            ("nf4", Arithmetic::Bits16),
            ("int", Arithmetic::Bits16),
            ("32", Arithmetic::Bits32),
        ];
        let known = |name: &str| Format::by_name(name).map(|_| Arithmetic::Bits16);
        let part = PARTS.iter().find(|(part, _)| name.contains(part));
        part.map(|(_, arithmetic)| *arithmetic)
            .or_else(|| known(name))
    }

    /// Of a planned job.
    pub(crate) fn of(precision: Precision) -> Arithmetic {
        match precision {
            Precision::Bf16 | Precision::Fp16 => Arithmetic::Bits16,
            Precision::Fp32 => Arithmetic::Bits32,
            Precision::Fp8 => Arithmetic::Fp8,
        }
    }
}

/// Share of a forward pass that is done again.
pub(crate) fn recomputed(checkpointing: Checkpointing) -> f64 {
    match checkpointing {
        Checkpointing::None => 0.0,
        Checkpointing::Selective => 0.15,
        Checkpointing::Full => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_nobody_has_used_yet_is_known_by_its_part() {
        for (name, expected) in [
            ("bf16-mixed", Some(Arithmetic::Bits16)),
            ("fp8-hybrid", Some(Arithmetic::Fp8)),
            ("mxfp8", Some(Arithmetic::Mxfp8)),
            ("nvfp4", Some(Arithmetic::Nvfp4)),
            ("bnb-nf4", Some(Arithmetic::Bits16)),
            ("32", Some(Arithmetic::Bits32)),
            ("posit", None),
        ] {
            assert_eq!(Arithmetic::by_name(name), expected, "{name}");
        }
    }
}
