//! Listeners that live as long as the app.

use leptos::prelude::{document, window};
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::prelude::Closure;
use web_sys::EventTarget;

/// Calls `act` on every event `name` of the document, as long as the app lives.
pub(crate) fn on_document(name: &str, act: impl FnMut() + 'static) {
    listen(&document(), name, act);
}

/// Calls `act` on every event `name` of the window, as long as the app lives.
pub(crate) fn on_window(name: &str, act: impl FnMut() + 'static) {
    listen(&window(), name, act);
}

fn listen(target: &EventTarget, name: &str, act: impl FnMut() + 'static) {
    let closure = Closure::<dyn FnMut()>::new(act);
    // Adding a listener does not fail.
    let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    closure.forget();
}
