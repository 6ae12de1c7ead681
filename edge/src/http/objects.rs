//! Calls from the Worker to its Durable Objects.

use docket_core::auth::caller::to_header;
use docket_wire::{CONFIRM_HEADER, CallerName, IDEMPOTENCY_HEADER};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, Request, RequestInit, Response};
use worker::Env;
use worker::worker_sys::{DurableObject, DurableObjectNamespace};

use crate::http::failure::Failure;
use crate::http::headers::{CALLER_HEADER, REQUEST_ID_HEADER};
use crate::http::request::Incoming;

/// The object of a class that bears a name.
pub(crate) fn named(env: &Env, binding: &str, name: &str) -> Result<DurableObject, Failure> {
    let namespace = js_sys::Reflect::get(env, &binding.into())?;
    if !namespace.is_object() {
        return Err(Failure::internal(format!("the binding {binding} is missing")));
    }
    Ok(namespace.unchecked_into::<DurableObjectNamespace>().get_by_name(name)?)
}

/// Passes a request on, of which nothing remains but method, URL, a few named headers and the body that was checked.
pub(crate) async fn forward(
    object: &DurableObject,
    incoming: &Incoming,
    caller: &CallerName,
    body: Option<&str>,
) -> Result<Response, Failure> {
    let headers = Headers::new()?;
    headers.set(CALLER_HEADER, &to_header(caller))?;
    headers.set(REQUEST_ID_HEADER, &incoming.id)?;
    for name in [IDEMPOTENCY_HEADER, CONFIRM_HEADER, "Cache-Control"] {
        if let Some(value) = incoming.header(name) {
            headers.set(name, &value)?;
        }
    }
    if incoming.wants_web_socket() {
        headers.set("Upgrade", "websocket")?;
    }
    let method = if incoming.is_safe() { "GET" } else { &incoming.method };
    send(object, method, &incoming.url, &headers, body).await
}

/// Sends a request to an object.
pub(crate) async fn send(
    object: &DurableObject,
    method: &str,
    url: &str,
    headers: &Headers,
    body: Option<&str>,
) -> Result<Response, Failure> {
    let init = RequestInit::new();
    init.set_method(method);
    if let Some(body) = body {
        headers.set("Content-Type", "application/json")?;
        init.set_body_opt_str(Some(body));
    }
    init.set_headers_headers(headers);
    let request = Request::new_with_str_and_init(url, &init)?;
    let answered = JsFuture::from(object.fetch_with_request(&request)?).await?;
    answered.dyn_into().map_err(Failure::from)
}
