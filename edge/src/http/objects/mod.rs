//! Calls from the Worker to its Durable Objects, and what the objects have in common.

pub(crate) mod message_object;
pub(crate) mod open_error;

use docket_core::audit::RequestSource;
use docket_core::auth::caller::to_header;
use docket_core::auth::credential::Credential;
use docket_wire::{CallerName, Problem};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, Request, RequestInit, Response};
use worker::Env;
use worker::worker_sys::{DurableObject, DurableObjectNamespace};

use crate::http::failure::Failure;
use crate::http::headers::{
    ADDRESS_HEADER, CALLER_HEADER, COUNTRY_HEADER, CREDENTIAL_HEADER, FORWARDED, REQUEST_ID_HEADER,
};
use crate::http::request::IncomingRequest;

/// Binding of `JobsObject`. Its objects have the ids of projects as names.
pub(crate) const JOBS: &str = "JOBS";
/// Binding of `AnalyticsObject`. Its objects have the names of key secrets as names.
pub(crate) const ANALYTICS: &str = "ANALYTICS";

/// The object of a binding that has a name.
pub(crate) fn named(env: &Env, binding: &str, name: &str) -> Result<DurableObject, Failure> {
    let namespace = js_sys::Reflect::get(env, &binding.into())?;
    if !namespace.is_object() {
        return Err(Failure::internal(format!("the binding {binding} is missing")));
    }
    Ok(namespace.unchecked_into::<DurableObjectNamespace>().get_by_name(name)?)
}

/// Forwards a request: only its method, its URL, a few headers and the checked body.
pub(crate) async fn forward(
    object: &DurableObject,
    request: &IncomingRequest,
    caller: &CallerName,
    credential: &Credential,
    body: Option<&str>,
) -> Result<Response, Failure> {
    let headers = Headers::new()?;
    headers.set(CALLER_HEADER, &to_header(caller))?;
    headers.set(CREDENTIAL_HEADER, &credential.to_header())?;
    headers.set(REQUEST_ID_HEADER, &request.id)?;
    let RequestSource { address, country, .. } = request.source();
    headers.set(ADDRESS_HEADER, &address)?;
    if let Some(country) = country {
        headers.set(COUNTRY_HEADER, &country)?;
    }
    for name in FORWARDED {
        if let Some(value) = request.header(name) {
            headers.set(name, &value)?;
        }
    }
    if request.wants_web_socket() {
        headers.set("Upgrade", "websocket")?;
    }
    let method = if request.is_safe() { "GET" } else { &request.method };
    send(object, method, &request.url, &headers, body).await
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
    let response = JsFuture::from(object.fetch_with_request(&request)?).await?;
    response.dyn_into().map_err(Failure::from)
}

/// Reads from an object, without a caller, and returns its response's body.
pub(crate) async fn read(
    env: &Env,
    (binding, name): (&str, &str),
    request: &IncomingRequest,
    path: &str,
) -> Result<String, Failure> {
    let headers = Headers::new()?;
    headers.set(REQUEST_ID_HEADER, &request.id)?;
    let url = format!("{}{path}", request.target().origin);
    text(&send(&named(env, binding, name)?, "GET", &url, &headers, None).await?).await
}

/// The body of an object's response. If the object responds with a problem, that is the error.
pub(crate) async fn text(response: &Response) -> Result<String, Failure> {
    let text = JsFuture::from(response.text()?).await?.as_string().unwrap_or_default();
    if response.ok() {
        return Ok(text);
    }
    Err(serde_json::from_str::<Problem>(&text)?.into())
}
