//! The window itself.

use tiaoka_app::problem::Problem;

use crate::house::House;

/// The page's first pictures have reached the window.
pub(crate) fn first_paint(house: &House, (): ()) -> Result<(), Problem> {
    house.painted();
    Ok(())
}

/// Ends the program.
pub(crate) fn quit(house: &House, (): ()) -> Result<(), Problem> {
    house.quit();
    Ok(())
}
