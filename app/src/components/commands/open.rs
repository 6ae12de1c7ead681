//! Which dialog of commands is open.

use docket_wire::ProjectId;
use leptos::prelude::*;

/// A dialog of commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommandsDialog {
    Palette,
    Shortcuts,
}

/// Which dialog is open. Copies are handles to the same state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DialogState {
    open: RwSignal<Option<CommandsDialog>>,
    /// What was typed since a dialog was opened, or a field of a loading page was wanted, until it is shown.
    buffered_keys: StoredValue<Option<String>>,
    /// Whether the page says that the dialog could not be loaded, in its place.
    has_failed: StoredValue<bool>,
}

impl DialogState {
    /// None is open.
    pub(crate) fn new() -> Self {
        Self {
            open: RwSignal::new(None),
            buffered_keys: StoredValue::new(None),
            has_failed: StoredValue::new(false),
        }
    }

    /// Opens a dialog in place of the one before.
    pub(crate) fn open(self, which: CommandsDialog) {
        self.buffer_keys();
        self.has_failed.set_value(false);
        self.open.set(Some(which));
    }

    /// Keeps what is typed from now on for what is not shown yet.
    pub(crate) fn buffer_keys(self) {
        self.buffered_keys.set_value(Some(String::new()));
    }

    /// Keeps a key for the dialog or field that is being opened, so that it does not act on the page. Returns whether one is.
    pub(crate) fn buffer_key(self, key: &str) -> bool {
        let Some(mut keys) = self.buffered_keys.get_value() else { return false };
        match key {
            "Backspace" => drop(keys.pop()),
            key if key.chars().count() == 1 => keys.push_str(key),
            _ => return false,
        }
        self.buffered_keys.set_value(Some(keys));
        true
    }

    /// The dialog could not be loaded: the page gets the keys again.
    pub(crate) fn failed(self) {
        self.take_early_keys();
        self.has_failed.set_value(true);
    }

    /// A dialog that could not be loaded at first is shown.
    pub(crate) fn shown(self) {
        self.has_failed.set_value(false);
    }

    /// Takes what was typed until the dialog or field was shown, or could not be loaded. After this, that or the page gets the keys.
    pub(crate) fn take_early_keys(self) -> String {
        self.buffered_keys.try_update_value(Option::take).flatten().unwrap_or_default()
    }

    /// A dialog was closed.
    pub(crate) fn closed(self, which: CommandsDialog) {
        // Another one may have been opened in its place.
        if self.open.get_untracked() == Some(which) {
            self.open.set(None);
        }
    }

    pub(crate) fn get(self) -> Option<CommandsDialog> {
        self.open.get()
    }

    pub(crate) fn is_open_untracked(self) -> bool {
        self.open.with_untracked(Option::is_some) && !self.has_failed.get_value()
    }
}

/// A dialog that a person opened.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OpenDialog {
    /// What it shows.
    pub which: CommandsDialog,
    pub dialog: DialogState,
    /// The project in view, or the one that was open last.
    pub project: Memo<Option<ProjectId>>,
}
