//! Filter, predict, price, rank, and say why.

mod advice;

pub use advice::{
    Advice, Band, Choice, Cost, CostPart, Rejected, ScorePart, Sensitivity, Stage, Why, held,
    wish_word,
};
