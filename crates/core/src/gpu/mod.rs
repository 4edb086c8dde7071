//! GPUs: the spec sheet, and the names under which its cards are sold.

mod find;
mod kind;
mod names;
mod recognise;
mod search;
mod size;
mod software;
mod spec;
mod spelling;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use names::Status;
pub use recognise::{Recognised, published, recognise, recognise_devices};
pub use search::{CardFilter, names_of, resolve};
pub use software::{VendorSoftware, software, software_of};
pub use spec::{GpuSpec, Sheet, sheet};
pub use spelling::Profile;

/// The key of a row of `data/gpus.csv`: kebab-case, never changed once released.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GpuId(pub String);

impl fmt::Display for GpuId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a vendor's text turned out to mean.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GpuName {
    /// One row of the spec sheet.
    Known(GpuId),
    /// One of several (form or variant not stated), the slowest likely first.
    OneOf(Vec<GpuId>),
    /// A card without a row, a name the provider masks, or a text nobody knows: kept as written.
    Unknown(String),
}

/// What a machine computes with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// CUDA, HIP, MUSA and compatible.
    Gpu,
    /// Huawei, Cambricon, Kunlunxin, Enflame.
    Npu,
    /// Gaudi, AWS and Qualcomm inference chips.
    Asic,
    /// Google's.
    Tpu,
    /// Programmable logic.
    Fpga,
    /// Video transcoders.
    Video,
    /// No accelerator.
    Cpu,
}

/// Class of the link between the devices of a machine (workload model, section 4.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    /// NVLink or NVSwitch host.
    Nvlink,
    /// Huawei's host link.
    Hccs,
    /// PCIe with peer-to-peer.
    Pcie,
    /// PCIe without peer-to-peer (GeForce Ada and Blackwell).
    PcieNoP2p,
}
