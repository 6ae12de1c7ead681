//! What the documentation service answered, and what that means.
//!
//! The contract leaves status codes and error bodies open, so reading is lenient: any 2xx with a job is success,
//! and everything else becomes one of a few kinds of failure, each with a sentence for a person.

use serde::de::DeserializeOwned;

use docket_wire::{Fault, Job, ProblemCode, ServiceError, VisitorsPage};

/// A job as the service told it: read, and word for word. The text is what programs get, so that fields the
/// contract does not name survive.
#[derive(Debug, Clone, PartialEq)]
pub struct ServiceJob {
    /// HTTP status, 200 to 299.
    pub status: u16,
    /// What was read of it.
    pub job: Job,
    /// The body, word for word.
    pub body: String,
}

/// A call to the service that brought no answer to work with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallFailure {
    /// 4xx but for those below: the service refused, and did nothing.
    #[error("The documentation service refused the request ({status}): {error}")]
    Rejected {
        /// HTTP status.
        status: u16,
        /// What the service said.
        error: String,
    },
    /// 404: the service does not know what was asked about.
    #[error("The documentation service does not know it (404): {error}")]
    NotFound {
        /// What the service said.
        error: String,
    },
    /// 401 or 403: the admin key is not good for this.
    #[error(
        "The documentation service does not accept Docket's admin key ({status}). An administrator has to look at it"
    )]
    RejectedKey {
        /// HTTP status.
        status: u16,
    },
    /// 429.
    #[error("The documentation service says too many requests. Try again {}", wait(*retry_after_s))]
    Throttled {
        /// Seconds of `Retry-After`, if it was sent.
        retry_after_s: Option<u32>,
    },
    /// 5xx: it may or may not have acted.
    #[error("The documentation service failed ({status}): {error}")]
    Failed {
        /// HTTP status.
        status: u16,
        /// What the service said.
        error: String,
        /// Seconds of `Retry-After`, if it was sent.
        retry_after_s: Option<u32>,
    },
    /// 3xx. Redirects are not followed, since the key would travel with them.
    #[error(
        "The documentation service redirected the request ({status}), which Docket does not follow. Check the base URL"
    )]
    Redirected {
        /// HTTP status.
        status: u16,
    },
    /// A 2xx that cannot be read as what was asked for.
    #[error("The documentation service answered with something that Docket cannot read: {0}")]
    Unreadable(Unreadable),
    /// The connection could not be made, or was lost.
    #[error("The connection to the documentation service failed")]
    Unreachable,
    /// No answer in time.
    #[error("The documentation service did not answer within {} s", limit_ms.div_ceil(1000))]
    Timeout {
        /// The time that was allowed, in milliseconds.
        limit_ms: u32,
    },
}

/// What is wrong with a successful answer's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It broke off.
    #[error("it broke off")]
    CutShort,
    /// Over the limit.
    #[error("it is too large")]
    TooLarge,
    /// Not JSON: often a page of HTML from something in between.
    #[error("it is not JSON")]
    NotJson,
    /// JSON of another shape.
    #[error("it is not what was asked for")]
    WrongShape,
}

impl Unreadable {
    /// What a parser's error says about a body.
    #[must_use]
    pub fn of(error: &serde_json::Error, body: &str) -> Self {
        match error.classify() {
            serde_json::error::Category::Data => Self::WrongShape,
            serde_json::error::Category::Eof if !body.trim().is_empty() => Self::CutShort,
            _ => Self::NotJson,
        }
    }
}

fn wait(retry_after_s: Option<u32>) -> String {
    match retry_after_s {
        Some(s) if s < 120 => format!("in {s} s"),
        Some(s) => format!("in {} min", s.div_ceil(60)),
        None => "later".to_owned(),
    }
}

impl CallFailure {
    /// Whether the service may have carried out what it was asked, although no answer says so.
    ///
    /// A lost connection counts: from within a Worker one that was refused looks like one that broke after the
    /// request had arrived.
    #[must_use]
    pub fn may_have_acted(&self) -> bool {
        match self {
            Self::Failed { .. } | Self::Unreadable(_) | Self::Unreachable | Self::Timeout { .. } => true,
            Self::Rejected { .. }
            | Self::NotFound { .. }
            | Self::RejectedKey { .. }
            | Self::Throttled { .. }
            | Self::Redirected { .. } => false,
        }
    }

    /// Whether it is of the kind that passes, so that an old answer may stand in. A refusal or a bad key has to be seen.
    #[must_use]
    pub fn passes(&self) -> bool {
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

    /// The word for programs.
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

    /// The HTTP status with which Docket passes it on.
    #[must_use]
    pub fn http_status(&self) -> u16 {
        match self {
            Self::Rejected { status, .. } => *status,
            _ => self.code().status(),
        }
    }

    /// Seconds to wait, if the service said.
    #[must_use]
    pub fn retry_after_s(&self) -> Option<u32> {
        match self {
            Self::Throttled { retry_after_s } | Self::Failed { retry_after_s, .. } => *retry_after_s,
            _ => None,
        }
    }

    /// As it is kept and shown.
    #[must_use]
    pub fn fault(&self) -> Fault {
        Fault { code: self.code(), error: format!("{self}.").replace("..", ".") }
    }
}

/// Characters of the service's error text that are passed on: enough for a sentence.
const ERROR_CHARS_MAX: usize = 300;

/// Reads what came back from the service, apart from 2xx.
#[must_use]
pub fn read_failure(status: u16, retry_after: Option<&str>, body: &str) -> CallFailure {
    // The date form of Retry-After needs a clock that agrees with the service's: left to the default wait.
    let retry_after_s = retry_after.and_then(|text| text.trim().parse().ok());
    match status {
        401 | 403 => CallFailure::RejectedKey { status },
        404 => CallFailure::NotFound { error: error_text(body) },
        429 => CallFailure::Throttled { retry_after_s },
        300..=399 => CallFailure::Redirected { status },
        400..=499 => CallFailure::Rejected { status, error: error_text(body) },
        _ => CallFailure::Failed { status, error: error_text(body), retry_after_s },
    }
}

/// Reads a 2xx answer that should be a job.
///
/// # Errors
/// [`CallFailure::Unreadable`] if it is none, or nested so deeply that readers after Docket may choke on it.
pub fn read_job(status: u16, body: String) -> Result<ServiceJob, CallFailure> {
    let job = read(&body)?;
    Ok(ServiceJob { status, job, body })
}

/// Reads a 2xx answer that should be a page of visitor figures, and brings it word for word as well.
///
/// # Errors
/// [`CallFailure::Unreadable`] if it is none, or nested so deeply that readers after Docket may choke on it.
pub fn read_visitors(body: String) -> Result<(VisitorsPage, String), CallFailure> {
    Ok((read(&body)?, body))
}

fn read<T: DeserializeOwned>(body: &str) -> Result<T, CallFailure> {
    let unreadable = match serde_json::from_str(body) {
        Ok(value) if nesting(body) <= NESTING_MAX => return Ok(value),
        Ok(_) => Unreadable::WrongShape,
        Err(error) => Unreadable::of(&error, body),
    };
    Err(CallFailure::Unreadable(unreadable))
}

/// Arrays and objects in each other, at most. The parser keeps to the same number where it builds values, but not
/// where it skips them.
const NESTING_MAX: usize = 128;

/// How deeply a text of valid JSON is nested.
fn nesting(json: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// The sentence in an error body. Only the documented shape is quoted: a page of HTML helps nobody.
fn error_text(body: &str) -> String {
    let told = serde_json::from_str::<ServiceError>(body).map(|told| told.error).unwrap_or_default();
    let mut line: String =
        told.chars().map(|c| if c.is_control() { ' ' } else { c }).take(ERROR_CHARS_MAX).collect();
    line.truncate(line.trim_end().len());
    if line.is_empty() { "it gave no reason".to_owned() } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_its_kind() {
        let said = r#"{"error":"prompt is required","details":{"x":1}}"#;
        let cases = [
            (400, ProblemCode::ServiceRejected, 400, false),
            (401, ProblemCode::ServiceRejectedKey, 502, false),
            (403, ProblemCode::ServiceRejectedKey, 502, false),
            (404, ProblemCode::UnknownJob, 404, false),
            (422, ProblemCode::ServiceRejected, 422, false),
            (429, ProblemCode::ServiceThrottled, 429, false),
            (302, ProblemCode::ServiceBadAnswer, 502, false),
            (500, ProblemCode::ServiceFailed, 502, true),
            (503, ProblemCode::ServiceFailed, 502, true),
        ];
        for (status, code, passed_on, acted) in cases {
            let failure = read_failure(status, None, said);
            assert_eq!(
                (failure.code(), failure.http_status(), failure.may_have_acted()),
                (code, passed_on, acted),
                "{status}"
            );
        }
        assert!(read_failure(400, None, said).to_string().ends_with("prompt is required"));
    }

    #[test]
    fn any_error_body_is_survived() {
        let huge = format!(r#"{{"error":"{}"}}"#, "x".repeat(100_000));
        for body in ["", "<html>502</html>", "{\"error\":", "{\"error\":5}", "[]", "null", "\u{0}", &huge] {
            let text = read_failure(500, None, body).fault().error;
            assert!(text.len() < 400 && !text.contains('<'), "{text}");
        }
        assert_eq!(
            read_failure(400, None, "{\"error\":\"a\\r\\nb \"}")
                .fault()
                .error
                .matches(char::is_control)
                .count(),
            0
        );
    }

    #[test]
    fn retry_after_is_seconds_or_nothing() {
        for (text, seconds) in [
            ("7", Some(7)),
            (" 30 ", Some(30)),
            ("-1", None),
            ("soon", None),
            ("Fri, 20 Nov 2026 10:00:00 GMT", None),
        ] {
            assert_eq!(read_failure(429, Some(text), "").retry_after_s(), seconds, "{text}");
        }
    }

    #[test]
    fn a_job_is_read_or_the_reason_said() {
        assert!(read_job(201, r#"{"id":"j","status":"active"}"#.into()).is_ok());
        let cases = [
            ("<html>", Unreadable::NotJson),
            ("", Unreadable::NotJson),
            (r#"{"id":"j","stat"#, Unreadable::CutShort),
            (r#"{"id":"j"}"#, Unreadable::WrongShape),
            (r#"{"id":"../x","status":"active"}"#, Unreadable::WrongShape),
        ];
        for (body, reason) in cases {
            assert_eq!(read_job(200, body.into()), Err(CallFailure::Unreadable(reason)), "{body}");
        }
        let deep =
            format!("{{\"id\":\"j\",\"status\":\"active\",\"x\":{}{}}}", "[".repeat(500), "]".repeat(500));
        assert!(read_job(200, deep).is_err());
    }

    #[test]
    fn visitors_are_read_word_for_word() {
        let page = |extra: &str| {
            format!(
                r#"{{"totals":{{"human":1,"ai":2,"total":3}},"visitors":[],"hasMore":false,"extra":{extra}}}"#
            )
        };
        let brackets = format!("\"\\\"{}\"", "[".repeat(500));
        for extra in ["1", "[[{\"a\":[]}]]", &brackets] {
            assert_eq!(read_visitors(page(extra)).unwrap().1, page(extra));
        }
        let nested = |depth: usize| page(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
        assert!(read_visitors(nested(127)).is_ok());
        for (body, reason) in [
            (nested(128), Unreadable::WrongShape),
            (nested(100_000), Unreadable::WrongShape),
            (page("1").replace("hasMore", "more"), Unreadable::WrongShape),
            (page("1").replace("[]", "null"), Unreadable::WrongShape),
            (page("1").replace(":1,", ":-1,"), Unreadable::WrongShape),
            (page("1").split_at(40).0.to_owned(), Unreadable::CutShort),
            ("<html>".to_owned(), Unreadable::NotJson),
        ] {
            assert_eq!(
                read_visitors(body.clone()).unwrap_err(),
                CallFailure::Unreadable(reason),
                "{body:.200}"
            );
        }
    }
}
