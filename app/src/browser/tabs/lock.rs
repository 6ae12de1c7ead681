//! Locks between the tabs of this browser (Web Locks): one tab at a time does a piece of work.

use std::cell::Cell;
use std::future::Future;
use std::rc::Rc;

use js_sys::{Function, Object, Reflect};
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use wasm_bindgen_futures::future_to_promise;

// `web-sys` has this interface only as an unstable one, behind a flag of the compiler.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["navigator", "locks"], catch)]
    async fn request(name: &str, options: &Object, callback: &Function) -> Result<JsValue, JsValue>;
}

/// Does `work` while this tab alone holds the lock `name`. Returns `false` at once, without the work, if another tab holds it.
pub(crate) async fn do_alone(name: &str, work: impl Future<Output = ()> + 'static) -> bool {
    let is_granted = Rc::new(Cell::new(false));
    let granted = Rc::clone(&is_granted);
    let callback = Closure::once_into_js(move |lock: JsValue| {
        if lock.is_null() {
            return JsValue::UNDEFINED;
        }
        granted.set(true);
        let work = async move {
            work.await;
            Ok(JsValue::UNDEFINED)
        };
        future_to_promise(work).into()
    });
    let options = Object::new();
    // Setting a property of a plain object does not fail.
    let _ = Reflect::set(&options, &"ifAvailable".into(), &JsValue::TRUE);
    // Fails only while the page goes away: every browser that can run the app has locks.
    let _ = request(name, &options, callback.unchecked_ref()).await;
    is_granted.get()
}

/// Whether another tab holds the lock.
pub(crate) async fn is_held_elsewhere(name: &str) -> bool {
    !do_alone(name, async {}).await
}

/// Returns once no tab holds the lock.
pub(crate) async fn until_free(name: &str) {
    let callback = Closure::once_into_js(|_lock: JsValue| JsValue::UNDEFINED);
    let _ = request(name, &Object::new(), callback.unchecked_ref()).await;
}
