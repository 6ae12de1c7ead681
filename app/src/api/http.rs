//! One request over `fetch`, with its response read to the end.

use std::cell::Cell;

use docket_wire::CSRF_HEADER;
use gloo_net::http::{Headers, Method, RequestBuilder, Response};
use serde::de::DeserializeOwned;
use web_sys::AbortSignal;

use super::ApiError;
use super::slow::Waiting;
use crate::browser::{clock, page};
use crate::texts::errors as texts;

/// Longer than the edge waits for one response of the service; without it a request on a dead connection would never end.
const TIMEOUT_MS: u32 = 60_000;

thread_local! {
    /// Counts the sessions that began or ended while the app runs.
    static SESSIONS: Cell<u32> = const { Cell::new(0) };
}

/// A session begins or ends: what an earlier one is refused for from now on does not concern the next.
pub(super) fn change_session() {
    SESSIONS.set(SESSIONS.get() + 1);
}

/// The number of the current session, or of the time without one.
pub(super) fn session_number() -> u32 {
    SESSIONS.get()
}

/// The body of a successful response.
pub(super) struct SuccessBody {
    status: u16,
    text: String,
}

impl SuccessBody {
    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        docket_wire::json::from_str(&self.text).map_err(|_| self.unreadable())
    }

    /// The error if the body is not what it should be.
    pub(super) fn unreadable(&self) -> ApiError {
        ApiError::unreadable(self.status)
    }
}

pub(super) async fn get(url: &str) -> Result<SuccessBody, ApiError> {
    send(request(url, Method::GET), None).await
}

/// Sends a request that changes something, with a JSON body if there is one, and with `headers` in addition to those
/// that every such request carries.
pub(super) async fn change(
    method: Method,
    url: &str,
    body: Option<String>,
    headers: &[(&str, &str)],
) -> Result<SuccessBody, ApiError> {
    send(change_request(method, url, headers), body).await
}

fn change_request(method: Method, url: &str, headers: &[(&str, &str)]) -> RequestBuilder {
    let start = request(url, method).header(CSRF_HEADER, "1");
    headers.iter().fold(start, |request, (name, value)| request.header(name, value))
}

/// A request that is aborted after a while, unless it gets another signal.
pub(super) fn request(url: &str, method: Method) -> RequestBuilder {
    let timeout = AbortSignal::timeout_with_u32(TIMEOUT_MS);
    RequestBuilder::new(url)
        .method(method)
        .header("Accept", "application/json")
        // Without it, Cloudflare Access answers the end of a sign-in with a redirect to another origin.
        .header("X-Requested-With", "XMLHttpRequest")
        .abort_signal(Some(&timeout))
}

async fn send(request: RequestBuilder, body: Option<String>) -> Result<SuccessBody, ApiError> {
    let session = SESSIONS.get();
    let _waiting = Waiting::begin();
    read(exchange(request, body).await?, session).await
}

pub(super) async fn exchange(request: RequestBuilder, body: Option<String>) -> Result<Response, ApiError> {
    let request = match body {
        Some(body) => request.header("Content-Type", "application/json").body(body),
        None => request.build(),
    }
    .map_err(|_| ApiError::local(texts::REQUEST_NOT_CREATED))?;
    let url = request.url();
    let response = request.send().await.map_err(|_| ApiError::network())?;
    if let Some(date) = response.headers().get("Date") {
        clock::correct(&date, page::take_preload(&url));
    }
    Ok(response)
}

/// Reads the response to a request of a session.
pub(super) async fn read(response: Response, session: u32) -> Result<SuccessBody, ApiError> {
    let status = response.status();
    let text = response.text().await.map_err(|_| ApiError::network())?;
    if response.ok() {
        Ok(SuccessBody { status, text })
    } else {
        Err(ApiError {
            is_of_earlier_session: session != SESSIONS.get(),
            ..ApiError::from_response(status, &text)
        })
    }
}

/// Sends a GET request that Docket answers without a request to the service.
pub(super) async fn get_cached(url: &str) -> Result<SuccessBody, ApiError> {
    send(request(url, Method::GET).header("Cache-Control", "only-if-cached"), None).await
}

/// Sends a GET request. Returns the headers, too, if there is a response.
pub(super) async fn get_with_headers(url: &str) -> (Result<SuccessBody, ApiError>, Option<Headers>) {
    send_for_headers(request(url, Method::GET), None).await
}

/// Sends a change like [`change`], with a body. Returns the headers, too, if there is a response.
pub(super) async fn change_with_headers(
    method: Method,
    url: &str,
    body: String,
    headers: &[(&str, &str)],
) -> (Result<SuccessBody, ApiError>, Option<Headers>) {
    send_for_headers(change_request(method, url, headers), Some(body)).await
}

async fn send_for_headers(
    request: RequestBuilder,
    body: Option<String>,
) -> (Result<SuccessBody, ApiError>, Option<Headers>) {
    let session = SESSIONS.get();
    let _waiting = Waiting::begin();
    match exchange(request, body).await {
        Ok(response) => {
            let headers = response.headers();
            (read(response, session).await, Some(headers))
        }
        Err(error) => (Err(error), None),
    }
}
