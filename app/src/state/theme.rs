//! The colour theme. `public/theme.js` applies the stored one before the first paint.

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

    pub(crate) fn stored() -> Self {
        let stored = storage::get(KEY);
        Self::ALL.into_iter().find(|theme| theme.name() == stored.as_deref()).unwrap_or(Self::System)
    }

    /// Applies the theme and stores it.
    pub(crate) fn apply(self) {
        page::set_theme(self.name());
        match self.name() {
            Some(name) => storage::set(KEY, name),
            None => storage::remove(KEY),
        }
    }
}
