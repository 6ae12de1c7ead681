//! Projects, jobs and prompts.

use docket_wire::{
    CONFIRM_HEADER, IDEMPOTENCY_HEADER, JobDetail, JobFilter, JobId, Project, ProjectId, ProjectsPage,
    Prompt, Snapshot, Submission, SubmissionId,
};
use gloo_net::http::Method;
use serde::Deserialize;

use super::client::json;
use super::{Api, ApiError, http};
use crate::paths::Endpoint;

/// The one field of a created job or a follow-up that the console reads; the live stream brings the rest.
#[derive(Deserialize)]
pub(super) struct Created {
    pub(super) id: String,
}

/// What Docket made of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Submitted {
    Job(JobId),
    /// A follow-up in the job's queue, which may be sent at once.
    FollowUp(SubmissionId),
}

impl Api {
    pub(crate) async fn projects(self) -> Result<Vec<Project>, ApiError> {
        self.get(Endpoint::Projects).await.map(|ProjectsPage { projects, .. }| projects)
    }

    /// A page of the jobs that match `filter`, newest first.
    pub(crate) async fn jobs(self, project: &ProjectId, filter: &JobFilter) -> Result<Snapshot, ApiError> {
        self.get(Endpoint::Jobs(project, filter)).await
    }

    /// One job with a page of its history: the newest, or the one before a revision.
    pub(crate) async fn job(
        self,
        project: &ProjectId,
        id: &JobId,
        before: Option<u64>,
    ) -> Result<JobDetail, ApiError> {
        self.get(Endpoint::History(project, id, before)).await
    }

    /// One submission with its whole prompt.
    pub(crate) async fn submission(
        self,
        project: &ProjectId,
        id: &SubmissionId,
    ) -> Result<Submission, ApiError> {
        self.get(Endpoint::Submission(project, id)).await
    }

    /// Creates a job, or queues a follow-up for one. The same `key` with the same prompt
    /// has an effect once. `is_confirmed` allows a prompt that repeats a recent one.
    pub(crate) async fn submit(
        self,
        project: &ProjectId,
        follow_up: Option<&JobId>,
        prompt: &Prompt,
        key: &str,
        is_confirmed: bool,
    ) -> Result<Submitted, ApiError> {
        let endpoint = match follow_up {
            None => Endpoint::CreateJob(project),
            Some(job) => Endpoint::FollowUps(project, job),
        };
        // In quotes, as the IETF's draft has it: the key has no character to escape.
        let key = format!("\"{key}\"");
        let headers = [(IDEMPOTENCY_HEADER, key.as_str()), (CONFIRM_HEADER, "1")];
        let headers = if is_confirmed { headers.as_slice() } else { headers.split_at(1).0 };
        let request = http::change(Method::POST, &endpoint.to_string(), headers);
        let response = http::send(request, Some(json(prompt)?)).await;
        self.report(response.body.and_then(|body| {
            let Created { id } = body.json()?;
            let submitted = match follow_up {
                None => id.parse().ok().map(Submitted::Job),
                Some(_) => id.parse().ok().map(Submitted::FollowUp),
            };
            submitted.ok_or_else(|| body.unreadable())
        }))
    }
}
