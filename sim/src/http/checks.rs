//! Checks of requests: key, project and prompt.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use serde_json::{Value, json};

use super::answer::Refusal;
use crate::fault::SimFault;
use crate::job::sentinel::{Directive, directives};
use crate::request_log::RecordId;
use crate::service::SimService;

/// A request with the correct key, for an existing project.
#[derive(Debug)]
pub(super) struct AuthorizedRequest {
    pub(super) project: String,
    /// The job in the path; empty if there is none.
    pub(super) job: String,
    /// The fault in the project's name.
    pub(super) project_fault: Option<SimFault>,
    /// The unchanged header, for the faults that echo it.
    pub(super) authorization: String,
    pub(super) record: Option<RecordId>,
}

impl AuthorizedRequest {
    /// A request that needs neither key nor project.
    pub(super) fn without_key(record: RecordId) -> Self {
        Self {
            project: String::new(),
            job: String::new(),
            project_fault: None,
            authorization: String::new(),
            record: Some(record),
        }
    }
}

impl FromRequestParts<Arc<SimService>> for AuthorizedRequest {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, service: &Arc<SimService>) -> Result<Self, Refusal> {
        let authorization = authorization(&parts.headers).to_owned();
        if !service.config.key.opens(&authorization) {
            return Err(Refusal::new(401, "Invalid or missing API key."));
        }
        let unknown = || Refusal::new(404, "Project not found.");
        let path = Path::<HashMap<String, String>>::from_request_parts(parts, service).await;
        let Path(mut path) = path.map_err(|_| unknown())?;
        let project = path.remove("project").ok_or_else(unknown)?;
        let project_fault = service.project(&project).ok_or_else(unknown)?;
        let record = parts.extensions.get::<RecordId>().copied();
        Ok(Self { project, job: path.remove("id").unwrap_or_default(), project_fault, authorization, record })
    }
}

/// The Authorization header; empty if there is none or it is not text.
pub(super) fn authorization(headers: &HeaderMap) -> &str {
    headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// A prompt, and its instructions to the stand-in.
#[derive(Debug)]
pub(super) struct PromptRequest {
    pub(super) prompt: String,
    pub(super) directives: Vec<Directive>,
}

impl PromptRequest {
    /// Reads the body of the create and message operations.
    pub(super) fn read(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<Self, Refusal> {
        let invalid = |details| Refusal::new(400, "Invalid request body.").details(details);
        if !is_json(headers) {
            return Err(Refusal::new(415, "Content-Type must be application/json."));
        }
        let body = body.map_err(|rejection| match rejection.into_response().status() {
            StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(413, "Request body is too large."),
            _ => invalid(json!({ "body": "could not be read" })),
        })?;
        let body: Value =
            serde_json::from_slice(&body).map_err(|_| invalid(json!({ "body": "must be JSON" })))?;
        let prompt = body.get("prompt").and_then(Value::as_str);
        let prompt = prompt.ok_or_else(|| invalid(json!({ "prompt": "must be a string" })))?;
        if prompt.is_empty() {
            return Err(invalid(json!({ "prompt": "must have at least 1 character" })));
        }
        let directives = directives(prompt).map_err(|slip| Refusal::new(400, slip.to_string()))?;
        Ok(Self { prompt: prompt.to_owned(), directives })
    }

    /// The fault that the prompt requests for this request.
    pub(super) fn fault(&self) -> Option<SimFault> {
        self.directives.iter().find_map(|directive| match directive {
            Directive::Answer(fault) => Some(*fault),
            _ => None,
        })
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = content_type.and_then(|value| value.split(';').next()).unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}
