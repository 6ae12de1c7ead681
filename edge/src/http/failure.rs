//! Failures, and the problems that callers see.

use std::fmt;

use docket_core::http::parameters::InvalidQuery;
use docket_core::http::route::NoRoute;
use docket_core::settings::InvalidSetting;
use docket_core::storage::DatabaseError;
use docket_core::upstream::failure::CallFailure;
use docket_wire::{
    Fault, InvalidParameter, InvalidPrompt, InvalidTemplate, Problem, ProblemCode, SubmissionId,
};
use js_sys::{decode_uri_component, encode_uri_component};
use wasm_bindgen::JsValue;
use web_sys::Headers;

use crate::http::headers::DETAIL_HEADER;
use crate::http::reply::Reply;
use crate::platform::time_zone::UnknownZone;

const RETRY_AFTER: &str = "Retry-After";

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

    /// An internal error of Docket. Only the log has the detail.
    pub(crate) fn internal(detail: impl fmt::Display) -> Self {
        Self::new(ProblemCode::Internal, "Docket failed. Its log has the details under this request's id.")
            .detail(detail)
    }

    /// An object's database that a later release wrote. Only the log has the detail.
    pub(crate) fn newer_schema(detail: impl fmt::Display) -> Self {
        let error = "A later release of Docket wrote this data. This release does not change it. Deploy the later release again.";
        Self::new(ProblemCode::NewerSchema, error).detail(detail)
    }

    fn detail(mut self, detail: impl fmt::Display) -> Self {
        self.0.detail = Some(detail.to_string());
        self
    }

    pub(crate) fn code(&self) -> ProblemCode {
        self.0.code
    }

    /// What a person may know of it.
    pub(crate) fn fault(&self) -> Fault {
        Fault { code: self.0.code, error: self.0.error.clone() }
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
        self.header(RETRY_AFTER, seconds)
    }

    #[must_use]
    pub(crate) fn header(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.0.headers.push((name, value.to_string()));
        self
    }

    /// The response to the request with this id.
    pub(crate) fn into_reply(self, request_id: &str) -> Reply {
        let Parts { status, code, error, field, submission, headers, detail } = *self.0;
        if let Some(detail) = &detail {
            crate::platform::log::fault(request_id, detail);
        }
        let request_id = request_id.to_owned();
        let problem = Problem { error, code, request_id, field, submission_id: submission };
        headers
            .into_iter()
            .fold(Reply::json(status, &problem), |reply, (name, value)| reply.header(name, value))
    }
}

impl Failure {
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
        let headers = header(RETRY_AFTER).map(|wait| (RETRY_AFTER, wait)).into_iter().collect();
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

impl From<CallFailure> for Failure {
    fn from(failure: CallFailure) -> Self {
        let fault = failure.fault();
        let mut base = Self::new(fault.code, fault.error);
        base.0.status = failure.http_status();
        match failure.retry_after_s() {
            Some(seconds) => base.retry_after_s(seconds),
            None => base,
        }
    }
}

impl From<NoRoute> for Failure {
    fn from(no_route: NoRoute) -> Self {
        let error = no_route.to_string();
        match no_route {
            NoRoute::Unknown => Self::new(ProblemCode::UnknownRoute, error),
            NoRoute::Method { allow } => {
                Self::new(ProblemCode::MethodNotAllowed, error).header("Allow", allow)
            }
            NoRoute::Segment { field, .. } => Self::invalid(field, error),
        }
    }
}

impl From<InvalidQuery> for Failure {
    fn from(invalid: InvalidQuery) -> Self {
        Self::invalid(invalid.field(), invalid.to_string())
    }
}

impl From<&[InvalidSetting]> for Failure {
    fn from(invalid: &[InvalidSetting]) -> Self {
        let sentences: Vec<_> = invalid.iter().map(|invalid| format!("{invalid}.")).collect();
        Self::new(ProblemCode::NotConfigured, format!("Docket is not configured. {}", sentences.join(" ")))
    }
}

impl From<InvalidPrompt> for Failure {
    fn from(invalid: InvalidPrompt) -> Self {
        Self::invalid("prompt", format!("{invalid}."))
    }
}

impl From<InvalidTemplate> for Failure {
    fn from(invalid: InvalidTemplate) -> Self {
        Self::invalid(invalid.field(), format!("{invalid}."))
    }
}

impl From<InvalidParameter> for Failure {
    fn from(invalid: InvalidParameter) -> Self {
        Self::invalid(invalid.field, format!("{invalid}."))
    }
}

impl From<DatabaseError> for Failure {
    fn from(error: DatabaseError) -> Self {
        Self::internal(error)
    }
}

impl From<UnknownZone> for Failure {
    fn from(UnknownZone: UnknownZone) -> Self {
        Self::invalid("zone", "zone must be the name of a time zone like Europe/Berlin.")
    }
}

impl From<getrandom::Error> for Failure {
    fn from(error: getrandom::Error) -> Self {
        Self::internal(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        // The error's own text may quote the JSON.
        Self::internal(format!("JSON of the wrong shape ({:?})", error.classify()))
    }
}

impl From<worker::Error> for Failure {
    fn from(error: worker::Error) -> Self {
        Self::internal(error)
    }
}

impl From<JsValue> for Failure {
    fn from(error: JsValue) -> Self {
        Self::from(worker::Error::from(error))
    }
}
