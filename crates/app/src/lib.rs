//! The application without a window: store, catalogue, use cases, charts, exports.
//!
//! * [`answers`]: the wizard's questions as text;
//! * [`link`]: which addresses may be opened;
//! * [`snapshot`]: what ships with the program;
//! * [`views`]: what both faces show;
//! * [`wording`]: every word of every face.

pub mod answers;
pub mod link;
pub mod snapshot;
pub mod views;
pub mod wording;
