//! A file that is read piece by piece, so that its progress can be seen and it can be stopped.

use gloo_net::http::{Headers, RequestBuilder};
use js_sys::{Reflect, Uint8Array};
use leptos::wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, ReadableStreamDefaultReader};

use super::ApiError;

/// A file on its way. Dropping it stops it.
pub(crate) struct Download {
    reader: ReadableStreamDefaultReader,
    headers: Headers,
    stop: AbortController,
}

impl Download {
    /// Asks for it.
    pub(super) async fn begin(url: &str) -> Result<Self, ApiError> {
        let stop = AbortController::new().map_err(|_| ApiError::network())?;
        let request = RequestBuilder::new(url).abort_signal(Some(&stop.signal()));
        let response = request.send().await.map_err(|_| ApiError::network())?;
        if !response.ok() {
            let body = response.text().await.map_err(|_| ApiError::network())?;
            return Err(ApiError::from_response(response.status(), &body));
        }
        let body = response.body().ok_or_else(ApiError::network)?;
        Ok(Self { reader: body.get_reader().unchecked_into(), headers: response.headers(), stop })
    }

    /// The name that the edge gave it.
    pub(crate) fn name(&self) -> Option<String> {
        let disposition = self.headers.get("Content-Disposition")?;
        disposition.split_once("filename=\"")?.1.split('"').next().map(str::to_owned)
    }

    /// What it goes on with if it breaks off.
    pub(crate) fn table(&self) -> Option<String> {
        self.headers.get("Docket-Table")
    }

    /// The next piece. None at the end.
    pub(crate) async fn next(&self) -> Result<Option<Uint8Array>, ApiError> {
        let read = JsFuture::from(self.reader.read()).await.map_err(|_| ApiError::network())?;
        let member = |name: &str| Reflect::get(&read, &name.into()).ok();
        if member("done").is_some_and(|done| done.is_truthy()) {
            return Ok(None);
        }
        Ok(member("value").and_then(|value| value.dyn_into().ok()))
    }
}

impl Drop for Download {
    fn drop(&mut self) {
        self.stop.abort();
    }
}
