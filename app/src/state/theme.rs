//! Light or dark. `public/theme.js` applies what is kept before the first paint; this changes it.

use crate::browser::{page, storage};

/// The name it is kept under; `public/theme.js` reads the same.
const KEY: &str = "docket.theme";

/// Which of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Theme {
    /// As the system has it.
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// In the order they are offered.
    pub(crate) const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// Its name for people.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::System => "System",
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }

    fn word(self) -> Option<&'static str> {
        match self {
            Self::System => None,
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
        }
    }

    /// What is kept.
    pub(crate) fn kept() -> Self {
        let kept = storage::get(KEY);
        Self::ALL.into_iter().find(|theme| theme.word() == kept.as_deref()).unwrap_or(Self::System)
    }

    /// Shows it, and keeps it.
    pub(crate) fn apply(self) {
        page::set_theme(self.word());
        match self.word() {
            Some(word) => storage::set(KEY, word),
            None => storage::remove(KEY),
        }
    }
}
