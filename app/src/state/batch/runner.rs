//! Sends a batch. It continues after its page is left, as long as the app is open.

use std::cell::RefCell;
use std::sync::Arc;

use docket_wire::{ProblemCode, ProjectId, Prompt};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::plan::{Batch, Progress};
use super::run::{NextStep, Outcome, Run};
use super::stored::BatchPlace;
use crate::api::{Api, ApiError, BatchResponse};
use crate::browser::tabs::lock;
use crate::browser::{clock, storage};
use crate::state::console::Console;

/// A waiting batch looks this often whether somebody paused it, or another tab went on.
const TICK_MS: u32 = 1_000;
/// Longer than a tab needs to look whether another one sends a batch.
const LOOK_MS: u32 = 100;
/// The wait if the budget is exhausted and the response does not say for how long.
const EXHAUSTED_S: u32 = 60;

/// Who sends a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sender {
    /// Nobody: it waits for a person, or is complete.
    Nobody,
    ThisTab,
    /// Another tab of this browser, which holds the lock of the batch.
    OtherTab,
}

/// A batch and its run. Copies are handles to the same.
#[derive(Clone)]
pub(crate) struct BatchRun {
    pub batch: Arc<Batch>,
    project: ProjectId,
    place: BatchPlace,
    run: ArcRwSignal<Run>,
    sender: ArcRwSignal<Sender>,
}

thread_local! {
    /// The batches of this tab. They outlive their page.
    static OPEN: RefCell<Vec<BatchRun>> = const { RefCell::new(Vec::new()) };
}

/// The batch at a place, if there is one.
pub(crate) fn open_run(place: &BatchPlace, project: &ProjectId) -> Option<BatchRun> {
    let (batch, progress) = place.load()?;
    let find = |open: &Vec<BatchRun>| {
        open.iter().find(|run| run.place == *place && run.batch.id == batch.id).cloned()
    };
    if let Some(known) = OPEN.with_borrow(find) {
        return Some(known);
    }
    let run = BatchRun {
        batch: Arc::new(batch),
        project: project.clone(),
        place: place.clone(),
        run: ArcRwSignal::new(Run::new(progress)),
        sender: ArcRwSignal::new(Sender::Nobody),
    };
    if OPEN.with_borrow(Vec::is_empty) {
        storage::on_change_elsewhere(|key| {
            let of_batch = |run: &&BatchRun| key.starts_with(&run.place.progress_prefix(&run.batch));
            if let Some(run) = OPEN.with_borrow(|open| open.iter().find(of_batch).cloned()) {
                run.follow();
            }
        });
    }
    OPEN.with_borrow_mut(|open| open.push(run.clone()));
    run.follow();
    Some(run)
}

impl BatchRun {
    pub(crate) fn run(&self) -> ArcReadSignal<Run> {
        self.run.read_only()
    }

    pub(crate) fn sender(&self) -> ArcReadSignal<Sender> {
        self.sender.read_only()
    }

    /// Sends what is waiting, unless another tab does.
    pub(crate) fn resume(&self, console: Console) {
        let sender = self.sender.get_untracked();
        if sender == Sender::OtherTab {
            return;
        }
        self.run.update(Run::resume);
        if sender == Sender::ThisTab {
            return;
        }
        self.sender.set(Sender::ThisTab);
        let this = self.clone();
        spawn_local(async move {
            let lock = this.place.lock(&this.batch);
            let drive = || {
                let driver = this.clone();
                async move { driver.drive(console).await }
            };
            let mut has_driven = lock::do_alone(&lock, drive()).await;
            if !has_driven {
                // A tab that only looks whether the lock is free has it for a moment.
                TimeoutFuture::new(LOOK_MS).await;
                has_driven = lock::do_alone(&lock, drive()).await;
            }
            this.sender.set(Sender::Nobody);
            if !has_driven {
                this.pause();
                this.follow();
            }
        });
    }

    /// Takes over what another tab has stored and, while that tab sends the batch, says so.
    fn follow(&self) {
        if self.sender.get_untracked() == Sender::ThisTab {
            return;
        }
        self.merge();
        if self.sender.get_untracked() == Sender::OtherTab {
            return;
        }
        let this = self.clone();
        spawn_local(async move {
            // A batch that begins here is sent at once, and a look at its lock would be in the way.
            if this.sender.get_untracked() != Sender::Nobody {
                return;
            }
            let lock = this.place.lock(&this.batch);
            if !lock::is_held_elsewhere(&lock).await || this.sender.get_untracked() != Sender::Nobody {
                return;
            }
            this.sender.set(Sender::OtherTab);
            lock::until_free(&lock).await;
            this.merge();
            this.sender.set(Sender::Nobody);
        });
    }

    /// Takes over what the browser has stored about the prompts.
    fn merge(&self) {
        let stored = self.place.progress(&self.batch);
        self.run.update(|run| run.merge(&stored));
    }

    /// Sends nothing more until a person says so.
    pub(crate) fn pause(&self) {
        self.run.update(|run| run.is_paused = true);
    }

    /// Cancels what is not sent.
    pub(crate) fn cancel(&self) {
        let mut cancelled = Vec::new();
        self.run.update(|run| cancelled = run.cancel());
        for index in cancelled {
            self.place.record(&self.batch, index, &Progress::Cancelled);
        }
    }

    /// Sends a prompt again that failed, or whose outcome was unknown.
    pub(crate) fn retry(&self, index: usize, console: Console) {
        self.place.record(&self.batch, index, &Progress::Waiting);
        self.run.update(|run| run.retry(index));
        self.resume(console);
    }

    /// Forgets the batch.
    pub(crate) fn end(&self) {
        self.pause();
        self.place.end(&self.batch);
    }

    async fn drive(&self, console: Console) {
        loop {
            // Another person may have signed in, whose keys are others.
            if untrack(|| console.auth.person()).is_none_or(|person| person.0 != self.place.person) {
                return self.pause();
            }
            // Another tab may have closed it, and with it forgotten what was cancelled.
            if !self.place.holds(&self.batch) {
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
        let prompt = Prompt { prompt: prompt.prompt.clone() };
        let BatchResponse { response, budget, retry_after_s } =
            api.create_for_batch(&self.project, &prompt, &self.batch.key(index)).await;
        let outcome = match response {
            Ok(job) => Outcome::Sent(job),
            Err(error) => outcome_of(error, retry_after_s),
        };
        let now_ms = clock::now_ms();
        let mut progress = Progress::Waiting;
        self.run.update(|run| {
            progress = run.record(index, outcome, now_ms);
            if let Some(budget) = budget {
                run.note_budget(budget, now_ms);
            }
        });
        self.place.record(&self.batch, index, &progress);
    }
}

/// What a failed attempt came to.
fn outcome_of(error: ApiError, retry_after_s: Option<u32>) -> Outcome {
    use ProblemCode as P;
    let wait_s = retry_after_s.unwrap_or(EXHAUSTED_S);
    match error.code {
        _ if error.is_signed_out() => Outcome::SignedOut,
        Some(P::BudgetExhausted | P::ServicePaused | P::ServiceThrottled) => Outcome::Exhausted(wait_s),
        Some(P::Internal | P::AccessUnavailable | P::NotConfigured | P::NewerSchema | P::Restoring) => {
            Outcome::Lost
        }
        // A proxy in between, or no response: the key makes it safe to send the prompt again.
        None if error.is_network || error.status.is_some_and(|status| status >= 500) => Outcome::Lost,
        Some(P::OutcomeUnknown) => Outcome::Unknown(error.message),
        _ => Outcome::Failed(error.message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_may_go_away_is_tried_again() {
        let error = |code| ApiError { code, status: Some(400), ..ApiError::local("No.") };
        let outcome = |code| outcome_of(error(Some(code)), Some(7));
        assert_eq!(outcome(ProblemCode::BudgetExhausted), Outcome::Exhausted(7));
        assert_eq!(outcome(ProblemCode::Unauthenticated), Outcome::SignedOut);
        assert_eq!(outcome(ProblemCode::Internal), Outcome::Lost);
        assert_eq!(outcome(ProblemCode::OutcomeUnknown), Outcome::Unknown("No.".into()));
        assert_eq!(outcome(ProblemCode::ServiceRejected), Outcome::Failed("No.".into()));
        assert_eq!(outcome_of(ApiError::network(), None), Outcome::Lost);
        assert_eq!(outcome_of(ApiError { status: Some(502), ..ApiError::local("…") }, None), Outcome::Lost);
        assert_eq!(outcome_of(error(None), None), Outcome::Failed("No.".into()));
    }
}
