//! Checks of requests, before the Worker forwards them to an object.

use docket_core::http::checks::{body_bytes_max, check_body, check_headers, check_query};
use docket_core::http::route::RequestInput;
use docket_wire::ProblemCode;

use crate::http::failure::Failure;
use crate::http::request::IncomingRequest;

/// Checks headers, query and body of a request. Returns the body to forward, if there is one.
pub(crate) async fn check(input: RequestInput, request: &IncomingRequest) -> Result<Option<String>, Failure> {
    check_headers(input, &|name| request.header(name))?;
    check_query(input, request.target())?;
    if input == RequestInput::WebSocket && !request.wants_web_socket() {
        let failure = Failure::new(ProblemCode::UpgradeRequired, "This route needs a WebSocket.");
        return Err(failure.header("Upgrade", "websocket"));
    }
    let Some(bytes_max) = body_bytes_max(input) else { return Ok(None) };
    let body = request.json(bytes_max).await?;
    check_body(input, &body)?;
    Ok(Some(body))
}
