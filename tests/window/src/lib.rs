//! Drives the real window of Tiaoka: its own display, its own driver, fresh folders for every journey.
//!
//! `cargo test --manifest-path tests/window/Cargo.toml -- --test-threads=1`, after
//! `cargo build -p tiaoka-desktop`. Pictures lie in `tests/artefacts` afterwards.

mod desk;
mod looks;
mod process;
mod reader;
mod window;

pub use desk::{Desk, Locale};
pub use reader::Reader;
pub use window::Window;
