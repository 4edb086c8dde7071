//! How a vendor's text is taken apart: count, profile of a slice, memory, form, and what is left.
//!
//! Only text here; which card it means is the business of [`recognise`](super::recognise()).

/// Words that say who made a card and never which card it is.
/// Source: `data/gpus.md`, "How names join".
const MAKERS: [&str; 8] = [
    "nvidia", "amd", "intel", "huawei", "geforce", "tesla", "instinct", "grid",
];

/// MiB in a GiB.
const MIB_PER_GIB: f64 = 1024.0;

/// What two spellings of one name have in common: lower case, without makers' words, letters and
/// digits only. Chinese characters stay.
pub(super) fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    for word in text
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        let mut rest = word;
        while let Some(after) = MAKERS.iter().find_map(|maker| rest.strip_prefix(maker)) {
            rest = after;
        }
        key.push_str(rest);
    }
    key
}

/// The words of a name in lower case, without makers.
pub(super) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .map(key)
        .filter(|word| !word.is_empty())
        .collect()
}

/// `8x A100` and `8 × A100` are eight of what follows.
pub(super) fn split_count(text: &str) -> (Option<u32>, &str) {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let counted = || {
        let count: u32 = text[..digits].parse().ok().filter(|count| *count > 0)?;
        let rest = text[digits..].trim_start();
        let rest = rest.strip_prefix(['x', 'X', '×', '*', '卡', '张', '块'])?;
        let rest = rest.trim_start();
        // "4x" alone or "3060x" is no count of anything.
        (digits <= 3 && !rest.is_empty()).then_some((count, rest))
    };
    match counted() {
        Some((count, rest)) => (Some(count), rest),
        None => (None, text),
    }
}

/// `A100 x8` and `A100 8卡`: a count behind the name.
pub(super) fn split_count_behind(text: &str) -> Option<(u32, &str)> {
    let text = text.trim_end();
    if let Some(front) = text.strip_suffix(['卡', '张', '块']) {
        let name = front.trim_end_matches(|c: char| c.is_ascii_digit());
        let count = front[name.len()..].parse().ok()?;
        return Some((count, name));
    }
    let front = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let count = text[front.len()..]
        .parse()
        .ok()
        .filter(|count| *count > 0)?;
    let name = front.trim_end().strip_suffix(['x', 'X', '×', '*'])?;
    // "MI300X 8" has no sign between; "RTX 8" must not become "RT".
    name.ends_with(|c: char| !c.is_alphanumeric())
        .then_some((count, name))
}

/// A partition of a card, as its maker writes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Profile {
    /// NVIDIA vGPU: `A10-2Q` has 2 GiB.
    Vgpu {
        /// Memory of the slice, GiB.
        memory_gib: f64,
    },
    /// NVIDIA MIG: `1g.10gb` has one compute slice and 10 GiB.
    Mig {
        /// Compute slices; a whole card has seven, an A30 or RTX PRO 6000 four.
        slices: u32,
        /// Memory of the slice, GiB.
        memory_gib: f64,
    },
}

impl Profile {
    /// Memory of the slice, GiB.
    pub fn memory_gib(self) -> f64 {
        match self {
            Profile::Vgpu { memory_gib } | Profile::Mig { memory_gib, .. } => memory_gib,
        }
    }
}

/// The profile in a text, and the text without it.
pub(super) fn split_profile(text: &str) -> Option<(Profile, String)> {
    split_mig(text).or_else(|| split_vgpu(text))
}

/// `1g.10gb`, `MIG 3g.40gb`, `1g.10gb+me`.
fn split_mig(text: &str) -> Option<(Profile, String)> {
    let lower = text.to_ascii_lowercase();
    let middle = lower.find("g.")?;
    let start = lower[..middle]
        .rfind(|c: char| !c.is_ascii_digit())
        .map_or(0, |at| {
            at + lower[at..].chars().next().map_or(1, char::len_utf8)
        });
    let slices = lower[start..middle].parse().ok()?;
    let after = &lower[middle + 2..];
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    let memory_gib = after[..digits].parse().ok()?;
    let rest = after[digits..].strip_prefix("gb")?;
    let rest = rest
        .strip_prefix("+me.all")
        .or_else(|| rest.strip_prefix("+me"))
        .or_else(|| rest.strip_prefix("+gfx"))
        .unwrap_or(rest);
    let front = text[..start].trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')');
    let front = match front.len().checked_sub(3).and_then(|at| front.get(at..)) {
        Some(word) if word.eq_ignore_ascii_case("mig") => &front[..front.len() - 3],
        _ => front,
    };
    let left = format!("{front} {}", &text[text.len() - rest.len()..]);
    Some((Profile::Mig { slices, memory_gib }, left))
}

/// `-2Q`, `-24C`, and the MIG-backed `-1-5C` at the end of a name. Letters: Q workstation,
/// C compute, B business, A applications.
fn split_vgpu(text: &str) -> Option<(Profile, String)> {
    /// More than any card has; keeps `Huawei-910B` from being a slice of 910 GiB.
    const LARGEST_GIB: f64 = 300.0;
    let trimmed = text.trim_end();
    let number = trimmed.strip_suffix(['q', 'Q', 'c', 'C', 'b', 'B', 'a', 'A'])?;
    let front = number.trim_end_matches(|c: char| c.is_ascii_digit());
    let memory_gib: f64 = number[front.len()..].parse().ok()?;
    let front = front.strip_suffix(['-', ' ', '_'])?;
    if memory_gib <= 0.0 || memory_gib > LARGEST_GIB {
        return None;
    }
    let card = front.trim_end_matches(|c: char| c.is_ascii_digit());
    let slices = front[card.len()..]
        .parse()
        .ok()
        .filter(|n| (1..=7).contains(n));
    match (slices, card.strip_suffix('-')) {
        (Some(slices), Some(card)) if !card.is_empty() => {
            Some((Profile::Mig { slices, memory_gib }, card.to_owned()))
        }
        _ => Some((Profile::Vgpu { memory_gib }, front.to_owned())),
    }
}

/// The first memory size of a text in GiB, and the text without any.
pub(super) fn split_memory(text: &str) -> Option<(f64, String)> {
    let mut left = String::with_capacity(text.len());
    let mut first = None;
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        let boundary = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
        match boundary.then(|| memory_at(&text[at..])).flatten() {
            Some((gib, length)) => {
                first = first.or(Some(gib));
                left.push(' ');
                at += length;
            }
            None => {
                let length = text[at..].chars().next().map_or(1, char::len_utf8);
                left.push_str(&text[at..at + length]);
                at += length;
            }
        }
    }
    first.map(|gib| (gib, left))
}

/// A memory size at the beginning of `text`, with the kind of memory behind it if any: its GiB and
/// its length in bytes. `text` begins at a character boundary.
fn memory_at(text: &str) -> Option<(f64, usize)> {
    let number = text
        .bytes()
        .take_while(|b| b.is_ascii_digit() || *b == b'.')
        .count();
    let value: f64 = text[..number].parse().ok().filter(|v| *v > 0.0)?;
    let after = &text[number..];
    let spaces = after.bytes().take_while(|b| *b == b' ').count();
    let lower = after[spaces..].to_ascii_lowercase();
    let (unit, in_gib) = [
        ("gib", true),
        ("gb", true),
        ("mib", false),
        ("mb", false),
        ("g", true),
    ]
    .into_iter()
    .find(|(unit, _)| lower.starts_with(unit))?;
    let end = number + spaces + unit.len();
    if text[end..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '.') {
        return None;
    }
    let gib = if in_gib { value } else { value / MIB_PER_GIB };
    Some((gib, end + memory_kind(&text[end..])))
}

/// Length of a kind of memory (`HBM3`, `GDDR6X`) at the beginning, with what separates it.
fn memory_kind(text: &str) -> usize {
    let word = text.trim_start_matches([' ', '-', '_']);
    let lower = word.to_ascii_lowercase();
    if ["hbm", "gddr", "lpddr"]
        .iter()
        .any(|kind| lower.starts_with(kind))
    {
        let length = word.bytes().take_while(u8::is_ascii_alphanumeric).count();
        text.len() - word.len() + length
    } else {
        0
    }
}

/// Without what stands in brackets, and without words that name no card: `NVIDIA L40S GPU`.
pub(super) fn without_remarks(text: &str) -> String {
    const REMARKS: [&str; 6] = ["gpu", "gpus", "graphics", "显卡", "加速卡", "算力卡"];
    let mut depth = 0_u32;
    let plain: String = text
        .chars()
        .filter(|c| {
            match c {
                '(' | '（' | '[' => depth += 1,
                ')' | '）' | ']' => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        })
        .collect();
    let kept = plain
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !REMARKS.contains(&word.to_lowercase().as_str()));
    kept.collect::<Vec<_>>().join(" ")
}

/// The form factor in a text (`SXM5`, `PCIe`, `NVL`, `OAM`), and the text without it.
pub(super) fn split_form(text: &str) -> Option<(&'static str, String)> {
    let mut form = None;
    let mut left = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        let lower = word.to_ascii_lowercase();
        // SXM2 to SXM6 are one form: the beginning decides.
        match ["SXM", "PCIe", "NVL", "OAM"]
            .into_iter()
            .find(|form| lower.starts_with(&form.to_ascii_lowercase()))
        {
            Some(known) => form = form.or(Some(known)),
            None => left.push(word),
        }
    }
    form.map(|form| (form, left.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makers_case_and_signs_do_not_tell_names_apart() {
        assert_eq!(key("NVIDIA GeForce RTX 4090 D"), "rtx4090d");
        assert_eq!(key("geforcertx4090"), "rtx4090");
        assert_eq!(key("昇腾910B"), "昇腾910b");
        assert_eq!(key("GRID K520"), "k520");
    }

    #[test]
    fn a_count_stands_before_or_behind_a_name() {
        assert_eq!(split_count("8x A100"), (Some(8), "A100"));
        assert_eq!(split_count("8 × A100"), (Some(8), "A100"));
        assert_eq!(split_count("8卡 A100"), (Some(8), "A100"));
        assert_eq!(split_count("3090"), (None, "3090"));
        assert_eq!(split_count("0x A100"), (None, "0x A100"));
        assert_eq!(split_count_behind("A100 x8"), Some((8, "A100 ")));
        assert_eq!(split_count_behind("A100 8卡"), Some((8, "A100 ")));
        assert_eq!(split_count_behind("MI300X 8"), None);
        assert_eq!(split_count_behind("RTX 4090"), None);
    }

    #[test]
    fn profiles_give_the_memory_of_the_slice() {
        let vgpu = |memory_gib| Profile::Vgpu { memory_gib };
        let mig = |slices, memory_gib| Profile::Mig { slices, memory_gib };
        let found = |text| split_profile(text).map(|(profile, left)| (profile, key(&left)));
        assert_eq!(found("GRID A10-2Q"), Some((vgpu(2.0), "a10".into())));
        assert_eq!(found("A100 1g.10gb"), Some((mig(1, 10.0), "a100".into())));
        assert_eq!(
            found("A100-SXM4-80GB MIG 3g.40gb+me"),
            Some((mig(3, 40.0), "a100sxm480gb".into()))
        );
        assert_eq!(found("A100-1-5C"), Some((mig(1, 5.0), "a100".into())));
        assert_eq!(found("Huawei-910B"), None);
        assert_eq!(found("RTX 4090"), None);
    }

    #[test]
    fn memory_is_a_number_with_its_unit_and_nothing_glued_to_it() {
        let found = |text| split_memory(text).map(|(gib, left)| (gib, key(&left)));
        assert_eq!(
            found("H100 80GB HBM3 PCIe"),
            Some((80.0, "h100pcie".into()))
        );
        assert_eq!(found("A100-SXM4(80G)"), Some((80.0, "a100sxm4".into())));
        assert_eq!(found("A100-40GB-320GB"), Some((40.0, "a100".into())));
        assert_eq!(found("L4 24576 MiB"), Some((24.0, "l4".into())));
        assert_eq!(found("显存80G A100"), Some((80.0, "显存a100".into())));
        assert_eq!(found("A10G"), None);
        assert_eq!(found("RTX 4090 GPU"), None);
    }

    #[test]
    fn every_sxm_is_the_same_form() {
        assert_eq!(split_form("V100-SXM3"), Some(("SXM", "V100".into())));
        assert_eq!(split_form("H200 SXM5"), Some(("SXM", "H200".into())));
        assert_eq!(split_form("RTX 4090"), None);
    }
}
