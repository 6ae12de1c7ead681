//! Faults that replace the regular response.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use docket_wire::UnixMs;
use jiff::Timestamp;
use serde_json::json;

use super::{FaultContext, stream};
use crate::clock::ms;
use crate::fault::{BodyShape, FaultKind, RetryAfter, SimFault};
use crate::http::answer::Refusal;

pub(super) fn answer(context: &FaultContext<'_>, fault: SimFault) -> Response {
    match fault.kind() {
        FaultKind::Status(status, shape) => wrong_status(status, shape),
        FaultKind::Throttled(retry_after) => throttled(context, fault, retry_after),
        FaultKind::Redirect => {
            let location = format!("http://{}/_sim/elsewhere", context.service.address);
            (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, location)]).into_response()
        }
        FaultKind::EchoError => {
            let error = format!("Upstream rejected header Authorization: {}", context.authorization);
            Refusal::new(500, error).into_response()
        }
        // The only other fault that replaces the response is the dropped connection.
        _ => stream::dropped(),
    }
}

fn wrong_status(status: u16, shape: BodyShape) -> Response {
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let reason = code.canonical_reason().unwrap_or("Unknown");
    match shape {
        BodyShape::Json if status == 200 => Json(json!({ "ok": true })).into_response(),
        BodyShape::Json => {
            let refusal = Refusal::new(status, format!("{reason}."));
            let refusal = match status {
                400 | 422 => refusal.details(json!({ "field": "simulated" })),
                _ => refusal,
            };
            refusal.into_response()
        }
        BodyShape::Html => {
            let page = format!(
                "<!doctype html><html><head><title>{status} {reason}</title></head>\
                 <body><h1>{status} {reason}</h1><hr><p>proxy/1.27</p></body></html>"
            );
            (code, Html(page)).into_response()
        }
        BodyShape::Text => (code, format!("{reason}\n")).into_response(),
        BodyShape::Empty => code.into_response(),
    }
}

fn throttled(context: &FaultContext<'_>, fault: SimFault, retry_after: RetryAfter) -> Response {
    let value = match retry_after {
        RetryAfter::Seconds => Some(HeaderValue::from(fault.duration().as_secs())),
        RetryAfter::Date => {
            let date = http_date(context.service.clock.now().plus_ms(ms(fault.duration())));
            HeaderValue::try_from(date).ok()
        }
        RetryAfter::Absent => None,
    };
    Refusal::new(429, "Rate limit exceeded.").retry_after(value).into_response()
}

/// RFC 9110's fixed-length date.
fn http_date(at: UnixMs) -> String {
    let timestamp = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::MAX);
    timestamp.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_as_http_has_them() {
        assert_eq!(http_date(UnixMs(1_795_000_000_000)), "Wed, 18 Nov 2026 11:06:40 GMT");
    }
}
