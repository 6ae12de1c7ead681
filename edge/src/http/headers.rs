//! Headers of all responses, and of requests between the Worker and its objects.

use docket_core::http::etag;
use docket_core::http::headers::for_responses;
use docket_wire::{CONFIRM_HEADER, IDEMPOTENCY_HEADER, LABELS_HEADER};
use wasm_bindgen::JsValue;
use web_sys::{Headers, Response, ResponseInit};

/// Names a request, in responses and between the Worker and its objects.
pub(crate) const REQUEST_ID_HEADER: &str = "Docket-Request-Id";
/// The authenticated caller. Only between the Worker and its objects.
pub(crate) const CALLER_HEADER: &str = "Docket-Caller";
/// The session or token of the caller. Only between the Worker and its objects.
pub(crate) const CREDENTIAL_HEADER: &str = "Docket-Credential";
/// Present if the caller may read the jobs of the project. Only between the Worker and its objects.
pub(super) const CAN_READ_JOBS_HEADER: &str = "Docket-Can-Read-Jobs";
/// The address of the client, for the audit log. Only between the Worker and its objects.
pub(crate) const ADDRESS_HEADER: &str = "Docket-Address";
/// The country of the address. Only between the Worker and its objects.
pub(crate) const COUNTRY_HEADER: &str = "Docket-Country";
/// Why an object could not answer a message, for the log of the Worker. Only between the Worker and its objects.
pub(super) const DETAIL_HEADER: &str = "Docket-Detail";
/// Headers of a request that the Worker forwards to an object.
pub(super) const FORWARDED: [&str; 5] =
    [IDEMPOTENCY_HEADER, CONFIRM_HEADER, LABELS_HEADER, "Cache-Control", IF_NONE_MATCH];
/// The tags of the responses that the client has.
const IF_NONE_MATCH: &str = "If-None-Match";

/// Whether the caller wants the current state rather than the stored one.
pub(crate) fn wants_current(headers: &worker::Headers) -> worker::Result<bool> {
    has_directive(headers, "no-cache")
}

/// Whether the caller wants only what is stored.
pub(crate) fn wants_cached(headers: &worker::Headers) -> worker::Result<bool> {
    has_directive(headers, "only-if-cached")
}

/// Whether the caller may read the jobs of the project, of a request to an object.
pub(crate) fn can_read_jobs(headers: &worker::Headers) -> worker::Result<bool> {
    headers.has(CAN_READ_JOBS_HEADER)
}

fn has_directive(headers: &worker::Headers, name: &str) -> worker::Result<bool> {
    let cache_control = headers.get("Cache-Control")?.unwrap_or_default();
    Ok(cache_control.split(',').any(|directive| directive.trim().eq_ignore_ascii_case(name)))
}

/// Whether the client has the response with this tag; `None` without `If-None-Match`.
pub(crate) fn client_has(headers: &worker::Headers, tag: &str) -> worker::Result<Option<bool>> {
    Ok(headers.get(IF_NONE_MATCH)?.map(|known| etag::matches(&known, tag)))
}

/// Headers as lines of names and values, so that all of them cross to JavaScript in one text. A value with a line break is left out,
/// because the rest of it would be another header.
pub(super) fn to_lines<'a>(headers: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    headers
        .filter(|(_, value)| !value.contains('\n'))
        .flat_map(|(name, value)| [name, "\n", value, "\n"])
        .collect()
}

/// The headers that every response has.
pub(super) fn common() -> impl Iterator<Item = (&'static str, &'static str)> {
    // Responses of the API are specific to a caller and a moment.
    for_responses().iter().copied().chain([("Cache-Control", "no-store")])
}

/// Whether an object has completed a response, so that it can leave the Worker as it is.
pub(crate) fn is_complete(response: &Response) -> bool {
    response.headers().has(REQUEST_ID_HEADER).is_ok_and(|is_complete| is_complete)
}

/// The response as it leaves the Worker. The headers of an object's response are immutable, so this makes a new
/// response with the same body.
pub(crate) fn finish(
    response: &Response,
    request_id: &str,
    cookie: Option<&str>,
    is_head: bool,
) -> Result<Response, JsValue> {
    let headers = Headers::new_with_headers(&response.headers())?;
    for (name, value) in common() {
        headers.set(name, value)?;
    }
    headers.set(REQUEST_ID_HEADER, request_id)?;
    // A route that deletes the cookie of a session has ended the session.
    if let Some(cookie) = cookie
        && !headers.has("Set-Cookie")?
    {
        headers.append("Set-Cookie", cookie)?;
    }
    let init = ResponseInit::new();
    init.set_status(response.status());
    init.set_headers_headers(&headers);
    let body = if is_head { None } else { response.body() };
    Response::new_with_opt_readable_stream_and_init(body.as_ref(), &init)
}
