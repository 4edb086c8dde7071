//! Looking a text up in the tables: whole first, then with one thing after another taken away.

use super::names::{Meaning, Names};
use super::spelling::{
    Profile, key, split_count_behind, split_form, split_memory, split_profile, without_remarks,
};
use super::{GpuId, sheet};

/// A text that a table knows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found<'a> {
    /// Catalogue name to show.
    pub name: &'a str,
    /// What it can mean.
    pub meanings: &'a [Meaning],
    /// The partition that was taken away to find it.
    pub profile: Option<Profile>,
    /// Memory that the text itself names, GiB.
    pub memory_gib: Option<f64>,
    /// The table lists the whole text, its memory words included.
    pub verbatim: bool,
    /// The form factor that was taken away to find it.
    form: Option<&'static str>,
    /// A count behind the name.
    pub count: Option<u32>,
}

impl Found<'_> {
    /// Whether a card is built in the form that the text names, if it names one.
    pub(super) fn allows(&self, id: &GpuId) -> bool {
        let Some(form) = self.form else {
            return true;
        };
        // "SXM2", "SXM4" and "SXM5" are all SXM: the beginning decides.
        sheet().get(id).is_some_and(|card| {
            let start = card.form.get(..form.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(form))
        })
    }
}

/// Looks a text up whole, then without profile, then without memory (`data/gpus.md`); after that
/// without a count behind it, without remarks, and without a form factor that the card really has.
pub(super) fn find<'a>(body: &str, names: &'a Names) -> Option<Found<'a>> {
    if let Some(found) = look_up(body, names) {
        let memory_gib = split_memory(body).map(|(gib, _)| gib);
        return Some(Found {
            memory_gib,
            verbatim: true,
            ..found
        });
    }
    let (profile, whole) = match split_profile(body) {
        Some((profile, left)) => (Some(profile), left),
        None => (None, body.to_owned()),
    };
    let (memory_gib, bare) = match split_memory(&whole) {
        Some((gib, left)) => (Some(gib), left),
        None => (None, whole.clone()),
    };
    let (count, uncounted) = match split_count_behind(&bare) {
        Some((count, left)) => (Some(count), left.to_owned()),
        None => (None, bare.clone()),
    };
    let plain = without_remarks(&uncounted);
    let found = [&whole, &bare, &uncounted, &plain]
        .into_iter()
        .find_map(|text| look_up(text, names))
        .or_else(|| look_up_without_form(&plain, names))?;
    Some(Found {
        profile,
        memory_gib,
        count,
        ..found
    })
}

fn look_up<'a>(text: &str, names: &'a Names) -> Option<Found<'a>> {
    let key = key(text);
    if key.is_empty() {
        return None;
    }
    let (name, meanings) = match names.canonical.get(&key) {
        Some(name) => (name, names.meanings.get(name)?.as_slice()),
        None => {
            let card = names.cards.get(&key)?;
            (&card.name, std::slice::from_ref(&card.meaning))
        }
    };
    Some(Found {
        name,
        meanings,
        profile: None,
        memory_gib: None,
        verbatim: false,
        form: None,
        count: None,
    })
}

/// An `H200 SXM5` is an H200; an `H20 PCIe` is nothing, since no such card is built.
fn look_up_without_form<'a>(text: &str, names: &'a Names) -> Option<Found<'a>> {
    let (form, left) = split_form(text)?;
    // "V100 SXM3" is first looked for as "V100 SXM", which has a name of its own.
    if let Some(found) = look_up(&format!("{left} {form}"), names) {
        return Some(found);
    }
    let found = Found {
        form: Some(form),
        ..look_up(&left, names)?
    };
    let mut ids = found.meanings.iter().flat_map(|meaning| &meaning.ids);
    ids.any(|id| found.allows(id)).then_some(found)
}
