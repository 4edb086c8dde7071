//! Where the window opens: where it was, as far as today's monitors allow.
//!
//! A window that opens outside every monitor cannot be dragged back, so a remembered place is a wish:
//! [`place`] moves and shrinks it until all of it, title bar included, lies on one monitor. Nothing here
//! asks the system; the monitors are a parameter.

use serde::{Deserialize, Serialize};

/// Width and height of a first window, in CSS pixels: the size the screens are drawn at.
const FIRST: (f64, f64) = (1280.0, 800.0);

/// Smallest window, in CSS pixels: at this size the page still shows everything, one column wide.
pub(crate) const LEAST: (f64, f64) = (640.0, 560.0);

/// Height kept for the system's title bar, in CSS pixels: that of a large one (GNOME's is 37).
const TITLE_BAR: f64 = 40.0;

/// Where a window was. The position is in the system's pixels, because it tells which monitor; the size
/// is in CSS pixels, because that is what the reader chose.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Placement {
    /// System pixels from the left of the desktop.
    pub(crate) x: i32,
    /// System pixels from its top.
    pub(crate) y: i32,
    /// Width inside the frame, CSS pixels.
    pub(crate) width: f64,
    /// Height inside the frame, CSS pixels.
    pub(crate) height: f64,
    /// It filled the monitor; the figures are those to return to.
    pub(crate) maximized: bool,
}

/// A rectangle in the system's pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// A monitor that is there now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Screen {
    /// What panels and docks leave of it.
    pub(crate) free: Area,
    /// System pixels of one CSS pixel.
    pub(crate) scale: f64,
}

/// A window's inner size and the position of its frame, in CSS pixels of the monitor it stands on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Place {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Where the window opens, or `None` where no monitor is known and the system has to choose.
///
/// `screens` begins with the main monitor. The window goes to the monitor that shows most of it, else to
/// the main one; its size is kept if it fits there, else cut; then it is moved inside.
pub(crate) fn place(saved: Option<&Placement>, screens: &[Screen]) -> Option<Place> {
    let (area, screen) = fit(saved, screens)?;
    let css = |pixels: f64| pixels / screen.scale;
    Some(Place {
        x: css(area.x.into()),
        y: css(area.y.into()),
        width: css(area.width.into()),
        height: css(area.height.into()),
    })
}

/// The same in the system's pixels, with the monitor they belong to.
fn fit<'a>(saved: Option<&Placement>, screens: &'a [Screen]) -> Option<(Area, &'a Screen)> {
    let main = screens.first()?;
    let Some(saved) = saved.filter(|saved| saved.width > 0.0 && saved.height > 0.0) else {
        return Some((centred(main), main));
    };
    let shown = |screen: &Screen| overlap(&wanted(saved, screen), &screen.free);
    let most = screens
        .iter()
        .max_by_key(|screen| shown(screen))
        .filter(|screen| shown(screen) > 0);
    let screen = most.unwrap_or(main);
    Some((inside(&wanted(saved, screen), screen), screen))
}

/// The remembered rectangle in the pixels of a monitor.
fn wanted(saved: &Placement, screen: &Screen) -> Area {
    let (width, height) = (pixels(saved.width, screen), pixels(saved.height, screen));
    Area {
        x: saved.x,
        y: saved.y,
        width,
        height,
    }
}

/// A first window, in the middle of a monitor.
fn centred(screen: &Screen) -> Area {
    let (width, height) = (pixels(FIRST.0, screen), pixels(FIRST.1, screen));
    let free = screen.free;
    let x = free.x + (free.width.saturating_sub(width) / 2) as i32;
    let y = free.y
        + (free
            .height
            .saturating_sub(height + pixels(TITLE_BAR, screen))
            / 2) as i32;
    inside(
        &Area {
            x,
            y,
            width,
            height,
        },
        screen,
    )
}

/// Cuts and moves a rectangle until it and its title bar lie on the monitor.
fn inside(wanted: &Area, screen: &Screen) -> Area {
    let free = screen.free;
    let room = free.height.saturating_sub(pixels(TITLE_BAR, screen));
    let (width, height) = (wanted.width.min(free.width), wanted.height.min(room));
    let right = free.x + (free.width - width) as i32;
    let lowest = free.y + (room - height) as i32;
    Area {
        x: wanted.x.min(right).max(free.x),
        y: wanted.y.min(lowest).max(free.y),
        width,
        height,
    }
}

/// Pixels that two rectangles share.
fn overlap(a: &Area, b: &Area) -> u64 {
    let along = |a: i32, a_size: u32, b: i32, b_size: u32| {
        let from = i64::from(a.max(b));
        let to = (i64::from(a) + i64::from(a_size)).min(i64::from(b) + i64::from(b_size));
        u64::try_from(to - from).unwrap_or(0)
    };
    along(a.x, a.width, b.x, b.width) * along(a.y, a.height, b.y, b.height)
}

/// CSS pixels as the monitor's own.
fn pixels(css: f64, screen: &Screen) -> u32 {
    (css * screen.scale).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(x: i32, y: i32, width: u32, height: u32, scale: f64) -> Screen {
        Screen {
            free: Area {
                x,
                y,
                width,
                height,
            },
            scale,
        }
    }

    fn saved(x: i32, y: i32, width: f64, height: f64) -> Placement {
        Placement {
            x,
            y,
            width,
            height,
            maximized: false,
        }
    }

    fn opens(saved: Option<&Placement>, screens: &[Screen]) -> Option<Area> {
        fit(saved, screens).map(|(area, _)| area)
    }

    #[test]
    fn a_window_of_a_monitor_that_is_gone_opens_fully_inside_the_one_left() {
        // 1200 × 800 at scale 1.5 is 1800 × 1200; of 1080 lines the title bar takes 60.
        let left = [screen(0, 0, 1920, 1080, 1.5)];
        let placed = opens(Some(&saved(2600, 120, 1200.0, 800.0)), &left);
        assert_eq!(
            placed,
            Some(Area {
                x: 120,
                y: 0,
                width: 1800,
                height: 1020
            })
        );
    }

    #[test]
    fn a_size_that_fits_is_kept() {
        let left = [screen(0, 0, 1920, 1080, 1.0)];
        let placed = opens(Some(&saved(2600, 120, 1200.0, 800.0)), &left);
        assert_eq!(
            placed,
            Some(Area {
                x: 720,
                y: 120,
                width: 1200,
                height: 800
            })
        );
    }

    #[test]
    fn a_window_whose_monitor_is_there_stays_where_it_was() {
        let both = [
            screen(0, 0, 1920, 1080, 1.0),
            screen(1920, 0, 2560, 1440, 1.0),
        ];
        let placed = opens(Some(&saved(2600, 120, 1200.0, 800.0)), &both);
        assert_eq!(
            placed,
            Some(Area {
                x: 2600,
                y: 120,
                width: 1200,
                height: 800
            })
        );
    }

    #[test]
    fn a_title_bar_above_the_top_comes_down() {
        let one = [screen(0, 32, 1920, 1048, 1.0)]; // a panel of 32 lines at the top
        let placed = opens(Some(&saved(100, -500, 1200.0, 800.0)), &one);
        assert_eq!(
            placed,
            Some(Area {
                x: 100,
                y: 32,
                width: 1200,
                height: 800
            })
        );
    }

    #[test]
    fn a_monitor_left_of_the_main_one_counts_from_below_zero() {
        let both = [
            screen(0, 0, 1920, 1080, 1.0),
            screen(-1280, 0, 1280, 1024, 1.0),
        ];
        let placed = opens(Some(&saved(-1300, 50, 1200.0, 800.0)), &both);
        assert_eq!(
            placed,
            Some(Area {
                x: -1280,
                y: 50,
                width: 1200,
                height: 800
            })
        );
    }

    #[test]
    fn a_first_window_stands_in_the_middle_of_the_main_monitor() {
        // (1920 - 1280) / 2 = 320; (1080 - 800 - 40) / 2 = 120.
        let placed = opens(None, &[screen(0, 0, 1920, 1080, 1.0)]);
        assert_eq!(
            placed,
            Some(Area {
                x: 320,
                y: 120,
                width: 1280,
                height: 800
            })
        );
    }

    #[test]
    fn a_monitor_smaller_than_the_first_window_is_filled() {
        let placed = opens(None, &[screen(0, 0, 1024, 700, 1.0)]);
        assert_eq!(
            placed,
            Some(Area {
                x: 0,
                y: 0,
                width: 1024,
                height: 660
            })
        );
    }

    #[test]
    fn without_a_monitor_the_system_chooses() {
        assert_eq!(opens(Some(&saved(0, 0, 1200.0, 800.0)), &[]), None);
    }

    #[test]
    fn a_remembered_size_of_nothing_is_forgotten() {
        let one = [screen(0, 0, 1920, 1080, 1.0)];
        assert_eq!(
            opens(Some(&saved(9, 9, 0.0, f64::NAN)), &one),
            opens(None, &one)
        );
    }
}
