//! The application without a window: store, catalogue, use cases, charts, exports.
//!
//! * [`answers`]: the wizard's questions as text;
//! * [`link`]: which addresses may be opened;
//! * [`quantity`]: what people type for a number, a time, a sum of money;
//! * [`views`]: what both faces show;
//! * [`wording`]: every word of every face.

pub mod answers;
pub mod link;
pub mod quantity;
pub mod views;
pub mod wording;
