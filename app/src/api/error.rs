//! The one error type of the client, and how a response becomes one.

use docket_wire::{Problem, ProblemCode};
use serde::Deserialize;

use crate::texts::errors as texts;

/// Why a request brought no usable response.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct ApiError {
    pub message: String,
    /// The edge's code; absent without a response, or when the code is newer than this console.
    pub code: Option<ProblemCode>,
    /// HTTP status; absent without a response.
    pub status: Option<u16>,
    /// The id of the request in the edge's log.
    pub request_id: Option<String>,
    /// The invalid parameter or field.
    pub field: Option<String>,
    /// Whether the connection failed, which leaves the outcome of the request unknown.
    pub is_network: bool,
}

/// A problem whose code is newer than this console.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BareProblem {
    error: String,
    request_id: Option<String>,
}

impl ApiError {
    /// A failure that the console found before it sent a request.
    pub(crate) fn local(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            code: None,
            status: None,
            request_id: None,
            field: None,
            is_network: false,
        }
    }

    /// No response: no connection, a timeout, or a request that was aborted.
    pub(crate) fn network() -> Self {
        Self { is_network: true, ..Self::local(texts::DOCKET_DID_NOT_RESPOND) }
    }

    /// A successful response whose body cannot be parsed.
    pub(crate) fn unreadable(status: u16) -> Self {
        Self { status: Some(status), ..Self::local(texts::UNREADABLE_RESPONSE) }
    }

    /// A response with an error status.
    pub(crate) fn from_response(status: u16, body: &str) -> Self {
        if let Ok(problem) = serde_json::from_str::<Problem>(body) {
            return Self {
                message: problem.error,
                code: Some(problem.code),
                status: Some(status),
                request_id: Some(problem.request_id),
                field: problem.field,
                is_network: false,
            };
        }
        if let Ok(problem) = serde_json::from_str::<BareProblem>(body) {
            return Self {
                status: Some(status),
                request_id: problem.request_id,
                ..Self::local(problem.error)
            };
        }
        Self { status: Some(status), ..Self::local(texts::failed_with_status(status)) }
    }

    pub(crate) fn is_local(&self) -> bool {
        !self.is_network && self.status.is_none()
    }

    /// Whether there is no session, or it has ended.
    pub(crate) fn is_signed_out(&self) -> bool {
        self.code == Some(ProblemCode::Unauthenticated) || self.is_outside_access()
    }

    /// Whether Cloudflare Access refused the request before it reached Docket: with 401 and without a problem.
    pub(crate) fn is_outside_access(&self) -> bool {
        self.status == Some(401) && self.code.is_none()
    }

    /// Whether Docket is not configured yet.
    pub(crate) fn is_not_configured(&self) -> bool {
        self.code == Some(ProblemCode::NotConfigured)
    }

    /// Whether Docket failed, and not the service or the connection.
    pub(crate) fn is_of_docket(&self) -> bool {
        use ProblemCode as P;
        match self.code {
            Some(code) => matches!(code, P::Internal | P::NewerSchema | P::Restoring | P::AccessUnavailable),
            // A page of the platform in place of a response.
            None => self.status.is_some_and(|status| status >= 500),
        }
    }

    /// Whether the requested resource does not exist.
    pub(crate) fn is_not_found(&self) -> bool {
        self.status == Some(404)
    }

    /// Whether the same person sent the same prompt a moment ago, so that this one may be a mistake.
    pub(crate) fn is_possible_duplicate(&self) -> bool {
        self.code == Some(ProblemCode::PossibleDuplicate)
    }

    /// Whether the idempotency key of a prompt cannot send it any more: a person discarded what it had sent, or it belongs to
    /// another prompt.
    pub(crate) fn ends_key(&self) -> bool {
        matches!(self.code, Some(ProblemCode::SubmissionState | ProblemCode::IdempotencyConflict))
    }

    /// Whether the service certainly did not act on the prompt, so that sending it again cannot start a second job.
    ///
    /// Every other failure leaves that open: no response, a response from a proxy in between, or a fault after the
    /// edge had called the service.
    pub(crate) fn rules_out_success(&self) -> bool {
        use ProblemCode as P;
        matches!(
            self.code,
            Some(
                P::InvalidRequest
                    | P::Unauthenticated
                    | P::AccessUnavailable
                    | P::Forbidden
                    | P::CsrfCheck
                    | P::HttpsRequired
                    | P::UnknownRoute
                    | P::UnknownProject
                    | P::UnknownJob
                    | P::MethodNotAllowed
                    | P::IdempotencyConflict
                    | P::FollowUpInFlight
                    | P::PossibleDuplicate
                    | P::SubmissionState
                    | P::QueueFull
                    | P::BodyTooLarge
                    | P::UnsupportedMediaType
                    | P::BudgetExhausted
                    | P::ServicePaused
                    | P::ServiceThrottled
                    | P::ServiceRejected
                    | P::ServiceRejectedKey
                    | P::NotConfigured
            )
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_a_problem_is_read() {
        let body = r#"{"error":"limit must be …","code":"invalid_request","requestId":"r1","field":"limit"}"#;
        assert_eq!(
            ApiError::from_response(400, body),
            ApiError {
                message: "limit must be …".into(),
                code: Some(ProblemCode::InvalidRequest),
                status: Some(400),
                request_id: Some("r1".into()),
                field: Some("limit".into()),
                is_network: false,
            }
        );
    }

    #[test]
    fn a_body_that_is_no_problem_still_has_a_message() {
        let newer =
            ApiError::from_response(418, r#"{"error":"I am a teapot.","code":"teapot","requestId":"r2"}"#);
        assert_eq!((newer.message.as_str(), newer.request_id.as_deref()), ("I am a teapot.", Some("r2")));
        let html = ApiError::from_response(502, "<html>Bad gateway</html>");
        assert_eq!(html.message, "The request failed with HTTP status 502.");
        assert!(!html.rules_out_success() && !ApiError::network().rules_out_success());
    }

    #[test]
    fn a_401_ends_the_session_but_a_wrong_passphrase_does_not() {
        let is_signed_out = |body: &str| ApiError::from_response(401, body).is_signed_out();
        let problem = |code| format!(r#"{{"error":"No.","code":"{code}","requestId":"r1"}}"#);
        assert!(is_signed_out(&problem("unauthenticated")));
        assert!(is_signed_out(""), "Cloudflare Access in front of Docket");
        assert!(!is_signed_out(&problem("wrong_passphrase")));
    }

    #[test]
    fn a_fault_of_the_service_is_not_one_of_docket() {
        let is_of_docket = |status: u16, code: &str| {
            let body = format!(r#"{{"error":"No.","code":"{code}","requestId":"r1"}}"#);
            ApiError::from_response(status, &body).is_of_docket()
        };
        for (status, code, expected) in [
            (500, "internal", true),
            (503, "newer_schema", true),
            (503, "restoring", true),
            (502, "service_unreachable", false),
            (504, "service_timeout", false),
            (429, "budget_exhausted", false),
            (400, "invalid_request", false),
        ] {
            assert_eq!(is_of_docket(status, code), expected, "{code}");
        }
        assert!(ApiError::from_response(500, "<html>Worker threw exception</html>").is_of_docket());
        assert!(!ApiError::network().is_of_docket());
    }

    #[test]
    fn only_a_definite_rejection_rules_out_success() {
        let error = |code: ProblemCode| ApiError { code: Some(code), ..ApiError::local("…") };
        for code in [ProblemCode::ServiceRejected, ProblemCode::ServicePaused, ProblemCode::InvalidRequest] {
            assert!(error(code).rules_out_success(), "{code:?}");
        }
        for code in [
            ProblemCode::OutcomeUnknown,
            ProblemCode::ServiceTimeout,
            ProblemCode::ServiceFailed,
            ProblemCode::ServiceBadAnswer,
            ProblemCode::ServiceUnreachable,
            ProblemCode::Internal,
        ] {
            assert!(!error(code).rules_out_success(), "{code:?}");
        }
    }
}
