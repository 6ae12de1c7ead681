//! Which dialog of the keyboard is open.

use docket_wire::ProjectId;
use leptos::prelude::*;

/// A dialog of the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommandsDialog {
    /// The command palette.
    Palette,
    /// The list of shortcuts.
    Shortcuts,
}

/// Which dialog is open. Copies are handles to the same.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DialogState(RwSignal<Option<CommandsDialog>>);

impl DialogState {
    /// None is open.
    pub(crate) fn new() -> Self {
        Self(RwSignal::new(None))
    }

    /// Opens a dialog in place of the one before.
    pub(crate) fn open(self, which: CommandsDialog) {
        self.0.set(Some(which));
    }

    /// A dialog was closed.
    pub(crate) fn closed(self, which: CommandsDialog) {
        // Another one may have been opened in its place.
        if self.0.get_untracked() == Some(which) {
            self.0.set(None);
        }
    }

    /// The dialog that is open.
    pub(crate) fn get(self) -> Option<CommandsDialog> {
        self.0.get()
    }
}

/// A dialog that a person opened.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Open {
    /// What it shows.
    pub which: CommandsDialog,
    /// The dialog that is open.
    pub dialog: DialogState,
    /// The project in view, or the one that was open last.
    pub project: Memo<Option<ProjectId>>,
}
