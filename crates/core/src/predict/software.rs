//! Which software runs on which maker's cards, and in which precision.
//!
//! Sources: workload model, section 6.1 (bf16 needs Ampere or newer, fp8 Ada or Hopper or newer; a
//! CUDA-only stack does not run on other makers' cards); `gpu-software.csv` for what other makers port.

use super::card::Card;
use super::figures::Refusal;
use crate::message::{Message, Param};
use crate::workload::{Precision, Quant, Server};

/// Training frameworks that the model has constants for, by their names there.
pub const TRAINING_FRAMEWORKS: [&str; 11] = [
    "ascendspeed",
    "hf-trainer+deepspeed",
    "litgpt",
    "llm-foundry-fsdp",
    "megatron-bridge",
    "megatron-deepspeed",
    "mindformers",
    "ms-swift",
    "paddle",
    "torchtitan",
    "torchtune",
];

/// Most cards on which a job is planned with Hugging Face's trainer; above, with torchtitan.
const TRAINER_CARDS_MAX: u32 = 8;
/// Compute capability from which on a card multiplies bf16.
const AMPERE: f64 = 8.0;
/// Compute capability from which on a card multiplies fp8.
const ADA: f64 = 8.9;

/// The framework a job is planned with where the user names none.
pub(crate) fn default_framework(shared_by: u32) -> &'static str {
    if shared_by <= TRAINER_CARDS_MAX {
        "hf-trainer+deepspeed"
    } else {
        "torchtitan"
    }
}

/// The server's name in the constants.
pub(crate) fn server_key(server: Server) -> &'static str {
    match server {
        Server::Vllm => "vllm",
        Server::Sglang => "sglang",
        Server::TensorrtLlm => "tensorrt-llm",
        Server::LlamaCpp => "llama.cpp-fa",
        Server::Lmdeploy => "lmdeploy-turbomind",
    }
}

/// Refuses a framework that does not run on this maker's cards.
pub(crate) fn check_framework(framework: &str, card: &Card) -> Result<(), Refusal> {
    let only = match framework {
        "ascendspeed" | "mindformers" => Some("Huawei"),
        "autoawq" | "lmdeploy-turbomind" | "megatron-bridge" | "tensorrt-llm" => Some("NVIDIA"),
        _ => None,
    };
    match only {
        Some(vendor) if vendor != card.vendor => Err(Refusal::new(
            Message::new("framework_other_vendor")
                .with("framework", Param::Text(framework.to_owned()))
                .with("vendor", Param::Text(vendor.to_owned()))
                .with("card", Param::Text(card.name.clone())),
        )),
        _ => Ok(()),
    }
}

/// The precision to plan with. One that the user named is a hard constraint; the default falls to
/// fp16 on cards before Ampere.
pub(crate) fn settle_precision(
    wanted: Precision,
    chosen: bool,
    card: &Card,
) -> Result<Precision, Refusal> {
    let at_least = |generation| card.compute_capability.is_none_or(|cc| cc >= generation);
    match wanted {
        Precision::Bf16 if !at_least(AMPERE) => {
            if chosen {
                Err(lacks("card_lacks_bf16", card))
            } else {
                Ok(Precision::Fp16)
            }
        }
        Precision::Fp8 if !at_least(ADA) || card.rate_fp8.is_none() => {
            Err(lacks("card_lacks_fp8", card))
        }
        _ => Ok(wanted),
    }
}

/// Refuses weights that the server cannot load, or the card cannot multiply.
pub(crate) fn check_format(server: Server, quant: Quant, card: &Card) -> Result<(), Refusal> {
    let gguf = quant == Quant::Q4KM;
    let loads = match server {
        Server::LlamaCpp => gguf || quant == Quant::Bf16,
        Server::Vllm | Server::Sglang | Server::TensorrtLlm | Server::Lmdeploy => !gguf,
    };
    if !loads {
        let reason = Message::new("server_lacks_format")
            .with("server", Param::Text(server_key(server).to_owned()))
            .with("format", Param::Word(quant.word()));
        return Err(Refusal::new(reason));
    }
    let old = card.compute_capability.is_some_and(|cc| cc < ADA);
    if quant == Quant::Fp8 && (old || card.rate_fp8.is_none()) {
        return Err(lacks("card_lacks_fp8", card));
    }
    Ok(())
}

fn lacks(code: &'static str, card: &Card) -> Refusal {
    Refusal::new(Message::new(code).with("card", Param::Text(card.name.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::GpuId;
    use crate::predict::card;

    fn of(id: &str) -> &'static Card {
        card(&GpuId(id.to_owned())).unwrap()
    }

    #[track_caller]
    fn refused(result: Result<(), Refusal>, code: &str) {
        assert_eq!(result.unwrap_err().reason.code, code);
    }

    #[test]
    fn a_precision_the_user_chose_is_a_hard_constraint() {
        let bf16 = |chosen, id| settle_precision(Precision::Bf16, chosen, of(id));
        assert_eq!(bf16(false, "t4").unwrap(), Precision::Fp16);
        assert_eq!(bf16(true, "t4").unwrap_err().reason.code, "card_lacks_bf16");
        assert_eq!(bf16(true, "a10").unwrap(), Precision::Bf16);
        assert_eq!(bf16(true, "mi300x").unwrap(), Precision::Bf16);
    }

    #[test]
    fn fp8_needs_ada_or_hopper() {
        let fp8 = |id| settle_precision(Precision::Fp8, true, of(id));
        assert_eq!(
            fp8("a100-80g-sxm").unwrap_err().reason.code,
            "card_lacks_fp8"
        );
        assert!(fp8("rtx-4090").is_ok() && fp8("h20-96g").is_ok() && fp8("mi300x").is_ok());
        refused(
            check_format(Server::Vllm, Quant::Fp8, of("a100-80g-sxm")),
            "card_lacks_fp8",
        );
        refused(
            check_format(Server::Vllm, Quant::Fp8, of("ascend-910b3")),
            "card_lacks_fp8",
        );
        assert!(check_format(Server::Vllm, Quant::Int4, of("a100-80g-sxm")).is_ok());
    }

    #[test]
    fn a_stack_of_one_maker_does_not_run_on_another() {
        refused(
            check_framework("tensorrt-llm", of("ascend-910b3")),
            "framework_other_vendor",
        );
        refused(
            check_framework("megatron-bridge", of("mtt-s4000")),
            "framework_other_vendor",
        );
        refused(
            check_framework("ascendspeed", of("a100-80g-sxm")),
            "framework_other_vendor",
        );
        assert!(check_framework("vllm", of("ascend-910b3")).is_ok());
    }

    #[test]
    fn gguf_is_for_llama_cpp_and_nothing_else_is() {
        let card = of("rtx-4090");
        refused(
            check_format(Server::Vllm, Quant::Q4KM, card),
            "server_lacks_format",
        );
        refused(
            check_format(Server::LlamaCpp, Quant::Int4, card),
            "server_lacks_format",
        );
        assert!(check_format(Server::LlamaCpp, Quant::Q4KM, card).is_ok());
        assert!(check_format(Server::LlamaCpp, Quant::Bf16, card).is_ok());
    }
}
