//! Prompts that are sent one after another, with the budget that each response names.

use docket_wire::{
    CONFIRM_HEADER, IDEMPOTENCY_HEADER, JobFilter, JobId, LABELS_HEADER, Label, ProjectId, Prompt,
    RETRY_AFTER_HEADER,
};
use gloo_net::http::{Headers, Method};

use super::client::json;
use super::jobs::Created;
use super::{Api, ApiError, http};
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
        let (response, fields) = http::change_with_headers(Method::POST, &url, body, &headers).await;
        let job = response.and_then(|response| {
            let Created { id } = response.json()?;
            id.parse().map_err(|_| response.unreadable())
        });
        let retry_after_s = fields.as_ref().and_then(|fields| fields.get(RETRY_AFTER_HEADER)?.parse().ok());
        BatchResponse {
            response: self.report(job),
            budget: fields.and_then(|fields| read(&fields)),
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
    let (response, fields) = http::get_with_headers(&url).await;
    response?;
    Ok(fields.and_then(|fields| read(&fields)))
}

fn read(fields: &Headers) -> Option<PromptBudget> {
    PromptBudget::of_fields(&fields.get("RateLimit-Policy")?, &fields.get("RateLimit")?)
}
