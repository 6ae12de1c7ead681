//! The memory of the instance.

use js_sys::WebAssembly::Memory;
use wasm_bindgen::JsCast;

/// The size of the instance's memory in bytes. It never shrinks.
pub(crate) fn bytes() -> u64 {
    let memory: Memory = wasm_bindgen::memory().unchecked_into();
    let buffer: js_sys::ArrayBuffer = memory.buffer().unchecked_into();
    buffer.byte_length().into()
}
