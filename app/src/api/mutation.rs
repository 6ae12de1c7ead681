//! What a person can change about a job or a submission, and the request for it.

use docket_wire::{JobFilter, JobId, JobPatch, JobRef, ProjectId, Prompt, SubmissionId};
use gloo_net::http::Method;

use super::client::json;
use super::{Api, ApiError};
use crate::paths::Endpoint;

/// A change that a person asks for.
#[derive(Debug, Clone)]
pub(crate) enum Mutation {
    /// Matches a submission of unknown outcome to the job that it made.
    Match(SubmissionId, JobId),
    /// Sends a submission once more.
    Resend(SubmissionId),
    /// Discards a submission, or cancels one that is still queued.
    Discard(SubmissionId),
    /// Replaces the text of a queued follow-up.
    Edit(SubmissionId, Prompt),
    /// Changes a job's labels, or whether it is hidden or polled.
    Patch(JobId, JobPatch),
    /// Adds a job that was created outside Docket.
    Import(JobId),
    /// Ends the pauses of prompts and polls that the service asked for.
    Resume,
}

impl Api {
    /// Carries out `mutation`. The live stream brings what it changed.
    pub(crate) async fn mutate(self, project: &ProjectId, mutation: &Mutation) -> Result<(), ApiError> {
        let plain = JobFilter::default();
        let job_ref = |job: &JobId| json(&JobRef { job: job.clone() });
        let (method, endpoint, body) = match mutation {
            Mutation::Match(id, job) => {
                (Method::POST, Endpoint::MatchSubmission(project, id), Some(job_ref(job)?))
            }
            Mutation::Resend(id) => (Method::POST, Endpoint::ResendSubmission(project, id), None),
            Mutation::Discard(id) => (Method::DELETE, Endpoint::Submission(project, id), None),
            Mutation::Edit(id, prompt) => {
                (Method::PATCH, Endpoint::Submission(project, id), Some(json(prompt)?))
            }
            Mutation::Patch(job, patch) => (Method::PATCH, Endpoint::Job(project, job), Some(json(patch)?)),
            Mutation::Resume => (Method::POST, Endpoint::ResumeJobs(project), None),
            Mutation::Import(job) => (Method::POST, Endpoint::Jobs(project, &plain), Some(job_ref(job)?)),
        };
        self.change(method, endpoint, body).await
    }
}
