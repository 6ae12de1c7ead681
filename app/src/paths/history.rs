//! How a page that is opened changes the history of the browser.

use leptos_router::NavigateOptions;

/// Replaces the current entry of the history, so that the back button skips it.
pub(crate) fn redirect() -> NavigateOptions {
    NavigateOptions { replace: true, scroll: false, ..NavigateOptions::default() }
}

/// Adds an entry to the history, and keeps the place in the page.
pub(crate) fn step() -> NavigateOptions {
    NavigateOptions { scroll: false, ..NavigateOptions::default() }
}
