//! What the command palette offers, and what it says when that is done.

/// The name of the dialog, and of its list.
pub(crate) const COMMANDS: &str = "Commands";
/// The name of the field, and in it while it is empty.
pub(crate) const FIND: &str = "Find a command, a page or a job";
pub(crate) const NOTHING_MATCHES: &str = "Nothing matches.";
/// In place of that, until it is known.
pub(crate) const SEARCHING: &str = "Searching…";

/// How many choices match, for screen readers.
pub(crate) fn results(count: usize) -> String {
    match count {
        0 => "No results".to_owned(),
        1 => "1 result".to_owned(),
        _ => format!("{count} results"),
    }
}

pub(crate) fn only_loaded_jobs(error: &str) -> String {
    format!("Only loaded jobs are searched: {error}")
}

pub(crate) fn no_templates(error: &str) -> String {
    format!("Templates are not searched: {error}")
}

// Headings of groups.
pub(crate) const ACTIONS: &str = "Actions";
pub(crate) const PAGES: &str = "Pages";
pub(crate) const PROJECTS: &str = "Projects";

// Choices.
pub(crate) const COPY_LINK_OF_THIS_PAGE: &str = "Copy link to this page";
pub(crate) const READ_ALL_OF_THE_INBOX: &str = "Mark all of the inbox as read";
pub(crate) const SEARCH_JOBS: &str = "Search jobs";
pub(crate) const THEME_DARK: &str = "Theme: dark";
pub(crate) const THEME_LIGHT: &str = "Theme: light";
pub(crate) const THEME_SYSTEM: &str = "Theme: system";
pub(crate) const TURN_SHORTCUTS_OFF: &str = "Turn single-key shortcuts off";
pub(crate) const TURN_SHORTCUTS_ON: &str = "Turn single-key shortcuts on";

// Announced when a choice is carried out.
pub(crate) const SHORTCUTS_ARE_OFF: &str = "Shortcuts are off.";
pub(crate) const SHORTCUTS_ARE_ON: &str = "Shortcuts are on.";
pub(crate) const THEME_CHANGED: &str = "Theme changed.";
