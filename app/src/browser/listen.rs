//! Listeners that live as long as the app.

use leptos::prelude::{document, window};
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::prelude::Closure;
use web_sys::EventTarget;

use super::page;

/// Calls `callback` whenever the page becomes visible, as long as the app lives.
pub(crate) fn on_visible(mut callback: impl FnMut() + 'static) {
    let when_visible = move || {
        if page::is_visible() {
            callback();
        }
    };
    listen(&document(), "visibilitychange", Box::new(when_visible));
}

/// Calls `callback` on every event `name` of the window, as long as the app lives.
pub(crate) fn on_window(name: &str, callback: impl FnMut() + 'static) {
    listen(&window(), name, Box::new(callback));
}

// Boxed, so that the module has one copy of it.
fn listen(target: &EventTarget, name: &str, callback: Box<dyn FnMut()>) {
    let closure = Closure::wrap(callback);
    // Adding a listener does not fail.
    let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    closure.forget();
}
