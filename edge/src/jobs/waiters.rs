//! Requests that wait for something to happen at the desk.

use std::collections::HashMap;

use docket_core::jobs::{Ledger, Settled};
use docket_core::storage::Database;
use docket_wire::{JobId, SubmissionId};
use futures_channel::oneshot::{Receiver, Sender, channel};

/// Who waits for what. Lives as long as the object does; who waits then is cut off with it.
#[derive(Default)]
pub(super) struct Waiters {
    for_settlement: HashMap<SubmissionId, Vec<Sender<Settled>>>,
    for_change: Vec<(JobId, u64, Sender<()>)>,
}

impl Waiters {
    /// Waits until a submission is settled.
    pub(super) fn for_settlement(&mut self, submission: &SubmissionId) -> Receiver<Settled> {
        let (sender, receiver) = channel();
        self.for_settlement.entry(submission.clone()).or_default().push(sender);
        receiver
    }

    /// Waits until a job's revision is another than `seen`.
    pub(super) fn for_change(&mut self, job: &JobId, seen: u64) -> Receiver<()> {
        let (sender, receiver) = channel();
        self.for_change.retain(|(_, _, waiting)| !waiting.is_canceled());
        self.for_change.push((job.clone(), seen, sender));
        receiver
    }

    /// A submission is settled.
    pub(super) fn tell_settled(&mut self, submission: &SubmissionId, settled: &Settled) {
        for waiting in self.for_settlement.remove(submission).unwrap_or_default() {
            // Whoever went away meanwhile needs no answer.
            let _ = waiting.send(settled.clone());
        }
    }

    /// A submission could not be settled: who waits for it is cut off.
    pub(super) fn give_up(&mut self, submission: &SubmissionId) {
        self.for_settlement.remove(submission);
    }

    /// The ledger changed: whoever waits for a job that did is told.
    pub(super) fn tell_changes(&mut self, ledger: &Ledger<impl Database>) {
        let waiting = std::mem::take(&mut self.for_change);
        for (job, seen, sender) in waiting {
            match ledger.stored(&job) {
                Ok(Some(stored)) if stored.revision == seen => self.for_change.push((job, seen, sender)),
                _ => {
                    let _ = sender.send(());
                }
            }
        }
    }
}
