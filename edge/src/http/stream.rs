//! Bodies that are generated while the client reads them: nothing is generated before the client pulls it.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;

use js_sys::{Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::future_to_promise;
use web_sys::{ReadableStream, ReadableStreamDefaultController};

/// The next piece of a body, or none at the end. An error aborts the body, so that the client detects that it is
/// incomplete.
pub(crate) type NextPiece<'a> = Pin<Box<dyn Future<Output = Result<Option<String>, JsValue>> + 'a>>;

/// The source of a body.
pub(crate) trait Pieces: 'static {
    /// The next piece.
    fn next(&mut self) -> NextPiece<'_>;
}

/// A body that consists of pieces.
pub(crate) fn of(pieces: Box<dyn Pieces>) -> Result<ReadableStream, JsValue> {
    // The runtime waits for the end of one pull before it starts another.
    let pieces = Rc::new(RefCell::new(Some(pieces)));
    let pull = move |controller: ReadableStreamDefaultController| -> Promise {
        let pieces = pieces.clone();
        future_to_promise(async move {
            let Some(mut taken) = pieces.take() else { return Ok(JsValue::UNDEFINED) };
            match taken.next().await? {
                Some(piece) => {
                    controller.enqueue_with_chunk(&Uint8Array::from(piece.as_bytes()))?;
                    pieces.replace(Some(taken));
                }
                None => controller.close()?,
            }
            Ok(JsValue::UNDEFINED)
        })
    };
    let source = Object::new();
    let pull: Closure<dyn FnMut(ReadableStreamDefaultController) -> Promise> = Closure::new(pull);
    // JavaScript's garbage collector frees the function.
    Reflect::set(&source, &"pull".into(), pull.into_js_value().unchecked_ref())?;
    ReadableStream::new_with_underlying_source(&source)
}
