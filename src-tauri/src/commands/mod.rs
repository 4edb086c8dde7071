//! One function a command, in the file of what it is about. Each hands its request to the `App` and
//! contains no rule: what the window can do, the terminal can do.

pub(crate) mod accuracy;
pub(crate) mod advice;
pub(crate) mod files;
pub(crate) mod links;
pub(crate) mod offers;
pub(crate) mod settings;
pub(crate) mod shortlists;
pub(crate) mod window;
