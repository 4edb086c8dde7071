//! Plans: the shape of an instance type, wherever it is sold.
//!
//! What it costs is an [`Offer`](crate::offer::Offer). `None` means that the seller does not say.

use serde::{Deserialize, Serialize};

use crate::gpu::{GpuId, GpuName, Kind, Link};

/// A company that rents GPUs; lower case: `aliyun`.
pub type ProviderId = String;
/// The provider's own code for an instance type, e.g. `ecs.gn7i-c8g1.2xlarge`.
pub type Sku = String;

/// An instance type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Who sells it.
    pub provider: ProviderId,
    /// The seller's own code, or the name it is listed under.
    pub sku: Sku,
    /// What the machine computes with.
    pub kind: Kind,
    /// The accelerators, if it has any.
    pub gpu: Option<PlanGpu>,
    /// Hardware threads; marketplaces sell fractions.
    pub vcpus: Option<f64>,
    /// Host memory, GiB.
    pub memory_gib: Option<f64>,
}

/// The accelerators of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlanGpu {
    /// The catalogue name to show (`RTX 4090`, `A100 SXM`), or the source's own text.
    pub name: String,
    /// Which card of the spec sheet that is.
    pub model: GpuName,
    /// Devices the machine shows; a slice counts as one.
    pub count: Option<u32>,
    /// Nominal memory of one device, GiB; of a slice, the slice's.
    pub memory_gib: Option<f64>,
    /// Usable memory of one device, GiB, where the cloud or the driver states it.
    pub usable_gib: Option<f64>,
    /// Part of a card that one device is: 1.0 whole, 0.25 a quarter slice.
    pub share: f64,
    /// Class of the link between the devices; `None` = as the card's row says.
    pub link: Option<Link>,
}

impl PlanGpu {
    /// The card to calculate with: of several possible ones the slowest likely.
    pub fn id(&self) -> Option<&GpuId> {
        match &self.model {
            GpuName::Known(id) => Some(id),
            GpuName::OneOf(ids) => ids.first(),
            GpuName::Unknown(_) => None,
        }
    }

    /// Whether each device is a whole card.
    pub fn is_whole(&self) -> bool {
        self.share >= 1.0
    }
}
