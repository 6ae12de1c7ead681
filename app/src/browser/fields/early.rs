//! Text that was typed before its field was there.

use leptos::prelude::document;
use leptos::wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement, HtmlTextAreaElement};

/// Adds text to the field with the focus, as if it was typed there.
pub(crate) fn type_on(text: &str) {
    let Some(element) = document().active_element().filter(|_| !text.is_empty()) else { return };
    if let Some(field) = element.dyn_ref::<HtmlInputElement>() {
        field.set_value(&(field.value() + text));
    } else if let Some(field) = element.dyn_ref::<HtmlTextAreaElement>() {
        field.set_value(&(field.value() + text));
    }
    if let Ok(input) = Event::new("input") {
        // Fails only while the event is dispatched.
        let _ = element.dispatch_event(&input);
    }
}
