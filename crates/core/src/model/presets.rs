//! The models of appendix B of the workload model.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::ModelShape;
use super::constants::{ModelRow, constants};

/// Every preset with its names, in the order of appendix B; the first name is the one to show.
///
/// BERT is in the appendix for its measured rows and is not among them: its training and inference
/// are counted in sequences, and section 4.4 of the workload model is not part of this version.
pub fn presets() -> &'static [ModelShape] {
    &index().shapes
}

/// The preset whose name has these letters and digits.
pub(super) fn find(name: &str) -> Option<ModelShape> {
    let index = index();
    index
        .by_key
        .get(&key(name))
        .and_then(|&at| index.shapes.get(at))
        .cloned()
}

struct Index {
    shapes: Vec<ModelShape>,
    by_key: HashMap<String, usize>,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let shapes: Vec<_> = constants()
            .models
            .iter()
            .flat_map(|row| row.names.iter().map(|name| row.shape(name)))
            .filter(|shape| !shape.name.starts_with("bert"))
            .collect();
        let by_key = shapes
            .iter()
            .enumerate()
            .map(|(at, shape)| (key(&shape.name), at))
            .collect();
        Index { shapes, by_key }
    })
}

/// Letters and digits, lower case.
fn key(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

impl ModelRow {
    fn shape(&self, name: &str) -> ModelShape {
        ModelShape {
            name: name.to_owned(),
            from_params: false,
            params: self.params_b * 1e9,
            active_params: self.active_params_b * 1e9,
            layers: self.layers,
            hidden: self.hidden,
            heads: self.heads,
            kv_heads: self.kv_heads,
            head_dim: self.head_dim,
            ffn: self.ffn,
            vocabulary: self.vocabulary,
            tied_embeddings: self.tied,
            kv_bytes_per_token: self.kv_bytes_per_token,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_presets_share_a_key() {
        let index = index();
        assert_eq!(index.by_key.len(), index.shapes.len());
        // Appendix B has 61 rows of decoders under 66 names, and two of BERT.
        assert_eq!(constants().models.len(), 63);
        assert_eq!(presets().len(), 66);
        assert_eq!(find("bert-large"), None);
    }
}
