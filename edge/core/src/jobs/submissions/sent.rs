//! The prompts that this instance is sending.

use std::cell::RefCell;
use std::rc::Rc;

use docket_wire::SubmissionId;

use crate::jobs::store::SubmissionRow;
use crate::rate_limit::Permit;

/// Prompts without an outcome yet. Those that an earlier instance was sending have an unknown outcome.
#[derive(Debug, Default)]
pub(crate) struct SentPrompts(RefCell<Vec<SentPrompt>>);

/// A prompt that is being sent.
#[derive(Debug, Clone)]
pub(crate) struct SentPrompt {
    pub(super) submission: Rc<SubmissionRow>,
    /// Its place in the hour's budget.
    pub(super) permit: Permit,
    /// Whether it waited in the outbox before.
    pub(super) was_queued: bool,
}

impl SentPrompts {
    pub(super) fn add(&self, sent: SentPrompt) {
        // A transaction that failed may have left an entry.
        self.remove(&sent.submission.id);
        self.0.borrow_mut().push(sent);
    }

    pub(super) fn get(&self, submission: &SubmissionId) -> Option<SentPrompt> {
        self.0.borrow().iter().find(|sent| sent.submission.id == *submission).cloned()
    }

    /// The outcome is stored.
    pub(super) fn remove(&self, submission: &SubmissionId) {
        self.0.borrow_mut().retain(|sent| sent.submission.id != *submission);
    }
}
