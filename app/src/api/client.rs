//! Typed functions, one for each route the console uses.

use docket_wire::{
    CONFIRM_HEADER, Health, IDEMPOTENCY_HEADER, JobDetail, JobFilter, JobId, JobPatch, JobRef, Project,
    ProjectId, Prompt, Session, SignIn, Snapshot, SubmissionId,
};
use gloo_net::http::Method;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::{ApiError, http};
use crate::paths::Endpoint;

/// The client. It tells the one who holds `failures` of every failure, so that being signed out shows everywhere.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Api {
    on_failure: Callback<ApiError>,
}

/// The part of a created job that is needed here; the live stream brings the rest.
#[derive(Deserialize)]
struct Created {
    id: JobId,
}

/// What a person does to something that the ledger has.
#[derive(Debug, Clone)]
pub(crate) enum Deed {
    /// Names the job that a submission of unknown outcome made.
    JobRef(SubmissionId, JobId),
    /// Sends a submission once more.
    Resend(SubmissionId),
    /// Takes a submission back, or lays it aside.
    Discard(SubmissionId),
    /// Writes a waiting follow-up anew.
    Rewrite(SubmissionId, Prompt),
    /// Changes how a job is kept.
    Patch(JobId, JobPatch),
    /// Takes a job in that was made elsewhere.
    TakeIn(JobId),
}

impl Api {
    /// A client whose failures are told to `on_failure`.
    pub(crate) fn new(on_failure: Callback<ApiError>) -> Self {
        Self { on_failure }
    }

    /// Who is signed in.
    pub(crate) async fn session(self) -> Result<Session, ApiError> {
        self.told(get(Endpoint::Session).await)
    }

    /// Signs in. A wrong passphrase is told to the caller alone.
    pub(crate) async fn sign_in(self, who: &SignIn) -> Result<Session, ApiError> {
        self.told(change(Method::POST, Endpoint::Session, Some(json(who)?), &[]).await?.json())
    }

    /// Signs out.
    pub(crate) async fn sign_out(self) -> Result<(), ApiError> {
        self.told(change(Method::DELETE, Endpoint::Session, None, &[]).await.map(|_| ()))
    }

    /// Whether Docket has its settings. Works for everyone.
    pub(crate) async fn health(self) -> Result<Health, ApiError> {
        get(Endpoint::Health).await
    }

    /// The projects there are.
    pub(crate) async fn projects(self) -> Result<Vec<Project>, ApiError> {
        self.told(get(Endpoint::Projects).await)
    }

    /// A page of the jobs that match, newest first.
    pub(crate) async fn jobs(self, project: &ProjectId, filter: &JobFilter) -> Result<Snapshot, ApiError> {
        self.told(get(Endpoint::Jobs(project, filter)).await)
    }

    /// One job with its history.
    pub(crate) async fn job(self, project: &ProjectId, id: &JobId) -> Result<JobDetail, ApiError> {
        self.told(get(Endpoint::Job(project, id)).await)
    }

    /// Creates a job, or takes a follow-up down for one; answers with that job. The same key with the same prompt
    /// never does it twice. With `is_meant`, a prompt may be the same as one of a moment ago.
    pub(crate) async fn submit(
        self,
        project: &ProjectId,
        follow_up: Option<&JobId>,
        prompt: &Prompt,
        key: &str,
        is_meant: bool,
    ) -> Result<JobId, ApiError> {
        let to = match follow_up {
            None => Endpoint::CreateJob(project),
            Some(job) => Endpoint::FollowUps(project, job),
        };
        let headers = [(IDEMPOTENCY_HEADER, key), (CONFIRM_HEADER, "1")];
        let headers = if is_meant { headers.as_slice() } else { headers.split_at(1).0 };
        let answer = self.told(change(Method::POST, to, Some(json(prompt)?), headers).await)?;
        match follow_up {
            None => answer.json().map(|Created { id }| id),
            Some(job) => Ok(job.clone()),
        }
    }

    /// Does what a person said. What it changed comes by the live stream.
    pub(crate) async fn carry_out(self, project: &ProjectId, deed: &Deed) -> Result<(), ApiError> {
        let plain = JobFilter::default();
        let (method, endpoint, body) = match deed {
            Deed::JobRef(id, job) => (
                Method::POST,
                Endpoint::Submission(project, id, "/match"),
                Some(json(&JobRef { job: job.clone() })?),
            ),
            Deed::Resend(id) => (Method::POST, Endpoint::Submission(project, id, "/resend"), None),
            Deed::Discard(id) => (Method::DELETE, Endpoint::Submission(project, id, ""), None),
            Deed::Rewrite(id, prompt) => {
                (Method::PATCH, Endpoint::Submission(project, id, ""), Some(json(prompt)?))
            }
            Deed::Patch(job, patch) => (Method::PATCH, Endpoint::Job(project, job), Some(json(patch)?)),
            Deed::TakeIn(job) => {
                (Method::POST, Endpoint::Jobs(project, &plain), Some(json(&JobRef { job: job.clone() })?))
            }
        };
        self.told(change(method, endpoint, body, &[]).await.map(|_| ()))
    }

    pub(super) fn told<T>(self, answer: Result<T, ApiError>) -> Result<T, ApiError> {
        if let Err(error) = &answer {
            self.on_failure.run(error.clone());
        }
        answer
    }
}

pub(super) async fn get<T: serde::de::DeserializeOwned>(endpoint: Endpoint<'_>) -> Result<T, ApiError> {
    http::get(&endpoint.to_string()).await?.json()
}

pub(super) async fn change(
    method: Method,
    endpoint: Endpoint<'_>,
    body: Option<String>,
    headers: &[(&str, &str)],
) -> Result<http::Answer, ApiError> {
    http::change(method, &endpoint.to_string(), body, headers).await
}

pub(super) fn json(body: &impl Serialize) -> Result<String, ApiError> {
    serde_json::to_string(body).map_err(|_| ApiError::local("This text cannot be sent."))
}
