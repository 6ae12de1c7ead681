//! A file that is streamed in chunks, so that the page can show its progress and cancel it.

use docket_wire::TABLE_HEADER;
use gloo_net::http::Headers;
use js_sys::{Reflect, Uint8Array};
use leptos::wasm_bindgen::JsCast as _;
use percent_encoding::percent_decode_str;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, ReadableStreamDefaultReader};

use crate::api::{ApiError, http};

/// A download in progress. Dropping it aborts the request.
pub(crate) struct Download {
    reader: ReadableStreamDefaultReader,
    headers: Headers,
    _abort: AbortOnDrop,
}

/// Aborts a request, wherever it is, when nobody waits for it any more.
struct AbortOnDrop(AbortController);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Download {
    /// Sends the request and waits for the response's headers.
    pub(super) async fn start(url: &str) -> Result<Self, ApiError> {
        let abort = AbortOnDrop(AbortController::new().map_err(|_| ApiError::network())?);
        let request = http::get(url).abort_signal(Some(&abort.0.signal()));
        let session = http::session_number();
        let response = http::exchange(request, None).await?;
        if !response.ok() {
            return Err(http::read(response, session).await.err().unwrap_or_else(ApiError::network));
        }
        let body = response.body().ok_or_else(ApiError::network)?;
        Ok(Self { reader: body.get_reader().unchecked_into(), headers: response.headers(), _abort: abort })
    }

    /// The file name from the response's headers, which is last in them.
    pub(crate) fn file_name(&self) -> Option<String> {
        let disposition = self.headers.get("Content-Disposition")?;
        let (_, name) = disposition.split_once("filename*=UTF-8''")?;
        percent_decode_str(name).decode_utf8().ok().map(Into::into)
    }

    /// The table that the rows come from. An interrupted export is resumed with it.
    pub(crate) fn table(&self) -> Option<String> {
        self.headers.get(TABLE_HEADER)
    }

    /// The next chunk, or none at the end of the file.
    pub(crate) async fn next(&self) -> Result<Option<Uint8Array>, ApiError> {
        let read = JsFuture::from(self.reader.read()).await.map_err(|_| ApiError::network())?;
        let member = |name: &str| Reflect::get(&read, &name.into()).ok();
        if member("done").is_some_and(|done| done.is_truthy()) {
            return Ok(None);
        }
        Ok(member("value").and_then(|value| value.dyn_into().ok()))
    }
}
