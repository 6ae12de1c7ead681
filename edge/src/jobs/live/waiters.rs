//! Requests that wait: for the outcome of a prompt, for a poll, or for changes.

use docket_core::audit::AuditRecord;
use docket_core::jobs::{Ledger, SeenJob, Settlement};
use docket_core::storage::Database;
use docket_core::upstream::failure::CallFailure;
use docket_wire::{JobId, SubmissionId};
use futures_channel::oneshot::{Receiver, Sender, channel};
use litemap::LiteMap;

/// The outcome of the request for a job to import.
pub(crate) type ImportOutcome = Result<(), CallFailure>;

/// Requests that wait for a submission to be settled, for a job to change, or for an answer of the service. They end
/// with the object.
#[derive(Default)]
pub(crate) struct Waiters {
    for_settlement: LiteMap<SubmissionId, Vec<Sender<Settlement>>>,
    for_change: LiteMap<JobId, Vec<(SeenJob, Sender<()>)>>,
    for_publication: Vec<Sender<()>>,
    for_poll: LiteMap<JobId, Vec<Sender<()>>>,
    for_import: LiteMap<JobId, ImportWaiters>,
}

/// Callers that wait for the import of a job, and the audit records of those who did not only read it.
#[derive(Default)]
struct ImportWaiters {
    senders: Vec<Sender<ImportOutcome>>,
    records: Vec<AuditRecord>,
}

impl Waiters {
    /// Waits until a submission is settled.
    pub(crate) fn for_settlement(&mut self, submission: &SubmissionId) -> Receiver<Settlement> {
        let (sender, receiver) = channel();
        self.for_settlement.entry(submission.clone()).or_default().push(sender);
        receiver
    }

    /// Waits until a program sees a job differently than in `seen`. Labels, for example, are not part of that.
    pub(crate) fn for_change(&mut self, job: &JobId, seen: SeenJob) -> Receiver<()> {
        let (sender, receiver) = channel();
        for (_, waiting) in self.for_change.iter_mut() {
            waiting.retain(|(_, sender)| !sender.is_canceled());
        }
        self.for_change.retain(|_, waiting| !waiting.is_empty());
        self.for_change.entry(job.clone()).or_default().push((seen, sender));
        receiver
    }

    /// Waits until anything changes.
    pub(crate) fn for_publication(&mut self) -> Receiver<()> {
        let (sender, receiver) = channel();
        self.for_publication.retain(|sender| !sender.is_canceled());
        self.for_publication.push(sender);
        receiver
    }

    /// Waits until the poll of a job that is in flight has its outcome.
    pub(crate) fn for_poll(&mut self, job: &JobId) -> Receiver<()> {
        let (sender, receiver) = channel();
        self.for_poll.entry(job.clone()).or_default().push(sender);
        receiver
    }

    /// Waits until a job is imported. Each caller that asks for the import has a record, and gets an entry of its own.
    pub(crate) fn for_import(&mut self, job: &JobId, record: Option<AuditRecord>) -> Receiver<ImportOutcome> {
        let (sender, receiver) = channel();
        let waiters = self.for_import.entry(job.clone()).or_default();
        waiters.senders.push(sender);
        waiters.records.extend(record);
        receiver
    }

    /// Takes the audit records of an import.
    pub(crate) fn take_records(&mut self, job: &JobId) -> Vec<AuditRecord> {
        self.for_import.get_mut(job).map(|waiters| std::mem::take(&mut waiters.records)).unwrap_or_default()
    }

    pub(crate) fn has_import(&self, job: &JobId) -> bool {
        self.for_import.contains_key(job)
    }

    pub(crate) fn notify_settled(&mut self, submission: &SubmissionId, settlement: &Settlement) {
        for sender in self.for_settlement.remove(submission).unwrap_or_default() {
            // A request whose client disconnected needs no answer.
            let _ = sender.send(settlement.clone());
        }
    }

    pub(crate) fn notify_published(&mut self) {
        for sender in self.for_publication.drain(..) {
            // A request whose client disconnected needs no answer.
            let _ = sender.send(());
        }
    }

    pub(crate) fn notify_polled(&mut self, job: &JobId) {
        for sender in self.for_poll.remove(job).unwrap_or_default() {
            let _ = sender.send(());
        }
    }

    pub(crate) fn notify_imported(&mut self, job: &JobId, outcome: &ImportOutcome) {
        for sender in self.for_import.remove(job).unwrap_or_default().senders {
            let _ = sender.send(outcome.clone());
        }
    }

    /// Cancels the requests that wait for a submission which could not be settled.
    pub(crate) fn cancel(&mut self, submission: &SubmissionId) {
        self.for_settlement.remove(submission);
    }

    /// Cancels the requests that wait for a job which could not be imported.
    pub(crate) fn cancel_import(&mut self, job: &JobId) {
        self.for_import.remove(job);
    }

    /// Notifies the requests that wait for a job which changed since the last call. One row of the ledger is read for each
    /// such job.
    pub(crate) fn notify_changes(&mut self, ledger: &Ledger<impl Database>) {
        let changed = ledger.take_changed_jobs();
        let may_have_changed = |job: &JobId| changed.as_ref().is_none_or(|changed| changed.contains(job));
        for (job, waiting) in self.for_change.iter_mut().filter(|(job, _)| may_have_changed(job)) {
            let now_seen = ledger.reads().stored_job(job).ok().flatten().map(|stored| stored.seen());
            let has_changed = |seen: &SeenJob| now_seen.as_ref() != Some(seen);
            for (_, sender) in waiting.extract_if(.., |(seen, _)| has_changed(seen)) {
                let _ = sender.send(());
            }
        }
        self.for_change.retain(|_, waiting| !waiting.is_empty());
    }
}
