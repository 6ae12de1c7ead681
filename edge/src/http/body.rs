//! Bodies, read as streams with a limit. `Content-Length` is ignored, because it may be wrong.

use std::time::Duration;

use futures_util::future::{Either, select};
use gloo_timers::future::sleep;
use js_sys::{Reflect, Uint8Array};
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader};

use crate::http::failure::Failure;

/// How long a refused request may go on sending before it gets its response.
const DRAINED_WITHIN: Duration = Duration::from_secs(10);

/// Why a body was not read to its end. Each has the bytes that were read.
#[derive(Debug)]
pub(crate) enum IncompleteBody {
    /// It is longer than the limit.
    TooLong(Vec<u8>),
    /// It ended early, with the runtime's error.
    Broken(Vec<u8>, JsValue),
}

/// Reads a body of at most `bytes_max` bytes, and cancels a longer one. No stream is an empty body.
pub(crate) async fn read(
    stream: Option<ReadableStream>,
    bytes_max: usize,
) -> Result<Vec<u8>, IncompleteBody> {
    let read = read_start(stream.clone(), bytes_max).await;
    if let (Err(IncompleteBody::TooLong(_)), Some(stream)) = (&read, stream) {
        // The result is not awaited, because nothing depends on it.
        let _ = stream.cancel();
    }
    read
}

/// Reads a body of at most `bytes_max` bytes. The rest of a longer one can still be read.
pub(crate) async fn read_start(
    stream: Option<ReadableStream>,
    bytes_max: usize,
) -> Result<Vec<u8>, IncompleteBody> {
    let mut bytes = Vec::new();
    let Some(stream) = stream else { return Ok(bytes) };
    let reader = match ReadableStreamDefaultReader::new(&stream) {
        Ok(reader) => reader,
        Err(error) => return Err(IncompleteBody::Broken(bytes, error)),
    };
    loop {
        match next(&reader).await {
            Ok(None) => return Ok(bytes),
            Err(error) => return Err(IncompleteBody::Broken(bytes, error)),
            Ok(Some(chunk)) => {
                let room = bytes_max.saturating_sub(bytes.len());
                let length = usize::try_from(chunk.length()).unwrap_or(usize::MAX);
                if length > room {
                    let fits = u32::try_from(room).unwrap_or(u32::MAX);
                    bytes.extend(chunk.subarray(0, fits).to_vec());
                    reader.release_lock();
                    return Err(IncompleteBody::TooLong(bytes));
                }
                bytes.extend(chunk.to_vec());
            }
        }
    }
}

/// Reads what is left of a request's body and drops it, up to `bytes_max` bytes, and for [`DRAINED_WITHIN`]. A client that is still
/// sending when the connection closes reports a broken connection, and never reads the response.
pub(crate) async fn drain(stream: &ReadableStream, bytes_max: usize) {
    // A stream that was read to its end is locked.
    let Ok(reader) = ReadableStreamDefaultReader::new(stream) else { return };
    // One that sends nothing more waits for the response.
    let is_over = select(Box::pin(read_up_to(&reader, bytes_max)), sleep(DRAINED_WITHIN)).await;
    if matches!(is_over, Either::Right(_)) {
        // The result is not awaited, because nothing depends on it.
        let _ = reader.cancel();
    }
}

async fn read_up_to(reader: &ReadableStreamDefaultReader, bytes_max: usize) {
    let mut left = bytes_max;
    while let Ok(Some(chunk)) = next(reader).await {
        left = left.saturating_sub(usize::try_from(chunk.length()).unwrap_or(usize::MAX));
        if left == 0 {
            // The result is not awaited, because nothing depends on it.
            let _ = reader.cancel();
            return;
        }
    }
}

/// Reads JSON in an object. The Worker has checked it and its length before.
pub(crate) async fn json<T: DeserializeOwned>(request: &worker::Request) -> Result<T, Failure> {
    let text = JsFuture::from(request.inner().text()?).await?.as_string().unwrap_or_default();
    Ok(docket_wire::json::from_str(&text)?)
}

async fn next(reader: &ReadableStreamDefaultReader) -> Result<Option<Uint8Array>, JsValue> {
    let step = JsFuture::from(reader.read()).await?;
    if Reflect::get(&step, &JsValue::from_str("done"))?.is_truthy() {
        return Ok(None);
    }
    Reflect::get(&step, &JsValue::from_str("value"))?.dyn_into().map(Some)
}
