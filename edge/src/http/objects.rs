//! Calls from the Worker to its Durable Objects.

use docket_core::audit::RequestSource;
use docket_core::auth::caller::to_header;
use docket_core::auth::credential::Credential;
use docket_core::http::interruption::{AfterException, ObjectException};
use docket_core::http::route::{FoundRoute, RouteRow};
use docket_core::http::target::RequestTarget;
use docket_wire::{CallerName, IDEMPOTENCY_HEADER};
use js_sys::{Promise, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, Response};
use worker::Env;
use worker::worker_sys::{DurableObject, DurableObjectNamespace};

use crate::http::failure::Failure;
use crate::http::headers::{
    ADDRESS_HEADER, CALLER_HEADER, CAN_READ_JOBS_HEADER, COUNTRY_HEADER, CREDENTIAL_HEADER, FORWARDED,
    REQUEST_ID_HEADER, to_lines,
};
use crate::http::request::IncomingRequest;

/// What identifies an object.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ObjectName<'a> {
    pub(crate) binding: &'static str,
    pub(crate) name: &'a str,
}

impl<'a> ObjectName<'a> {
    /// The `JobsObject` of a project.
    pub(crate) fn jobs(project: &'a str) -> Self {
        Self { binding: "JOBS", name: project }
    }

    /// The `AnalyticsObject` of the admin key that a secret holds.
    pub(crate) fn analytics(key_secret: &'a str) -> Self {
        Self { binding: "ANALYTICS", name: key_secret }
    }

    /// The object itself.
    pub(crate) fn stub(self, env: &Env) -> Result<DurableObject, Failure> {
        let Self { binding, name } = self;
        let namespace = Reflect::get(env, &binding.into())?;
        if !namespace.is_object() {
            return Err(Failure::internal(format!("the binding {binding} is missing")));
        }
        Ok(namespace.unchecked_into::<DurableObjectNamespace>().get_by_name(name)?)
    }
}

#[wasm_bindgen(inline_js = "
export function fetch_object(object, method, url, lines, body, forwarded, from) {
    const texts = lines.split('\\n');
    const headers = {};
    for (let at = 0; at + 1 < texts.length; at += 2) headers[texts[at]] = texts[at + 1];
    for (const name of from ? forwarded.split('\\n') : []) {
        const value = from.get(name);
        if (value !== null) headers[name] = value;
    }
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    return object.fetch(url, { method, headers, body });
}
")]
extern "C" {
    /// Sends a request with headers, and with the named ones of another request. It crosses to JavaScript once, because
    /// each crossing costs about as much as the rest.
    #[wasm_bindgen(catch)]
    fn fetch_object(
        object: &DurableObject,
        method: &str,
        url: &str,
        lines: &str,
        body: Option<&str>,
        forwarded: &str,
        from: Option<&Headers>,
    ) -> Result<Promise, JsValue>;
}

/// The route of a request that the Worker forwarded to this object.
pub(crate) fn forwarded_route(request: &worker::Request, url: &str) -> Result<FoundRoute, Failure> {
    Ok(FoundRoute::find(&request.inner().method(), RequestTarget::of(url).path)?)
}

/// What an object learns of the caller of a forwarded request.
pub(crate) struct ForwardedCaller<'a> {
    pub(crate) name: &'a CallerName,
    pub(crate) credential: Credential,
    /// Whether the caller may read the jobs of the project.
    pub(crate) can_read_jobs: bool,
}

/// Forwards a request: only its method, its URL, a few headers and the checked body.
pub(crate) async fn forward(
    env: &Env,
    object: ObjectName<'_>,
    row: &RouteRow,
    request: &IncomingRequest,
    caller: &ForwardedCaller<'_>,
    body: Option<&str>,
) -> Result<Response, Failure> {
    let RequestSource { address, country, .. } = request.source();
    let (name, credential) = (to_header(caller.name), caller.credential.to_header());
    let own = [
        (CALLER_HEADER, name.as_str()),
        (CREDENTIAL_HEADER, &credential),
        (REQUEST_ID_HEADER, &request.id),
        (ADDRESS_HEADER, &address),
    ];
    let country = country.as_deref().map(|country| (COUNTRY_HEADER, country));
    let upgrade = request.wants_web_socket().then_some(("Upgrade", "websocket"));
    let reader = caller.can_read_jobs.then_some((CAN_READ_JOBS_HEADER, "1"));
    let lines = to_lines(own.into_iter().chain(country).chain(upgrade).chain(reader));
    let method = if request.is_safe() { "GET" } else { &request.method };
    let (headers, forwarded) = (Some(&request.headers), FORWARDED.join("\n"));
    let mut is_repeated = false;
    loop {
        // After an exception, the object needs another stub.
        let stub = object.stub(env)?;
        let sent = fetch_object(&stub, method, &request.url, &lines, body, &forwarded, headers)?;
        let exception = match JsFuture::from(sent).await {
            Ok(response) => return response.dyn_into().map_err(Failure::from),
            Err(exception) => exception,
        };
        let is = |flag: &str| Reflect::get(&exception, &flag.into()).is_ok_and(|flag| flag.is_truthy());
        let flags = ObjectException { is_retryable: is("retryable"), is_overloaded: is("overloaded") };
        let has_key = request.header(IDEMPOTENCY_HEADER).is_some();
        match AfterException::of(row, has_key, is_repeated, flags) {
            AfterException::Repeat => is_repeated = true,
            AfterException::Fail(code) => return Err(Failure::interrupted(code, exception)),
        }
    }
}

/// Sends a request to an object.
pub(crate) async fn send(
    object: &DurableObject,
    method: &str,
    url: &str,
    body: Option<&str>,
) -> Result<Response, Failure> {
    response_of(fetch_object(object, method, url, "", body, "", None)?).await
}

async fn response_of(response: Promise) -> Result<Response, Failure> {
    JsFuture::from(response).await?.dyn_into().map_err(Failure::from)
}

/// A read from an object, without a caller. Several can be sent before the first body is awaited.
pub(crate) struct SentRead(Result<JsFuture, Failure>);

impl SentRead {
    pub(crate) fn send(env: &Env, object: ObjectName<'_>, request: &IncomingRequest, path: &str) -> Self {
        let lines = to_lines([(REQUEST_ID_HEADER, request.id.as_str())].into_iter());
        let url = format!("{}{path}", request.target().origin);
        let response = object
            .stub(env)
            .and_then(|object| Ok(fetch_object(&object, "GET", &url, &lines, None, "", None)?));
        Self(response.map(JsFuture::from))
    }

    /// The body of the response. If the object responds with a problem, that is the error.
    pub(crate) async fn body(self) -> Result<String, Failure> {
        text(&self.0?.await?.dyn_into().map_err(Failure::from)?).await
    }
}

/// The body of an object's response. If the object responds with a problem, that is the error.
pub(crate) async fn text(response: &Response) -> Result<String, Failure> {
    let text = JsFuture::from(response.text()?).await?.as_string().unwrap_or_default();
    if response.ok() {
        return Ok(text);
    }
    Err(Failure::of_object(docket_wire::json::from_str(&text)?, response.status(), &response.headers()))
}
