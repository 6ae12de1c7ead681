//! The page around the app: its title, its focus, its address, its line.

use std::cell::Cell;
use std::time::Duration;

use js_sys::Array;
use leptos::prelude::{document, request_animation_frame, set_timeout, window};
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::prelude::{Closure, JsValue};
use percent_encoding::percent_decode_str;

use web_sys::{Blob, BlobPropertyBag, EventTarget, HtmlAnchorElement, HtmlElement, Url, VisibilityState};

use crate::paths::with_query;

/// The element in which pages are shown.
const MAIN: &str = "#main";

thread_local! {
    /// Whether the focus goes to an element that was asked for.
    static IS_CLAIMED: Cell<bool> = const { Cell::new(false) };
}

/// Sets the title of the window.
pub(crate) fn set_title(title: &str) {
    document().set_title(title);
}

/// Moves the focus to the first element that matches, once the page is drawn.
pub(crate) fn focus_soon(selector: impl Into<String>) {
    let selector = selector.into();
    IS_CLAIMED.set(true);
    request_animation_frame(move || {
        focus(&selector);
        // Whoever arrives on a page in the same frame does so after this.
        request_animation_frame(|| IS_CLAIMED.set(false));
    });
}

/// Moves the focus to the heading of a page, once it is drawn; to where the page will be while it is not there. What
/// was asked for by name comes first.
pub(crate) fn arrive_soon() {
    request_animation_frame(|| {
        if !IS_CLAIMED.get() && !focus("h1") {
            focus(MAIN);
        }
    });
}

/// Moves the focus on to the heading of a page that has come late.
pub(crate) fn arrive_late() {
    request_animation_frame(|| {
        if document().active_element().is_some_and(|element| element.matches(MAIN).unwrap_or(false)) {
            focus("h1");
        }
    });
}

/// Moves the focus to the first element that matches; whether there is one.
pub(crate) fn focus(selector: &str) -> bool {
    let found = document().query_selector(selector).ok().flatten();
    let element = found.and_then(|element| element.dyn_into::<HtmlElement>().ok());
    element.is_some_and(|element| element.focus().is_ok())
}

/// Whether the browser believes that it has a line.
pub(crate) fn is_online() -> bool {
    window().navigator().on_line()
}

/// Whether somebody can see the page.
pub(crate) fn is_visible() -> bool {
    document().visibility_state() == VisibilityState::Visible
}

/// Whether the screen is a narrow one. The style sheets have the same measure.
pub(crate) fn is_narrow() -> bool {
    window().match_media("(max-width: 640px)").ok().flatten().is_some_and(|query| query.matches())
}

/// The whole address of a path on this site.
pub(crate) fn absolute(path: &str) -> String {
    format!("{}{path}", window().location().origin().unwrap_or_default())
}

/// The address of a WebSocket at `path` on this site.
pub(crate) fn socket_url(path: &str) -> String {
    let location = window().location();
    let scheme = if location.protocol().is_ok_and(|protocol| protocol == "https:") { "wss" } else { "ws" };
    format!("{scheme}://{}{path}", location.host().unwrap_or_default())
}

/// Shows path and query in the address bar as a new entry of the history, unless they are shown there already.
pub(crate) fn show(path: &str, query: &str) {
    let location = window().location();
    let is_same = |shown: String, wanted| percent_decode_str(&shown).eq(percent_decode_str(wanted));
    let is_shown = is_same(location.pathname().unwrap_or_default(), path)
        && is_same(location.search().unwrap_or_default().trim_start_matches('?').to_owned(), query);
    if !is_shown && let Ok(history) = window().history() {
        // Fails only for another origin, which no URL of the console has.
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&with_query(path, query)));
    }
}

/// Sets the theme, in the way that `public/theme.js` does before the first paint.
pub(crate) fn set_theme(theme: Option<&str>) {
    let Some(root) = document().document_element() else { return };
    // The attribute's name and its values are fixed: this does not fail.
    let _ = match theme {
        Some(theme) => root.set_attribute("data-theme", theme),
        None => root.remove_attribute("data-theme"),
    };
}

/// Has the browser keep pieces of bytes as a file.
pub(crate) fn save(pieces: &Array, name: &str) {
    let kind = BlobPropertyBag::new();
    kind.set_type("application/octet-stream");
    let Ok(blob) = Blob::new_with_u8_array_sequence_and_options(pieces, &kind) else { return };
    let Ok(url) = Url::create_object_url_with_blob(&blob) else { return };
    let link = document().create_element("a").ok().and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok());
    if let Some(link) = link {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    // The browser has taken hold of it by then.
    set_timeout(
        move || {
            let _ = Url::revoke_object_url(&url);
        },
        Duration::from_secs(60),
    );
}

/// Calls `act` at every event `name` of the document, for as long as the app lives.
pub(crate) fn on_document(name: &str, act: impl FnMut() + 'static) {
    listen(&document(), name, act);
}

/// Calls `act` at every event `name` of the window, for as long as the app lives.
pub(crate) fn on_window(name: &str, act: impl FnMut() + 'static) {
    listen(&window(), name, act);
}

fn listen(target: &EventTarget, name: &str, act: impl FnMut() + 'static) {
    let closure = Closure::<dyn FnMut()>::new(act);
    // Adding a listener does not fail.
    let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    closure.forget();
}
