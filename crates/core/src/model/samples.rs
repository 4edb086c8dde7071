//! Models that are counted in samples: convolutional networks, BERT, and diffusion.
//!
//! `data/samples.csv` holds the forward pass of each, with its source. Operations count a multiplication
//! and an addition as two.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// What kind of network a sample passes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SampleFamily {
    /// A network on pictures, counted in images.
    Cnn,
    /// An encoder on text, counted in sequences.
    Bert,
    /// A denoiser that makes images.
    Diffusion,
}

/// A model that is counted in samples; a field that its family does not have is `None`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SampleModel {
    /// Name to show.
    pub name: String,
    /// Other names, separated by semicolons.
    aliases: String,
    /// Its kind.
    pub family: SampleFamily,
    /// Parameters, millions; of the denoiser alone for diffusion.
    pub params_m: f64,
    /// 10⁹ operations of one forward pass of one sample at `side_px`; `None` for BERT, whose shape says it.
    gflop: Option<f64>,
    /// Share of those operations that grows with the fourth power of the side (attention).
    attention_share: Option<f64>,
    /// Millions of values that the convolutions of one forward pass put out; for a denoiser all values,
    /// by the operations a byte of its widths.
    acts_m: Option<f64>,
    /// Operations that one forward pass launches.
    pub operators: f64,
    /// Side of the picture that the figures are for, pixels.
    pub side_px: Option<u32>,
    /// Tokens of a sequence where none are said.
    pub tokens: Option<u32>,
    /// Layers of an encoder.
    pub layers: Option<f64>,
    /// Width of an encoder.
    pub hidden: Option<f64>,
    /// Attention heads of an encoder.
    pub heads: Option<f64>,
    /// Width of the feed-forward layer of an encoder.
    pub ffn: Option<f64>,
    /// `yes` where every step takes a pass with the prompt and one without (classifier-free guidance).
    guided: String,
    /// Denoising steps where none are said.
    pub steps: Option<u32>,
    /// Parameters of the text encoders, millions.
    pub text_params_m: Option<f64>,
    /// 10⁹ operations that decode one image at `side_px`.
    decoder_gflop: Option<f64>,
    /// GB of weights and workspace at 16 bit, without the images.
    pub base_gb: Option<f64>,
    /// The same with 8-bit weights.
    pub base_8bit_gb: Option<f64>,
    /// GB of each image made at once, at `side_px`.
    pub image_gb: Option<f64>,
    /// Where the figures are from.
    pub source: String,
}

impl SampleModel {
    /// The model of this name, compared by letters and digits only.
    ///
    /// ```
    /// # use tiaoka_core::model::SampleModel;
    /// assert_eq!(SampleModel::named("ResNet-50").unwrap().name, "resnet50");
    /// assert_eq!(SampleModel::named("stable diffusion xl").unwrap().name, "sdxl");
    /// assert!(SampleModel::named("llama3.1-8b").is_none());
    /// assert!(SampleModel::named("").is_none());
    /// ```
    pub fn named(name: &str) -> Option<SampleModel> {
        let wanted = key(name);
        let mut all = sample_models().iter();
        all.find(|model| model.names().any(|name| key(name) == wanted))
            .cloned()
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let aliases = self.aliases.split(';').filter(|alias| !alias.is_empty());
        std::iter::once(self.name.as_str()).chain(aliases)
    }

    /// Parameters.
    pub fn params(&self) -> f64 {
        self.params_m * 1e6
    }

    /// Passes of one denoising step: 2 with classifier-free guidance, else 1.
    pub fn passes(&self) -> f64 {
        if self.guided == "yes" { 2.0 } else { 1.0 }
    }

    /// Operations of one forward pass of one sample.
    ///
    /// `size` is the side in pixels, or for BERT the tokens of the sequence. An encoder takes
    /// `2·L·(4h² + 2·h·I)` operations a token and `4·L·h·s²` of attention; pictures scale with their
    /// area, and the attention on them with its square.
    pub fn forward_flop(&self, size: f64) -> f64 {
        if let (Some(layers), Some(hidden), Some(ffn)) = (self.layers, self.hidden, self.ffn) {
            let matrices = 2.0 * layers * (4.0 * hidden * hidden + 2.0 * hidden * ffn);
            return matrices * size + 4.0 * layers * hidden * size * size;
        }
        let area = self.area(size);
        let attention = self.attention_share.unwrap_or(0.0);
        self.gflop.unwrap_or(0.0) * 1e9 * ((1.0 - attention) * area + attention * area * area)
    }

    /// Values that one forward pass puts out: of the convolutions, or of an encoder's layers.
    ///
    /// An encoder's layer puts out `9·h + I` values a token and `a·s²` scores for each sequence.
    pub fn activations(&self, size: f64) -> f64 {
        if let (Some(layers), Some(hidden), Some(ffn)) = (self.layers, self.hidden, self.ffn) {
            let scores = self.heads.unwrap_or(0.0) * size;
            return layers * size * (9.0 * hidden + ffn + scores);
        }
        self.acts_m.unwrap_or(0.0) * 1e6 * self.area(size)
    }

    /// Operations that turn one latent into an image of this side.
    pub fn decoder_flop(&self, side_px: f64) -> f64 {
        self.decoder_gflop.unwrap_or(0.0) * 1e9 * self.area(side_px)
    }

    /// Side or tokens where the user says none.
    pub fn default_size(&self) -> u32 {
        self.side_px.or(self.tokens).unwrap_or(1)
    }

    /// Area of a picture, of the one that the figures are for.
    pub(crate) fn area(&self, side_px: f64) -> f64 {
        let side = self.side_px.map_or(side_px, f64::from);
        (side_px / side).powi(2)
    }
}

/// Every model that is counted in samples, in the order of the file.
pub fn sample_models() -> &'static [SampleModel] {
    static MODELS: OnceLock<Vec<SampleModel>> = OnceLock::new();
    MODELS.get_or_init(|| {
        let text = include_bytes!("../../data/samples.csv");
        let mut reader = csv::Reader::from_reader(text.as_slice());
        // A row that cannot be read is left out here and fails the test below.
        reader.deserialize().filter_map(Result::ok).collect()
    })
}

/// Letters and digits, lower case.
fn key(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> SampleModel {
        SampleModel::named(name).unwrap()
    }

    #[test]
    fn every_row_is_read_and_has_the_figures_of_its_family() {
        let lines = include_str!("../../data/samples.csv").lines().count();
        assert_eq!(sample_models().len(), lines - 1); // a head line; no cell spans lines
        for model in sample_models() {
            let size = f64::from(model.default_size());
            let known = match model.family {
                SampleFamily::Cnn | SampleFamily::Bert => model.activations(size) > 0.0,
                SampleFamily::Diffusion => {
                    let sizes = [model.base_gb, model.base_8bit_gb, model.image_gb];
                    sizes.iter().all(Option::is_some)
                        && model.steps.is_some()
                        && model.decoder_flop(size) > 0.0
                }
            };
            assert!(known && model.forward_flop(size) > 0.0, "{}", model.name);
        }
    }

    #[test]
    fn no_two_models_answer_to_one_name() {
        let mut seen = std::collections::BTreeSet::new();
        for model in sample_models() {
            for name in model.names().filter(|name| !name.is_empty()) {
                assert!(seen.insert(key(name)), "{name}");
            }
        }
    }

    #[test]
    fn a_bert_large_sequence_of_384_tokens_takes_246_gflop() {
        // 2·24·(4·1024² + 2·1024·4096) = 603,979,776 a token, ·384 = 231.9e9
        // 4·24·1024·384² = 14.5e9
        let flop = of("bert-large").forward_flop(384.0);
        assert!((flop - 246.4e9).abs() < 0.1e9, "{flop}");
    }

    #[test]
    fn twice_the_side_is_four_times_the_convolutions_and_sixteen_times_the_attention() {
        let sd = of("sd1.5"); // 18 % attention
        let (small, large) = (sd.forward_flop(512.0), sd.forward_flop(1024.0));
        assert!((large / small - (0.82 * 4.0 + 0.18 * 16.0)).abs() < 1e-9);
        assert_eq!((sd.passes(), of("flux-dev").passes()), (2.0, 1.0));
    }
}
