//! Filter, predict, price, rank, and say why.

mod advice;

pub use crate::cost::{Cost, CostPart};
pub use advice::{
    Advice, Band, Choice, Rejected, ScorePart, Sensitivity, Stage, Why, held, wish_word,
};
