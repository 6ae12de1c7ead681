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

/// Which dialog is open. Copies are handles to the same. It is a number within, because the first view has signals of numbers:
/// those of another type would make it larger.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DialogState(RwSignal<u32>);

impl DialogState {
    /// None is open.
    pub(crate) fn new() -> Self {
        Self(RwSignal::new(0))
    }

    /// Opens a dialog in place of the one before.
    pub(crate) fn open(self, which: CommandsDialog) {
        self.0.set(match which {
            CommandsDialog::Palette => 1,
            CommandsDialog::Shortcuts => 2,
        });
    }

    /// A dialog was closed.
    pub(crate) fn closed(self, which: CommandsDialog) {
        // Another one may have been opened in its place.
        if untrack(|| self.get()) == Some(which) {
            self.0.set(0);
        }
    }

    /// The dialog that is open.
    pub(crate) fn get(self) -> Option<CommandsDialog> {
        match self.0.get() {
            1 => Some(CommandsDialog::Palette),
            2 => Some(CommandsDialog::Shortcuts),
            _ => None,
        }
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
