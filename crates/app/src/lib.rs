//! The application without a window: store, catalogue, use cases, charts, exports.
//!
//! * [`App`]: everything both faces can do; its use cases lie in modules that extend it;
//! * [`answers`]: the wizard's questions as text;
//! * [`charts`]: what is drawn;
//! * [`link`]: which addresses may be opened;
//! * [`problem`]: the one error that faces see;
//! * [`quantity`]: what people type for a number, a time, a sum of money;
//! * [`snapshot`]: what ships with the program;
//! * [`sums`]: printed sums that add up;
//! * [`views`]: what both faces show;
//! * [`wording`]: every word of every face.

mod accuracy;
mod advise;
pub mod answers;
mod app;
mod cards;
pub mod charts;
mod claims;
mod decode;
mod kept;
pub mod link;
mod measurements;
mod plans;
mod preferences;
pub mod problem;
pub mod quantity;
mod rows;
mod sheets;
mod shipped;
pub mod snapshot;
mod store;
pub mod sums;
mod upkeep;
pub mod views;
pub mod wording;

pub use app::{App, Stock};
pub use problem::Problem;
pub use sheets::MOST_BYTES as SHEET_MOST_BYTES;
