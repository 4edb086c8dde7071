//! Public models by their configuration.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::cards::ModelRow;
use super::constants::constants;
use super::{Experts, ModelShape, Window};

/// Every preset with its names, in the order of the file; the first name is the one to show.
///
/// BERT has its shape in the file and is not among them: it is not a language model that one serves
/// token by token, and its rate is counted in sequences.
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
            experts: self.experts.map(|count| Experts {
                count,
                per_token: self.experts_per_token,
                ffn: self.expert_ffn,
                shared_ffn: self.shared_ffn,
                dense_layers: self.dense_layers,
            }),
            window: self.window.map(|tokens| Window {
                tokens,
                share: self.windowed_share,
            }),
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
        assert_eq!(find("bert-large"), None);
        for name in ["llama3.2-3b", "gpt-oss-20b", "DeepSeek-R1", "GLM-4.5-Air"] {
            assert!(find(name).is_some(), "{name}");
        }
    }

    /// Parameters of a row by its shape: attention, feed-forward with this many routed experts and the
    /// router, without embeddings.
    fn layers_of(row: &ModelRow, experts: f64) -> f64 {
        let heads = 2.0 * row.hidden * row.head_dim * (row.heads + row.kv_heads);
        let attention = row.attention_b.map_or(row.layers * heads, |b| b * 1e9);
        let matrices = row.ffn_matrices.unwrap_or(3.0);
        let dense = matrices * row.hidden * row.ffn;
        let Some(count) = row.experts else {
            return attention + row.layers * dense;
        };
        let width = 3.0 * (experts * row.expert_ffn + row.shared_ffn) + count;
        let sparse = row.layers - row.dense_layers;
        attention + sparse * row.hidden * width + row.dense_layers * dense
    }

    /// The public count of parameters confirms every column of the shape.
    #[test]
    fn parameters_are_what_the_shape_adds_up_to_within_3_percent() {
        for row in &constants().models {
            let embedding = row.vocabulary * row.hidden * if row.tied { 1.0 } else { 2.0 };
            let all = layers_of(row, row.experts.unwrap_or(0.0)) + embedding;
            let stated = row.params_b * 1e9;
            assert!(
                (all / stated - 1.0).abs() < 0.03,
                "{:?}: {all} {stated}",
                row.names
            );
        }
    }

    /// Model cards count the active parameters with both embeddings, with one, or with none.
    #[test]
    fn active_parameters_are_those_of_the_experts_at_work() {
        for row in &constants().models {
            let embedding = row.vocabulary * row.hidden;
            let active = layers_of(row, row.experts_per_token);
            let stated = row.active_params_b * 1e9;
            let counted =
                [0.0, 1.0, 2.0].map(|tables| (active + tables * embedding) / stated - 1.0);
            assert!(
                counted.iter().any(|error| error.abs() < 0.035),
                "{:?}: {counted:?}",
                row.names
            );
        }
    }

    /// The active width is that of the routed experts of one token and of the shared ones.
    #[test]
    fn the_active_width_of_a_mixture_is_that_of_its_experts() {
        for row in constants()
            .models
            .iter()
            .filter(|row| row.experts.is_some())
        {
            let width = row.experts_per_token * row.expert_ffn + row.shared_ffn;
            assert_eq!(row.ffn, width, "{:?}", row.names);
            assert!(row.active_params_b < row.params_b, "{:?}", row.names);
        }
        for row in constants()
            .models
            .iter()
            .filter(|row| row.experts.is_none())
        {
            assert_eq!(row.active_params_b, row.params_b, "{:?}", row.names);
        }
    }

    #[test]
    fn every_row_says_where_its_figures_are_from() {
        for row in &constants().models {
            assert!(row.source.len() > 10, "{:?}", row.names);
            let windowed = row.window.is_some();
            assert!(
                windowed == (row.windowed_share > 0.0) && row.windowed_share <= 1.0,
                "{:?}",
                row.names
            );
        }
    }
}
