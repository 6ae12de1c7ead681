//! Why a call to the service has no usable response, and what follows from it.

use docket_wire::{ErrorReason, ProblemCode};

/// How long requests pause after a 429 without `Retry-After`, in seconds.
const PAUSE_DEFAULT_S: u32 = 60;

/// A call to the service without a usable response.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallFailure {
    /// Other 4xx: the service rejected the request and did nothing.
    #[error("The documentation service rejected the request ({status}): {error}")]
    Rejected { status: u16, error: String },
    /// 404: the service has no such job.
    #[error("The service has no job with this id (404): {error}")]
    NotFound { error: String },
    /// 401 or 403: the service does not accept the admin key for this.
    #[error("The documentation service {}{}", rejected_key(*status), quoted(error.as_deref()))]
    RejectedKey {
        status: u16,
        /// What the service says, if it does.
        error: Option<String>,
    },
    /// 429. Docket's own sentence names no wait, because it is stored and read later.
    #[error("The documentation service received too many requests. Try again later{}", quoted(error.as_deref()))]
    Throttled {
        /// What the service says, if it does.
        error: Option<String>,
        /// Seconds of `Retry-After`, if it was sent.
        retry_after_s: Option<u32>,
    },
    /// 5xx: the service may or may not have acted.
    #[error("The documentation service failed ({status}): {error}")]
    Failed {
        status: u16,
        error: String,
        /// Seconds of `Retry-After`, if it was sent.
        retry_after_s: Option<u32>,
    },
    /// 3xx. Docket does not follow redirects, because the key would be sent to their target.
    #[error(
        "The documentation service answered with a redirect ({status}), which Docket does not follow. Check DOCKET_UPSTREAM"
    )]
    Redirected { status: u16 },
    /// A 2xx whose body is not what the contract says.
    #[error("Docket cannot read the documentation service's response: {0}")]
    Unreadable(Unreadable),
    /// The connection failed or was lost.
    #[error("The connection to the documentation service failed. If this continues, check DOCKET_UPSTREAM")]
    Unreachable,
    #[error("The documentation service did not respond within {} s (DOCKET_UPSTREAM_TIMEOUT_MS)", limit_ms.div_ceil(1000))]
    Timeout {
        /// The time limit, in milliseconds.
        limit_ms: u32,
    },
}

/// Why the body of a 2xx cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("it ended early")]
    CutShort,
    #[error("it is too large")]
    TooLarge,
    /// Each response of a table can be read, and there are too many.
    #[error("it has more pages than Docket loads")]
    TooManyPages,
    /// Not JSON: often an HTML page of a proxy.
    #[error("it is not JSON")]
    NotJson,
    /// JSON of another shape.
    #[error("it has an unexpected shape")]
    WrongShape,
}

/// What the service says, after a sentence of Docket.
fn quoted(error: Option<&str>) -> String {
    error.map_or_else(String::new, |error| format!(". The service says: {error}"))
}

/// What is wrong with the key, and what to do. A 403 may concern the plan of the organization, so that another key would not help.
fn rejected_key(status: u16) -> String {
    let (verb, condition) = match status {
        403 => ("allow this with", "If the key is the wrong one, an"),
        _ => ("accept", "An"),
    };
    format!(
        "does not {verb} Docket's admin key ({status}). {condition} admin must replace it: the page Settings names the secret that holds it"
    )
}

impl Unreadable {
    #[must_use]
    pub fn of(error: &serde_json::Error, body: &str) -> Self {
        match error.classify() {
            serde_json::error::Category::Data => Self::WrongShape,
            serde_json::error::Category::Eof if !body.trim().is_empty() => Self::CutShort,
            _ => Self::NotJson,
        }
    }
}

impl CallFailure {
    /// Whether the service may have acted on the request, although no response confirms it.
    ///
    /// A failed connection counts, because a Worker cannot distinguish a refused connection from one that broke after
    /// the request had arrived. So does a redirect that may say where the result is; 307 and 308 ask for the request again.
    #[must_use]
    pub fn may_have_acted(&self) -> bool {
        match self {
            Self::Failed { .. } | Self::Unreadable(_) | Self::Unreachable | Self::Timeout { .. } => true,
            Self::Redirected { status } => matches!(status, 301..=303),
            Self::Rejected { .. }
            | Self::NotFound { .. }
            | Self::RejectedKey { .. }
            | Self::Throttled { .. } => false,
        }
    }

    /// Whether the failure is temporary, so that a cached response may be served instead. A rejection must be shown.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Throttled { .. }
            | Self::Failed { .. }
            | Self::Unreadable(_)
            | Self::Unreachable
            | Self::Timeout { .. } => true,
            Self::Rejected { .. }
            | Self::NotFound { .. }
            | Self::RejectedKey { .. }
            | Self::Redirected { .. } => false,
        }
    }

    #[must_use]
    pub fn code(&self) -> ProblemCode {
        match self {
            Self::Rejected { .. } => ProblemCode::ServiceRejected,
            Self::NotFound { .. } => ProblemCode::UnknownJob,
            Self::RejectedKey { .. } => ProblemCode::ServiceRejectedKey,
            Self::Throttled { .. } => ProblemCode::ServiceThrottled,
            Self::Failed { .. } => ProblemCode::ServiceFailed,
            Self::Redirected { .. } | Self::Unreadable(_) => ProblemCode::ServiceBadAnswer,
            Self::Unreachable => ProblemCode::ServiceUnreachable,
            Self::Timeout { .. } => ProblemCode::ServiceTimeout,
        }
    }

    /// The HTTP status of Docket's response.
    #[must_use]
    pub fn http_status(&self) -> u16 {
        match self {
            Self::Rejected { status, .. } => *status,
            _ => self.code().status(),
        }
    }

    /// Seconds to wait, if the service sent `Retry-After`.
    #[must_use]
    pub fn retry_after_s(&self) -> Option<u32> {
        match self {
            Self::Throttled { retry_after_s, .. } | Self::Failed { retry_after_s, .. } => *retry_after_s,
            _ => None,
        }
    }

    /// Seconds for which the service wants no further requests: after a 429, and after a 5xx that has `Retry-After`.
    #[must_use]
    pub fn pause_s(&self) -> Option<u32> {
        match self {
            Self::Throttled { retry_after_s, .. } => Some(retry_after_s.unwrap_or(PAUSE_DEFAULT_S)),
            _ => self.retry_after_s(),
        }
    }

    /// The failure as the ledger stores and shows it.
    #[must_use]
    pub fn reason(&self) -> ErrorReason {
        let mut error = self.to_string();
        if !error.ends_with(['.', '!', '?', '…']) {
            error.push('.');
        }
        ErrorReason { code: self.code(), error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_of_the_service_stays_as_it_is() {
        for (sent, stored) in [
            ("Cannot read ../guides/a.mdx", "Cannot read ../guides/a.mdx."),
            ("Wait...", "Wait..."),
            ("No!", "No!"),
        ] {
            let failure = CallFailure::Rejected { status: 400, error: sent.to_owned() };
            assert!(failure.reason().error.ends_with(stored), "{}", failure.reason().error);
        }
    }

    #[test]
    fn a_sentence_that_is_stored_names_no_wait_that_goes_by() {
        for retry_after_s in [None, Some(8), Some(600)] {
            let throttled = CallFailure::Throttled { retry_after_s, error: None };
            assert_eq!(
                throttled.reason().error,
                "The documentation service received too many requests. Try again later."
            );
            assert_eq!(throttled.retry_after_s(), retry_after_s, "the header has it");
        }
    }
}
