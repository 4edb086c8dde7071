//! Groups of training frameworks that spend time and memory alike.
//!
//! A framework is grouped by its name, so one that nobody measured still falls among its like; a name
//! that says nothing gets the base of every constant and evidence C.

use crate::model::ModelConstants;

/// What a framework has in common with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    /// Splits layers over tensor- and pipeline-parallel groups, optimizer states over all devices:
    /// Megatron, NeMo, MindSpeed, MindFormers, Paddle.
    Megatron,
    /// Splits weights, gradients and states over all devices and gathers each layer when it is
    /// needed: FSDP, torchtitan, LLM Foundry, MaxText.
    Sharded,
    /// A trainer around the eager model of Hugging Face, split by DeepSpeed where it is split:
    /// HF Trainer, ms-swift, LLaMA-Factory, Axolotl.
    Trainer,
    /// Recipes for few cards with fused kernels and a chunked loss: torchtune, litgpt, Unsloth.
    Fused,
    /// A name that says nothing.
    Unknown,
}

/// Parts of names, in the order in which they are looked for: `megatron-deepspeed` is Megatron,
/// `llm-foundry-fsdp` is sharded.
const NAMES: [(Family, &[&str]); 4] = [
    (
        Family::Megatron,
        &[
            "megatron",
            "nemo",
            "mindspeed",
            "ascendspeed",
            "modellink",
            "mindformers",
            "paddle",
            "flagscale",
        ],
    ),
    (Family::Fused, &["torchtune", "unsloth", "litgpt", "liger"]),
    (
        Family::Sharded,
        &[
            "fsdp",
            "torchtitan",
            "foundry",
            "composer",
            "maxtext",
            "levanter",
            "colossal",
            "jax",
        ],
    ),
    (
        Family::Trainer,
        &[
            "hf-",
            "trainer",
            "transformers",
            "trl",
            "peft",
            "factory",
            "swift",
            "axolotl",
            "deepspeed",
            "xtuner",
            "accelerate",
            "optimum",
        ],
    ),
];

impl Family {
    /// By a part of the framework's name, in lower case.
    pub(crate) fn of(framework: &str) -> Family {
        let name = framework.to_lowercase();
        let found = NAMES
            .iter()
            .find(|(_, parts)| parts.iter().any(|part| name.contains(part)));
        found.map_or(Family::Unknown, |(family, _)| *family)
    }

    /// Its name in the keys of the constants.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Family::Megatron => "megatron",
            Family::Sharded => "sharded",
            Family::Trainer => "trainer",
            Family::Fused => "fused",
            Family::Unknown => "unknown",
        }
    }

    /// Full training on several devices gathers each layer's weights from all of them.
    pub(crate) fn gathers(self) -> bool {
        self != Family::Megatron
    }
}

/// The base of a quantity, what the framework's family adds, and what the framework itself adds.
pub(crate) fn of_framework(constants: &ModelConstants, key: &str, framework: &str) -> f64 {
    let family = Family::of(framework).key();
    constants.correction(key)
        + constants.correction(&format!("{key}.{family}"))
        + constants.correction(&format!("{key}.{framework}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_framework_nobody_measured_falls_among_its_like() {
        for (name, family) in [
            ("megatron-deepspeed", Family::Megatron),
            ("NeMo 2.0", Family::Megatron),
            ("llm-foundry-fsdp", Family::Sharded),
            ("maxtext", Family::Sharded),
            ("hf-trainer+deepspeed", Family::Trainer),
            ("LLaMA-Factory", Family::Trainer),
            ("unsloth", Family::Fused),
            ("other", Family::Unknown),
        ] {
            assert_eq!(Family::of(name), family, "{name}");
        }
    }
}
