//! The published measurements that the constants were fitted to.

use std::sync::OnceLock;

use super::{Observation, read};

/// The three files; the rows of Spare Cores have a licence of their own (`NOTICE`).
const FILES: [&str; 3] = [
    include_str!("../../data/published.csv"),
    include_str!("../../data/published-spare-cores.csv"),
    include_str!("../../data/published-more.csv"),
];

/// Every published row, those of the first collection before those of later sources; read once.
///
/// The ids of the first collection begin with `m`, those of `published-more.csv` with `f`.
pub fn shipped() -> &'static [Observation] {
    static ROWS: OnceLock<Vec<Observation>> = OnceLock::new();
    // A row that cannot be read is left out here and fails the test below.
    ROWS.get_or_init(|| {
        FILES
            .iter()
            .flat_map(|text| read(text.as_bytes()).rows)
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_published_row_is_read_and_has_a_name_of_its_own() {
        let rows = shipped();
        assert_eq!(rows.len(), 2422 + 512);
        let ids: BTreeSet<_> = rows.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(ids.len(), rows.len());
        assert!(
            FILES
                .iter()
                .all(|text| read(text.as_bytes()).problems.is_empty())
        );
    }

    #[test]
    fn rows_of_spare_cores_lie_in_the_file_with_their_licence() {
        let of_them = |text: &str| {
            let rows = read(text.as_bytes()).rows;
            rows.iter()
                .filter(|row| {
                    row.source
                        .as_deref()
                        .is_some_and(|s| s.starts_with("SpareCores"))
                })
                .count()
        };
        assert_eq!(FILES.map(of_them), [0, 970, 0]);
    }
}
