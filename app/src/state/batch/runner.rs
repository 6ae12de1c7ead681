//! Sends a batch. It continues after its page is left, as long as the app is open.

use std::sync::Arc;

use docket_wire::{ProjectId, Prompt};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::outcome::Outcome;
use super::prompts::{Batch, Progress};
use super::run::{BatchRun, NextStep};
use super::storage::BatchStorage;
use crate::api::{Api, BatchResponse};
use crate::browser::clock;
use crate::browser::tabs::lock;
use crate::format::budget::PromptBudget;
use crate::state::console::Console;

/// A waiting batch checks this often whether somebody paused it, or another tab sent some of it.
const TICK_MS: u32 = 1_000;
/// Longer than a tab has the lock to check whether another one sends the batch.
const LOCK_CHECK_MS: u32 = 100;

/// Who sends a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BatchSender {
    /// Nobody: it waits for a person, or is complete.
    Nobody,
    ThisTab,
    /// Another tab of this browser, which holds the lock of the batch.
    OtherTab,
}

/// Sends a batch, and knows what became of its prompts. Clones are handles to the same state.
#[derive(Clone)]
pub(crate) struct BatchRunner {
    pub batch: Arc<Batch>,
    project: ProjectId,
    storage: BatchStorage,
    run: ArcRwSignal<BatchRun>,
    sender: ArcRwSignal<BatchSender>,
}

impl BatchRunner {
    /// A stored batch. No tab sends it yet.
    pub(super) fn new(
        batch: Batch,
        progress: Vec<Progress>,
        storage: BatchStorage,
        project: ProjectId,
    ) -> Self {
        let mut run = BatchRun::new(progress);
        run.pause_reason = storage.pause_reason(&batch);
        Self {
            batch: Arc::new(batch),
            project,
            storage,
            run: ArcRwSignal::new(run),
            sender: ArcRwSignal::new(BatchSender::Nobody),
        }
    }

    /// Whether it is, or was, the batch in this storage.
    pub(super) fn is_in(&self, storage: &BatchStorage) -> bool {
        self.storage == *storage
    }

    /// Whether it is the batch with this id in this storage.
    pub(super) fn is_at(&self, storage: &BatchStorage, id: &str) -> bool {
        self.storage == *storage && self.batch.id == id
    }

    /// Whether the browser stores the progress of one of its prompts under `key`.
    pub(super) fn has_progress_key(&self, key: &str) -> bool {
        key.starts_with(&self.storage.progress_prefix(&self.batch))
    }

    pub(crate) fn run(&self) -> ArcReadSignal<BatchRun> {
        self.run.read_only()
    }

    pub(crate) fn sender(&self) -> ArcReadSignal<BatchSender> {
        self.sender.read_only()
    }

    /// Records the budget that a response has said.
    pub(crate) fn record_budget(&self, budget: PromptBudget) {
        let now_ms = clock::now_ms();
        self.run.update(|run| run.record_budget(budget, now_ms));
    }

    /// Sends what is waiting, unless another tab does.
    pub(crate) fn resume(&self, console: Console) {
        if self.sender.get_untracked() != BatchSender::OtherTab && self.merge() {
            self.run.update(BatchRun::resume);
            self.record_pause_reason();
            self.send_next(console);
        }
    }

    /// Begins to send what is next, unless a tab does already.
    fn send_next(&self, console: Console) {
        if self.sender.get_untracked() != BatchSender::Nobody {
            return;
        }
        self.sender.set(BatchSender::ThisTab);
        let this = self.clone();
        spawn_local(async move {
            let lock = this.storage.lock_name(&this.batch);
            let mut has_driven = lock::do_alone(&lock, this.clone().drive(console)).await;
            if !has_driven {
                // A tab that only checks whether the lock is free has it for a moment.
                TimeoutFuture::new(LOCK_CHECK_MS).await;
                has_driven = lock::do_alone(&lock, this.clone().drive(console)).await;
            }
            this.sender.set(BatchSender::Nobody);
            if !has_driven {
                this.pause();
                this.sync_with_storage();
            } else if this.run.with_untracked(|run| run.has_next(clock::now_ms())) {
                // The person resumed it while the lock was being released.
                this.send_next(console);
            }
        });
    }

    /// Takes over what another tab has stored and, while that tab sends the batch, says so.
    pub(super) fn sync_with_storage(&self) {
        match self.sender.get_untracked() {
            BatchSender::ThisTab => {}
            BatchSender::OtherTab => {
                self.merge();
            }
            BatchSender::Nobody => {
                self.merge();
                let this = self.clone();
                spawn_local(async move { this.wait_for_other_tab().await });
            }
        }
    }

    /// While another tab sends the batch, says so; then takes over what that has stored.
    async fn wait_for_other_tab(&self) {
        let lock = self.storage.lock_name(&self.batch);
        let is_sent_by_nobody = || self.sender.get_untracked() == BatchSender::Nobody;
        // A batch that begins here takes its lock at once, and a check of the lock would be in the way.
        if is_sent_by_nobody() && lock::is_held_elsewhere(&lock).await && is_sent_by_nobody() {
            self.sender.set(BatchSender::OtherTab);
            lock::until_free(&lock).await;
            self.merge();
            let pause_reason = self.storage.pause_reason(&self.batch);
            self.run.update(|run| run.pause_reason = pause_reason);
            self.sender.set(BatchSender::Nobody);
        }
    }

    /// Takes over what the browser has stored about the prompts. Returns whether it has the batch: another tab may have closed it,
    /// and with it forgotten what was cancelled.
    fn merge(&self) -> bool {
        let is_stored = self.storage.is_stored(&self.batch);
        if is_stored {
            let stored = self.storage.progress(&self.batch);
            self.run.update(|run| run.merge(&stored));
        } else {
            self.run.update(BatchRun::close);
        }
        is_stored
    }

    /// Stores why the batch is paused, so that the reason is known after a reload.
    fn record_pause_reason(&self) {
        self.run
            .with_untracked(|run| self.storage.record_pause_reason(&self.batch, run.pause_reason.as_deref()));
    }

    /// Sends nothing more until a person says so.
    pub(crate) fn pause(&self) {
        self.run.update(BatchRun::pause);
    }

    /// Cancels what is not sent, and finds out what became of a prompt whose response has not come.
    pub(crate) fn cancel(&self, console: Console) {
        if !self.merge() {
            return;
        }
        let mut cancelled = Vec::new();
        self.run.update(|run| cancelled = run.cancel());
        for index in cancelled {
            self.storage.record(&self.batch, index, &Progress::Cancelled);
        }
        if self.run.with_untracked(|run| run.has_next(clock::now_ms())) {
            self.send_next(console);
        }
    }

    /// Sends a prompt again that failed or has an unknown outcome. The others wait if the batch is paused.
    pub(crate) fn retry(&self, index: usize, console: Console) {
        self.retry_each(|failure| failure == index, console);
    }

    /// Sends all prompts again that failed or have an unknown outcome.
    pub(crate) fn retry_all(&self, console: Console) {
        self.retry_each(|_| true, console);
    }

    fn retry_each(&self, is_wanted: impl Fn(usize) -> bool, console: Console) {
        if !self.merge() {
            return;
        }
        let mut failures = self.run.with_untracked(BatchRun::failures);
        failures.retain(|index| is_wanted(*index));
        for index in &failures {
            self.storage.record(&self.batch, *index, &Progress::Waiting);
        }
        self.run.update(|run| failures.iter().for_each(|index| run.retry(*index)));
        self.record_pause_reason();
        self.send_next(console);
    }

    /// Forgets the batch.
    pub(crate) fn end(&self) {
        self.pause();
        self.storage.end(&self.batch);
    }

    /// Sends one prompt after another until none is left, or a person is needed.
    async fn drive(self, console: Console) {
        // A prompt that is sent without budget would be among the rejected ones. If the budget cannot be read, the response to
        // the prompt has it.
        let has_budget = self.run.with_untracked(|run| run.budget.is_some_and(|budget| budget.remaining > 0));
        if !has_budget && let Ok(Some(budget)) = console.api.prompt_budget(&self.project).await {
            self.record_budget(budget);
        }
        loop {
            // Another person may have signed in. The edge keeps idempotency keys by person, so the prompts would run again.
            if untrack(|| console.auth.person()).is_none_or(|person| person.0 != self.storage.person) {
                return self.pause();
            }
            self.merge();
            let now_ms = clock::now_ms();
            match self.run.with_untracked(|run| run.next(now_ms)) {
                NextStep::Send(index) => self.send(console.api, index).await,
                NextStep::Wait(_) => TimeoutFuture::new(TICK_MS).await,
                NextStep::Idle | NextStep::Done => return,
            }
        }
    }

    async fn send(&self, api: Api, index: usize) {
        let Some(prompt) = self.batch.prompts.get(index) else { return };
        self.run.update(|run| run.begin(index));
        // After a cut, the next page knows that there may be a job.
        self.storage.record(&self.batch, index, &Progress::Begun);
        let prompt = Prompt { prompt: prompt.prompt.clone() };
        let BatchResponse { response, budget, retry_after_s } =
            api.create_for_batch(&self.project, &prompt, &self.batch.labels, &self.batch.key(index)).await;
        let outcome = match response {
            Ok(job) => Outcome::Sent(job),
            Err(error) => Outcome::of_error(error, retry_after_s),
        };
        let now_ms = clock::now_ms();
        let mut progress = Progress::Waiting;
        self.run.update(|run| {
            progress = run.record(index, outcome, now_ms);
            if let Some(budget) = budget {
                run.record_budget(budget, now_ms);
            }
        });
        self.storage.record(&self.batch, index, &progress);
        self.record_pause_reason();
    }
}
