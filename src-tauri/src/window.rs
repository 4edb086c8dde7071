//! The one window: where it opens, what it remembers, and whether anything was ever drawn in it.

use tauri::{
    AppHandle, Manager as _, Monitor, Runtime, WebviewUrl, WebviewWindow, WebviewWindowBuilder,
    WindowEvent,
};

use crate::house::House;
use crate::placement::{Area, LEAST, Placement, Screen, place};
use crate::renderer::PATIENCE;

/// Its name in `capabilities/default.json`.
const LABEL: &str = "main";

/// Opens the window where it was, as far as today's monitors allow.
pub(crate) fn open(app: &AppHandle, house: &House) -> tauri::Result<()> {
    let remembered = house.memory().read().placement;
    let mut builder = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::default())
        .title("挑卡 Tiaoka")
        .min_inner_size(LEAST.0, LEAST.1)
        .maximized(remembered.is_some_and(|placement| placement.maximized));
    if let Some(place) = place(remembered.as_ref(), &screens(app)?) {
        builder = builder
            .position(place.x, place.y)
            .inner_size(place.width, place.height);
    }
    let window = builder.build()?;
    watch_place(&window, house.clone());
    watch_first_paint(house.clone());
    Ok(())
}

/// The monitors, the main one first.
fn screens(app: &AppHandle) -> tauri::Result<Vec<Screen>> {
    let main = app.primary_monitor()?;
    let others = app.available_monitors()?;
    let is_main = |monitor: &Monitor| {
        main.as_ref()
            .is_some_and(|main| main.position() == monitor.position())
    };
    let others = others.iter().filter(|monitor| !is_main(monitor));
    Ok(main.iter().chain(others).map(screen).collect())
}

fn screen(monitor: &Monitor) -> Screen {
    let free = monitor.work_area();
    let area = Area {
        x: free.position.x,
        y: free.position.y,
        width: free.size.width,
        height: free.size.height,
    };
    Screen {
        free: area,
        scale: monitor.scale_factor(),
    }
}

/// Remembers the window's place whenever it loses the focus or is closed by its own button.
fn watch_place(window: &WebviewWindow, house: House) {
    let app = window.app_handle().clone();
    window.on_window_event(move |event| {
        if matches!(
            event,
            WindowEvent::CloseRequested { .. } | WindowEvent::Focused(false)
        ) {
            remember(&app, &house);
        }
    });
}

/// Remembers the window's place, if the window is still there.
pub(crate) fn remember(app: &AppHandle, house: &House) {
    let Some(window) = app.get_webview_window(LABEL) else {
        return;
    };
    let before = house.memory().read().placement;
    match placement(&window, before) {
        Ok(now) => house.memory().change(|memory| memory.placement = Some(now)),
        Err(error) => eprintln!("tiaoka-desktop: the window's place is not known: {error}"),
    }
}

/// Where the window is. A maximised one keeps the size to return to, an iconified one all it had.
fn placement<R: Runtime>(
    window: &WebviewWindow<R>,
    before: Option<Placement>,
) -> tauri::Result<Placement> {
    let maximized = window.is_maximized()?;
    if let Some(before) = before.filter(|_| maximized || window.is_minimized().unwrap_or(false)) {
        return Ok(Placement {
            maximized: maximized || before.maximized,
            ..before
        });
    }
    let (position, scale) = (window.outer_position()?, window.scale_factor()?);
    let size = window.inner_size()?.to_logical::<f64>(scale);
    Ok(Placement {
        x: position.x,
        y: position.y,
        width: size.width,
        height: size.height,
        maximized,
    })
}

/// After [`PATIENCE`] without a picture, the next start draws in a safer way.
fn watch_first_paint(house: House) {
    std::thread::spawn(move || {
        std::thread::sleep(PATIENCE);
        if !house.has_painted() {
            house.learn_from_blank_window();
        }
    });
}
