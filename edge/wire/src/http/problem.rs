use serde::{Deserialize, Serialize};

use crate::SubmissionId;

/// Docket's error body: a superset of the service's own `{"error": text}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("{error}")]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// A sentence for people. It never contains a stack trace, a key, or unfiltered text of others.
    pub error: String,
    /// Code for programs. It does not change between releases.
    pub code: ProblemCode,
    /// Id of the request, as in the logs.
    pub request_id: String,
    /// The invalid parameter, header or body field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Id of the submission that stores the prompt, if the request had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission_id: Option<SubmissionId>,
}

/// Makes [`ProblemCode`] of rows: code and HTTP status.
macro_rules! problem_codes {
    ($($(#[$doc:meta])* $code:ident = $status:literal;)+) => {
        /// What went wrong, for programs. In JSON it is snake case.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum ProblemCode {
            $($(#[$doc])* $code,)+
        }

        impl ProblemCode {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$code,)+];

            /// The HTTP status of a response with this code. [`ProblemCode::ServiceRejected`] has the service's own
            /// status instead.
            #[must_use]
            pub fn status(self) -> u16 {
                match self { $(Self::$code => $status,)+ }
            }
        }
    };
}

problem_codes! {
    /// The request breaks the contract; `field` names the part.
    InvalidRequest = 400;
    /// The request has no valid session or token.
    Unauthenticated = 401;
    /// The name or the passphrase is wrong.
    WrongPassphrase = 401;
    /// The passphrase is right, but too short.
    WeakPassphrase = 403;
    /// The caller lacks the required right.
    Forbidden = 403;
    /// A request that changes something lacks the CSRF header or Docket's own origin, or a page of another site reads as a person.
    CsrfCheck = 403;
    /// The request came over plain http.
    HttpsRequired = 403;
    /// No route has this path.
    UnknownRoute = 404;
    /// The project is not configured.
    UnknownProject = 404;
    /// Neither the ledger nor the service has the job.
    UnknownJob = 404;
    /// The ledger does not have the submission.
    UnknownSubmission = 404;
    /// The project does not have the template, or Docket no longer stores this version of it.
    UnknownTemplate = 404;
    /// No token has the id.
    UnknownToken = 404;
    /// The session does not exist, or the caller has no access to it.
    UnknownSession = 404;
    /// The route does not accept the method; `Allow` names those that it does.
    MethodNotAllowed = 405;
    /// The idempotency key was used with another body.
    IdempotencyConflict = 409;
    /// The service has not answered an earlier follow-up of the job.
    FollowUpInFlight = 409;
    /// The caller sent the same prompt a moment ago. `Docket-Confirm: 1` confirms it.
    PossibleDuplicate = 409;
    /// The action is not possible in the state of the submission.
    SubmissionState = 409;
    /// Too many follow-ups are queued.
    QueueFull = 409;
    /// The template was edited in the meantime: the edited version is not the newest.
    TemplateConflict = 409;
    /// Another template of the project has the name.
    TemplateNameTaken = 409;
    /// The project has the maximum number of templates.
    TooManyTemplates = 409;
    /// The note on the day was written, edited or deleted in the meantime.
    NoteConflict = 409;
    /// The project has the maximum number of notes.
    TooManyNotes = 409;
    /// A token has the id, or had it within the last year.
    TokenIdTaken = 409;
    /// There is the maximum number of tokens.
    TooManyTokens = 409;
    /// The token is in the settings: remove it there.
    TokenInSettings = 409;
    /// The object already has data: Docket restores a backup only into a deployment without data.
    NotEmpty = 409;
    /// The restore of the object has not started or has ended, or rows are missing.
    RestoreState = 409;
    /// The table of a resumed export is no longer stored.
    TableExpired = 410;
    /// The snapshot of an interrupted backup was deleted, or the projects have changed.
    SnapshotExpired = 410;
    /// The body is too long.
    BodyTooLarge = 413;
    /// The content type of the body is not JSON.
    UnsupportedMediaType = 415;
    /// The live route needs a WebSocket.
    UpgradeRequired = 426;
    /// Too many attempts to sign in; `Retry-After` has the wait.
    SignInThrottled = 429;
    /// Docket's own hourly budget is exhausted; `Retry-After` has the wait.
    BudgetExhausted = 429;
    /// The caller has as many WebSockets, or waiting requests, in the project as one caller may have; `Retry-After` says when to try
    /// again.
    TooManyConnections = 429;
    /// The service asked Docket to wait; `Retry-After` has the rest of the pause.
    ServicePaused = 429;
    /// The service received too many requests.
    ServiceThrottled = 429;
    /// The service rejected the request: 400, 404, 409 or 422.
    ServiceRejected = 400;
    /// The service does not accept Docket's key.
    ServiceRejectedKey = 502;
    /// The service failed (5xx).
    ServiceFailed = 502;
    /// Docket cannot use the service's response: it is a redirect, HTML, incomplete or too large.
    ServiceBadAnswer = 502;
    /// The connection to the service failed.
    ServiceUnreachable = 502;
    /// The service did not respond in time.
    ServiceTimeout = 504;
    /// The request allows only what Docket has cached, and that is nothing.
    NotCached = 504;
    /// The service may have acted, but Docket got no response. Docket stores the submission and does not resend it.
    OutcomeUnknown = 502;
    /// A setting is missing; `error` names it.
    NotConfigured = 503;
    /// Docket cannot load the keys that verify assertions of Cloudflare Access; `Retry-After` has the wait.
    AccessUnavailable = 503;
    /// A newer release of Docket wrote the stored data. This release does not change it.
    NewerSchema = 503;
    /// A backup is being restored into the object.
    Restoring = 503;
    /// Docket was interrupted before it could respond, or has too much to do; `Retry-After` has the wait. What the request changes may be
    /// changed.
    Unavailable = 503;
    /// An internal error of Docket.
    Internal = 500;
}
