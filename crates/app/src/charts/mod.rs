//! Charts, drawn in Rust as SVG, so that screen, page and print cannot disagree.
//!
//! * [`canvas`]: the picture being drawn, its palette and its marks;
//! * [`cost_time`]: what each plan costs against the time it takes.
//!
//! A chart is one file here; it takes figures in the reader's words and gives a
//! [`ChartView`](crate::views::chart::ChartView): the picture, its marks, a summary and its table.

pub mod canvas;
pub mod cost_time;
mod labels;
mod scale;
