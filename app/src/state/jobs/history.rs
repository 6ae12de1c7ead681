//! The history of the job whose page is open.

use std::sync::Arc;

use docket_wire::{JobDetail, JobId, ProjectId};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;

use super::Jobs;
use crate::api::ApiError;

/// How often the stream may overtake the history of a job before the next attempt waits.
const OVERTAKEN_MAX: u32 = 3;
const OVERTAKEN_WAIT_MS: u32 = 1_000;

impl Jobs {
    /// The history of the open job, if that is `id`.
    pub(crate) fn detail(self, id: JobId) -> Memo<Option<Arc<JobDetail>>> {
        self.shared(move |store| store.detail(&id).cloned())
    }

    /// Whether the history of the open job has to be fetched, for the first time or again.
    pub(crate) fn is_detail_missing(self, id: JobId) -> Memo<bool> {
        Memo::new(move |_| self.with(|store| store.detail(&id).is_none() || store.is_detail_stale(&id)))
    }

    /// Fetches the history of a job and opens it, if its project is still in view and no other job was opened since.
    ///
    /// # Errors
    /// If the request fails.
    pub(crate) async fn open(self, project: &ProjectId, id: &JobId) -> Result<(), ApiError> {
        self.opened.set_value(Some(id.clone()));
        for attempt in 1_u32.. {
            let detail = self.api.job(project, id, None).await?;
            if !self.is_subscribed(project) || self.opened.with_value(|opened| opened.as_ref() != Some(id)) {
                break;
            }
            self.store.update(|store| store.open_job(detail));
            if !self.with_untracked(|store| store.is_detail_stale(id)) {
                break;
            }
            // The stream has overtaken the response, as it can do several times in a busy project.
            if attempt >= OVERTAKEN_MAX {
                TimeoutFuture::new(OVERTAKEN_WAIT_MS).await;
            }
        }
        Ok(())
    }

    /// Ends what [`Jobs::open`] began, when the page of a job is left. The next one may be open by then.
    pub(crate) fn leave(self, id: &JobId) {
        self.opened.update_value(|opened| {
            if opened.as_ref() == Some(id) {
                *opened = None;
            }
        });
    }

    /// Loads the page before what is loaded of the open job's history.
    ///
    /// # Errors
    /// If the request fails.
    pub(crate) async fn load_earlier(self, project: &ProjectId, id: &JobId) -> Result<(), ApiError> {
        let Some(before) = self.with_untracked(|store| store.history_start(id)) else { return Ok(()) };
        let page = self.api.job(project, id, Some(before)).await?;
        if self.is_subscribed(project) {
            self.store.update(|store| store.prepend_history(before, page));
        }
        Ok(())
    }
}
