//! The composers that an action on a submission can write to.

use docket_wire::{JobId, ProjectId, Submission, SubmissionKind};
use leptos::prelude::*;

use crate::api::ApiError;
use crate::browser::focus;
use crate::state::console::use_console;
use crate::state::jobs::Jobs;
use crate::state::jobs::drafts::{Composer, Resolution};
use crate::state::stored_form::FormContent as _;

/// The composers of one submission.
#[derive(Clone)]
pub(super) struct Composers {
    /// The one that the submission came from.
    own: Composer,
    /// The composer of new jobs.
    new: Composer,
    jobs: Jobs,
}

impl Composers {
    /// The composers of a submission of the project.
    pub(super) fn new(project: &ProjectId, submission: &Submission) -> Self {
        let console = use_console();
        let job = submission.job.clone().filter(|_| submission.kind == SubmissionKind::FollowUp);
        let (own, new) = (console.composer(project, job), console.composer(project, None));
        Self { own, new, jobs: console.jobs }
    }

    /// Whether a new job is being written.
    pub(super) fn has_draft(&self) -> bool {
        !self.new.is_empty()
    }

    /// Whether something is written where the submission came from.
    pub(super) fn has_follow_up(&self) -> bool {
        self.own.state().with(|composing| !composing.draft.is_empty())
    }

    /// Whether the text of the submission is still in the field that it came from.
    pub(super) fn has_draft_of(&self, prompt: &str) -> bool {
        self.own.is_text(prompt)
    }

    /// Copies the text of a submission back to where it was written.
    pub(super) fn restore(&self, prompt: &str) {
        self.own.restore(prompt);
        focus::move_to("#prompt");
    }

    /// Keeps text that was edited when its submission went away.
    pub(super) fn save_edited(&self, edited: &str) {
        self.own.restore(edited);
    }

    /// Holds the keys that send what is written where the submission came from, because they may be meant to save an edit of it.
    pub(super) fn hold_keys(&self) {
        self.own.hold_keys();
    }

    /// Replaces the draft of a new job by one that continues a job, unless the person is elsewhere by then. Returns whether it did.
    ///
    /// # Errors
    /// If the first prompt of the job cannot be loaded.
    pub(super) async fn start_job(
        &self,
        job: Option<&JobId>,
        prompt: &str,
        is_here: impl Fn() -> bool,
    ) -> Result<bool, ApiError> {
        let continuation = self.jobs.continuation(job, prompt).await?;
        let is_here = is_here();
        if is_here {
            self.new.replace(continuation);
        }
        Ok(is_here)
    }

    /// Updates the draft that a submission came from once the submission is resolved.
    pub(super) fn resolve(&self, prompt: &str, resolution: Resolution) {
        self.own.resolve(prompt, resolution);
    }
}
