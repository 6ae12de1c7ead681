//! Keyboard events, and whether single keys are shortcuts.

use leptos::wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::storage;

/// The storage key that has a value while single keys are no shortcuts.
const OFF: &str = "docket.shortcuts-off";

/// Whether a key can be a shortcut: it belongs neither to a field, nor to a dialog or menu, nor to the browser, and shortcuts are on.
pub(crate) fn is_shortcut(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_in_field = target
        .and_then(|element| {
            let fields = "input:not([type=radio], [type=checkbox]), textarea, select, dialog, [popover]";
            element.closest(fields).ok().flatten()
        })
        .is_some();
    !is_in_field && is_plain(event) && has_shortcuts()
}

/// Whether it is a key by itself: not one of the browser's, and not a part of what an input method composes.
pub(crate) fn is_plain(event: &KeyboardEvent) -> bool {
    !(event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing())
}

/// Whether it is a key without any other: arrows with Ctrl, Alt or Shift go through the history or select text.
pub(crate) fn is_alone(event: &KeyboardEvent) -> bool {
    is_plain(event) && !event.shift_key()
}

/// Whether the keys send a form, from any of its fields.
pub(crate) fn is_submit(event: &KeyboardEvent) -> bool {
    event.key() == "Enter" && (event.ctrl_key() || event.meta_key())
}

/// Whether the key closes a form: not one that ends what an input method composes.
pub(crate) fn is_escape(event: &KeyboardEvent) -> bool {
    event.key() == "Escape" && !event.is_composing()
}

/// Submits or leaves a form if a key in one of its fields says so.
pub(crate) fn submit_or_leave(event: &KeyboardEvent, submit: impl FnOnce(), leave: impl FnOnce()) {
    if is_submit(event) {
        event.prevent_default();
        submit();
    } else if is_escape(event) {
        event.prevent_default();
        leave();
    }
}

/// Whether single keys are shortcuts.
pub(crate) fn has_shortcuts() -> bool {
    storage::get(OFF).is_none()
}

/// Turns the shortcuts on or off, in this browser.
pub(crate) fn set_shortcuts(is_on: bool) {
    if is_on {
        storage::remove(OFF);
    } else {
        storage::set(OFF, "1");
    }
}
