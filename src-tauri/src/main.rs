//! `tiaoka-desktop`, the window: a thin shell around the same application as the terminal.
//!
//! Everything it knows of plans and prices comes from `tiaoka_app`. Its own are the border to the page
//! ([`ipc`]), the place of the window ([`placement`]) and the way it is drawn ([`renderer`]).

// A console window beside the real one is a Windows habit for programs that print.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod commands;
mod downloads;
mod house;
mod ipc;
mod memory;
mod placement;
mod renderer;
#[cfg(test)]
mod typescript;
mod window;

use std::process::ExitCode;

use tauri::RunEvent;
use tiaoka_app::App;

use crate::house::House;
use crate::memory::Memory;

fn main() -> ExitCode {
    let home = App::home(None);
    let memory = Memory::in_folder(home.as_deref().ok());
    let renderer = renderer::settle(memory.read().lesson.as_ref());
    let house = House::new(home, memory, renderer);
    match run(house) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tiaoka-desktop: the window cannot be opened: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(house: House) -> tauri::Result<()> {
    let opening = house.clone();
    let app = tauri::Builder::default()
        .manage(house.clone())
        .invoke_handler(ipc::handler())
        .setup(move |app| {
            opening.move_in(app.handle().clone());
            window::open(app.handle(), &opening)?;
            Ok(())
        })
        .build(tauri::generate_context!())?;
    app.run(move |app, event| match event {
        RunEvent::ExitRequested { .. } => window::remember(app, &house),
        // The process ends without dropping anything, so the database is closed by hand.
        RunEvent::Exit => house.move_out(),
        _ => {}
    });
    Ok(())
}
