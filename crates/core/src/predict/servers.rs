//! Families of servers: programs that run a language model in the same manner, and their names.
//!
//! A program of which no row was measured is answered with what its family does.

/// How a program runs a language model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ServerFamily {
    /// Built for many requests: graphs of launches, fused kernels, a paged cache (vLLM, TensorRT-LLM).
    Server,
    /// Launches every operation from the host (Hugging Face transformers, litgpt).
    Eager,
    /// Built for one user, with kernels of its own for narrow weights (llama.cpp, AutoAWQ).
    Local,
}

impl ServerFamily {
    /// Its name in the keys of the constants.
    pub(crate) fn key(self) -> &'static str {
        match self {
            ServerFamily::Server => "server",
            ServerFamily::Eager => "eager",
            ServerFamily::Local => "local",
        }
    }
}

/// A name, or a part of one, and what it means.
struct Known {
    part: &'static str,
    name: &'static str,
    family: ServerFamily,
}

const fn known(part: &'static str, name: &'static str, family: ServerFamily) -> Known {
    Known { part, name, family }
}

/// The first line whose part the name holds counts. An empty name: the program has no constants of its own.
const KNOWN: [Known; 31] = [
    known("llama.cpp-fa", "llama.cpp-fa", ServerFamily::Local),
    known("llama.cpp", "llama.cpp", ServerFamily::Local),
    known("llama-cpp", "llama.cpp", ServerFamily::Local),
    known("ollama", "llama.cpp-fa", ServerFamily::Local),
    known("lm-studio", "llama.cpp-fa", ServerFamily::Local),
    known("lmstudio", "llama.cpp-fa", ServerFamily::Local),
    known("koboldcpp", "llama.cpp-fa", ServerFamily::Local),
    known("llamafile", "llama.cpp-fa", ServerFamily::Local),
    known("ipex-llm", "llama.cpp-fa", ServerFamily::Local),
    known("exllama", "", ServerFamily::Local),
    known("tabby", "", ServerFamily::Local),
    known("mlc", "", ServerFamily::Local),
    known("mlx", "", ServerFamily::Local),
    known("autoawq", "autoawq", ServerFamily::Local),
    known("vllm", "vllm", ServerFamily::Server),
    known("sglang", "sglang", ServerFamily::Server),
    known("tensorrt", "tensorrt-llm", ServerFamily::Server),
    known("trt-llm", "tensorrt-llm", ServerFamily::Server),
    known("lmdeploy", "lmdeploy-turbomind", ServerFamily::Server),
    known("tgi", "", ServerFamily::Server),
    known("text-generation-inference", "", ServerFamily::Server),
    known("mindie", "", ServerFamily::Server),
    known("chitu", "", ServerFamily::Server),
    known("deepspeed", "", ServerFamily::Server),
    known("habana", "", ServerFamily::Server),
    known("mindformers", "", ServerFamily::Server),
    known("lightllm", "", ServerFamily::Server),
    known("fastertransformer", "", ServerFamily::Server),
    known("litgpt", "litgpt", ServerFamily::Eager),
    known("transformers", "hf-transformers", ServerFamily::Eager),
    known("pytorch", "", ServerFamily::Eager),
];

/// The program a row or a question names: its name in the keys of the constants, its family, and
/// whether it is known at all. `ROCm vLLM 0.10` is `vllm`.
pub(crate) fn recognise(framework: &str) -> (&str, ServerFamily, bool) {
    let lower = framework.to_ascii_lowercase();
    match KNOWN.iter().find(|known| lower.contains(known.part)) {
        Some(known) if known.name.is_empty() => (framework, known.family, true),
        Some(known) => (known.name, known.family, true),
        None => (framework, ServerFamily::Server, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_known_by_a_part_of_its_name() {
        assert_eq!(recognise("vllm-rocm"), ("vllm", ServerFamily::Server, true));
        assert_eq!(
            recognise("Ollama"),
            ("llama.cpp-fa", ServerFamily::Local, true)
        );
        assert_eq!(
            recognise("llama.cpp"),
            ("llama.cpp", ServerFamily::Local, true)
        );
        assert_eq!(
            recognise("TensorRT-LLM 1.0"),
            ("tensorrt-llm", ServerFamily::Server, true)
        );
        assert_eq!(recognise("tgi"), ("tgi", ServerFamily::Server, true));
        assert_eq!(
            recognise("HF transformers"),
            ("hf-transformers", ServerFamily::Eager, true)
        );
    }

    #[test]
    fn a_program_nobody_knows_is_taken_for_a_server() {
        assert_eq!(
            recognise("nine-lives"),
            ("nine-lives", ServerFamily::Server, false)
        );
    }
}
