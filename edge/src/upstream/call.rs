use docket_core::upstream::failure::{CallFailure, Unreadable};
use docket_core::upstream::response::read_failure;
use docket_wire::RETRY_AFTER_HEADER;
use js_sys::Reflect;
use wasm_bindgen::JsValue;
use web_sys::{Headers, RequestInit, Response};

use super::key::AdminKey;
use crate::http::body::{self, IncompleteBody};
use crate::platform::fetch::{self, Deadline};

/// Maximum of an error's body that is read. Its sentence is far shorter.
const ERROR_BODY_BYTES_MAX: usize = 64 * 1024;

/// One request to the service.
pub(super) struct Call<'a> {
    pub(super) method: &'static str,
    /// Address at the configured server.
    pub(super) url: String,
    /// JSON, for operations with a body.
    pub(super) body: Option<String>,
    /// Time limit for the whole call, including the response's body.
    pub(super) timeout_ms: u32,
    /// Maximum body of a 2xx.
    pub(super) response_bytes_max: usize,
    pub(super) key: &'a AdminKey,
}

/// A 2xx, without the key.
pub(super) struct ServiceResponse {
    pub(super) status: u16,
    pub(super) body: String,
}

impl Call<'_> {
    /// Sends the request and reads the response.
    pub(super) async fn send(self) -> Result<ServiceResponse, CallFailure> {
        // The deadline is kept until the body is read.
        let (response, _deadline) = match self.fetch().await {
            Ok(answered) => answered,
            Err(error) => return Err(self.timeout(&error).unwrap_or(CallFailure::Unreachable)),
        };
        let status = response.status();
        if !response.ok() {
            let header = |name| response.headers().get(name).ok().flatten().unwrap_or_default();
            let (retry_after, date) = (header(RETRY_AFTER_HEADER), header("Date"));
            // An incomplete body is enough, because the status says what happened.
            let read = body::read(response.body(), ERROR_BODY_BYTES_MAX).await;
            let (Ok(bytes) | Err(IncompleteBody::TooLong(bytes) | IncompleteBody::Broken(bytes, _))) = read;
            return Err(read_failure(status, (&retry_after, &date), &self.text(&bytes)));
        }
        match body::read(response.body(), self.response_bytes_max).await {
            Ok(bytes) => Ok(ServiceResponse { status, body: self.text(&bytes) }),
            Err(IncompleteBody::TooLong(_)) => Err(CallFailure::Unreadable(Unreadable::TooLarge)),
            Err(IncompleteBody::Broken(_, error)) => {
                Err(self.timeout(&error).unwrap_or(CallFailure::Unreadable(Unreadable::CutShort)))
            }
        }
    }

    /// The only function that puts the key on a request.
    async fn fetch(&self) -> Result<(Response, Deadline), JsValue> {
        let headers = Headers::new()?;
        self.key.authorize(&headers)?;
        headers.set("Accept", "application/json")?;
        headers.set("User-Agent", concat!("docket/", env!("CARGO_PKG_VERSION")))?;
        let init = RequestInit::new();
        init.set_method(self.method);
        if let Some(body) = &self.body {
            headers.set("Content-Type", "application/json")?;
            init.set_body_opt_str(Some(body));
        }
        init.set_headers_headers(&headers);
        fetch::send(&self.url, &init, self.timeout_ms).await
    }

    /// The timeout, if that is the cause of an exception. The exception's text is dropped, because it may quote the
    /// request.
    fn timeout(&self, error: &JsValue) -> Option<CallFailure> {
        let name = Reflect::get(error, &JsValue::from_str("name")).ok()?.as_string()?;
        (name == "AbortError").then_some(CallFailure::Timeout { limit_ms: self.timeout_ms })
    }

    fn text(&self, bytes: &[u8]) -> String {
        self.key.redact(String::from_utf8_lossy(bytes).into_owned())
    }
}
