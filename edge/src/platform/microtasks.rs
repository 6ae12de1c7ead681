//! Where futures wait for their turn.
//!
//! Each wake of a future asks for a microtask. The runtime's own `queueMicrotask` wraps every one of them for its C++
//! side, which took about a fifth of the CPU time of a request to a desk; a promise that is settled already does the same
//! within V8.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(inline_js = "
const settled = Promise.resolve();
export function take_over() {
    globalThis.queueMicrotask = (task) => {
        // What is thrown is an error of the isolate's, as it would be otherwise, and not a promise's that nobody keeps.
        settled.then(() => { try { task(); } catch (error) { reportError(error); } });
    };
}
")]
extern "C" {
    /// Has this isolate queue microtasks by promises.
    pub(crate) fn take_over();
}
