//! Keyboard events.

use leptos::wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// Whether a key belongs to a field, a dialog or the browser, and so is no shortcut.
pub(crate) fn is_typing(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let in_field = target
        .and_then(|element| {
            element.closest("input:not([type=radio]), textarea, select, dialog").ok().flatten()
        })
        .is_some();
    in_field || event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing()
}
