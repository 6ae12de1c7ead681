//! The page around the app: its title, focus, address and connection.

use std::cell::Cell;
use std::time::Duration;

use js_sys::Array;
use leptos::prelude::{document, request_animation_frame, set_timeout, window};
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::prelude::{Closure, JsValue};
use percent_encoding::percent_decode_str;
use web_sys::{Blob, BlobPropertyBag, EventTarget, HtmlAnchorElement, HtmlElement, Url, VisibilityState};

/// The element that contains the page.
const MAIN: &str = "#main";

thread_local! {
    /// Whether `focus_soon` is about to move the focus.
    static IS_CLAIMED: Cell<bool> = const { Cell::new(false) };
}

/// Focuses the first element that matches, in the next frame.
pub(crate) fn focus_soon(selector: impl Into<String>) {
    let selector = selector.into();
    IS_CLAIMED.set(true);
    request_animation_frame(move || {
        focus(&selector);
        // `focus_page_soon` of the same frame runs after this.
        request_animation_frame(|| IS_CLAIMED.set(false));
    });
}

/// Focuses the first element that matches as soon as it is there, unless the person moves the focus meanwhile: a page may have
/// to load first.
pub(crate) fn focus_when_there(selector: &'static str) {
    request_animation_frame(move || {
        let is_moved = document()
            .active_element()
            .is_some_and(|element| !element.matches("body, h1, #main").unwrap_or(false));
        if !focus(selector) && !is_moved {
            focus_when_there(selector);
        }
    });
}

/// Focuses the heading of the page in the next frame, or its container until the page is loaded. `focus_soon` takes
/// precedence, and so does a field of the page that somebody types in already.
pub(crate) fn focus_page_soon() {
    request_animation_frame(|| {
        let is_typing =
            document().active_element().is_some_and(|it| it.matches("main input").unwrap_or(false));
        if !IS_CLAIMED.get() && !is_typing && !focus("h1") {
            focus(MAIN);
        }
    });
}

/// Focuses the heading of a page that was loaded late, if the focus is still on its container.
pub(crate) fn focus_late_page() {
    request_animation_frame(|| {
        if document().active_element().is_some_and(|element| element.matches(MAIN).unwrap_or(false)) {
            focus("h1");
        }
    });
}

/// If in the next frame the focus is on an element that matches `lost` (`body` if what had it went away), focuses the first
/// of these that exists.
pub(crate) fn focus_if_on(lost: &'static str, selectors: Vec<String>) {
    request_animation_frame(move || {
        if document().active_element().is_some_and(|element| element.matches(lost).unwrap_or(false)) {
            selectors.iter().any(|selector| focus(selector));
        }
    });
}

/// If the focus is on a link or button within `container`, and that is not on the page any more in the next frame, focuses
/// the link to the same page, or else the first of these that exists, or the heading.
pub(crate) fn keep_focus(container: &str, others: &[&str]) {
    let Some(element) = document().active_element() else { return };
    if element.closest(container).is_ok_and(|found| found.is_some()) {
        let link = element.get_attribute("href").map(|href| format!("{container} a[href=\"{href}\"]"));
        let others = others.iter().chain(&["h1"]).map(|selector| (*selector).to_owned());
        focus_if_on("body", link.into_iter().chain(others).collect());
    }
}

/// A text as a string of a selector, with its quotes.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Focuses the first element that matches; whether there is one.
pub(crate) fn focus(selector: &str) -> bool {
    let found = document().query_selector(selector).ok().flatten();
    let element = found.and_then(|element| element.dyn_into::<HtmlElement>().ok());
    element.is_some_and(|element| element.focus().is_ok())
}

/// Closes a `details` element, and focuses its summary.
pub(crate) fn close(selector: &str) {
    if let Ok(Some(details)) = document().query_selector(selector) {
        // Fails only for an invalid attribute name.
        let _ = details.remove_attribute("open");
        focus(&format!("{selector} summary"));
    }
}

/// Opens a `details` element in the next frame, and scrolls to it.
pub(crate) fn open_soon(selector: &'static str) {
    request_animation_frame(move || {
        if let Ok(Some(details)) = document().query_selector(selector) {
            // Fails only for an invalid attribute name.
            let _ = details.set_attribute("open", "");
            focus(&format!("{selector} summary"));
        }
    });
}

/// The full URL of the page.
pub(crate) fn url() -> String {
    window().location().href().unwrap_or_default()
}

/// Closes a popover, and gives the focus back to its button.
pub(crate) fn hide_popover(id: &str) {
    let found = document().get_element_by_id(id).and_then(|found| found.dyn_into::<HtmlElement>().ok());
    if let Some(popover) = found {
        // Fails only if it is closed already.
        let _ = popover.hide_popover();
    }
}

/// How far the page is scrolled, in pixels.
pub(crate) fn scroll_y() -> f64 {
    window().scroll_y().unwrap_or_default()
}

/// Goes back to a place in a page that was left: scrolls there in the next frame, and focuses the element that matches.
pub(crate) fn return_soon(scroll_y: f64, selector: String) {
    request_animation_frame(move || {
        if !IS_CLAIMED.get() && !focus(&selector) {
            focus("h1");
        }
        window().scroll_to_with_x_and_y(0.0, scroll_y);
    });
}

/// The same for a page that is loaded late, unless the person has moved the focus on meanwhile.
pub(crate) fn return_late(scroll_y: f64, selector: String) {
    request_animation_frame(move || {
        let is_at_start = |element: web_sys::Element| element.matches("h1, body, #main").unwrap_or(false);
        if document().active_element().is_none_or(is_at_start) {
            focus(&selector);
            window().scroll_to_with_x_and_y(0.0, scroll_y);
        }
    });
}

/// Loads the app again.
pub(crate) fn reload() {
    // Fails only in a document that is being replaced.
    let _ = window().location().reload();
}

/// Leaves the app for a path of the same origin.
pub(crate) fn leave_for(path: &str) {
    // Fails only in a document that is being replaced.
    let _ = window().location().assign(path);
}

/// A check whether the page that is open now is still open: a response may arrive on another one.
pub(crate) fn stays_open() -> impl Fn() -> bool {
    let path = || window().location().pathname().unwrap_or_default();
    let opened = path();
    move || path() == opened
}

/// Whether the browser reports a network connection.
pub(crate) fn is_online() -> bool {
    window().navigator().on_line()
}

pub(crate) fn is_visible() -> bool {
    document().visibility_state() == VisibilityState::Visible
}

/// Whether the screen is narrow. The style sheets have the same breakpoint.
pub(crate) fn is_narrow() -> bool {
    window().match_media("(max-width: 640px)").ok().flatten().is_some_and(|query| query.matches())
}

/// The full URL of a path on this site.
pub(crate) fn absolute(path: &str) -> String {
    format!("{}{path}", window().location().origin().unwrap_or_default())
}

/// The WebSocket URL of a path on this site.
pub(crate) fn socket_url(path: &str) -> String {
    let location = window().location();
    let scheme = if location.protocol().is_ok_and(|protocol| protocol == "https:") { "wss" } else { "ws" };
    format!("{scheme}://{}{path}", location.host().unwrap_or_default())
}

/// Pushes a path with its query onto the history, unless the address bar has it already.
pub(crate) fn push_url(url: &str) {
    let location = window().location();
    let shown = location.pathname().unwrap_or_default() + &location.search().unwrap_or_default();
    let is_shown = percent_decode_str(&shown).eq(percent_decode_str(url));
    if !is_shown && let Ok(history) = window().history() {
        // Fails only for another origin, which no URL of the console has.
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(url));
    }
}

/// Sets the theme, as `public/theme.js` does before the first paint.
pub(crate) fn set_theme(theme: Option<&str>) {
    let Some(root) = document().document_element() else { return };
    // Fails only for an invalid attribute name.
    let _ = match theme {
        Some(theme) => root.set_attribute("data-theme", theme),
        None => root.remove_attribute("data-theme"),
    };
}

/// Saves `pieces` as a file through the browser's download.
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
    // The browser has started the download by then.
    set_timeout(
        move || {
            let _ = Url::revoke_object_url(&url);
        },
        Duration::from_secs(60),
    );
}

/// Calls `act` on every event `name` of the document, as long as the app lives.
pub(crate) fn on_document(name: &str, act: impl FnMut() + 'static) {
    listen(&document(), name, act);
}

/// Calls `act` on every event `name` of the window, as long as the app lives.
pub(crate) fn on_window(name: &str, act: impl FnMut() + 'static) {
    listen(&window(), name, act);
}

fn listen(target: &EventTarget, name: &str, act: impl FnMut() + 'static) {
    let closure = Closure::<dyn FnMut()>::new(act);
    // Adding a listener does not fail.
    let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    closure.forget();
}
