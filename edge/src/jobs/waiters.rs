use std::collections::HashMap;

use docket_core::jobs::{Ledger, Settlement};
use docket_core::storage::Database;
use docket_wire::{JobId, SubmissionId};
use futures_channel::oneshot::{Receiver, Sender, channel};

/// Requests that wait for a submission to be settled or for a job to change. They end with the object.
#[derive(Default)]
pub(super) struct Waiters {
    for_settlement: HashMap<SubmissionId, Vec<Sender<Settlement>>>,
    for_change: Vec<(JobId, u64, Sender<()>)>,
}

impl Waiters {
    /// Waits until a submission is settled.
    pub(super) fn for_settlement(&mut self, submission: &SubmissionId) -> Receiver<Settlement> {
        let (sender, receiver) = channel();
        self.for_settlement.entry(submission.clone()).or_default().push(sender);
        receiver
    }

    /// Waits until a job's revision is not `seen` any more.
    pub(super) fn for_change(&mut self, job: &JobId, seen: u64) -> Receiver<()> {
        let (sender, receiver) = channel();
        self.for_change.retain(|(_, _, sender)| !sender.is_canceled());
        self.for_change.push((job.clone(), seen, sender));
        receiver
    }

    pub(super) fn notify_settled(&mut self, submission: &SubmissionId, settlement: &Settlement) {
        for sender in self.for_settlement.remove(submission).unwrap_or_default() {
            // A request whose client disconnected needs no answer.
            let _ = sender.send(settlement.clone());
        }
    }

    /// Cancels the requests that wait for a submission which could not be settled.
    pub(super) fn cancel(&mut self, submission: &SubmissionId) {
        self.for_settlement.remove(submission);
    }

    /// Notifies the requests that wait for a job which changed.
    pub(super) fn notify_changes(&mut self, ledger: &Ledger<impl Database>) {
        for (job, seen, sender) in std::mem::take(&mut self.for_change) {
            match ledger.stored_job(&job) {
                Ok(Some(stored)) if stored.revision == seen => self.for_change.push((job, seen, sender)),
                _ => {
                    let _ = sender.send(());
                }
            }
        }
    }
}
