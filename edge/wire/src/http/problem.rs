use serde::{Deserialize, Serialize};

use crate::SubmissionId;

/// Docket's error body: a superset of the service's own `{"error": text}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("{error}")]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// A sentence for a person. It never has a stack trace, a key, or unfiltered text of others.
    pub error: String,
    /// For programs. It does not change between releases.
    pub code: ProblemCode,
    /// Names the request in the logs.
    pub request_id: String,
    /// The invalid parameter, header or body field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The submission that stores the prompt, if the request had one.
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
    /// The request has no valid session and no valid token.
    Unauthenticated = 401;
    /// The name or the passphrase is wrong.
    WrongPassphrase = 401;
    /// The passphrase is right, but too short to be used.
    WeakPassphrase = 403;
    /// The caller lacks the right.
    Forbidden = 403;
    /// A request that changes something lacks the CSRF header, or comes from another origin.
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
    /// The project does not have the template, or no longer the version of it.
    UnknownTemplate = 404;
    /// No token has the id.
    UnknownToken = 404;
    /// The caller has no session with the id, or nobody has.
    UnknownSession = 404;
    /// The route takes other methods; `Allow` names them.
    MethodNotAllowed = 405;
    /// The idempotency key was used with another body.
    IdempotencyConflict = 409;
    /// The service has not answered an earlier follow-up of the job.
    FollowUpInFlight = 409;
    /// The caller sent the same prompt a moment ago. `Docket-Confirm: 1` confirms the repetition.
    PossibleDuplicate = 409;
    /// The submission's state does not allow this.
    SubmissionState = 409;
    /// Too many follow-ups are queued.
    QueueFull = 409;
    /// The template was edited meanwhile: the edited version is not the newest.
    TemplateConflict = 409;
    /// Another template of the project has the name.
    TemplateNameTaken = 409;
    /// The project has as many templates as Docket stores.
    TooManyTemplates = 409;
    /// The note on the day was written, edited or deleted meanwhile.
    NoteConflict = 409;
    /// The project has as many notes as Docket stores.
    TooManyNotes = 409;
    /// Another token has or had the id.
    TokenIdTaken = 409;
    /// There are as many tokens as Docket stores.
    TooManyTokens = 409;
    /// The token is in the settings, where it must be removed.
    TokenInSettings = 409;
    /// The object has data already: a backup is restored only where there is none.
    NotEmpty = 409;
    /// The restore of the object has not begun, or lacks rows.
    RestoreState = 409;
    /// The table of a resumed export is no longer stored.
    TableExpired = 410;
    /// The snapshot of an interrupted backup is gone.
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
    /// The service's response is not usable: a redirect, HTML, incomplete or too large.
    ServiceBadAnswer = 502;
    /// The connection to the service failed.
    ServiceUnreachable = 502;
    /// The service did not respond in time.
    ServiceTimeout = 504;
    /// The service may have acted, but no response confirms it. Docket stores the submission and does not resend it.
    OutcomeUnknown = 502;
    /// A setting is missing; the text names it.
    NotConfigured = 503;
    /// The keys that verify people of Cloudflare Access cannot be loaded; `Retry-After` has the wait.
    AccessUnavailable = 503;
    /// A later release of Docket wrote the stored data. This release does not change it.
    NewerSchema = 503;
    /// A backup is being restored into the object.
    Restoring = 503;
    /// A fault of Docket's.
    Internal = 500;
}
