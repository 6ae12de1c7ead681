//! What people change about a job in the ledger. The service does not see these changes.

use docket_wire::{CallerName, EventKind, JobEntry, JobId, JobPatch, Label, UnixMs};

use super::ledger::Ledger;
use super::store::{EventContext, JobRow};
use crate::storage::{Database, DatabaseError};

/// Why a patch is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatchConflict {
    /// The ledger does not have the job.
    UnknownJob,
    /// Polling cannot stop while follow-ups are queued: a poll has to see that the job is idle before they are sent.
    FollowUpsQueued,
}

impl<D: Database> Ledger<D> {
    /// Applies a patch to a job. A member that changes nothing has no event.
    pub fn patch(
        &self,
        job: &JobId,
        patch: &JobPatch,
        by: &CallerName,
        now: UnixMs,
    ) -> Result<Result<JobEntry, PatchConflict>, DatabaseError> {
        self.atomically(|| {
            let Some(mut row) = self.jobs().load(job)? else { return Ok(Err(PatchConflict::UnknownJob)) };
            if patch.polling == Some(false) && self.submissions().queued_count(job)? > 0 {
                return Ok(Err(PatchConflict::FollowUpsQueued));
            }
            let context = EventContext::of_job(job).by(by);
            let append = |what: EventKind| self.events().append(now, context, &what);
            let is_polled = row.next_poll_at.is_some() && !row.is_suspended;
            match patch.polling {
                Some(false) if row.next_poll_at.is_some() && !row.has_ended() => {
                    row.is_stopped = true;
                    // Otherwise, a response would resume what stays stopped.
                    row.is_suspended = false;
                    row.fault = None;
                    row.next_poll_at = None;
                    row.revision = append(EventKind::PollingStopped)?;
                    row.news_revision = row.revision;
                }
                Some(true) if row.has_ended() && !row.is_stopped => row.next_poll_at = Some(now),
                Some(true) if !is_polled => {
                    row.is_stopped = false;
                    row.is_suspended = false;
                    row.failures = 0;
                    row.next_poll_at = Some(now);
                    row.revision = append(EventKind::PollingResumed)?;
                }
                Some(_) | None => {}
            }
            if let Some(is_hidden) = patch.hidden.filter(|is_hidden| *is_hidden != row.is_hidden) {
                row.is_hidden = is_hidden;
                row.revision = append(if is_hidden { EventKind::Hidden } else { EventKind::Unhidden })?;
            }
            let mut labels = patch.labels.clone().unwrap_or_else(|| row.labels.clone());
            labels.sort_unstable();
            labels.dedup();
            self.store_with_labels(&mut row, labels, by, now)?;
            row.entry().map(Ok)
        })
    }

    /// Stores a row with its labels, which are sorted. Other labels than before have an event.
    pub(super) fn store_with_labels(
        &self,
        row: &mut JobRow,
        labels: Vec<Label>,
        by: &CallerName,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let is_new = labels != row.labels;
        if is_new {
            let what = EventKind::Labelled { labels: labels.clone() };
            row.revision = self.events().append(now, EventContext::of_job(&row.id).by(by), &what)?;
            row.labels = labels;
        }
        // Labels belong to the number of a row, so a new one is stored before them.
        self.jobs().store(row)?;
        if is_new { self.jobs().set_labels(&row.id, &row.labels) } else { Ok(()) }
    }
}
