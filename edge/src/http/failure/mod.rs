//! Failures, and the problems that callers see.

mod conversions;

use std::fmt;

use docket_wire::{ErrorReason, Problem, ProblemCode, RETRY_AFTER_HEADER, SubmissionId};
use js_sys::{decode_uri_component, encode_uri_component};
use wasm_bindgen::JsValue;
use web_sys::Headers;

use crate::http::headers::DETAIL_HEADER;
use crate::http::reply::Reply;
use crate::platform::log;

/// When to try again after the runtime interrupted an object.
const UNAVAILABLE_RETRY_S: u32 = 5;

/// A failure that becomes a [`Problem`]. It is boxed to keep every `Result` small.
#[derive(Debug)]
pub(crate) struct Failure(Box<Parts>);

#[derive(Debug)]
struct Parts {
    status: u16,
    code: ProblemCode,
    error: String,
    field: Option<String>,
    submission: Option<SubmissionId>,
    /// Headers of the response, beyond those of every response.
    headers: Vec<(&'static str, String)>,
    /// For the log only.
    detail: Option<String>,
}

impl Failure {
    /// A failure with a sentence for a person. Its code determines the status.
    pub(crate) fn new(code: ProblemCode, error: impl Into<String>) -> Self {
        Self(Box::new(Parts {
            status: code.status(),
            code,
            error: error.into(),
            field: None,
            submission: None,
            headers: Vec::new(),
            detail: None,
        }))
    }

    /// A request that breaks the contract in a parameter, header or body field.
    pub(crate) fn invalid(field: &str, error: impl Into<String>) -> Self {
        Self::new(ProblemCode::InvalidRequest, error).field(field)
    }

    /// A project that does not exist, or that the caller must not know of.
    pub(crate) fn unknown_project() -> Self {
        let error = "This project is not configured, or you have no access to it.";
        Self::new(ProblemCode::UnknownProject, error)
    }

    /// Whether it is an internal error of Docket.
    pub(crate) fn is_internal(&self) -> bool {
        self.0.code == ProblemCode::Internal
    }

    /// An internal error of Docket. Only the log has the detail.
    pub(crate) fn internal(detail: impl fmt::Display) -> Self {
        Self::new(ProblemCode::Internal, "Internal error. The log has the details under this request's id.")
            .detail(detail)
    }

    /// An object's database that a newer release wrote. Only the log has the detail.
    pub(crate) fn newer_schema(detail: impl fmt::Display) -> Self {
        let error = "A newer release of Docket wrote this data. This release does not change it. Deploy the newer release again.";
        Self::new(ProblemCode::NewerSchema, error).detail(detail)
    }

    /// An object that threw an exception instead of answering. Only the log has the exception.
    pub(crate) fn interrupted(code: ProblemCode, exception: JsValue) -> Self {
        let failure = Self::from(exception);
        match code {
            ProblemCode::OutcomeUnknown => {
                let error = "Docket was interrupted, and it is unknown whether the prompt was sent. Look at the jobs and submissions before you send it again.";
                Self::new(code, error).detail(&failure)
            }
            ProblemCode::Unavailable => {
                let error = "Docket was interrupted, or has too much to do. Try again in a few seconds. A change may have been made.";
                Self::new(code, error).detail(&failure).retry_after_s(UNAVAILABLE_RETRY_S)
            }
            _ => failure,
        }
    }

    fn detail(mut self, detail: impl fmt::Display) -> Self {
        self.0.detail = Some(detail.to_string());
        self
    }

    pub(crate) fn code(&self) -> ProblemCode {
        self.0.code
    }

    /// What a person may know of it.
    pub(crate) fn reason(&self) -> ErrorReason {
        ErrorReason { code: self.0.code, error: self.0.error.clone() }
    }

    /// A request without a valid session or token.
    pub(crate) fn unauthenticated(error: &str) -> Self {
        Self::new(ProblemCode::Unauthenticated, error).header("WWW-Authenticate", "Bearer realm=\"docket\"")
    }

    /// Whether the caller has no valid session or token.
    pub(crate) fn is_unauthenticated(&self) -> bool {
        self.0.code == ProblemCode::Unauthenticated
    }

    /// Names the invalid parameter, header or body field.
    #[must_use]
    pub(crate) fn field(mut self, field: &str) -> Self {
        self.0.field = Some(field.to_owned());
        self
    }

    /// Names the submission that stores the prompt.
    #[must_use]
    pub(crate) fn submission(mut self, submission: SubmissionId) -> Self {
        self.0.submission = Some(submission);
        self
    }

    /// Sets `Retry-After`, in seconds.
    #[must_use]
    pub(crate) fn retry_after_s(self, seconds: impl fmt::Display) -> Self {
        self.header(RETRY_AFTER_HEADER, seconds)
    }

    #[must_use]
    pub(crate) fn header(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.0.headers.push((name, value.to_string()));
        self
    }

    /// Logs the detail, if there is one. Only a failure that is not a response of its own needs this.
    pub(crate) fn log(&self, request_id: &str) {
        if let Some(detail) = &self.0.detail {
            log::request_error(request_id, detail);
        }
    }

    /// The response to the request with this id.
    pub(crate) fn into_reply(self, request_id: &str) -> Reply {
        self.log(request_id);
        let Parts { status, code, error, field, submission, headers, .. } = *self.0;
        let request_id = request_id.to_owned();
        let problem = Problem { error, code, request_id, field, submission_id: submission };
        headers
            .into_iter()
            .fold(Reply::json(status, &problem), |reply, (name, value)| reply.header(name, value))
    }

    /// The response of an object. Without a request id it answers a message: the Worker that sent it logs the detail
    /// under the id of the request that it works on.
    pub(crate) fn into_object_reply(mut self, request_id: Option<&str>) -> Reply {
        if let Some(request_id) = request_id {
            return self.into_reply(request_id);
        }
        let detail = self.0.detail.take().map(|detail| String::from(encode_uri_component(&detail)));
        let reply = self.into_reply("");
        detail.into_iter().fold(reply, |reply, detail| reply.header(DETAIL_HEADER, detail))
    }

    /// The problem that an object responded with.
    pub(super) fn of_object(problem: Problem, status: u16, headers: &Headers) -> Self {
        let Problem { error, code, field, submission_id: submission, .. } = problem;
        let header = |name| headers.get(name).ok().flatten();
        let detail = header(DETAIL_HEADER).and_then(|detail| decode_uri_component(&detail).ok());
        let headers = header(RETRY_AFTER_HEADER).map(|wait| (RETRY_AFTER_HEADER, wait)).into_iter().collect();
        Self(Box::new(Parts {
            status,
            code,
            error,
            field,
            submission,
            headers,
            detail: detail.map(Into::into),
        }))
    }
}

/// For the log: the detail, if there is one.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.detail.as_deref().unwrap_or(&self.0.error))
    }
}
