//! Decides what a batch sends next, and when. Pure: the caller sends, and passes in outcomes and the time.

use super::outcome::Outcome;
use super::prompts::{BatchCounts, Progress};
use crate::format::budget::PromptBudget;
use crate::texts::batch as texts;

/// The first wait after a lost response. Each further one doubles it, up to the maximum.
const NO_RESPONSE_WAIT_MS: i64 = 2_000;
const NO_RESPONSE_WAIT_MS_MAX: i64 = 60_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NextStep {
    Send(usize),
    /// Wait until this moment, in Unix ms.
    Wait(i64),
    /// Do nothing until a person says so.
    Idle,
    Done,
}

/// A batch that is being sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BatchRun {
    items: Vec<Progress>,
    /// Whether it waits for a person: after a load of the page, a pause or the end of the session.
    pub is_paused: bool,
    /// Why it is paused, if no person paused it.
    pub pause_reason: Option<String>,
    /// The prompt that is under way.
    pub in_flight: Option<usize>,
    /// The moment before which nothing is sent.
    wait_until_ms: i64,
    unanswered_in_a_row: u32,
    /// Prompts of unknown outcome that a person wanted to be checked again.
    checked_again: Vec<usize>,
    /// Prompts that a person wants to send again. A pause does not hold them back.
    tried_again: Vec<usize>,
    /// The budget, by the latest response.
    pub budget: Option<PromptBudget>,
    /// Whether another tab has closed it. The browser has forgotten it, and nothing of it is sent any more.
    pub is_closed: bool,
}

impl BatchRun {
    /// A run of a stored batch. It starts paused: a person resumes what the last page had begun.
    pub(crate) fn new(items: Vec<Progress>) -> Self {
        Self {
            items,
            is_paused: true,
            pause_reason: None,
            in_flight: None,
            wait_until_ms: 0,
            unanswered_in_a_row: 0,
            checked_again: Vec::new(),
            tried_again: Vec::new(),
            budget: None,
            is_closed: false,
        }
    }

    /// What became of each prompt.
    pub(crate) fn items(&self) -> &[Progress] {
        &self.items
    }

    /// How many prompts are where.
    pub(crate) fn counts(&self) -> BatchCounts {
        BatchCounts::of(&self.items)
    }

    /// What to do at `now_ms`.
    pub(crate) fn next(&self, now_ms: i64) -> NextStep {
        let first = (0..self.items.len()).find(|index| self.is_waiting(*index));
        let Some(first) = first.filter(|_| !self.is_closed) else { return NextStep::Done };
        let wanted = self.tried_again.iter().copied().find(|index| self.is_waiting(*index));
        match if self.is_paused { wanted } else { Some(first) } {
            None => NextStep::Idle,
            Some(_) if self.in_flight.is_some() => NextStep::Idle,
            Some(_) if now_ms < self.wait_until_ms => NextStep::Wait(self.wait_until_ms),
            Some(index) => NextStep::Send(index),
        }
    }

    /// Whether there is a prompt to send, now or later.
    pub(super) fn has_next(&self, now_ms: i64) -> bool {
        matches!(self.next(now_ms), NextStep::Send(_) | NextStep::Wait(_))
    }

    fn is_waiting(&self, index: usize) -> bool {
        matches!(self.items.get(index), Some(Progress::Waiting | Progress::Begun))
    }

    /// A prompt is under way.
    pub(crate) fn begin(&mut self, index: usize) {
        self.in_flight = Some(index);
        self.set(index, Progress::Begun);
    }

    /// Records an outcome at `now_ms`. Returns what to store about the prompt.
    pub(crate) fn record(&mut self, index: usize, outcome: Outcome, now_ms: i64) -> Progress {
        self.in_flight = None;
        let has_no_response = outcome == Outcome::NoResponse;
        self.unanswered_in_a_row =
            if has_no_response { self.unanswered_in_a_row.saturating_add(1) } else { 0 };
        let progress = match outcome {
            Outcome::Sent(job) => Progress::Sent(job),
            Outcome::Failed(reason) => Progress::Failed(reason),
            Outcome::Unknown { reason, submission } => {
                // During an outage, every prompt ends like this. What was unknown before says nothing about the next.
                if !self.checked_again.contains(&index) {
                    self.stop(texts::OUTCOME_IS_UNKNOWN.to_owned());
                }
                Progress::Unknown { reason, submission }
            }
            Outcome::AllRefused(reason) => {
                self.stop(texts::all_refused(&reason));
                Progress::Waiting
            }
            Outcome::Exhausted(wait_s) => {
                self.wait_until_ms = now_ms + i64::from(wait_s.max(1)) * 1000;
                Progress::Waiting
            }
            Outcome::NoResponse => {
                let doubled = NO_RESPONSE_WAIT_MS << self.unanswered_in_a_row.saturating_sub(1).min(10);
                self.wait_until_ms = now_ms + doubled.min(NO_RESPONSE_WAIT_MS_MAX);
                Progress::Begun
            }
            Outcome::SignedOut => {
                self.pause();
                Progress::Waiting
            }
        };
        self.set(index, progress.clone());
        progress
    }

    /// Records the budget of a response at `now_ms`. With nothing left, the next prompt waits: one that is sent in vain would
    /// be among the rejected ones.
    pub(crate) fn record_budget(&mut self, budget: PromptBudget, now_ms: i64) {
        self.budget = Some(budget);
        if budget.remaining == 0 {
            self.wait_until_ms = self.wait_until_ms.max(now_ms + i64::from(budget.reset_s.max(1)) * 1000);
        }
    }

    /// Sends at once what waits for a moment, as a person wants it.
    pub(crate) fn resume(&mut self) {
        self.is_paused = false;
        self.pause_reason = None;
        self.skip_no_response_wait();
    }

    /// Sends nothing more until a person says so.
    pub(crate) fn pause(&mut self) {
        self.is_paused = true;
        self.tried_again.clear();
    }

    /// A person does not wait for a response that was lost.
    fn skip_no_response_wait(&mut self) {
        if self.unanswered_in_a_row > 0 {
            self.wait_until_ms = 0;
        }
    }

    /// Merges the stored progress, which another tab may have written. An outcome that this tab knows stays, unless the other tab has
    /// tried the prompt again and sent it. A prompt that this tab cancelled takes the stored outcome, because another tab may have
    /// been sending it.
    pub(crate) fn merge(&mut self, stored: &[Progress]) {
        for (known, stored) in self.items.iter_mut().zip(stored) {
            let is_news = match known {
                Progress::Waiting | Progress::Begun => true,
                Progress::Cancelled => *stored != Progress::Waiting,
                Progress::Failed(_) | Progress::Unknown { .. } => matches!(stored, Progress::Sent(_)),
                Progress::Sent(_) => false,
            };
            if is_news {
                known.clone_from(stored);
            }
        }
    }

    /// Cancels what is not sent. A prompt whose request was begun may have made a job, so it stays, and is sent to its end also
    /// during a pause. Returns the cancelled ones.
    pub(crate) fn cancel(&mut self) -> Vec<usize> {
        let mut cancelled = Vec::new();
        for (index, item) in self.items.iter_mut().enumerate() {
            match item {
                Progress::Waiting => {
                    *item = Progress::Cancelled;
                    cancelled.push(index);
                }
                Progress::Begun => self.tried_again.push(index),
                _ => {}
            }
        }
        self.skip_no_response_wait();
        cancelled
    }

    /// Queues a prompt again that failed or has an unknown outcome. A pause continues for the others.
    pub(crate) fn retry(&mut self, index: usize) {
        if matches!(self.items.get(index), Some(Progress::Unknown { .. })) {
            self.checked_again.push(index);
        }
        if self.items.get(index).is_some_and(Progress::is_failure) {
            // A pause ends with the last prompt that waits for its end.
            if !(0..self.items.len()).any(|index| self.is_waiting(index)) {
                self.resume();
            }
            self.set(index, Progress::Waiting);
            self.tried_again.push(index);
            self.skip_no_response_wait();
        }
    }

    /// Another tab has closed the batch.
    pub(crate) fn close(&mut self) {
        self.pause();
        self.is_closed = true;
    }

    /// The prompts that failed or have an unknown outcome.
    pub(crate) fn failures(&self) -> Vec<usize> {
        let failed = self.items.iter().enumerate().filter(|(_, item)| item.is_failure());
        failed.map(|(index, _)| index).collect()
    }

    /// Waits for a person, who learns why.
    fn stop(&mut self, pause_reason: String) {
        self.pause();
        self.pause_reason = Some(pause_reason);
    }

    fn set(&mut self, index: usize, progress: Progress) {
        if let Some(item) = self.items.get_mut(index) {
            *item = progress;
        }
    }
}

/// When the last of this many prompts is sent, in ms from now, at the rate of the budget. Others spend it as well, so it may be
/// later.
pub(crate) fn through_in_ms(prompts: usize, budget: PromptBudget) -> i64 {
    let beyond = i64::try_from(prompts).unwrap_or(i64::MAX) - i64::from(budget.remaining);
    if beyond <= 0 {
        return 0;
    }
    let spacing_ms = 3_600_000 / i64::from(budget.limit.max(1));
    i64::from(budget.reset_s) * 1000 + (beyond - 1) * spacing_ms
}
