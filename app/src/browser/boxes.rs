//! The boxes of the rows of a list. Each has the id of its row as its value.

use leptos::prelude::{document, request_animation_frame};
use leptos::wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, MouseEvent};

const BOX: &str = ".jobs__select input";

/// The ids of the boxes that are ticked.
pub(crate) fn ticked() -> Vec<String> {
    found(":checked").map(|input| input.value()).collect()
}

/// The id of the box that was clicked, if it was one.
pub(crate) fn clicked(event: &MouseEvent) -> Option<String> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let is_box = target.matches(BOX).unwrap_or(false);
    target.dyn_into::<HtmlInputElement>().ok().filter(|_| is_box).map(|input| input.value())
}

/// Ticks the boxes with these ids, and no others, once the rows of the next frame are there.
pub(crate) fn tick_soon(ids: Vec<String>) {
    request_animation_frame(move || {
        for input in found(":checked").filter(|input| !ids.contains(&input.value())) {
            input.set_checked(false);
        }
        for id in &ids {
            let value = id.replace('\\', "\\\\").replace('"', "\\\"");
            found(&format!("[value=\"{value}\"]")).for_each(|input| input.set_checked(true));
        }
    });
}

/// The boxes that a selector is true of.
fn found(which: &str) -> impl Iterator<Item = HtmlInputElement> + use<> {
    let found = document().query_selector_all(&format!("{BOX}{which}")).ok();
    let count = found.as_ref().map_or(0, web_sys::NodeList::length);
    (0..count).filter_map(move |index| found.as_ref()?.get(index)?.dyn_into().ok())
}
