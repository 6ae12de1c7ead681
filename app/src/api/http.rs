//! One request over `fetch`, with its response read to the end.

use docket_wire::CSRF_HEADER;
use gloo_net::http::{Method, RequestBuilder};
use serde::de::DeserializeOwned;
use web_sys::AbortSignal;

use super::ApiError;

/// Longer than the edge takes at most; without it a request on a dead connection would never end.
const TIMEOUT_MS: u32 = 60_000;

/// The body of a successful response.
pub(super) struct ResponseBody {
    status: u16,
    text: String,
}

impl ResponseBody {
    /// Parses the body as JSON.
    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        serde_json::from_str(&self.text).map_err(|_| self.unreadable())
    }

    /// The error if the body is not what it should be.
    pub(super) fn unreadable(&self) -> ApiError {
        ApiError::unreadable(self.status)
    }
}

/// Sends a GET request.
pub(super) async fn get(url: &str) -> Result<ResponseBody, ApiError> {
    send(request(url, Method::GET), None).await
}

/// Sends a request that changes something, with a JSON body if there is one, and with `headers` in addition to those
/// that every such request carries.
pub(super) async fn change(
    method: Method,
    url: &str,
    body: Option<String>,
    headers: &[(&str, &str)],
) -> Result<ResponseBody, ApiError> {
    let start = request(url, method).header(CSRF_HEADER, "1");
    let request = headers.iter().fold(start, |request, (name, value)| request.header(name, value));
    send(request, body).await
}

fn request(url: &str, method: Method) -> RequestBuilder {
    let timeout = AbortSignal::timeout_with_u32(TIMEOUT_MS);
    RequestBuilder::new(url)
        .method(method)
        .header("Accept", "application/json")
        // Without it, Cloudflare Access answers the end of a sign-in with a redirect to another origin.
        .header("X-Requested-With", "XMLHttpRequest")
        .abort_signal(Some(&timeout))
}

async fn send(request: RequestBuilder, body: Option<String>) -> Result<ResponseBody, ApiError> {
    let request = match body {
        Some(body) => request.header("Content-Type", "application/json").body(body),
        None => request.build(),
    }
    .map_err(|_| ApiError::local("The request could not be created."))?;
    let response = request.send().await.map_err(|_| ApiError::network())?;
    let status = response.status();
    let text = response.text().await.map_err(|_| ApiError::network())?;
    if response.ok() {
        Ok(ResponseBody { status, text })
    } else {
        Err(ApiError::from_response(status, &text))
    }
}
