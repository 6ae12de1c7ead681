//! What an error means for the person and for what they sent.

use docket_wire::ProblemCode;

use super::{ApiError, ErrorCause};

impl ApiError {
    /// Whether the console found the failure before it sent a request.
    pub(crate) fn is_local(&self) -> bool {
        self.cause == ErrorCause::Local
    }

    /// Whether there was no response, which leaves the outcome of the request unknown.
    pub(crate) fn is_network(&self) -> bool {
        self.cause == ErrorCause::Network
    }

    /// The HTTP status, if there was a response.
    pub(crate) fn status(&self) -> Option<u16> {
        match self.cause {
            ErrorCause::Response(status) => Some(status),
            ErrorCause::Local | ErrorCause::Network => None,
        }
    }

    /// Whether there is no session, or it has ended. A response that comes after a new sign-in does not say so.
    pub(crate) fn is_signed_out(&self) -> bool {
        let is_refused = self.code == Some(ProblemCode::Unauthenticated) && !self.is_of_earlier_session;
        is_refused || self.is_outside_access()
    }

    /// Whether Cloudflare Access refused the request before it reached Docket: with 401 and without a problem.
    /// A problem of a newer release may have a code that is not known here.
    pub(crate) fn is_outside_access(&self) -> bool {
        self.status() == Some(401) && self.code.is_none() && self.request_id.is_none()
    }

    /// Whether Docket is not configured yet.
    pub(crate) fn is_not_configured(&self) -> bool {
        self.code == Some(ProblemCode::NotConfigured)
    }

    /// Whether Docket failed, and not the service or the connection.
    pub(crate) fn is_of_docket(&self) -> bool {
        use ProblemCode as P;
        match self.code {
            Some(code) => {
                matches!(
                    code,
                    P::Internal | P::Unavailable | P::NewerSchema | P::Restoring | P::AccessUnavailable
                )
            }
            // A page of the platform in place of a response.
            None => self.status().is_some_and(|status| status >= 500),
        }
    }

    /// Whether the requested resource does not exist.
    pub(crate) fn is_not_found(&self) -> bool {
        self.status() == Some(404)
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
    /// Every other failure leaves that open: no response, a response from a proxy in between, or an error after the
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
    fn a_401_ends_the_session_but_a_wrong_passphrase_does_not() {
        let is_signed_out = |body: &str| ApiError::from_response(401, body).is_signed_out();
        let problem = |code| format!(r#"{{"error":"No.","code":"{code}","requestId":"r1"}}"#);
        assert!(is_signed_out(&problem("unauthenticated")));
        assert!(is_signed_out(""), "Cloudflare Access in front of Docket");
        assert!(!is_signed_out(&problem("wrong_passphrase")));
    }

    #[test]
    fn a_401_for_an_earlier_session_does_not_end_the_current_one() {
        let body = r#"{"error":"No.","code":"unauthenticated","requestId":"r1"}"#;
        let late = ApiError { is_of_earlier_session: true, ..ApiError::from_response(401, body) };
        assert!(!late.is_signed_out() && late.rules_out_success());
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
        assert!(!ApiError::network().rules_out_success());
        assert!(!ApiError::from_response(502, "<html>Bad gateway</html>").rules_out_success());
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
