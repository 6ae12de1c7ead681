//! How a page that is opened changes the history of the browser.

use leptos::wasm_bindgen::JsValue;
use leptos_router::NavigateOptions;
use leptos_router::location::State;

/// Replaces the current entry of the history, so that the back button skips it.
pub(crate) fn redirect() -> NavigateOptions {
    NavigateOptions { replace: true, scroll: false, ..NavigateOptions::default() }
}

/// Adds an entry to the history, and keeps the place in the page.
pub(crate) fn step() -> NavigateOptions {
    NavigateOptions { scroll: false, ..NavigateOptions::default() }
}

/// Like [`step`], and marks the entry: a reload and the browser's buttons keep the mark.
pub(crate) fn marked_step(mark: &str) -> NavigateOptions {
    NavigateOptions { state: State::new(Some(JsValue::from_str(mark))), ..step() }
}
