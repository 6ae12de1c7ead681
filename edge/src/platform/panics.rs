//! What happens when something panics all the same.
//!
//! A panic ends the whole instance. The SDK starts a new one, but logs the panic's message, which may quote anything;
//! this logs the place instead. An alarm that ends in a panic would keep the object from ever getting another one,
//! unless the object itself is ended too.

use std::cell::RefCell;
use std::panic::{PanicHookInfo, set_hook};

use js_sys::{Function, Object, Reflect, WeakRef};
use wasm_bindgen::{JsCast, JsValue};
use worker::State;

thread_local! {
    // Weak: an object that hibernates is let go, and another comes in its place when it wakes.
    static OBJECTS: RefCell<Vec<WeakRef>> = const { RefCell::new(Vec::new()) };
}

/// Has panics logged without what they say.
pub(crate) fn hook() {
    set_hook(Box::new(on_panic));
}

/// Has an object ended with the instance, so that its alarms go on in the next.
pub(crate) fn end_with_instance(state: &State) {
    let object: &Object = state.as_raw().unchecked_ref();
    OBJECTS.with_borrow_mut(|objects| {
        objects.retain(|object| object.deref().is_some());
        objects.push(WeakRef::new(object));
    });
}

fn on_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    crate::platform::log::fault("", &format!("panicked at {place}"));
    let start_anew = || {
        let state = Reflect::get(&js_sys::global(), &JsValue::from_str("__worker_init_state"))?;
        Reflect::set(&state, &JsValue::from_str("criticalError"), &JsValue::TRUE)
    };
    let objects =
        OBJECTS.try_with(|objects| objects.try_borrow_mut().map(|mut objects| std::mem::take(&mut *objects)));
    // The instance is lost whether this succeeds or not.
    let _ = start_anew();
    for object in objects.into_iter().flatten().flatten().filter_map(|object| object.deref()) {
        let _ = end(&object);
    }
}

fn end(object: &JsValue) -> Result<JsValue, JsValue> {
    Reflect::get(object, &JsValue::from_str("abort"))?.dyn_into::<Function>()?.call0(object)
}
