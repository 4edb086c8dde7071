//! The application without a window: store, catalogue, use cases, charts, exports.
//!
//! * [`answers`]: the wizard's questions as text;
//! * [`views`]: what both faces show;
//! * [`wording`]: every word of every face.

pub mod answers;
pub mod views;
pub mod wording;
