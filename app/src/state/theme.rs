//! The colour theme. `public/theme.js` shows the stored one before the first paint, and that of another tab.

use leptos::prelude::*;

use crate::browser::{page, storage};
use crate::texts::shell as texts;

/// The storage key; `public/theme.js` reads the same.
const KEY: &str = "docket.theme";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Theme {
    /// The system's setting.
    System,
    Light,
    Dark,
}

impl Theme {
    /// All themes, in the order of the menu.
    pub(crate) const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::System => texts::THEME_SYSTEM,
            Self::Light => texts::THEME_LIGHT,
            Self::Dark => texts::THEME_DARK,
        }
    }

    fn name(self) -> Option<&'static str> {
        match self {
            Self::System => None,
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
        }
    }

    fn of_page() -> Self {
        let shown = page::theme();
        Self::ALL.into_iter().find(|theme| theme.name() == shown.as_deref()).unwrap_or(Self::System)
    }
}

/// The theme of the page, which is an attribute of the document. Copies are handles to the same state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShownTheme(Trigger);

impl ShownTheme {
    pub(crate) fn new() -> Self {
        Self(Trigger::new())
    }

    pub(crate) fn get(self) -> Theme {
        self.0.track();
        Theme::of_page()
    }

    /// Shows a theme that a person chose, and stores it.
    pub(crate) fn choose(self, theme: Theme) {
        page::set_theme(theme.name());
        match theme.name() {
            Some(name) => storage::set(KEY, name),
            None => storage::remove(KEY),
        }
        self.0.notify();
    }

    /// Notices themes that are chosen in other tabs, as long as the part of the page lives that calls this.
    pub(crate) fn follow_other_tabs(self) {
        storage::on_change_elsewhere_here(move |_| self.0.notify());
    }
}
