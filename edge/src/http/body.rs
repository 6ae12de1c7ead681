//! Bodies, read with a limit while they stream. What a `Content-Length` says is never believed.

use js_sys::{Reflect, Uint8Array};
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader};

use crate::http::failure::Failure;

/// A body that was not read to its end.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It is longer than allowed. What was read up to there.
    TooLong(Vec<u8>),
    /// It broke off, with the runtime's reason. What was read up to there.
    Broken(Vec<u8>, JsValue),
}

/// Reads a body of at most `bytes_max` bytes. None is an empty one.
pub(crate) async fn read(stream: Option<ReadableStream>, bytes_max: usize) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    let Some(stream) = stream else { return Ok(bytes) };
    let reader = match ReadableStreamDefaultReader::new(&stream) {
        Ok(reader) => reader,
        Err(error) => return Err(Unread::Broken(bytes, error)),
    };
    loop {
        match next(&reader).await {
            Ok(None) => return Ok(bytes),
            Err(error) => return Err(Unread::Broken(bytes, error)),
            Ok(Some(chunk)) => {
                let room = bytes_max.saturating_sub(bytes.len());
                let length = usize::try_from(chunk.length()).unwrap_or(usize::MAX);
                if length > room {
                    let fits = u32::try_from(room).unwrap_or(u32::MAX);
                    bytes.extend(chunk.subarray(0, fits).to_vec());
                    // Nobody waits for it: the rest is of no interest, and neither is whether that is known there.
                    let _ = reader.cancel();
                    return Err(Unread::TooLong(bytes));
                }
                bytes.extend(chunk.to_vec());
            }
        }
    }
}

/// Reads the JSON that the Worker, having checked it and its length, passed on to an object.
pub(crate) async fn json<T: DeserializeOwned>(request: &worker::Request) -> Result<T, Failure> {
    let text = JsFuture::from(request.inner().text()?).await?.as_string().unwrap_or_default();
    Ok(serde_json::from_str(&text)?)
}

async fn next(reader: &ReadableStreamDefaultReader) -> Result<Option<Uint8Array>, JsValue> {
    let step = JsFuture::from(reader.read()).await?;
    if Reflect::get(&step, &JsValue::from_str("done"))?.is_truthy() {
        return Ok(None);
    }
    Reflect::get(&step, &JsValue::from_str("value"))?.dyn_into().map(Some)
}
