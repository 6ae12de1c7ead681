//! The one mapper of everything that can go wrong with a request.

use docket_wire::{Problem, ProblemCode};
use serde::Deserialize;

/// Why a request brought no answer that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct ApiError {
    /// A sentence for a person.
    pub message: String,
    /// The edge's word for it; absent if the edge did not answer, or in a word that is not known here.
    pub code: Option<ProblemCode>,
    /// HTTP status; absent if there was no answer.
    pub status: Option<u16>,
    /// Names the request in the edge's log.
    pub request_id: Option<String>,
    /// Parameter or field at fault.
    pub field: Option<String>,
    /// Whether the line failed, so that nobody knows what became of the request.
    pub is_network: bool,
}

/// What is left of a problem whose code is newer than this console.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BareProblem {
    error: String,
    request_id: Option<String>,
}

impl ApiError {
    /// A failure that the console itself found.
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

    /// No answer: no line, a timeout, or a page that was left.
    pub(crate) fn network() -> Self {
        Self { is_network: true, ..Self::local("No answer from Docket. Check the connection and try again.") }
    }

    /// An answer of success that does not say what it should.
    pub(crate) fn unreadable(status: u16) -> Self {
        Self {
            status: Some(status),
            ..Self::local("Docket's answer could not be read. A reload may help, if Docket was updated.")
        }
    }

    /// An answer that is no success.
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
        Self { status: Some(status), ..Self::local(format!("The request failed with HTTP status {status}.")) }
    }

    /// Whether the console found it without asking anybody.
    pub(crate) fn is_local(&self) -> bool {
        !self.is_network && self.status.is_none()
    }

    /// Whether nobody is signed in (any more).
    pub(crate) fn is_signed_out(&self) -> bool {
        self.code == Some(ProblemCode::Unauthenticated)
    }

    /// Whether Docket lacks settings.
    pub(crate) fn is_not_configured(&self) -> bool {
        self.code == Some(ProblemCode::NotConfigured)
    }

    /// Whether what was asked for is not there.
    pub(crate) fn is_not_found(&self) -> bool {
        self.status == Some(404)
    }

    /// Whether the same prompt was sent a moment ago, so that this one may be a slip.
    pub(crate) fn possible_duplicate(&self) -> bool {
        self.code == Some(ProblemCode::PossibleDuplicate)
    }

    /// Whether it is certain that a prompt was not carried out, so that sending it again cannot double it.
    ///
    /// Everything else leaves that open: no answer, an answer from something in between, a fault after the prompt
    /// was handed on.
    pub(crate) fn rules_out_success(&self) -> bool {
        use ProblemCode as P;
        matches!(
            self.code,
            Some(
                P::InvalidRequest
                    | P::Unauthenticated
                    | P::Forbidden
                    | P::CsrfCheck
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
    fn a_problem_is_taken_over_whole() {
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
    fn what_is_no_problem_still_says_something() {
        let newer =
            ApiError::from_response(418, r#"{"error":"I am a teapot.","code":"teapot","requestId":"r2"}"#);
        assert_eq!((newer.message.as_str(), newer.request_id.as_deref()), ("I am a teapot.", Some("r2")));
        let html = ApiError::from_response(502, "<html>Bad gateway</html>");
        assert_eq!(html.message, "The request failed with HTTP status 502.");
        assert!(!html.rules_out_success() && !ApiError::network().rules_out_success());
    }

    #[test]
    fn only_a_clear_no_rules_out_success() {
        let error = |code: ProblemCode| ApiError { code: Some(code), ..ApiError::local("…") };
        for code in [ProblemCode::ServiceRejected, ProblemCode::BudgetExhausted, ProblemCode::InvalidRequest]
        {
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
