//! Prompts that are sent one after another, with the budget that each response names.

use docket_wire::{
    CONFIRM_HEADER, IDEMPOTENCY_HEADER, JobFilter, JobId, LABELS_HEADER, Label, ProjectId, Prompt,
    RETRY_AFTER_HEADER,
};
use gloo_net::http::{Headers, Method};

use super::client::json;
use super::http::{self, ReadResponse};
use super::jobs::Created;
use super::{Api, ApiError};
use crate::format::budget::PromptBudget;
use crate::paths::{Endpoint, encoded};

/// The response to a prompt of a batch.
#[derive(Debug)]
pub(crate) struct BatchResponse {
    pub response: Result<JobId, ApiError>,
    /// The budget after it, if a response came that names it.
    pub budget: Option<PromptBudget>,
    /// Seconds to wait, if the response says so.
    pub retry_after_s: Option<u32>,
}

impl Api {
    /// Creates a job. A person has seen the prompt of every page, so one that is like another is meant.
    pub(crate) async fn create_for_batch(
        self,
        project: &ProjectId,
        prompt: &Prompt,
        labels: &[Label],
        key: &str,
    ) -> BatchResponse {
        let body = match json(prompt) {
            Ok(body) => body,
            Err(error) => return BatchResponse { response: Err(error), budget: None, retry_after_s: None },
        };
        let key = format!("\"{key}\"");
        let labels = labels.iter().map(|label| encoded(label.as_str())).collect::<Vec<_>>().join(",");
        let mut headers = vec![(IDEMPOTENCY_HEADER, key.as_str()), (CONFIRM_HEADER, "1")];
        if !labels.is_empty() {
            headers.push((LABELS_HEADER, &labels));
        }
        let url = Endpoint::CreateJob(project).to_string();
        let ReadResponse { body, headers } =
            http::send(http::change(Method::POST, &url, &headers), Some(body)).await;
        let job = body.and_then(|body| {
            let Created { id } = body.json()?;
            id.parse().map_err(|_| body.unreadable())
        });
        let retry_after_s =
            headers.as_ref().and_then(|headers| headers.get(RETRY_AFTER_HEADER)?.parse().ok());
        BatchResponse {
            response: self.report(job),
            budget: headers.and_then(|headers| read(&headers)),
            retry_after_s,
        }
    }

    /// The budget for prompts now.
    pub(crate) async fn prompt_budget(self, project: &ProjectId) -> Result<Option<PromptBudget>, ApiError> {
        self.report(prompt_budget(project).await)
    }

    /// The budget for prompts, for a composer. Nobody asked for it, so not even the end of the session is reported before the
    /// person sends something.
    pub(crate) async fn prompt_budget_unreported(
        self,
        project: &ProjectId,
    ) -> Result<Option<PromptBudget>, ApiError> {
        prompt_budget(project).await
    }
}

async fn prompt_budget(project: &ProjectId) -> Result<Option<PromptBudget>, ApiError> {
    let filter = JobFilter { limit: Some(1), ..JobFilter::default() };
    let url = Endpoint::Jobs(project, &filter).to_string();
    let ReadResponse { body, headers } = http::send(http::get(&url), None).await;
    body?;
    Ok(headers.and_then(|headers| read(&headers)))
}

fn read(headers: &Headers) -> Option<PromptBudget> {
    PromptBudget::of_fields(&headers.get("RateLimit-Policy")?, &headers.get("RateLimit")?)
}
