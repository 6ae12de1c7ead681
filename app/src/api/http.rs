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
    /// Counts how often the connection was lost or came back.
    static CONNECTION_CHANGES: Cell<u32> = const { Cell::new(0) };
}

/// The connection is lost or back. A request from before may still fail, because it waits on one that is dead.
pub(crate) fn record_connection_change() {
    CONNECTION_CHANGES.set(CONNECTION_CHANGES.get() + 1);
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

/// A response that was read to its end.
pub(super) struct ReadResponse {
    pub(super) body: Result<SuccessBody, ApiError>,
    /// Absent if there was no response.
    pub(super) headers: Option<Headers>,
}

pub(super) fn get(url: &str) -> RequestBuilder {
    request(url, Method::GET)
}

/// A request that changes something, with `headers` in addition to those that every such request carries.
pub(super) fn change(method: Method, url: &str, headers: &[(&str, &str)]) -> RequestBuilder {
    let start = request(url, method).header(CSRF_HEADER, "1");
    headers.iter().fold(start, |request, (name, value)| request.header(name, value))
}

/// A request that is aborted after a while, unless it gets another signal.
fn request(url: &str, method: Method) -> RequestBuilder {
    let timeout = AbortSignal::timeout_with_u32(TIMEOUT_MS);
    RequestBuilder::new(url)
        .method(method)
        .header("Accept", "application/json")
        // Without it, Cloudflare Access answers the end of a sign-in with a redirect to another origin.
        .header("X-Requested-With", "XMLHttpRequest")
        .abort_signal(Some(&timeout))
}

/// Sends a request, with a JSON body if there is one, and reads its response.
pub(super) async fn send(request: RequestBuilder, body: Option<String>) -> ReadResponse {
    let (session, changes) = (SESSIONS.get(), CONNECTION_CHANGES.get());
    let _waiting = Waiting::begin();
    let mut response = match exchange(request, body).await {
        Ok(response) => {
            let headers = response.headers();
            ReadResponse { body: read(response, session).await, headers: Some(headers) }
        }
        Err(error) => ReadResponse { body: Err(error), headers: None },
    };
    if let Err(error) = &mut response.body {
        error.is_before_connection_change = changes != CONNECTION_CHANGES.get();
    }
    response
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
