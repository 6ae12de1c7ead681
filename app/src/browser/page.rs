//! The page around the app: its address, what is open in it, and its connection.

use leptos::prelude::{document, request_animation_frame, window};
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::prelude::JsValue;
use web_sys::{Element, Event, HtmlElement, MouseEvent, Url, VisibilityState};

use super::focus;

/// Whether an element matches.
pub(crate) fn exists(selector: &str) -> bool {
    document().query_selector(selector).is_ok_and(|found| found.is_some())
}

/// The element around the target of an event that matches.
pub(crate) fn closest(event: &Event, selector: &str) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok()?
}

/// Closes a `details` element, and focuses its summary.
pub(crate) fn close(selector: &str) {
    if let Ok(Some(details)) = document().query_selector(selector) {
        // Fails only for an invalid attribute name.
        let _ = details.remove_attribute("open");
        focus::move_to(&format!("{selector} summary"));
    }
}

/// Opens a `details` element in the next frame, and scrolls to it.
pub(crate) fn open_soon(selector: &'static str) {
    request_animation_frame(move || {
        if let Ok(Some(details)) = document().query_selector(selector) {
            // Fails only for an invalid attribute name.
            let _ = details.set_attribute("open", "");
            focus::move_to(&format!("{selector} summary"));
        }
    });
}

/// Whether a click on a link opens it in another tab or window, which is the browser's business.
pub(crate) fn opens_elsewhere(click: &MouseEvent) -> bool {
    click.ctrl_key() || click.meta_key() || click.shift_key()
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
    window().match_media("(max-width: 40em)").ok().flatten().is_some_and(|query| query.matches())
}

/// The size of the browser's text in pixels: a rem of the style sheets. 16 unless a person wants larger text.
pub(crate) fn rem_px() -> u64 {
    let root = document().document_element();
    let style = root.and_then(|root| window().get_computed_style(&root).ok().flatten());
    let size = style.and_then(|style| style.get_property_value("font-size").ok());
    // Only whole pixels are needed: sizes between them are rare.
    size.and_then(|size| size.trim_end_matches("px").split('.').next()?.parse().ok()).unwrap_or(16)
}

/// The full URL of a path on this site.
pub(crate) fn absolute(path: &str) -> String {
    format!("{}{path}", window().location().origin().unwrap_or_default())
}

/// Whether the page requested this URL ahead. The first request of the app for it gets that response.
pub(crate) fn take_preload(url: &str) -> bool {
    let path = url.strip_prefix(&absolute("")).unwrap_or(url);
    let link = document().query_selector(&format!("link[as=fetch][href={}]", focus::quoted(path)));
    link.is_ok_and(|link| link.inspect(Element::remove).is_some())
}

/// The WebSocket URL of a path on this site.
pub(crate) fn socket_url(path: &str) -> String {
    let location = window().location();
    let scheme = if location.protocol().is_ok_and(|protocol| protocol == "https:") { "wss" } else { "ws" };
    format!("{scheme}://{}{path}", location.host().unwrap_or_default())
}

/// Pushes a path with its query onto the history, unless the address bar has it already.
pub(crate) fn push_url(url: &str) {
    let shown = window().location().href().unwrap_or_default();
    // The browser may encode a URL in another way than its author.
    let target = Url::new_with_base(url, &shown).map(|url| url.href());
    let is_shown = target.is_ok_and(|target| shown.split('#').next() == Some(&target));
    if !is_shown && let Ok(history) = window().history() {
        // Fails only for another origin, which no URL of the console has.
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(url));
    }
}

/// Whether the current entry of the history has this mark.
pub(crate) fn is_history_marked(mark: &str) -> bool {
    window().history().and_then(|history| history.state()).is_ok_and(|state| state == *mark)
}

/// Does what the browser's back button does.
pub(crate) fn go_back() {
    if let Ok(history) = window().history() {
        // Fails only in a document that is being replaced.
        let _ = history.back();
    }
}

/// The name of the colour theme; `None` for the system's.
pub(crate) fn theme() -> Option<String> {
    document().document_element()?.get_attribute("data-theme")
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
