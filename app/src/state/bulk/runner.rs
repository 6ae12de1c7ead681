//! Sends the requests of an action on several jobs, one after another.

use docket_wire::{JobEntry, JobId, ProjectId};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::action::BulkAction;
use super::run::BulkRun;
use crate::api::{ApiError, Mutation};
use crate::state::console::{Console, use_console};

/// The action that is under way, or the last one. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct BulkRunner {
    console: Console,
    project: StoredValue<ProjectId>,
    run: RwSignal<Option<BulkRun>>,
}

impl BulkRunner {
    pub(crate) fn new(project: ProjectId) -> Self {
        Self { console: use_console(), project: StoredValue::new(project), run: RwSignal::new(None) }
    }

    /// How far it is, or what became of it.
    pub(crate) fn run(self) -> ReadSignal<Option<BulkRun>> {
        self.run.read_only()
    }

    /// Whether an action is under way.
    pub(crate) fn is_pending(self) -> bool {
        self.run.with(|run| run.as_ref().is_some_and(|run| !run.is_over()))
    }

    /// Forgets the last action.
    pub(crate) fn clear(self) {
        self.run.set(None);
    }

    /// Carries out `action` for each of the jobs, and calls `then` with what became of it, unless the page was left. Does
    /// nothing while another one is under way.
    pub(crate) fn start(self, action: BulkAction, jobs: Vec<JobId>, then: impl Fn(&BulkRun) + 'static) {
        if !untrack(|| self.is_pending()) {
            self.carry_out(BulkRun::new(action, jobs.len()), jobs, then);
        }
    }

    /// Carries out the last action for the jobs that it failed for, as [`Self::start`] does.
    pub(crate) fn try_again(self, then: impl Fn(&BulkRun) + 'static) {
        if let Some(run) = self.run.get_untracked().filter(BulkRun::is_over) {
            let (run, jobs) = run.again();
            self.carry_out(run, jobs, then);
        }
    }

    fn carry_out(self, mut run: BulkRun, jobs: Vec<JobId>, then: impl Fn(&BulkRun) + 'static) {
        if jobs.is_empty() {
            return;
        }
        let project = self.project.get_value();
        self.run.set(Some(run.clone()));
        self.console.live_region.set(String::new());
        spawn_local(async move {
            let session = self.console.api.session_number();
            for id in jobs {
                // Another person may have signed in, whose changes these would be.
                if self.console.api.session_number() != session {
                    return;
                }
                match self.change(&project, &id, &run.action).await {
                    Ok(Some(before)) => run.record_done(before),
                    Ok(None) => run.unchanged += 1,
                    Err(error) => {
                        run.reason = error.message;
                        run.failed.push(id);
                    }
                }
                // The requests continue when the person has left the page.
                self.run.try_set(Some(run.clone()));
            }
            self.console.live_region.set(run.sentence());
            if self.run.try_get_untracked().is_some() {
                then(&run);
            }
        });
    }

    /// The job before the change, if there was something to change. The job is read first, since the list may be behind: an action
    /// that is undone would seem to have nothing to do. It is read without its history, because a read of that makes a poll of an
    /// ended job due.
    async fn change(
        self,
        project: &ProjectId,
        id: &JobId,
        action: &BulkAction,
    ) -> Result<Option<JobEntry>, ApiError> {
        let api = self.console.api;
        let job = api.job(project, id, Some(0)).await?.job;
        let Some(patch) = action.patch(&job) else { return Ok(None) };
        api.mutate(project, &Mutation::Patch(id.clone(), patch)).await?;
        Ok(Some(job))
    }
}
