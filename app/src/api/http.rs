//! One request over fetch, and its answer read to the end.

use docket_wire::CSRF_HEADER;
use gloo_net::http::{Method, RequestBuilder};
use serde::de::DeserializeOwned;
use web_sys::AbortSignal;

use super::ApiError;

/// Longer than the edge takes at most; without it a line that went dead would be waited for without end.
const TIMEOUT_MS: u32 = 60_000;

/// An answer of success.
pub(super) struct Answer {
    status: u16,
    body: String,
}

impl Answer {
    /// The body, if it is what was expected.
    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        serde_json::from_str(&self.body).map_err(|_| ApiError::unreadable(self.status))
    }
}

/// Asks for something.
pub(super) async fn get(url: &str) -> Result<Answer, ApiError> {
    send(request(url, Method::GET), None).await
}

/// Changes something, with a body of JSON if there is one; `headers` beyond those that every such request carries.
pub(super) async fn change(
    method: Method,
    url: &str,
    body: Option<String>,
    headers: &[(&str, &str)],
) -> Result<Answer, ApiError> {
    let start = request(url, method).header(CSRF_HEADER, "1");
    let request = headers.iter().fold(start, |request, (name, value)| request.header(name, value));
    send(request, body).await
}

fn request(url: &str, method: Method) -> RequestBuilder {
    let timeout = AbortSignal::timeout_with_u32(TIMEOUT_MS);
    RequestBuilder::new(url).method(method).header("Accept", "application/json").abort_signal(Some(&timeout))
}

async fn send(request: RequestBuilder, body: Option<String>) -> Result<Answer, ApiError> {
    let request = match body {
        Some(body) => request.header("Content-Type", "application/json").body(body),
        None => request.build(),
    }
    .map_err(|_| ApiError::local("The request could not be made."))?;
    let response = request.send().await.map_err(|_| ApiError::network())?;
    let status = response.status();
    let body = response.text().await.map_err(|_| ApiError::network())?;
    if response.ok() { Ok(Answer { status, body }) } else { Err(ApiError::from_response(status, &body)) }
}
