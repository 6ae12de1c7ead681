//! Notifications of the browser.

use leptos::prelude::window;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::prelude::{Closure, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationOptions, NotificationPermission};

/// Whether the browser shows notifications of this site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Permission {
    /// The browser has no notifications, or none for this site.
    Unavailable,
    /// It would ask the person.
    Undecided,
    /// It shows them.
    Granted,
    /// The person or the browser does not allow them.
    Denied,
}

pub(crate) fn permission() -> Permission {
    if js_sys::Reflect::get(&window(), &JsValue::from_str("Notification"))
        .is_ok_and(|found| found.is_undefined())
    {
        return Permission::Unavailable;
    }
    match Notification::permission() {
        NotificationPermission::Granted => Permission::Granted,
        NotificationPermission::Denied => Permission::Denied,
        // Some browsers show notifications of service workers only, and fail here. As long as the person has not decided, the
        // others show nothing.
        _ if Notification::new_with_options("", &NotificationOptions::new()).is_err() => {
            Permission::Unavailable
        }
        _ => Permission::Undecided,
    }
}

/// Asks the person, as browsers allow it right after a click.
pub(crate) async fn ask() -> Permission {
    let Ok(asking) = Notification::request_permission() else { return permission() };
    // The answer is read from the permission itself, because older browsers answer to a callback.
    let _ = JsFuture::from(asking).await;
    permission()
}

/// Shows a notification. One with the tag of another replaces it, so that several windows show it once. Returns whether the browser
/// can show any.
pub(crate) fn show(title: &str, body: &str, tag: &str, on_click: impl FnOnce() + 'static) -> bool {
    let options = NotificationOptions::new();
    options.set_body(body);
    options.set_tag(tag);
    let Ok(notification) = Notification::new_with_options(title, &options) else { return false };
    let shown = notification.clone();
    let clicked = Closure::once_into_js(move || {
        // Fails only in a window that is closing.
        let _ = window().focus();
        on_click();
        shown.close();
    });
    notification.set_onclick(Some(clicked.unchecked_ref()));
    true
}
