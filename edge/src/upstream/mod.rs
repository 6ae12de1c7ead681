//! The client of the documentation service.
//!
//! Architecture invariant: no other module can see the admin key, one function puts it on a request, and that request
//! goes to the configured server. The key is removed from every response before it leaves this module.

mod call;
mod key;

use std::rc::Rc;

use docket_core::settings::{ProjectSettings, Settings};
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response::{ServiceJob, read_job, read_visitors};
use docket_wire::{JobId, KeyStatus, ProblemCode, ProjectId, VisitorsQuery, VisitorsResponse};
use worker::Env;

use crate::http::failure::Failure;
use call::{Call, ServiceResponse};
use key::AdminKey;

/// Maximum response with a job, in bytes.
const JOB_BYTES_MAX: usize = 1024 * 1024;
/// Maximum response with visitors, in bytes: 250 rows with paths of 16 KiB.
const VISITORS_BYTES_MAX: usize = 4 * 1024 * 1024;

/// The service with the key of one project. It is made for each use, so that the key does not stay in memory.
#[derive(Debug)]
pub(crate) struct Service {
    settings: Rc<Settings>,
    key: AdminKey,
}

impl Service {
    /// The service for a configured project.
    pub(crate) fn for_project(env: &Env, project: &ProjectId) -> Result<Self, Failure> {
        let settings = crate::settings::read(env)?;
        let key = settings.project(project).and_then(|project| AdminKey::of(project, env));
        match key {
            Some(key) => Ok(Self { settings, key }),
            // The error says nothing about access, because the alarm has no caller.
            None => Err(Failure::new(ProblemCode::UnknownProject, "This project is not configured.")),
        }
    }

    /// Creates a job from a prompt in JSON.
    pub(crate) async fn create_job(
        &self,
        project: &ProjectId,
        body: String,
    ) -> Result<ServiceJob, CallFailure> {
        let url = self.settings.upstream.create_job(project);
        self.job(self.call("POST", url, Some(body), JOB_BYTES_MAX)).await.map_err(without_job_id)
    }

    /// Follows a job up with a prompt in JSON.
    pub(crate) async fn send_message(
        &self,
        project: &ProjectId,
        job: &JobId,
        body: String,
    ) -> Result<ServiceJob, CallFailure> {
        let url = self.settings.upstream.send_message(project, job);
        self.job(self.call("POST", url, Some(body), JOB_BYTES_MAX)).await
    }

    pub(crate) async fn get_job(&self, project: &ProjectId, job: &JobId) -> Result<ServiceJob, CallFailure> {
        let url = self.settings.upstream.get_job(&self.settings.get_job_path, project, job);
        let response = self.job(self.call("GET", url, None, JOB_BYTES_MAX)).await?;
        response.check_id(job)?;
        Ok(response)
    }

    /// Reads a page of visitors. Returns the page and its original text.
    pub(crate) async fn visitors(
        &self,
        project: &ProjectId,
        query: &VisitorsQuery,
    ) -> Result<(VisitorsResponse, String), CallFailure> {
        let url = self.settings.upstream.visitors(project, query);
        let ServiceResponse { body, .. } =
            self.call("GET", url, None, VISITORS_BYTES_MAX).send().await.map_err(without_job_id)?;
        read_visitors(body)
    }

    async fn job(&self, call: Call<'_>) -> Result<ServiceJob, CallFailure> {
        let ServiceResponse { status, body } = call.send().await?;
        read_job(status, body)
    }

    fn call(
        &self,
        method: &'static str,
        url: String,
        body: Option<String>,
        response_bytes_max: usize,
    ) -> Call<'_> {
        Call {
            method,
            url,
            body,
            timeout_ms: self.settings.upstream_timeout_ms,
            response_bytes_max,
            key: &self.key,
        }
    }
}

/// The name and kind of a project's key, without the key.
pub(crate) fn key_status(project: &ProjectSettings, env: &Env) -> KeyStatus {
    let kind = AdminKey::kind_of(project, env);
    KeyStatus { setting: project.key_secret.clone(), kind }
}

/// In an operation without a job id, 404 does not mean that a job is unknown.
fn without_job_id(failure: CallFailure) -> CallFailure {
    match failure {
        CallFailure::NotFound { error } => CallFailure::Rejected { status: 404, error },
        failure => failure,
    }
}
