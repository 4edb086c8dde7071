//! How the software of a measured row, or of a plan, runs a network that is counted in samples.
//!
//! A framework nobody named before belongs to a kind by its name, and gets what its kind reaches.

/// A way of running a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stack {
    /// Operation by operation, as written.
    Eager,
    /// Fused by a framework's own compiler.
    Compiled,
    /// Built for the card beforehand, or written for it by hand.
    Engine,
}

/// Parts of names that tell a compiler.
const COMPILERS: [&str; 6] = [
    "compile",
    "inductor",
    "dynamo",
    "torch-tensorrt",
    "torch_tensorrt",
    "jit",
];
/// Parts of names that tell an engine. Closed submissions to MLPerf are written for their cards.
const ENGINES: [&str; 9] = [
    "tensorrt",
    "trt",
    "mlperf",
    "migraphx",
    "openvino",
    "onediff",
    "oneflow",
    "stable-fast",
    "aitemplate",
];
/// Parts of names that tell pictures stored point by point.
const POINT_BY_POINT: [&str; 4] = ["channels_last", "channels-last", "nhwc", "mxnet"];

impl Stack {
    /// The way this framework runs a network when the model was compiled (`compile=1` in a row's note).
    pub(crate) fn compiled(framework: &str) -> Stack {
        match Stack::of(framework) {
            Stack::Eager => Stack::Compiled,
            fused => fused,
        }
    }

    /// The way this framework runs a network.
    pub(crate) fn of(framework: &str) -> Stack {
        let name = framework.to_lowercase();
        let tells = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
        if tells(&COMPILERS) {
            Stack::Compiled
        } else if tells(&ENGINES) {
            Stack::Engine
        } else {
            Stack::Eager
        }
    }

    /// Operations are joined, so that values stay on the card's chip and fewer launches are made.
    pub(crate) fn fuses(self) -> bool {
        self != Stack::Eager
    }
}

/// Pictures are stored point by point, as matrix units want them.
pub(crate) fn stores_point_by_point(framework: &str) -> bool {
    let name = framework.to_lowercase();
    POINT_BY_POINT.iter().any(|part| name.contains(part))
}

/// Pictures are decoded on the card, so that the host's processes do not hold it up.
pub(crate) fn decodes_on_card(framework: &str) -> bool {
    framework.to_lowercase().contains("dali")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_software_follows_its_name() {
        for (name, stack) in [
            ("pytorch-DeepLearningExamples", Stack::Eager),
            ("tinygrad", Stack::Eager),
            ("mindspore", Stack::Eager),
            ("diffusers-compile", Stack::Compiled),
            ("torch-tensorrt", Stack::Compiled),
            ("tensorrt", Stack::Engine),
            ("mlperf-mxnet", Stack::Engine),
            ("onediff", Stack::Engine),
        ] {
            assert_eq!(Stack::of(name), stack, "{name}");
        }
    }

    #[test]
    fn pictures_are_stored_point_by_point_where_the_name_says_so() {
        for name in ["pytorch-timm-channels_last", "mlperf-mxnet"] {
            assert!(stores_point_by_point(name), "{name}");
        }
        assert!(!stores_point_by_point("pytorch-timm"));
    }
}
