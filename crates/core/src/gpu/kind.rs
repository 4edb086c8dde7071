//! What kind of thing a name stands for.

use super::names::Status;
use super::{GpuId, Kind, sheet};

/// Words inside a name that no table knows, and the kind of thing that bears them. The first that
/// occurs decides.
const HINTS: [(&str, Kind); 24] = [
    ("fpga", Kind::Fpga),
    ("xilinx", Kind::Fpga),
    ("alveo", Kind::Fpga),
    ("arria", Kind::Fpga),
    ("stratix", Kind::Fpga),
    ("agilex", Kind::Fpga),
    ("vu13p", Kind::Fpga),
    ("netint", Kind::Video),
    ("transcod", Kind::Video),
    ("quadra t", Kind::Video),
    ("tpu", Kind::Tpu),
    ("inferentia", Kind::Asic),
    ("trainium", Kind::Asic),
    ("gaudi", Kind::Asic),
    ("neuron", Kind::Asic),
    ("qualcomm", Kind::Asic),
    ("npu", Kind::Npu),
    ("ascend", Kind::Npu),
    ("昇腾", Kind::Npu),
    ("mlu", Kind::Npu),
    ("寒武纪", Kind::Npu),
    ("kunlun", Kind::Npu),
    ("昆仑", Kind::Npu),
    ("燧原", Kind::Npu),
];

/// The kind of a name that a table knows.
pub(super) fn kind_of(status: Status, id: Option<&GpuId>, name: &str) -> Kind {
    match (status, id.and_then(|id| sheet().get(id))) {
        (_, Some(card)) => card.kind,
        (Status::Fpga, None) => Kind::Fpga,
        (Status::Video, None) => Kind::Video,
        _ => kind_of_unknown(name),
    }
}

/// The kind of a name that no table knows: what its words say, else a GPU, as the column it stands
/// in says.
pub(super) fn kind_of_unknown(text: &str) -> Kind {
    let lower = text.to_lowercase();
    let hint = HINTS.iter().find(|(word, _)| lower.contains(word));
    hint.map_or(Kind::Gpu, |(_, kind)| *kind)
}
