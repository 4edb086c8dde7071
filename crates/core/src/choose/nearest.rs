//! Refused plans in order: the nearest miss first.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::advice::Rejected;
use super::stages::stage;

/// Refused plans as they come, with what orders them: names are numbered while the offer is at hand,
/// and later compared as numbers, because most of a catalogue is refused in every answer.
#[derive(Default)]
pub(super) struct Refusals<'a> {
    rejected: Vec<Rejected<'a>>,
    keys: Vec<Key>,
    providers: Numbers<'a>,
    skus: Numbers<'a>,
    regions: Numbers<'a>,
}

struct Key {
    /// Bits of the share it misses by; without a figure the largest.
    miss: u64,
    /// Limits it did not get to: whoever passed more is nearer.
    unpassed: usize,
    /// Numbers of seller, plan and region.
    names: [u32; 3],
    at: usize,
}

impl<'a> Refusals<'a> {
    pub(super) fn push(&mut self, refused: Rejected<'a>) {
        let offer = refused.offer;
        self.keys.push(Key {
            // The bits of a positive number order as the number does.
            miss: refused
                .miss
                .map_or(u64::MAX, |miss| miss.max(0.0).to_bits()),
            unpassed: usize::MAX - stage(&refused.why),
            names: [
                self.providers.of(&offer.plan.provider),
                self.skus.of(&offer.plan.sku),
                self.regions.of(offer.region.as_deref().unwrap_or("")),
            ],
            at: self.keys.len(),
        });
        self.rejected.push(refused);
    }

    /// The stage at which each was refused.
    pub(super) fn stages(&self) -> impl Iterator<Item = usize> {
        self.keys.iter().map(|key| usize::MAX - key.unpassed)
    }

    /// The nearest miss first; without a figure, whoever passed more limits is nearer; then by name.
    pub(super) fn nearest_first(self) -> Vec<Rejected<'a>> {
        let ranks = [&self.providers, &self.skus, &self.regions].map(Numbers::ranks);
        let mut keys = self.keys;
        for key in &mut keys {
            for (name, ranks) in key.names.iter_mut().zip(&ranks) {
                *name = ranks[*name as usize];
            }
        }
        keys.sort_unstable_by(|a, b| {
            let names = |key: &Key| (key.miss, key.unpassed, key.names);
            let rest = || by_rest(&self.rejected[a.at], &self.rejected[b.at]);
            names(a).cmp(&names(b)).then_with(rest)
        });
        let mut slots: Vec<Option<Rejected<'a>>> = self.rejected.into_iter().map(Some).collect();
        keys.iter().filter_map(|key| slots[key.at].take()).collect()
    }
}

/// What tells apart two refusals of one seller's plan in one region.
fn by_rest(a: &Rejected<'_>, b: &Rejected<'_>) -> Ordering {
    let (x, y) = (a.offer, b.offer);
    (&x.zone, x.billing, x.os, x.observed_at)
        .cmp(&(&y.zone, y.billing, y.os, y.observed_at))
        .then_with(|| x.origin.source.cmp(&y.origin.source))
}

/// Texts numbered as they come.
#[derive(Default)]
struct Numbers<'t> {
    numbers: HashMap<&'t str, u32>,
}

impl<'t> Numbers<'t> {
    fn of(&mut self, text: &'t str) -> u32 {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(text).or_insert(next)
    }

    /// By its number, the place of each text in the order of all.
    fn ranks(&self) -> Vec<u32> {
        let mut texts: Vec<(&str, u32)> = self.numbers.iter().map(|(t, n)| (*t, *n)).collect();
        texts.sort_unstable();
        let mut ranks = vec![0; texts.len()];
        for (place, (_, number)) in (0..).zip(texts) {
            ranks[number as usize] = place;
        }
        ranks
    }
}
