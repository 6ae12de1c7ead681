//! Problems in the form that the client accepts.

use docket_core::http::accepts;
use docket_wire::{Problem, ProblemDetails, RETRY_AFTER_HEADER};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, Response, ResponseInit};

use crate::http::request::IncomingRequest;

/// Turns the problem of a response into the form of RFC 9457, if the client accepts that. The Worker and its objects respond with
/// Docket's own form, and every response passes through here.
pub(crate) async fn negotiate(request: &IncomingRequest, response: Response) -> Result<Response, JsValue> {
    let is_accepted =
        || request.header("Accept").is_some_and(|accept| accepts(&accept, ProblemDetails::MEDIA_TYPE));
    if response.status() < 400 || !is_accepted() {
        return Ok(response);
    }
    let text = JsFuture::from(response.text()?).await?.as_string().unwrap_or_default();
    let headers = Headers::new_with_headers(&response.headers())?;
    let details = docket_wire::json::from_str::<Problem>(&text).ok().and_then(|problem| {
        let retry_after = headers.get(RETRY_AFTER_HEADER).ok().flatten().and_then(|text| text.parse().ok());
        serde_json::to_string(&ProblemDetails::new(problem, response.status(), retry_after)).ok()
    });
    if details.is_some() {
        headers.set("Content-Type", ProblemDetails::MEDIA_TYPE)?;
    }
    let init = ResponseInit::new();
    init.set_status(response.status());
    init.set_headers_headers(&headers);
    Response::new_with_opt_str_and_init(Some(details.as_deref().unwrap_or(&text)), &init)
}
