//! `tiaoka`, the terminal face.

fn main() {}
