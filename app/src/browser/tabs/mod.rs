//! Messages to the other tabs of this browser.

pub(crate) mod lock;

use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::BroadcastChannel;

thread_local! {
    /// The channel of this tab. What it sends, every other tab gets. Absent where storage is blocked.
    static CHANNEL: Option<BroadcastChannel> = BroadcastChannel::new("docket").ok();
}

/// Tells the other tabs that something was marked in an inbox.
pub(crate) fn broadcast_mark() {
    CHANNEL.with(|channel| {
        if let Some(channel) = channel {
            // Fails only for values that cannot be copied.
            let _ = channel.post_message(&JsValue::NULL);
        }
    });
}

/// Calls `callback` when another tab has marked something in an inbox, as long as the app lives.
pub(crate) fn on_mark(callback: impl FnMut() + 'static) {
    CHANNEL.with(|channel| {
        if let Some(channel) = channel {
            let closure = Closure::<dyn FnMut()>::new(callback);
            channel.set_onmessage(Some(closure.as_ref().unchecked_ref()));
            closure.forget();
        }
    });
}
