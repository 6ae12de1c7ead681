//! Requests to other servers.

use js_sys::global;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, RequestInit, RequestRedirect, Response, WorkerGlobalScope};

/// Sends a request, until the signal aborts it. It returns a redirect and does not follow it, because a server could
/// send the request with its secrets to another one.
pub(crate) async fn send(url: &str, init: &RequestInit, signal: &AbortSignal) -> Result<Response, JsValue> {
    init.set_redirect(RequestRedirect::Manual);
    init.set_signal(Some(signal));
    let scope: WorkerGlobalScope = global().unchecked_into();
    JsFuture::from(scope.fetch_with_str_and_init(url, init)).await?.dyn_into()
}
