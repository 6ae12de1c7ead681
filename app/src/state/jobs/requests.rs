//! Requests about the project in view.

use docket_wire::{JobId, Submission, SubmissionId};

use super::{Jobs, continuation};
use crate::api::{ApiError, Mutation};
use crate::texts::jobs::submissions as texts;

impl Jobs {
    /// Carries out `mutation`. The live stream brings what it changed.
    ///
    /// # Errors
    /// If the edge rejects it, or no project is in view any more.
    pub(crate) async fn mutate(self, mutation: &Mutation) -> Result<(), ApiError> {
        match self.project() {
            Some(project) => self.api.mutate(&project, mutation).await,
            None => Err(ApiError::local(texts::LEFT_BEFORE_SENT)),
        }
    }

    /// Fetches a submission with its whole prompt.
    ///
    /// # Errors
    /// If the request fails, or no project is in view any more.
    pub(crate) async fn submission(self, id: &SubmissionId) -> Result<Submission, ApiError> {
        match self.project() {
            Some(project) => self.api.submission(&project, id).await,
            None => Err(ApiError::local(texts::LEFT_BEFORE_LOADED)),
        }
    }

    /// The prompt of a new job that continues where `follow_up` of `job`, the open one, was rejected.
    ///
    /// # Errors
    /// If the first prompt of the job is not loaded, and the request for it fails.
    pub(crate) async fn continuation(self, job: Option<&JobId>, follow_up: &str) -> Result<String, ApiError> {
        let detail = self.with_untracked(|store| job.and_then(|id| store.detail(id)).cloned());
        let Some(detail) = detail else { return Ok(follow_up.to_owned()) };
        let first = match continuation::first_prompt(&detail) {
            Some((id, None)) => self.submission(&id).await?.prompt,
            Some((_, prompt)) => prompt,
            None => None,
        };
        Ok(continuation::continuation(&detail, first.as_deref(), follow_up))
    }
}
