//! The documentation service.
//!
//! Architecture invariant: no other module can see the admin key, one function puts it on a request, and that
//! request goes to the one configured server. Whatever comes back has the key taken out before it leaves here.

mod call;
mod key;

use std::rc::Rc;

use docket_core::settings::Settings;
use docket_core::upstream::response::{CallFailure, ServiceJob, read_job, read_visitors};
use docket_wire::{JobId, ProblemCode, ProjectId, Prompt, VisitorsPage, VisitorsQuery};
use worker::Env;

use crate::http::failure::Failure;
use call::{Answer, Call};
use key::AdminKey;

/// Longest answer with a job, in bytes.
const JOB_BYTES_MAX: usize = 1024 * 1024;
/// Longest answer with visitor figures, in bytes: 250 rows with paths of 16 KiB.
const VISITORS_BYTES_MAX: usize = 4 * 1024 * 1024;

/// The service, with the key of one project. Made for each use, so that the key does not lie about.
#[derive(Debug)]
pub(crate) struct Service {
    settings: Rc<Settings>,
    key: AdminKey,
}

impl Service {
    /// The service as a configured project uses it.
    pub(crate) fn for_project(env: &Env, project: &ProjectId) -> Result<Self, Failure> {
        let settings = crate::settings::read(env)?;
        let key = settings.project(project).and_then(|project| AdminKey::of(project, env));
        match key {
            Some(key) => Ok(Self { settings, key }),
            None => Err(Failure::new(ProblemCode::UnknownProject, "This project is not configured.")),
        }
    }

    /// Starts a job.
    pub(crate) async fn create_job(
        &self,
        project: &ProjectId,
        prompt: &Prompt,
    ) -> Result<ServiceJob, CallFailure> {
        let url = self.settings.upstream.create_job(project);
        self.job(self.call("POST", url, Some(prompt), JOB_BYTES_MAX)).await.map_err(names_no_job)
    }

    /// Follows a job up.
    pub(crate) async fn send_message(
        &self,
        project: &ProjectId,
        job: &JobId,
        prompt: &Prompt,
    ) -> Result<ServiceJob, CallFailure> {
        let url = self.settings.upstream.send_message(project, job);
        self.job(self.call("POST", url, Some(prompt), JOB_BYTES_MAX)).await
    }

    /// Looks at a job.
    pub(crate) async fn get_job(&self, project: &ProjectId, job: &JobId) -> Result<ServiceJob, CallFailure> {
        let url = self.settings.upstream.get_job(&self.settings.get_job_path, project, job);
        self.job(self.call("GET", url, None, JOB_BYTES_MAX)).await
    }

    /// One page of visitor figures: read, and word for word.
    pub(crate) async fn visitors(
        &self,
        project: &ProjectId,
        query: &VisitorsQuery,
    ) -> Result<(VisitorsPage, String), CallFailure> {
        let url = self.settings.upstream.visitors(project, query);
        let Answer { body, .. } =
            self.call("GET", url, None, VISITORS_BYTES_MAX).send().await.map_err(names_no_job)?;
        read_visitors(body)
    }

    async fn job(&self, call: Call<'_>) -> Result<ServiceJob, CallFailure> {
        let Answer { status, body } = call.send().await?;
        read_job(status, body)
    }

    fn call(
        &self,
        method: &'static str,
        url: String,
        prompt: Option<&Prompt>,
        answer_bytes_max: usize,
    ) -> Call<'_> {
        Call {
            method,
            url,
            body: prompt.and_then(|prompt| serde_json::to_string(prompt).ok()),
            timeout_ms: self.settings.upstream_timeout_ms,
            answer_bytes_max,
            key: &self.key,
        }
    }
}

/// Where no job was asked for, 404 does not mean that one is unknown.
fn names_no_job(failure: CallFailure) -> CallFailure {
    match failure {
        CallFailure::NotFound { error } => CallFailure::Rejected { status: 404, error },
        failure => failure,
    }
}
