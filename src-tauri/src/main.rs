//! `tiaoka-desktop`, the window.

fn main() {}
