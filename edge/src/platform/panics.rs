//! The panic hook.
//!
//! A panic ends the whole instance. The SDK starts a new one, but logs the panic's message, which may quote any data;
//! this hook logs the location instead. If an alarm panics, its object never gets another alarm unless the object is
//! aborted too.
//!
//! The hook sets the SDK's private `__worker_init_state.criticalError`, because it replaces the SDK's own hook. It
//! becomes unnecessary when the `worker` crate lets an application format the message of its panic hook, and aborts the
//! objects of a lost instance.

use std::cell::RefCell;
use std::panic::{PanicHookInfo, set_hook};

use js_sys::{Function, Object, Reflect, WeakRef};
use wasm_bindgen::{JsCast, JsValue};
use worker::State;

thread_local! {
    // Weak references, because the runtime drops an object that hibernates and makes a new one when it wakes.
    static OBJECTS: RefCell<Vec<WeakRef>> = const { RefCell::new(Vec::new()) };
}

/// Installs the hook.
pub(crate) fn hook() {
    set_hook(Box::new(on_panic));
}

/// Aborts an object together with the instance, so that its alarms continue in the next one.
pub(crate) fn end_with_instance(state: &State) {
    let object: &Object = state.as_raw().unchecked_ref();
    OBJECTS.with_borrow_mut(|objects| {
        objects.retain(|object| object.deref().is_some());
        objects.push(WeakRef::new(object));
    });
}

fn on_panic(panic: &PanicHookInfo<'_>) {
    let location = panic.location().map_or_else(|| "an unknown location".to_owned(), ToString::to_string);
    crate::platform::log::error(&format!("panicked at {location}"));
    let restart = || {
        let state = Reflect::get(&js_sys::global(), &JsValue::from_str("__worker_init_state"))?;
        Reflect::set(&state, &JsValue::from_str("criticalError"), &JsValue::TRUE)
    };
    let objects =
        OBJECTS.try_with(|objects| objects.try_borrow_mut().map(|mut objects| std::mem::take(&mut *objects)));
    // The instance is lost whether this succeeds or not.
    let _ = restart();
    for object in objects.into_iter().flatten().flatten().filter_map(|object| object.deref()) {
        let _ = abort(&object);
    }
}

fn abort(object: &JsValue) -> Result<JsValue, JsValue> {
    Reflect::get(object, &JsValue::from_str("abort"))?.dyn_into::<Function>()?.call0(object)
}
