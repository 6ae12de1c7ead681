//! The outcome of an attempt to send a prompt of a batch. Pure.

use docket_wire::{JobId, ProblemCode, SubmissionId};

use crate::api::ApiError;

/// The wait if the budget is exhausted and the response does not say for how long.
const EXHAUSTED_S: u32 = 60;

/// What an attempt to send a prompt resulted in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It made a job, now or at an earlier attempt with the same key.
    Sent(JobId),
    /// The budget is exhausted for this many seconds.
    Exhausted(u32),
    /// No response: it may have arrived.
    NoResponse,
    /// The session has ended. The prompt was not sent.
    SignedOut,
    /// It was refused.
    Failed(String),
    /// It was refused for a reason that concerns every prompt.
    AllRefused(String),
    /// It may have arrived, and the edge sends it no second time.
    Unknown { reason: String, submission: Option<SubmissionId> },
}

impl Outcome {
    /// What a failed attempt resulted in.
    pub(super) fn of_error(error: ApiError, retry_after_s: Option<u32>) -> Self {
        use ProblemCode as P;
        let wait_s = retry_after_s.unwrap_or(EXHAUSTED_S);
        match error.code {
            _ if error.is_signed_out() => Self::SignedOut,
            // The person has signed in again since it was sent.
            Some(P::Unauthenticated) => Self::NoResponse,
            Some(P::BudgetExhausted | P::ServicePaused | P::ServiceThrottled) => Self::Exhausted(wait_s),
            Some(P::Internal | P::AccessUnavailable | P::NotConfigured | P::NewerSchema | P::Restoring) => {
                Self::NoResponse
            }
            // Docket was interrupted, and the key makes it safe to send the prompt again.
            Some(P::OutcomeUnknown) if error.submission.is_none() => Self::NoResponse,
            // A proxy in between, or no response: the key makes it safe to send the prompt again.
            None if error.is_network() || error.status().is_some_and(|status| status >= 500) => {
                Self::NoResponse
            }
            // Who sends, the address, the project or the key.
            Some(
                P::Forbidden
                | P::CsrfCheck
                | P::HttpsRequired
                | P::UnknownProject
                | P::UnknownJob
                | P::ServiceRejectedKey
                | P::ServiceBadAnswer,
            ) => Self::AllRefused(error.message),
            Some(P::OutcomeUnknown) => Self::Unknown { reason: error.message, submission: error.submission },
            _ => Self::Failed(error.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_may_go_away_is_tried_again() {
        let error = |code| ApiError { message: "No.".into(), code, ..ApiError::from_response(400, "") };
        let outcome = |code| Outcome::of_error(error(Some(code)), Some(7));
        assert_eq!(outcome(ProblemCode::BudgetExhausted), Outcome::Exhausted(7));
        assert_eq!(outcome(ProblemCode::Unauthenticated), Outcome::SignedOut);
        let late = ApiError { is_of_earlier_session: true, ..error(Some(ProblemCode::Unauthenticated)) };
        assert_eq!(Outcome::of_error(late, None), Outcome::NoResponse);
        assert_eq!(outcome(ProblemCode::Internal), Outcome::NoResponse);
        assert_eq!(outcome(ProblemCode::OutcomeUnknown), Outcome::NoResponse);
        let submission = "sub_1".parse().ok();
        let unknown = ApiError { submission: submission.clone(), ..error(Some(ProblemCode::OutcomeUnknown)) };
        assert_eq!(Outcome::of_error(unknown, None), Outcome::Unknown { reason: "No.".into(), submission });
        assert_eq!(outcome(ProblemCode::ServiceRejected), Outcome::Failed("No.".into()));
        for code in [ProblemCode::Forbidden, ProblemCode::UnknownProject, ProblemCode::ServiceRejectedKey] {
            assert_eq!(outcome(code), Outcome::AllRefused("No.".into()), "{code:?}");
        }
        assert_eq!(Outcome::of_error(ApiError::network(), None), Outcome::NoResponse);
        assert_eq!(Outcome::of_error(ApiError::from_response(502, ""), None), Outcome::NoResponse);
        assert_eq!(Outcome::of_error(error(None), None), Outcome::Failed("No.".into()));
    }
}
