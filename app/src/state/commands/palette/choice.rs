//! What a person can choose in the palette.

use docket_wire::TemplateId;

use crate::state::theme::Theme;
use crate::texts::commands::palette as texts;
use crate::texts::general;

/// A group of the palette, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PaletteGroup {
    Pages,
    Projects,
    Jobs,
    Templates,
    Actions,
}

impl PaletteGroup {
    /// All groups, in order.
    pub(crate) const ALL: [Self; 5] =
        [Self::Pages, Self::Projects, Self::Jobs, Self::Templates, Self::Actions];

    pub(crate) fn heading(self) -> &'static str {
        match self {
            Self::Pages => texts::PAGES,
            Self::Projects => texts::PROJECTS,
            Self::Jobs => general::JOBS,
            Self::Templates => general::TEMPLATES,
            Self::Actions => texts::ACTIONS,
        }
    }

    /// How many of its choices are shown at most. Of jobs and templates there can be any number.
    pub(super) fn shown_max(self) -> usize {
        match self {
            Self::Jobs => 8,
            Self::Templates => 6,
            Self::Pages | Self::Projects | Self::Actions => 40,
        }
    }
}

/// What a choice does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PaletteCommand {
    /// Opens a page, by its path.
    Open(String),
    /// Presses the control of the page that has a key.
    Press(String),
    /// Fills the composer of new jobs with a template.
    UseTemplate(TemplateId),
    /// Copies the link of the page.
    CopyLink,
    /// Marks everything in the inbox as read.
    ReadInbox,
    SetTheme(Theme),
    /// Turns the shortcuts of single keys on or off.
    SetShortcuts(bool),
    ShowShortcuts,
    SignOut,
}

/// Something to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PaletteChoice {
    pub group: PaletteGroup,
    pub title: String,
    /// What is beside it: keys, or the status of a job.
    pub aside: String,
    pub command: PaletteCommand,
}
