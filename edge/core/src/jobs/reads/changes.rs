use docket_wire::{EventKind, JobFilter, LiveMessage, UnixMs};

use super::JobReads;
use super::message_size::SizeBudget;
use crate::storage::{Database, DatabaseError};

/// A console that missed more events than this gets a snapshot.
pub const CATCH_UP_MAX: u64 = 500;

impl<D: Database> JobReads<'_, D> {
    /// What a console at revision `since` missed. It is the changes, or a snapshot if they do not fit into a message or this ledger
    /// does not have the revision.
    pub fn catch_up(&self, since: Option<u64>, now: UnixMs) -> Result<LiveMessage, DatabaseError> {
        let revision = self.events.revision()?;
        if let Some(since) = since
            && since <= revision
            && revision - since <= CATCH_UP_MAX
            && let Some(changes) = self.changes(since, revision)?
        {
            return Ok(changes);
        }
        Ok(LiveMessage::Snapshot(self.snapshot(&JobFilter::default(), now)?))
    }

    /// The changes after a revision; `None` if they do not fit into a message, or some of their events are deleted.
    fn changes(&self, since: u64, revision: u64) -> Result<Option<LiveMessage>, DatabaseError> {
        let mut budget = SizeBudget::of_message();
        let events = self.events.after(since)?;
        // A deleted job took its events with it: what happened since cannot be listed one by one.
        let has_gap = u64::try_from(events.len()).is_ok_and(|count| count < revision - since);
        if has_gap || !events.iter().all(|event| budget.reserve(event)) {
            return Ok(None);
        }
        // A change has an event, but for one: prompts are deleted with an event of their job alone.
        let has_submissions = events
            .iter()
            .any(|event| event.submission.is_some() || matches!(event.what, EventKind::PromptsDeleted));
        let submissions = if has_submissions { self.submissions().changed_after(since)? } else { Vec::new() };
        if !submissions.iter().all(|submission| budget.reserve(submission)) {
            return Ok(None);
        }
        let has_jobs = events.iter().any(|event| event.job.is_some());
        let jobs = if has_jobs { self.jobs().changed_after(since)? } else { Vec::new() };
        if !jobs.iter().all(|job| budget.reserve(job)) {
            return Ok(None);
        }
        Ok(Some(LiveMessage::Changes { since, revision, events, jobs, submissions }))
    }
}
