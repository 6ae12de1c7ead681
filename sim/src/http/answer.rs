//! Responses before they are sent: a status and JSON, or an error in the service's shape.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;

use crate::service::Refused;

/// The regular response, before a fault changes it.
#[derive(Debug)]
pub(super) struct RegularResponse {
    pub(super) status: StatusCode,
    pub(super) body: Value,
}

/// An error of the service's own.
#[derive(Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    error: ErrorBody,
    retry_after: Option<HeaderValue>,
}

/// Further `details`.
#[derive(Debug, Serialize)]
struct ErrorBody {
    error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Value>,
}

impl Refusal {
    pub(super) fn new(status: u16, error: impl Into<String>) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self { status, error: ErrorBody { error: error.into(), details: None }, retry_after: None }
    }

    pub(super) fn details(mut self, details: Value) -> Self {
        self.error.details = Some(details);
        self
    }

    pub(super) fn retry_after(mut self, value: Option<HeaderValue>) -> Self {
        self.retry_after = value;
        self
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::UnknownJob => Self::new(404, "Agent job not found."),
            Refused::NoMoreMessages => Self::new(400, "This job takes no more messages."),
            Refused::Throttled(seconds) => {
                Self::new(429, "Rate limit exceeded.").retry_after(Some(HeaderValue::from(seconds)))
            }
        }
    }
}

impl IntoResponse for RegularResponse {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.error)).into_response();
        if let Some(value) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, value);
        }
        response
    }
}
