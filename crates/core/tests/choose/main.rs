//! What `choose` answers on the shipped catalogue and on small markets worked by hand.

#![expect(clippy::unwrap_used, reason = "a test stops where it fails")]

mod changes;
mod limits;
mod market;
mod own;
mod rec;
mod shipped;
mod software;
