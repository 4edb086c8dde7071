//! Where a source can be looked at: the page that a row's source text names.

/// The address of a source, if it names one: `owner/repo path` is a repository on GitHub, anything
/// with a host is a page there.
pub(super) fn url(source: &str) -> Option<String> {
    let words = source.split([' ', ',', ';', '(', ')']);
    let mut hosts = words.map(trimmed).filter(|word| host_of(word).is_some());
    if let Some(page) = hosts.next() {
        return Some(format!("https://{page}"));
    }
    let first = source.split([' ', ',', ';']).next()?;
    let (owner, repository) = first.split_once('/')?;
    let repository = repository.split('/').next().unwrap_or_default();
    let named = |name: &str| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        !name.is_empty() && name.chars().all(allowed)
    };
    (named(owner) && named(repository)).then(|| format!("https://github.com/{owner}/{repository}"))
}

fn trimmed(word: &str) -> &str {
    let word = word.trim_start_matches("https://");
    word.trim_start_matches("http://")
        .trim_end_matches(['.', ':', '…'])
}

/// The host at the beginning of a word: letters, a dot and a known kind of ending, then a path.
fn host_of(word: &str) -> Option<&str> {
    const ENDINGS: [&str; 8] = [".ai", ".cn", ".co", ".com", ".dev", ".io", ".net", ".org"];
    let (host, path) = word.split_once('/')?;
    let ascii = word.chars().all(|c| c.is_ascii_graphic());
    let ends = ENDINGS.iter().any(|ending| host.ends_with(ending));
    (ascii && ends && !path.is_empty()).then_some(host)
}

#[cfg(test)]
mod tests {
    use tiaoka_core::observation::shipped;

    use super::*;
    use crate::link::Link;

    #[track_caller]
    fn leads_to(source: &str, page: &str) {
        assert_eq!(url(source).as_deref(), Some(page), "{source}");
    }

    #[test]
    fn a_source_leads_to_its_repository_or_page() {
        leads_to(
            "lambdal/deeplearning-benchmark pytorch/csv_v1_v2/x.csv",
            "https://github.com/lambdal/deeplearning-benchmark",
        );
        leads_to(
            "MLPerf Training v4.1, NVIDIA, github.com/mlcommons/training_results_v4.1 more",
            "https://github.com/mlcommons/training_results_v4.1",
        );
        leads_to(
            "databricks.com/blog coreweave-h100",
            "https://databricks.com/blog",
        );
        assert_eq!(url("seed article 2 (platform selection, 2026)"), None);
        assert_eq!(url(""), None);
    }

    #[test]
    fn every_address_may_be_opened_and_few_rows_lack_one() {
        let sources = || shipped().iter().filter_map(|row| row.source.as_deref());
        for page in sources().filter_map(url) {
            assert!(
                Link::read(&page).is_ok_and(|link| !link.needs_confirmation()),
                "{page}"
            );
        }
        let without = sources().filter(|source| url(source).is_none()).count();
        assert!(without * 50 < sources().count(), "{without} rows");
    }
}
