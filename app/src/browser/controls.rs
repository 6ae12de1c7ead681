//! The controls on the screen that have a key. `aria-keyshortcuts` says which, so a key does what its control does, and what a
//! person may not do has neither.

use leptos::prelude::document;
use leptos::wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};

use super::page;

/// A row of a list. The key of a control within it counts while the focus is in the row.
const ROW: &str = ".jobs__row, .inbox__item, .paths__row";

/// The links of a list's rows.
const LINKS: &str = ".jobs__link, .inbox__link";

/// Fields, which a key focuses; it clicks anything else.
const FIELDS: &str = "input:not([type=checkbox]), textarea";

/// A control that has a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Control {
    /// The key.
    pub key: String,
    /// What a button says; empty for a field.
    pub text: String,
}

/// Presses the control that has a key: one in the row with the focus, or else one of the page. Whether there is one.
pub(crate) fn press(key: &str) -> bool {
    let selector = format!("[aria-keyshortcuts~='{key}']");
    let in_row = active_row().and_then(|row| row.query_selector(&selector).ok().flatten());
    let found = in_row
        .or_else(|| document().query_selector(&format!("main {selector}:not(:is({ROW}) *)")).ok().flatten());
    let Some(control) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) else { return false };
    if control.matches(FIELDS).unwrap_or(false) {
        control.focus().is_ok()
    } else {
        control.click();
        true
    }
}

/// Presses the control that has a key, or goes to the jobs for one that only their page has.
pub(crate) fn press_anywhere(key: &str) -> bool {
    let is_pressed = press(key);
    if !is_pressed && matches!(key, "c" | "/") && press_tab("j") {
        page::focus_soon(format!("[aria-keyshortcuts~='{key}']"));
        return true;
    }
    is_pressed
}

/// Follows the link of the top bar that has a key after `g`. Whether there is one.
pub(crate) fn press_tab(key: &str) -> bool {
    let page = match key {
        "j" => "jobs",
        "i" => "inbox",
        "v" => "visitors",
        "t" => "templates",
        "a" => "audit",
        _ => return false,
    };
    let found = document().query_selector(&format!(".tabs [href$='/{page}']")).ok().flatten();
    found.and_then(|found| found.dyn_into::<HtmlElement>().ok()).map(|link| link.click()).is_some()
}

/// Moves the focus by `step` rows; from elsewhere, to the first one. Whether there is a row.
pub(crate) fn step_row(step: i32) -> bool {
    let Ok(all) = document().query_selector_all(LINKS) else { return false };
    let row = active_row();
    let links = || (0..all.length()).filter_map(|index| all.get(index)?.dyn_into::<HtmlElement>().ok());
    let is_in_row = |link: HtmlElement| row.as_ref().is_some_and(|row| row.contains(Some::<&Node>(&link)));
    let current = links().position(is_in_row);
    let next = current.map_or(Some(0), |current| current.checked_add_signed(step.try_into().ok()?));
    next.and_then(|next| links().nth(next)).is_some_and(|link| link.focus().is_ok())
}

/// Whether a dialog is open.
pub(crate) fn has_dialog() -> bool {
    document().query_selector("dialog[open]").is_ok_and(|found| found.is_some())
}

/// The controls of the page that have a key and can be used now.
pub(crate) fn on_screen() -> Vec<Control> {
    let selector = format!("main [aria-keyshortcuts]:not([aria-disabled=true]):not(:is({ROW}) *)");
    let Ok(all) = document().query_selector_all(&selector) else { return Vec::new() };
    let elements = (0..all.length()).filter_map(|index| all.get(index)?.dyn_into::<Element>().ok());
    elements.filter_map(|element| control(&element)).collect()
}

/// Scrolls a list until an element can be seen.
pub(crate) fn reveal(id: &str) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    if let Some(element) = document().get_element_by_id(id) {
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

fn control(element: &Element) -> Option<Control> {
    let keys = element.get_attribute("aria-keyshortcuts")?;
    let key = keys.split(' ').find(|key| key.chars().count() == 1)?.to_owned();
    let is_field = element.matches(FIELDS).unwrap_or(false);
    let label = element.get_attribute("aria-label").or_else(|| element.text_content());
    let text = label.filter(|_| !is_field).map(|text| text.trim().to_owned()).unwrap_or_default();
    Some(Control { key, text })
}

fn active_row() -> Option<Element> {
    document().active_element()?.closest(ROW).ok().flatten()
}
