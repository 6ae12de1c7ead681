//! The address bar, and links that lead from page to page without loading anything.

use leptos::prelude::{document, window};
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{HtmlAnchorElement, MouseEvent};

/// Path and query of the address bar, percent-encoded; the query without its question mark.
pub(crate) fn current() -> (String, String) {
    let location = window().location();
    let query = location.search().unwrap_or_default();
    (location.pathname().unwrap_or_default(), query.trim_start_matches('?').to_owned())
}

/// Shows `url` in the address bar, as a new entry of the history or in place of this one.
pub(crate) fn show(url: &str, replaces: bool) {
    let Ok(history) = window().history() else { return };
    // Fails only for another origin, which no URL of the console has.
    let _ = if replaces {
        history.replace_state_with_url(&JsValue::NULL, "", Some(url))
    } else {
        history.push_state_with_url(&JsValue::NULL, "", Some(url))
    };
}

/// Goes to the top of the page.
pub(crate) fn scroll_to_top() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// Calls `follow` with the path and query of every link of this site that is followed in this window, for as long as
/// the app lives.
pub(crate) fn on_link(follow: impl Fn(&str) + 'static) {
    let closure = Closure::<dyn Fn(MouseEvent)>::new(move |event: MouseEvent| {
        if let Some(url) = followed(&event) {
            event.prevent_default();
            follow(&url);
        }
    });
    // Adding a listener does not fail.
    let _ = document().add_event_listener_with_callback("click", closure.as_ref().unchecked_ref());
    closure.forget();
}

/// Where a click leads, if it is the console's to follow.
fn followed(event: &MouseEvent) -> Option<String> {
    let is_plain = event.button() == 0
        && !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key())
        && !event.default_prevented();
    let target = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    let link = target.closest("a[href]").ok()??.dyn_into::<HtmlAnchorElement>().ok()?;
    let is_ours = link.target().is_empty() && Some(link.origin()) == window().location().origin().ok();
    (is_plain && is_ours).then(|| format!("{}{}", link.pathname(), link.search()))
}
