//! The check boxes of a list. The value of a row's box is the id of the row. The box in the header ticks all rows.

use std::cell::RefCell;

use leptos::prelude::{document, request_animation_frame};
use leptos::wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, MouseEvent, NodeList};

use crate::browser::focus;
use crate::texts::general;

const BOX: &str = "td.jobs__select input";
const HEADER_BOX: &str = "th.jobs__select input";

/// The ids of the boxes that are ticked.
pub(crate) fn ticked() -> Vec<String> {
    found(":checked").map(|input| input.value()).collect()
}

/// Whether the box of the header is ticked.
pub(crate) fn is_all_ticked() -> bool {
    header().is_some_and(|header| header.checked())
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ClickedBox {
    /// The box of the row with this id.
    Row(String),
    /// The box of the header, and whether it is ticked now.
    Header(bool),
}

/// The box that was clicked, if it was one.
pub(crate) fn clicked(event: &MouseEvent) -> Option<ClickedBox> {
    let target = event.target()?.dyn_into::<HtmlInputElement>().ok()?;
    let is = |which: &str| target.matches(which).unwrap_or(false);
    if is(BOX) {
        Some(ClickedBox::Row(target.value()))
    } else {
        is(HEADER_BOX).then(|| ClickedBox::Header(target.checked()))
    }
}

thread_local! {
    /// The ids of the boxes that the next frame ticks.
    static NEXT: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Ticks the boxes with these ids, and no others, once the rows of the next frame are there. Of several calls before a frame the last
/// one counts, so that no frame unticks a box that was clicked since an earlier call.
pub(crate) fn tick_soon(ids: Vec<String>) {
    if NEXT.replace(Some(ids)).is_none() {
        request_animation_frame(|| tick(&NEXT.take().unwrap_or_default()));
    }
}

/// Ticks the boxes with these ids, and no others. The box of the header follows: ticked, mixed or not, with the key of what it does
/// then.
fn tick(ids: &[String]) {
    for input in found(":checked").filter(|input| !ids.contains(&input.value())) {
        input.set_checked(false);
    }
    for id in ids {
        found(&format!("[value={}]", focus::quoted(id))).for_each(|input| input.set_checked(true));
    }
    let [ticked, all] = [":checked", ""].map(|which| list(which).map_or(0, |boxes| boxes.length()));
    if let Some(header) = header() {
        let is_all = all > 0 && ticked == all;
        header.set_checked(is_all);
        header.set_indeterminate(ticked > 0 && !is_all);
        let key = if is_all { "u" } else { "s" };
        // They fail only for an invalid name.
        let _ = header.set_attribute("aria-keyshortcuts", key);
        let _ = header.set_attribute("title", &general::shortcut(key));
    }
}

fn header() -> Option<HtmlInputElement> {
    document().query_selector(HEADER_BOX).ok()??.dyn_into().ok()
}

/// The boxes that a selector is true of.
fn found(which: &str) -> impl Iterator<Item = HtmlInputElement> + use<> {
    let found = list(which);
    let count = found.as_ref().map_or(0, NodeList::length);
    (0..count).filter_map(move |index| found.as_ref()?.get(index)?.dyn_into().ok())
}

fn list(which: &str) -> Option<NodeList> {
    document().query_selector_all(&format!("{BOX}{which}")).ok()
}
