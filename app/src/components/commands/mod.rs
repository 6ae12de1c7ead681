//! The command palette and the list of keyboard shortcuts.

mod choices;
pub(super) mod dialog;
pub(crate) mod early_field;
pub(crate) mod open;
mod palette;
mod runner;
mod shortcut_list;
