//! How well a prediction is grounded, and how wide it is therefore (workload model, section 9).

use serde::{Deserialize, Serialize};

use super::figures::Evidence;
use super::rig::Rig;
use crate::model::{ModelConstants, constants};

/// What is predicted; each kind has its own measured rows and its own σ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Tokens a second of training a transformer.
    TrainLlm,
    /// Images or sequences a second of training a CNN or BERT.
    TrainCnnBert,
    /// Images or sequences a second of a CNN or BERT.
    InferCnnBert,
    /// Tokens a second of writing answers.
    Decode,
    /// Time to read a prompt.
    Prefill,
    /// Tokens a second of a loaded server.
    Serving,
    /// Denoising steps a second.
    Diffusion,
    /// GPU memory of serving.
    MemoryInfer,
    /// GPU memory of training.
    MemoryTrain,
}

impl Kind {
    /// Every kind, in the order of the workload model, section 9.
    pub const ALL: [Kind; 9] = [
        Kind::TrainLlm,
        Kind::TrainCnnBert,
        Kind::InferCnnBert,
        Kind::Decode,
        Kind::Prefill,
        Kind::Serving,
        Kind::Diffusion,
        Kind::MemoryInfer,
        Kind::MemoryTrain,
    ];

    /// Its name in files and on the command line: `train_llm`.
    pub fn key(self) -> &'static str {
        match self {
            Kind::TrainLlm => "train_llm",
            Kind::TrainCnnBert => "train_cnn_bert",
            Kind::InferCnnBert => "infer_cnn_bert",
            Kind::Decode => "decode",
            Kind::Prefill => "prefill",
            Kind::Serving => "serving",
            Kind::Diffusion => "diffusion",
            Kind::MemoryInfer => "memory_infer",
            Kind::MemoryTrain => "memory_train",
        }
    }

    /// The kind of this name.
    pub fn by_key(key: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// σ of the logarithm of a figure with this evidence; a model given by its size is ×1.25 wider.
    pub(crate) fn sigma(self, evidence: Evidence, from_params: bool) -> f64 {
        let sigma = self.sigma_of(evidence);
        if from_params { 1.25 * sigma } else { sigma }
    }

    /// σ of the logarithm of a figure with this evidence.
    pub(crate) fn sigma_of(self, evidence: Evidence) -> f64 {
        let grade = match evidence {
            Evidence::Measured => Evidence::A,
            grade => grade,
        };
        constants().sigma(self, grade)
    }

    /// Grade of a workload on any card: what is known before a machine is looked at.
    pub(crate) fn grade_anywhere(
        self,
        constants: &ModelConstants,
        framework: &str,
        precision: &str,
    ) -> Evidence {
        let seen = constants.covered(self).is_some_and(|covered| {
            covered.frameworks.contains(framework) && covered.precisions.contains(precision)
        });
        if seen { Evidence::A } else { Evidence::B }
    }

    /// Grade on this machine. A: card, framework and precision each occur in the measured rows of the
    /// kind. B: one of them does not. C: another vendor, an architecture nobody measured, or a
    /// fall-back in place of a constant. A name for several cards, or a slice of one, is a grade lower.
    pub(crate) fn grade(
        self,
        constants: &ModelConstants,
        rig: &Rig,
        framework: &str,
        precision: &str,
    ) -> Evidence {
        let arch = rig.card.arch.as_deref().unwrap_or_default();
        if !rig.card.is_nvidia() || !constants.knows_architecture(arch) {
            return Evidence::C;
        }
        let covered = constants.covered(self);
        let card_seen = covered.is_some_and(|covered| covered.cards.contains(&rig.card.id.0));
        let elsewhere = self.grade_anywhere(constants, framework, precision);
        let grade = if card_seen { elsewhere } else { Evidence::B };
        if rig.others.is_empty() && rig.share >= 1.0 {
            grade
        } else {
            lower(grade)
        }
    }
}

/// One grade lower.
fn lower(grade: Evidence) -> Evidence {
    match grade {
        Evidence::Measured => Evidence::A,
        Evidence::A => Evidence::B,
        Evidence::B | Evidence::C => Evidence::C,
    }
}

/// Φ: share of a standard normal distribution below z.
///
/// Abramowitz and Stegun 1964, formula 7.1.26; its error is below 1.5e-7.
pub(crate) fn normal_share_below(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = [
        0.254_829_592,
        -0.284_496_736,
        1.421_413_741,
        -1.453_152_027,
        1.061_405_429,
    ];
    let polynomial = series.iter().rev().fold(0.0, |sum, c| (sum + c) * t);
    let erf = 1.0 - polynomial * (-x * x).exp();
    if z >= 0.0 {
        (1.0 + erf) / 2.0
    } else {
        (1.0 - erf) / 2.0
    }
}

/// Probability that `needed` is at most `usable` when its logarithm has this σ (section 3.5).
pub fn p_fit(usable: f64, needed: f64, sigma: f64) -> f64 {
    normal_share_below((usable / needed).ln() / sigma)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::GpuId;
    use crate::model::{ModelShape, constants};
    use crate::predict::card;

    #[test]
    fn phi_at_known_points() {
        for (z, share) in [
            (0.0, 0.5),
            (1.2816, 0.9),
            (-1.2816, 0.1),
            (1.645, 0.95),
            (-6.0, 0.0),
        ] {
            assert!((normal_share_below(z) - share).abs() < 1e-4, "{z}");
        }
    }

    /// Workload model, section 11, test 23: a need of 20.0 GB on a card with 25.6 GB.
    #[test]
    fn a_need_of_20_gb_fits_25_gb_with_97_percent() {
        // ln(25.6 / 20.0) / 0.13 = 1.90
        assert!((p_fit(25.6, 20.0, 0.13) - 0.97).abs() < 0.005);
    }

    #[track_caller]
    fn trains_with(id: &str, framework: &str, precision: &str, expected: Evidence) {
        let rig = rig(id);
        let grade = Kind::TrainLlm.grade(constants(), &rig, framework, precision);
        assert_eq!(grade, expected, "{id} {framework} {precision}");
    }

    fn rig(id: &str) -> Rig {
        Rig::of_card(card(&GpuId(id.to_owned())).unwrap(), 1).unwrap()
    }

    #[test]
    fn a_grade_says_how_much_of_the_case_was_measured() {
        let trainer = "hf-trainer+deepspeed";
        trains_with("rtx-4090", trainer, "16", Evidence::A);
        trains_with("rtx-pro-6000-server", trainer, "16", Evidence::B); // card not among the rows
        trains_with("rtx-4090", "ms-swift", "16", Evidence::B); // framework
        trains_with("rtx-4090", trainer, "32", Evidence::B); // precision
        trains_with("k80", trainer, "16", Evidence::C); // architecture
        trains_with("ascend-910b3", "ascendspeed", "16", Evidence::C); // vendor
        trains_with("mi300x", trainer, "16", Evidence::C);
    }

    #[test]
    fn a_name_for_several_cards_and_a_slice_are_a_grade_lower() {
        let several = Rig {
            others: vec![rig("a100-80g-sxm").card],
            ..rig("rtx-4090")
        };
        let slice = Rig {
            share: 0.5,
            ..rig("rtx-4090")
        };
        for rig in [several, slice] {
            let grade = Kind::TrainLlm.grade(constants(), &rig, "hf-trainer+deepspeed", "16");
            assert_eq!(grade, Evidence::B);
        }
    }

    #[test]
    fn a_model_given_by_its_size_is_a_quarter_wider() {
        let preset = ModelShape::preset("llama3.1-8b").unwrap();
        let by_size = ModelShape::from_params(8.0, 8.0).unwrap();
        let sigma = |shape: &ModelShape| Kind::TrainLlm.sigma(Evidence::A, shape.from_params);
        assert_eq!(
            sigma(&preset),
            constants().sigma(Kind::TrainLlm, Evidence::A)
        );
        assert_eq!(sigma(&by_size), 1.25 * sigma(&preset));
    }
}
