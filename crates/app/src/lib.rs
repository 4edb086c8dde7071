//! The application without a window: store, catalogue, use cases, charts, exports.
//!
//! * [`answers`]: the wizard's questions as text;
//! * [`link`]: which addresses may be opened;
//! * [`views`]: what both faces show;
//! * [`wording`]: every word of every face.

pub mod answers;
pub mod link;
pub mod views;
pub mod wording;
