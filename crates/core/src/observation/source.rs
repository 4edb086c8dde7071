//! Which rows belong together because the same people measured them in the same way.

/// The repository or publisher of a source text: `owner/repo`, a round of a benchmark, or the host of a page.
///
/// ```
/// # use tiaoka_core::observation::source_of;
/// assert_eq!(source_of("QwenLM/Qwen2.5 docs/source/benchmark.rst"), "QwenLM/Qwen2.5");
/// assert_eq!(source_of("github.com/geerlingguy/ai-benchmarks/issues/43"), "geerlingguy/ai-benchmarks");
/// assert_eq!(
///     source_of("MLPerf Training v4.1, NVIDIA, github.com/mlcommons/training_results_v4.1 …"),
///     "MLPerf Training v4.1"
/// );
/// assert_eq!(source_of("databricks.com/blog coreweave-h100"), "databricks.com");
/// ```
pub fn source_of(text: &str) -> String {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix("MLPerf ") {
        // "MLPerf Inference v5.1 closed datacenter, …": the benchmark and its round.
        let words: Vec<&str> = rest.split([' ', ',']).take(2).collect();
        return format!("MLPerf {}", words.join(" "));
    }
    let address = text
        .trim_start_matches("https://")
        .trim_start_matches("http://");
    let address = address.trim_start_matches("www.");
    let first = address.split([' ', ',']).next().unwrap_or_default();
    let path = first.strip_prefix("github.com/").unwrap_or(first);
    let mut parts = path.split('/');
    let (owner, repository) = (parts.next().unwrap_or_default(), parts.next());
    match repository {
        _ if path.len() == first.len() && owner.contains('.') => owner.to_owned(),
        Some(repository) if !repository.is_empty() => format!("{owner}/{repository}"),
        _ if first == text => owner.to_owned(),
        // Words, not an address: "seed article 3 (…)".
        _ => text
            .split([',', '('])
            .next()
            .unwrap_or(text)
            .trim()
            .to_owned(),
    }
}
