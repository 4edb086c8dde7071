//! The subject of Tiaoka, pure: values in, values out.
//!
//! Nothing here reads a file, a socket or a clock, and nothing writes a sentence for a reader.
//!
//! * [`money`], [`gpu`], [`plan`], [`offer`], [`traits`]: what is for sale;
//! * [`catalogue`]: price tables become offers, and what may not be ranked is held back;
//! * [`workload`], [`model`], [`need`]: what the user wants to do, and what that asks of memory;
//! * [`observation`]: measurements, and what is predicted for each;
//! * [`predict`]: what is predicted for a workload on a machine;
//! * [`cost`]: what a job or a month costs;
//! * [`choose`]: ranked plans and reasons;
//! * [`claims`]: figures of articles, checked and used nowhere;
//! * [`message`]: facts that a face puts into words.

pub mod catalogue;
pub mod choose;
pub mod claims;
pub mod cost;
pub mod gpu;
pub mod message;
pub mod model;
pub mod money;
pub mod need;
pub mod observation;
pub mod offer;
pub mod plan;
pub mod predict;
pub mod traits;
pub mod workload;
