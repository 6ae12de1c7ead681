//! Keyboard events, and whether single keys are shortcuts.

use std::cell::Cell;

use leptos::wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::{clock, storage};

/// The storage key that has a value while single keys are no shortcuts.
const OFF: &str = "docket.shortcuts-off";

/// A digit counts within this time after [`RANGE_KEY`].
const DIGIT_WITHIN_MS: i64 = 1000;

/// The key before a digit.
const RANGE_KEY: &str = "r";

thread_local! {
    static RANGE_KEY_AT_MS: Cell<i64> = const { Cell::new(i64::MIN) };
}

/// Whether a key belongs to a field, a dialog or the browser, or shortcuts are off, and so is no shortcut. A digit is
/// one only right after `r`, because a stray one would request figures.
pub(crate) fn is_typing(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let in_field = target
        .and_then(|element| {
            element.closest("input:not([type=radio]), textarea, select, dialog").ok().flatten()
        })
        .is_some();
    let is_other = event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing();
    if in_field || is_other || !has_shortcuts() {
        return true;
    }
    let key = event.key();
    if key == RANGE_KEY {
        RANGE_KEY_AT_MS.set(clock::now_ms());
    }
    let is_digit = key.len() == 1 && key.bytes().all(|byte| byte.is_ascii_digit());
    is_digit && clock::now_ms().saturating_sub(RANGE_KEY_AT_MS.get()) > DIGIT_WITHIN_MS
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
