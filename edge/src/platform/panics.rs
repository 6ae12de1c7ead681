//! What ends an instance: a panic, or an exception of the runtime that no code in Rust catches.
//!
//! The SDK starts a new instance. It logs a panic's message, which may quote any data, and nothing of an exception: these
//! hooks log the location, or that there was one. If an alarm ends with its instance, its object never gets another alarm
//! unless the object is aborted too.
//!
//! The end of an instance sets the SDK's private `__worker_init_state.criticalError`, because the hooks replace the SDK's own.
//! They become unnecessary when the `worker` crate lets an application format the message of its panic hook, logs exceptions,
//! and aborts the objects of a lost instance.

use std::panic::{PanicHookInfo, set_hook};
use std::sync::OnceLock;

use wasm_bindgen::JsValue;
use wasm_bindgen::handler::set_on_abort;
use wasm_bindgen::prelude::wasm_bindgen;
use worker::State;

use super::log;

#[wasm_bindgen(inline_js = "
// Weak references, because the runtime drops an object that hibernates and makes a new one when it wakes.
let objects = [];
export function remember(object) {
    objects = objects.filter((known) => known.deref());
    objects.push(new WeakRef(object));
}
export function end(line) {
    const state = globalThis.__worker_init_state;
    // A panic ends in an exception.
    if (state.criticalError) return;
    state.criticalError = true;
    console.error(line);
    for (const object of objects.splice(0)) {
        try { object.deref()?.abort(); } catch {}
    }
}
")]
extern "C" {
    /// Lets an object end with the instance.
    fn remember(object: &JsValue);
    /// Logs a line, and ends the instance and its objects. After an exception it is the only function that can be called: an
    /// instance that has ended traps when a call out of it returns.
    fn end(line: &str);
}

/// The line of the log about an exception. It is written beforehand, because there may be no memory left for it.
static EXCEPTION: OnceLock<String> = OnceLock::new();

/// Installs the hooks.
pub(crate) fn hook() {
    EXCEPTION.get_or_init(|| {
        log::error_line("an exception ended the instance of the Worker, and the requests that it served")
    });
    set_hook(Box::new(on_panic));
    set_on_abort(on_abort);
}

/// Aborts an object together with the instance, so that its alarms continue in the next one.
pub(crate) fn end_with_instance(state: &State) {
    remember(state.as_raw().as_ref());
}

fn on_panic(panic: &PanicHookInfo<'_>) {
    let location = panic.location().map_or_else(|| "an unknown location".to_owned(), ToString::to_string);
    end(&log::error_line(&format!("panicked at {location}")));
}

fn on_abort() {
    end(EXCEPTION.get().map_or("", String::as_str));
}
