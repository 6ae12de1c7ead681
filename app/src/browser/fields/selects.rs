//! Selects that a person changes by keys. On Windows and Linux, every arrow key in a closed select is a change, so each step would
//! request visitor data or open another page. Such a change waits until the keys pause, the person presses Enter, or the focus moves
//! on.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::window;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::prelude::Closure;
use web_sys::{Element, Event, KeyboardEvent};

use crate::browser::clock;

/// A change this soon after a key comes from that key. A choice from an open list takes longer.
const FROM_KEY_MS: i64 = 250;

/// A change is applied after this long without another one.
const PAUSE: Duration = Duration::from_millis(800);

/// The select that opens another page. Its changes wait for Enter or for the focus to move on, and never act by a pause.
const OPENS_PAGE: &str = ".top-bar *";

thread_local! {
    static IS_LISTENING: Cell<bool> = const { Cell::new(false) };
    /// When a select got the last key that may change it.
    static KEY_MS: Cell<i64> = const { Cell::new(0) };
    /// The waiting change.
    static WAITING: RefCell<Option<Event>> = const { RefCell::new(None) };
}

/// Makes changes by keys wait in all selects, as long as the app runs.
pub(crate) fn wait_for_keys() {
    if IS_LISTENING.replace(true) {
        return;
    }
    let mut apply_later = debounce(PAUSE, |()| {
        apply();
    });
    listen("keydown", |event| {
        let is_enter = event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Enter");
        KEY_MS.set(if is_enter { 0 } else { clock::now_ms() });
        // Some browsers open the list with Enter: they still do while no change waits.
        if is_enter && apply() {
            event.prevent_default();
        }
    });
    listen("focusout", |_| {
        apply();
    });
    // The browser reports each change with both events.
    listen("input", |event| {
        delay(event);
    });
    listen("change", move |event| {
        if delay(event) && !matches(event, OPENS_PAGE) {
            apply_later(());
        }
    });
}

/// Keeps a change back if it comes from a key, so that the page does not see it yet. Returns whether it does.
fn delay(event: &Event) -> bool {
    let is_from_key = clock::now_ms() - KEY_MS.get() < FROM_KEY_MS;
    if is_from_key {
        event.stop_propagation();
    }
    WAITING.replace(Some(event.clone()).filter(|_| is_from_key));
    is_from_key
}

/// Passes the waiting change to the page, if its select is still there. Returns whether there was one.
fn apply() -> bool {
    let Some(event) = WAITING.take() else { return false };
    KEY_MS.set(0);
    let select = event.target().filter(|_| matches(&event, "body *"));
    // It fails only while the event is dispatched.
    select.is_some_and(|select| select.dispatch_event(&event).is_ok())
}

fn matches(event: &Event, selector: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|element| element.matches(selector).unwrap_or(false))
}

/// Calls `callback` on every event `name` of a select, before the page gets it.
fn listen(name: &str, mut callback: impl FnMut(&Event) + 'static) {
    let listener = move |event: Event| {
        if matches(&event, "select") {
            callback(&event);
        }
    };
    let closure = Closure::<dyn FnMut(Event)>::new(listener);
    let (function, is_capturing) = (closure.as_ref().unchecked_ref(), true);
    // Adding a listener does not fail.
    let _ = window().add_event_listener_with_callback_and_bool(name, function, is_capturing);
    closure.forget();
}
