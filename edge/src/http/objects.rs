//! Calls from the Worker to its Durable Objects.

use docket_core::audit::RequestSource;
use docket_core::auth::caller::to_header;
use docket_core::auth::credential::Credential;
use docket_core::http::interruption::{AfterException, ObjectException, Repeat};
use docket_core::http::route::{FoundRoute, RouteRow};
use docket_core::http::target::RequestTarget;
use docket_core::settings::AUTH_OBJECT;
use docket_wire::{CallerName, IDEMPOTENCY_HEADER, ProblemCode};
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
    binding: &'static str,
    name: &'a str,
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

    /// The one `AuthObject`.
    pub(crate) fn auth() -> ObjectName<'static> {
        ObjectName { binding: "AUTH", name: AUTH_OBJECT }
    }

    /// A shard of the `SignInObject`.
    pub(crate) fn sign_in(shard: &'a str) -> Self {
        Self { binding: "SIGN_IN", name: shard }
    }

    /// The object itself.
    fn stub(self, env: &Env) -> Result<DurableObject, Failure> {
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
    let call = ObjectCall {
        object,
        method,
        url: &request.url,
        lines,
        body,
        forwarded: FORWARDED.join("\n"),
        headers: Some(&request.headers),
    };
    let sent = call.send(env)?;
    call.response(env, sent, &|is_repeated, exception| {
        let has_key = request.header(IDEMPOTENCY_HEADER).is_some();
        AfterException::of(row, has_key, is_repeated, exception)
    })
    .await
}

/// A request to an object, which can be sent again.
struct ObjectCall<'a> {
    object: ObjectName<'a>,
    method: &'a str,
    url: &'a str,
    /// Names and values of headers.
    lines: String,
    body: Option<&'a str>,
    /// The names of headers to take from `headers`.
    forwarded: String,
    headers: Option<&'a Headers>,
}

impl<'a> ObjectCall<'a> {
    /// A message of the Worker's own.
    fn message(object: ObjectName<'a>, method: &'a str, url: &'a str, body: Option<&'a str>) -> Self {
        Self { object, method, url, lines: String::new(), body, forwarded: String::new(), headers: None }
    }

    fn send(&self, env: &Env) -> Result<JsFuture, Failure> {
        let Self { object, method, url, lines, body, forwarded, headers } = self;
        // After an exception, the object needs another stub.
        let stub = object.stub(env)?;
        Ok(fetch_object(&stub, method, url, lines, *body, forwarded, *headers)?.into())
    }

    /// The response to what was sent, or to a repetition.
    async fn response(
        &self,
        env: &Env,
        mut sent: JsFuture,
        after: &dyn Fn(bool, ObjectException) -> AfterException,
    ) -> Result<Response, Failure> {
        let mut is_repeated = false;
        loop {
            let exception = match sent.await {
                Ok(response) => return response.dyn_into().map_err(Failure::from),
                Err(exception) => exception,
            };
            match after(is_repeated, kind_of(&exception)) {
                AfterException::Repeat => (is_repeated, sent) = (true, self.send(env)?),
                AfterException::Fail(code) => return Err(Failure::interrupted(code, exception)),
            }
        }
    }
}

/// What the runtime says about an exception.
fn kind_of(exception: &JsValue) -> ObjectException {
    let is = |flag: &str| Reflect::get(exception, &flag.into()).is_ok_and(|flag| flag.is_truthy());
    ObjectException { is_retryable: is("retryable"), is_overloaded: is("overloaded") }
}

/// Sends a message to an object.
pub(crate) async fn send(
    env: &Env,
    object: ObjectName<'_>,
    (method, url): (&str, &str),
    body: Option<&str>,
    repeat: Repeat,
) -> Result<Response, Failure> {
    let call = ObjectCall::message(object, method, url, body);
    let sent = call.send(env)?;
    call.response(env, sent, &|is_repeated, exception| {
        AfterException::of_message(repeat, is_repeated, exception)
    })
    .await
}

/// A read from an object, without a caller. Several can be sent before the first body is awaited.
pub(crate) struct SentRead<'a> {
    call: ObjectCall<'a>,
    sent: Result<JsFuture, Failure>,
}

impl<'a> SentRead<'a> {
    /// `url` is that of [`own_url`].
    pub(crate) fn send(env: &Env, object: ObjectName<'a>, request: &IncomingRequest, url: &'a str) -> Self {
        let lines = to_lines([(REQUEST_ID_HEADER, request.id.as_str())].into_iter());
        let call = ObjectCall { lines, ..ObjectCall::message(object, "GET", url, None) };
        let sent = call.send(env);
        Self { call, sent }
    }

    /// The body of the response. If the object responds with a problem, that is the error.
    pub(crate) async fn body(self, env: &Env) -> Result<String, Failure> {
        let after = |is_repeated, exception| AfterException::of_message(Repeat::Once, is_repeated, exception);
        text(&self.call.response(env, self.sent?, &after).await?).await
    }
}

/// The URL of a path of this deployment.
pub(crate) fn own_url(request: &IncomingRequest, path: &str) -> String {
    format!("{}{path}", request.target().origin)
}

/// The body of an object's response. If the object responds with a problem, that is the error.
pub(crate) async fn text(response: &Response) -> Result<String, Failure> {
    let text = JsFuture::from(response.text()?).await.map_err(|exception| {
        let code =
            if kind_of(&exception).is_retryable { ProblemCode::Unavailable } else { ProblemCode::Internal };
        Failure::interrupted(code, exception)
    })?;
    let text = text.as_string().unwrap_or_default();
    if response.ok() {
        return Ok(text);
    }
    Err(Failure::of_object(docket_wire::json::from_str(&text)?, response.status(), &response.headers()))
}
