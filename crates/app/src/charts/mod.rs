//! Charts, drawn in Rust as SVG, so that screen, page and print cannot disagree.
//!
//! * [`canvas`]: the picture being drawn, its palette and its marks;
//! * [`break_even`]: what a month costs against its hours of use, by way of paying;
//! * [`cost_time`]: what each plan costs against the time it takes;
//! * [`scatter`]: what was predicted against what was measured.
//!
//! A chart is one file here; it takes figures in the reader's words and gives a
//! [`ChartView`](crate::views::chart::ChartView): the picture, its marks, a summary and its table.
//! Each takes figures of its own kind and nothing handles charts without knowing which, so they share
//! the canvas, the scales and the placing of labels, and no trait.

pub mod break_even;
pub mod canvas;
pub mod cost_time;
mod labels;
mod scale;
pub mod scatter;
