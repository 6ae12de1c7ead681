//! The colour theme. `public/theme.js` applies the stored one before the first paint.

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

    fn stored() -> Self {
        let stored = storage::get(KEY);
        Self::ALL.into_iter().find(|theme| theme.name() == stored.as_deref()).unwrap_or(Self::System)
    }
}

/// The theme of the page. Copies are handles to the same state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShownTheme(RwSignal<Theme>);

impl ShownTheme {
    /// The stored theme. It follows the other tabs.
    pub(crate) fn new() -> Self {
        let shown = Self(RwSignal::new(Theme::stored()));
        storage::on_change_elsewhere(move |key| {
            if key == KEY {
                shown.show(Theme::stored());
            }
        });
        shown
    }

    pub(crate) fn get(self) -> Theme {
        self.0.get()
    }

    /// Shows a theme that a person chose, and stores it.
    pub(crate) fn choose(self, theme: Theme) {
        self.show(theme);
        match theme.name() {
            Some(name) => storage::set(KEY, name),
            None => storage::remove(KEY),
        }
    }

    fn show(self, theme: Theme) {
        page::set_theme(theme.name());
        self.0.set(theme);
    }
}
