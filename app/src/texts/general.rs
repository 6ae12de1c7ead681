//! Words of several domains.

/// On a button that cancels what it is part of.
pub(crate) const CANCEL: &str = "Cancel";
/// On a button or link that empties a filter or a selection.
pub(crate) const CLEAR_SELECTION: &str = "Clear selection";
/// On a link in place of a list without entries.
pub(crate) const CLEAR_FILTER: &str = "Clear filter";
/// On a button that closes what it is part of.
pub(crate) const CLOSE: &str = "Close";
/// On a button that has copied.
pub(crate) const COPIED: &str = "Copied";
/// Announced by a screen reader.
pub(crate) const COPIED_ANNOUNCED: &str = "Copied.";
/// Announced where the clipboard cannot be used.
pub(crate) const COPY_REFUSED: &str = "The browser blocked copying.";
/// The product.
pub(crate) const DOCKET: &str = "Docket";
/// Announced when no item of the inbox is unread any more.
pub(crate) const EVERYTHING_IS_READ: &str = "Everything is read.";
/// On a button.
pub(crate) const HIDE: &str = "Hide";
/// Before the link that clears the filter.
pub(crate) const INVALID_FILTER: &str = "This link has an invalid filter. ";
/// On a button that answers whether something is to be deleted, discarded or revoked.
pub(crate) const KEEP_IT: &str = "Keep it";
/// The list of the keys, and what opens it.
pub(crate) const KEYBOARD_SHORTCUTS: &str = "Keyboard shortcuts";
/// On a button below a list whose newest entries come first.
pub(crate) const LOAD_EARLIER: &str = "Load earlier";
/// On a button, while it loads more.
pub(crate) const LOADING: &str = "Loading…";
pub(crate) const LOADING_PROJECTS: &str = "Loading projects";
/// On what leads to the field for the prompt of a new job.
pub(crate) const NEW_JOB: &str = "New job";
/// On a button that loads the whole page again.
pub(crate) const RELOAD: &str = "Reload";
/// On a button of a form.
pub(crate) const SAVE: &str = "Save";
/// On a button, while it sends.
pub(crate) const SENDING: &str = "Sending…";
/// On what ends the person's session.
pub(crate) const SIGN_OUT: &str = "Sign out";
/// On a link in place of a list that has no entries yet.
pub(crate) const START_A_JOB: &str = "Start a job";
/// On a button that repeats what has failed.
pub(crate) const TRY_AGAIN: &str = "Try again";

// The names of pages, in headings and on links.
pub(crate) const ACCESS: &str = "Access";
pub(crate) const AUDIT_LOG: &str = "Audit log";
pub(crate) const INBOX: &str = "Inbox";
pub(crate) const JOBS: &str = "Jobs";
pub(crate) const JOBS_FOR_MANY_PAGES: &str = "Jobs for many pages";
pub(crate) const SETTINGS: &str = "Settings";
pub(crate) const TEMPLATES: &str = "Templates";
pub(crate) const VISITORS: &str = "Visitors";
pub(crate) const YOUR_SESSIONS: &str = "Your sessions";

/// A number with its noun: `1 job`, `2 jobs`. `shown` is the number as it is written.
pub(crate) fn counted(n: u64, shown: &str, one: &str, many: &str) -> String {
    format!("{shown} {}", if n == 1 { one } else { many })
}

/// The hint at a control that has a key.
pub(crate) fn shortcut(key: &str) -> String {
    ["Shortcut: ", key].concat()
}
