//! The one error type of the client, and how a response becomes one.

mod meaning;

use docket_wire::{Problem, ProblemCode, SubmissionId};
use serde::Deserialize;

use crate::texts::errors as texts;

/// What brought an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ErrorCause {
    /// The console found it before it sent a request.
    Local,
    /// No response came, which leaves the outcome of the request unknown.
    Network,
    /// A response came, with this HTTP status.
    Response(u16),
}

/// Why a request brought no usable response.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct ApiError {
    pub message: String,
    pub cause: ErrorCause,
    /// The edge's code; absent without a response, or when the code is newer than this console.
    pub code: Option<ProblemCode>,
    /// The id of the request in the edge's log.
    pub request_id: Option<String>,
    /// The invalid parameter or field.
    pub field: Option<String>,
    /// The submission that stores the prompt, if the request had one.
    pub submission: Option<SubmissionId>,
    /// Whether the request was sent before the current session began.
    pub is_of_earlier_session: bool,
    /// Whether the connection was lost or came back after the request was sent.
    pub is_before_connection_change: bool,
}

/// A problem whose code is newer than this console.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BareProblem {
    error: String,
    request_id: Option<String>,
}

impl ApiError {
    /// This failure, or the one before if another attempt failed in the same way, so that a failure that is repeated is announced once.
    /// Each request has an id of its own.
    pub(crate) fn or_before(self, before: Option<&Self>) -> Self {
        let of_any_request = |error: &Self| Self { request_id: None, ..error.clone() };
        match before {
            Some(before) if of_any_request(before) == of_any_request(&self) => before.clone(),
            _ => self,
        }
    }

    /// A failure that the console found before it sent a request.
    pub(crate) fn local(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            cause: ErrorCause::Local,
            code: None,
            request_id: None,
            field: None,
            submission: None,
            is_of_earlier_session: false,
            is_before_connection_change: false,
        }
    }

    /// An error of the app itself, about a field of a form.
    pub(crate) fn local_in(field: &str, message: impl Into<String>) -> Self {
        Self { field: Some(field.to_owned()), ..Self::local(message) }
    }

    /// No response: no connection, a timeout, or a request that was aborted.
    pub(crate) fn network() -> Self {
        Self { cause: ErrorCause::Network, ..Self::local(texts::DOCKET_DID_NOT_RESPOND) }
    }

    /// A successful response whose body cannot be parsed.
    pub(crate) fn unreadable(status: u16) -> Self {
        Self::of_status(status, texts::UNREADABLE_RESPONSE)
    }

    /// A response with an error status.
    pub(crate) fn from_response(status: u16, body: &str) -> Self {
        if let Ok(problem) = docket_wire::json::from_str::<Problem>(body) {
            return Self {
                code: Some(problem.code),
                request_id: Some(problem.request_id),
                field: problem.field,
                submission: problem.submission_id,
                ..Self::of_status(status, problem.error)
            };
        }
        if let Ok(problem) = docket_wire::json::from_str::<BareProblem>(body) {
            return Self { request_id: problem.request_id, ..Self::of_status(status, problem.error) };
        }
        Self::of_status(status, texts::failed_with_status(status))
    }

    fn of_status(status: u16, message: impl Into<String>) -> Self {
        Self { cause: ErrorCause::Response(status), ..Self::local(message) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_a_problem_is_read() {
        let body = r#"{"error":"limit must be …","code":"invalid_request","requestId":"r1","field":"limit","submissionId":"sub_1"}"#;
        assert_eq!(
            ApiError::from_response(400, body),
            ApiError {
                message: "limit must be …".into(),
                cause: ErrorCause::Response(400),
                code: Some(ProblemCode::InvalidRequest),
                request_id: Some("r1".into()),
                field: Some("limit".into()),
                submission: "sub_1".parse().ok(),
                is_of_earlier_session: false,
                is_before_connection_change: false,
            }
        );
    }

    #[test]
    fn a_repeated_failure_is_the_one_before() {
        let failed = |request_id: &str, message| ApiError {
            request_id: Some(request_id.to_owned()),
            ..ApiError::local(message)
        };
        let first = failed("r1", "No.");
        assert_eq!(failed("r2", "No.").or_before(Some(&first)), first);
        assert_eq!(failed("r2", "Not now.").or_before(Some(&first)), failed("r2", "Not now."));
        assert_eq!(failed("r2", "No.").or_before(None), failed("r2", "No."));
    }

    #[test]
    fn a_body_that_is_no_problem_still_has_a_message() {
        let newer =
            ApiError::from_response(418, r#"{"error":"I am a teapot.","code":"teapot","requestId":"r2"}"#);
        assert_eq!((newer.message.as_str(), newer.request_id.as_deref()), ("I am a teapot.", Some("r2")));
        let html = ApiError::from_response(502, "<html>Bad gateway</html>");
        assert_eq!(html.message, "The request failed with HTTP status 502.");
    }
}
