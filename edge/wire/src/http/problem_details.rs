use serde::{Deserialize, Serialize};

use super::problem::{Problem, ProblemCode};
use crate::SubmissionId;

/// A [`Problem`] in the form of RFC 9457, for clients that accept it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProblemDetails {
    /// A URI that contains the code.
    #[serde(rename = "type")]
    pub problem_type: String,
    /// The code in words, the same for every problem with this code.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// A sentence for people.
    pub detail: String,
    /// Code for programs.
    pub code: ProblemCode,
    /// Id of the request, as in the logs.
    pub request_id: String,
    /// The invalid parameter, header or body field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Id of the submission that stores the prompt, if the request had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission_id: Option<SubmissionId>,
    /// Seconds to wait, as in `Retry-After`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

impl ProblemDetails {
    /// The media type.
    pub const MEDIA_TYPE: &str = "application/problem+json";

    /// Describes a problem in a response with this status and `Retry-After`.
    #[must_use]
    pub fn new(problem: Problem, status: u16, retry_after: Option<u64>) -> Self {
        let Problem { error, code, request_id, field, submission_id } = problem;
        let word = word_of(code);
        let mut title = word.replace('_', " ");
        if let Some(first) = title.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let problem_type = format!("urn:docket:problem:{word}");
        Self {
            problem_type,
            title,
            status,
            detail: error,
            code,
            request_id,
            field,
            submission_id,
            retry_after,
        }
    }
}

/// The value of a code in JSON, which is a text without escapes.
fn word_of(code: ProblemCode) -> String {
    serde_json::to_string(&code).unwrap_or_default().trim_matches('"').to_owned()
}
