//! The focus: where it moves when a page opens, or when what had it goes away.

use std::cell::Cell;

use leptos::ev::{FocusEvent, MouseEvent};
use leptos::prelude::{document, event_target, request_animation_frame, window};
use leptos::wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::clock;

/// How long the focus waits for what it moves to, in ms: a person who waited longer does something else by then.
const WAIT_MAX_MS: i64 = 10_000;
/// The element that contains the page.
const MAIN: &str = "#main";

thread_local! {
    /// Whether `move_soon` is about to move the focus.
    static IS_CLAIMED: Cell<bool> = const { Cell::new(false) };
}

/// Focuses the first element that matches, in the next frame.
pub(crate) fn move_soon(selector: impl Into<String>) {
    let selector = selector.into();
    IS_CLAIMED.set(true);
    request_animation_frame(move || {
        move_to(&selector);
        // `move_to_page` of the same frame runs after this.
        request_animation_frame(|| IS_CLAIMED.set(false));
    });
}

/// Focuses the first element that matches, as soon as the page with this path has it. The page may have to load first. Gives up if
/// the person moves the focus meanwhile or leaves the page, or after a while.
pub(crate) fn move_when_there(selector: &'static str, path: String) {
    move_from(None, selector, path, clock::page_age_ms() + WAIT_MAX_MS);
}

/// As [`move_when_there`], after a press of an element that leads to the page and keeps the focus until then.
pub(crate) fn move_after_press(pressed: Element, selector: &'static str, path: String) {
    move_from(Some(pressed), selector, path, clock::page_age_ms() + WAIT_MAX_MS);
}

fn move_from(pressed: Option<Element>, selector: &'static str, path: String, until_ms: i64) {
    request_animation_frame(move || {
        let is_over = has_moved(pressed.as_ref()) || clock::page_age_ms() > until_ms;
        let is_here = window().location().pathname().is_ok_and(|shown| shown == path);
        if is_here && !move_to(selector) && !is_over {
            move_from(pressed, selector, path, until_ms);
        }
    });
}

/// Whether the person has moved the focus on since the page opened or they pressed an element.
pub(crate) fn has_moved(pressed: Option<&Element>) -> bool {
    document().active_element().is_some_and(|element| {
        pressed != Some(&element) && !element.matches("body, h1, #main, summary").unwrap_or(false)
    })
}

/// Focuses the heading of the page in the next frame, or its container until the page is loaded. `move_soon` takes
/// precedence, and so does a field of the page that somebody types in already.
pub(crate) fn move_to_page() {
    request_animation_frame(|| {
        if !IS_CLAIMED.get() && !is_on("main :is(input, textarea)") && !move_to("h1") {
            move_to(MAIN);
        }
    });
}

/// Focuses the heading of a page that was loaded late, if the focus is still on its container.
pub(crate) fn move_to_late_page() {
    request_animation_frame(|| {
        if is_on(MAIN) {
            move_to("h1");
        }
    });
}

/// If in the next frame the focus is on an element that matches `lost` (`body` if what had it went away), focuses the first
/// of these that exists.
pub(crate) fn move_if_on(lost: &'static str, selectors: Vec<String>) {
    request_animation_frame(move || {
        if is_on(lost) {
            selectors.iter().any(|selector| move_to(selector));
        }
    });
}

/// If the button of an event is not on the page any more in the next frame, focuses the section that it was in.
pub(crate) fn stay_in_section(event: &MouseEvent) {
    let section = event_target::<HtmlElement>(event).closest("section, main").ok().flatten();
    request_animation_frame(move || {
        if document().active_element().is_some_and(|element| element.matches("body").unwrap_or(false))
            && let Some(section) = section
        {
            // Fails only for an invalid attribute name.
            let _ = section.set_attribute("tabindex", "-1");
            move_on(section);
        }
    });
}

/// Why an element lost the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FocusLoss {
    /// A person moved it away.
    Moved,
    /// The element went away.
    Removed,
}

/// Calls `then` in the next frame, unless the element has the focus again: the window may have lost it, and not the element.
pub(crate) fn when_lost(event: &FocusEvent, then: impl FnOnce(FocusLoss) + 'static) {
    let element = event_target::<HtmlElement>(event);
    request_animation_frame(move || {
        if !element.is_connected() {
            then(FocusLoss::Removed);
        } else if document().active_element().is_none_or(|active| active != *element) {
            then(FocusLoss::Moved);
        }
    });
}

/// Calls `then` in the next frame if a person moved the focus away from the element.
pub(crate) fn when_left(event: &FocusEvent, then: impl FnOnce() + 'static) {
    when_lost(event, |loss| {
        if loss == FocusLoss::Moved {
            then();
        }
    });
}

/// If the focus is on a link or button within `container`, and that does not have it any more in the next frame, focuses it again
/// if it was only moved within the page, or else the link to the same page, the first of these that exists, or the heading.
pub(crate) fn restore_if_lost(container: &str, others: &[&str]) {
    let Some(element) = document().active_element() else { return };
    if element.closest(container).is_ok_and(|found| found.is_some()) {
        let others = others.iter().chain(&["h1"]).map(|selector| (*selector).to_owned());
        let others = same_link(container, &element).into_iter().chain(others).collect();
        restore(element, others);
    }
}

/// If the focus is on a link within `container` that is built again, focuses the new link to the same page in the next frame.
pub(crate) fn keep_on_link(container: &str) {
    if let Some(element) = document().active_element()
        && let Some(link) = same_link(container, &element)
    {
        restore(element, vec![link]);
    }
}

/// Builds links in an element again. If the focus was on one of them, it moves to the new link to the same page or, without one, to the
/// first link in the element.
pub(crate) fn preserve_on_links(element: &Element, build: impl FnOnce()) {
    let focused = document().active_element().filter(|active| element.contains(Some(active)));
    build();
    if let Some(lost) = focused.filter(|focused| !focused.is_connected()) {
        let find = |selector: &str| element.query_selector(selector).ok().flatten();
        link_to_same(&lost).and_then(|link| find(&link)).or_else(|| find("a")).map(move_on);
    }
}

/// The selector of a link within `container` to the page that this element links to, if it is a link.
fn same_link(container: &str, element: &Element) -> Option<String> {
    link_to_same(element).map(|link| format!("{container} {link}"))
}

/// The selector of the links to the page that this element links to, if it is a link.
fn link_to_same(element: &Element) -> Option<String> {
    element.get_attribute("href").map(|href| format!("a[href={}]", quoted(&href)))
}

/// Whether the focus is on an element that matches.
fn is_on(selector: &str) -> bool {
    document().active_element().is_some_and(|element| element.matches(selector).unwrap_or(false))
}

/// The items of a list. The element with the focus keeps it, although the browser takes it away from one that the list moves to
/// another place.
pub(crate) fn preserve_over_moves<T>(items: impl Fn() -> T) -> impl Fn() -> T {
    move || {
        if let Some(element) = document().active_element() {
            restore(element, Vec::new());
        }
        items()
    }
}

/// If nothing has the focus in the next frame, focuses the element or, if it is gone or cannot have the focus any more, the first of
/// these that exists.
fn restore(element: Element, others: Vec<String>) {
    request_animation_frame(move || {
        if is_on("body") && element.is_connected() {
            move_on(element);
        }
        if is_on("body") {
            others.iter().any(|selector| move_to(selector));
        }
    });
}

/// Focuses the first element that matches. Returns whether there is one.
pub(crate) fn move_to(selector: &str) -> bool {
    document().query_selector(selector).ok().flatten().is_some_and(move_on)
}

/// Focuses an element. Returns whether it can have the focus.
pub(crate) fn move_on(element: Element) -> bool {
    element.dyn_into::<HtmlElement>().is_ok_and(|element| element.focus().is_ok())
}

/// Goes back to a place in a page that was left: scrolls there in the next frame, and focuses the element that matches.
pub(crate) fn return_soon(scroll_y: f64, selector: String) {
    request_animation_frame(move || {
        if !IS_CLAIMED.get() && !move_to(&selector) {
            move_to("h1");
        }
        window().scroll_to_with_x_and_y(0.0, scroll_y);
    });
}

/// Does what [`return_soon`] does, for a page that is loaded late, unless the person has moved the focus on meanwhile.
pub(crate) fn return_late(scroll_y: f64, selector: String) {
    request_animation_frame(move || {
        let is_at_start = |element: Element| element.matches("h1, body, #main").unwrap_or(false);
        if document().active_element().is_none_or(is_at_start) {
            move_to(&selector);
            window().scroll_to_with_x_and_y(0.0, scroll_y);
        }
    });
}

/// A text as a string of a selector, with its quotes.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
