//! Response bodies that are generated while the client reads them.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;

use js_sys::{Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::future_to_promise;
use web_sys::{ReadableStream, ReadableStreamDefaultController};

/// The next chunk of a body; `None` at its end. An error aborts the body, so that the client detects that it is
/// incomplete.
pub(crate) type NextChunk<'a> = Pin<Box<dyn Future<Output = Result<Option<String>, JsValue>> + 'a>>;

/// Generates a body.
pub(crate) trait ChunkSource: 'static {
    fn next(&mut self) -> NextChunk<'_>;
}

/// A stream that generates each chunk when the client reads it.
pub(crate) fn from_source(source: Box<dyn ChunkSource>) -> Result<ReadableStream, JsValue> {
    // The runtime waits for the end of one pull before it starts another.
    let source = Rc::new(RefCell::new(Some(source)));
    let pull = move |controller: ReadableStreamDefaultController| -> Promise {
        let source = Rc::clone(&source);
        future_to_promise(async move {
            let Some(mut taken) = source.take() else { return Ok(JsValue::UNDEFINED) };
            match taken.next().await? {
                Some(chunk) => {
                    controller.enqueue_with_chunk(&Uint8Array::from(chunk.as_bytes()))?;
                    source.replace(Some(taken));
                }
                None => controller.close()?,
            }
            Ok(JsValue::UNDEFINED)
        })
    };
    let underlying = Object::new();
    let pull: Closure<dyn FnMut(ReadableStreamDefaultController) -> Promise> = Closure::new(pull);
    // JavaScript's garbage collector frees the function.
    Reflect::set(&underlying, &"pull".into(), pull.into_js_value().unchecked_ref())?;
    ReadableStream::new_with_underlying_source(&underlying)
}
