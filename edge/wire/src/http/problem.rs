use serde::{Deserialize, Serialize};

use crate::SubmissionId;

/// Docket's error body: a superset of the service's own `{"error": text}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{error}")]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// A sentence for a person. Never a stack, a key, or another's bytes unfiltered.
    pub error: String,
    /// A word for a program; it does not change between releases.
    pub code: ProblemCode,
    /// Names the request in the logs.
    pub request_id: String,
    /// Parameter, header or body field at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The submission that keeps the prompt, where a prompt was sent in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission_id: Option<SubmissionId>,
}

/// What went wrong, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// 400: the request breaks the contract; `field` says where.
    InvalidRequest,
    /// 401: no session and no token, or one that is no longer good.
    Unauthenticated,
    /// 401: name and passphrase do not belong together.
    WrongPassphrase,
    /// 403: signed in, but not for this.
    Forbidden,
    /// 403: a request that changes something came without the header, or from another origin.
    CsrfCheck,
    /// 404: no such route.
    UnknownRoute,
    /// 404: not one of the configured projects.
    UnknownProject,
    /// 404: neither the ledger nor the service knows the job.
    UnknownJob,
    /// 405: `Allow` says what would do.
    MethodNotAllowed,
    /// 409: the idempotency key came before, with another body.
    IdempotencyConflict,
    /// 409: a follow-up of this job is still on its way.
    FollowUpInFlight,
    /// 409: the same person sent the same prompt in a moment ago. `Docket-Confirm: 1` says that it is meant.
    PossibleDuplicate,
    /// 404: the ledger does not have this submission.
    UnknownSubmission,
    /// 409: the submission is in a state in which this can't be done with it.
    SubmissionState,
    /// 409: too many follow-ups wait already.
    QueueFull,
    /// 410: the table of an export that goes on is not held any more.
    TableExpired,
    /// 413: the body is too long.
    BodyTooLarge,
    /// 415: the body is not JSON by its content type.
    UnsupportedMediaType,
    /// 426: the live route wants a WebSocket.
    UpgradeRequired,
    /// 429: too many attempts to sign in; `Retry-After` says when to come back.
    SignInThrottled,
    /// 429: Docket's own hourly budget is spent; `Retry-After` says when to come back.
    BudgetExhausted,
    /// 429: the service says too many requests.
    ServiceThrottled,
    /// 400, 404, 409 or 422: the service refused the request.
    ServiceRejected,
    /// 502: the service does not accept Docket's key.
    ServiceRejectedKey,
    /// 502: the service failed (5xx).
    ServiceFailed,
    /// 502: the service answered with something that is not an answer: a redirect, HTML, cut short, too large.
    ServiceBadAnswer,
    /// 502: no connection to the service.
    ServiceUnreachable,
    /// 504: no answer from the service in time.
    ServiceTimeout,
    /// 502: the service may have acted, and no answer says so. The submission is kept, and not sent again by itself.
    OutcomeUnknown,
    /// 503: a setting is missing; the text says which.
    NotConfigured,
    /// 500: a fault of Docket's.
    Internal,
}

impl ProblemCode {
    /// The HTTP status that goes with it. [`ProblemCode::ServiceRejected`] travels with the service's own instead.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            Self::InvalidRequest | Self::ServiceRejected => 400,
            Self::Unauthenticated | Self::WrongPassphrase => 401,
            Self::Forbidden | Self::CsrfCheck => 403,
            Self::UnknownRoute | Self::UnknownProject | Self::UnknownJob | Self::UnknownSubmission => 404,
            Self::MethodNotAllowed => 405,
            Self::IdempotencyConflict
            | Self::FollowUpInFlight
            | Self::PossibleDuplicate
            | Self::SubmissionState
            | Self::QueueFull => 409,
            Self::TableExpired => 410,
            Self::BodyTooLarge => 413,
            Self::UnsupportedMediaType => 415,
            Self::UpgradeRequired => 426,
            Self::SignInThrottled | Self::BudgetExhausted | Self::ServiceThrottled => 429,
            Self::Internal => 500,
            Self::ServiceRejectedKey
            | Self::ServiceFailed
            | Self::ServiceBadAnswer
            | Self::ServiceUnreachable
            | Self::OutcomeUnknown => 502,
            Self::NotConfigured => 503,
            Self::ServiceTimeout => 504,
        }
    }
}
