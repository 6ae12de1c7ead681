//! Requests to other servers.

use gloo_timers::callback::Timeout;
use js_sys::global;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, RequestInit, RequestRedirect, Response, WorkerGlobalScope};

/// The time limit of a request. It ends when this is dropped.
///
/// An `AbortSignal.timeout` would stay until its time has passed, and the runtime ends an object that has 10,000 of them.
pub(crate) struct Deadline {
    _timer: Timeout,
}

/// Sends a request. The response's body can be read as long as the time limit is kept, and until it has passed. A redirect is returned
/// and not followed, because a server could send the request with its secrets to another one.
pub(crate) async fn send(
    url: &str,
    init: &RequestInit,
    timeout_ms: u32,
) -> Result<(Response, Deadline), JsValue> {
    let controller = AbortController::new()?;
    init.set_redirect(RequestRedirect::Manual);
    init.set_signal(Some(&controller.signal()));
    let deadline = Deadline { _timer: Timeout::new(timeout_ms, move || controller.abort()) };
    let scope: WorkerGlobalScope = global().unchecked_into();
    let response = JsFuture::from(scope.fetch_with_str_and_init(url, init)).await?.dyn_into()?;
    Ok((response, deadline))
}
