//! A faster `queueMicrotask`.
//!
//! Each wake of a future queues a microtask. The runtime's own `queueMicrotask` passes every task through C++. That
//! took about a fifth of the CPU time of a request to an object. A resolved promise does the same within V8.
//!
//! This module becomes unnecessary when `wasm-bindgen-futures` schedules its tasks with a promise in Workers, as it
//! does where `queueMicrotask` is missing, or when workerd's `queueMicrotask` no longer leaves V8.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(inline_js = "
const settled = Promise.resolve();
export function replace() {
    globalThis.queueMicrotask = (task) => {
        // An exception of a task is an error of the isolate, as in the original, and not an unhandled rejection.
        settled.then(() => { try { task(); } catch (error) { reportError(error); } });
    };
}
")]
extern "C" {
    /// Replaces `queueMicrotask` of this isolate.
    pub(crate) fn replace();
}
