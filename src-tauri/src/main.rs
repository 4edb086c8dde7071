//! `tiaoka-desktop`, the window.

#![expect(
    dead_code,
    unused_imports,
    reason = "the window is wired to the application in the next step"
)]

mod commands;
mod ipc;
mod placement;
mod renderer;
#[cfg(test)]
mod typescript;

fn main() {
    let _ = tauri::Builder::default().run(tauri::generate_context!());
}
