//! Headers that every answer carries.

use docket_core::http::headers::for_answers;
use wasm_bindgen::JsValue;
use web_sys::{Headers, Response, ResponseInit};

/// Names a request, in answers and between the Worker and its objects.
pub(crate) const REQUEST_ID_HEADER: &str = "Docket-Request-Id";
/// Who calls, as the Worker found out. Only between the Worker and its objects.
pub(crate) const CALLER_HEADER: &str = "Docket-Caller";

/// The answer as it leaves the Worker: an object's headers cannot be changed, so it is made anew around the same body.
pub(crate) fn finish(
    response: &Response,
    request_id: &str,
    cookie: Option<&str>,
    without_body: bool,
) -> Result<Response, JsValue> {
    let headers = Headers::new_with_headers(&response.headers())?;
    for (name, value) in for_answers() {
        headers.set(name, value)?;
    }
    // What is answered here is about someone, or about now.
    headers.set("Cache-Control", "no-store")?;
    headers.set(REQUEST_ID_HEADER, request_id)?;
    if let Some(cookie) = cookie {
        headers.append("Set-Cookie", cookie)?;
    }
    let init = ResponseInit::new();
    init.set_status(response.status());
    init.set_headers_headers(&headers);
    let body = if without_body { None } else { response.body() };
    Response::new_with_opt_readable_stream_and_init(body.as_ref(), &init)
}
