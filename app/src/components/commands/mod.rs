//! The command palette and the list of keyboard shortcuts.

mod carry_out;
mod choices;
pub(super) mod dialog;
pub(crate) mod open;
mod palette;
mod shortcut_list;
