//! Lets tauri read its configuration, icons and capabilities at compile time.

fn main() {
    tauri_build::build();
}
