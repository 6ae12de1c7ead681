//! Listeners that live as long as the app.

use leptos::prelude::{document, window};
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::prelude::Closure;
use web_sys::EventTarget;

/// Calls `callback` on every event `name` of the document, as long as the app lives.
pub(crate) fn on_document(name: &str, callback: impl FnMut() + 'static) {
    listen(&document(), name, callback);
}

/// Calls `callback` on every event `name` of the window, as long as the app lives.
pub(crate) fn on_window(name: &str, callback: impl FnMut() + 'static) {
    listen(&window(), name, callback);
}

fn listen(target: &EventTarget, name: &str, callback: impl FnMut() + 'static) {
    let closure = Closure::<dyn FnMut()>::new(callback);
    // Adding a listener does not fail.
    let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    closure.forget();
}
