//! What people change about a job in the ledger. The service hears nothing of it.

use docket_wire::{CallerName, EventKind, JobEntry, JobId, JobPatch, Label, UnixMs};

use super::Ledger;
use super::history::{self, About};
use super::job_row::JobRow;
use crate::storage::{Database, DatabaseError};

impl<D: Database> Ledger<D> {
    /// Carries out what a patch asks for; what is so already is no event. `None` if the ledger does not have the job.
    ///
    /// # Errors
    /// If storage fails; then nothing was written.
    pub fn patch(
        &self,
        job: &JobId,
        patch: &JobPatch,
        by: &CallerName,
        now: UnixMs,
    ) -> Result<Option<JobEntry>, DatabaseError> {
        self.db.atomically(|| {
            let Some(mut row) = JobRow::load(&self.db, job)? else { return Ok(None) };
            let about = About { job: Some(job), submission: None, by: Some(by) };
            let say = |what: EventKind| history::append(&self.db, now, about, &what);
            let is_asked_about = row.next_poll_at.is_some() && !row.suspended;
            match patch.polling {
                Some(false) if row.next_poll_at.is_some() => {
                    row.stopped = true;
                    row.next_poll_at = None;
                    row.revision = say(EventKind::PollingStopped)?;
                }
                Some(true) if !is_asked_about => {
                    row.stopped = false;
                    row.suspended = false;
                    row.failures = 0;
                    row.next_poll_at = Some(now);
                    row.revision = say(EventKind::PollingResumed)?;
                }
                _ => {}
            }
            if let Some(hidden) = patch.hidden.filter(|hidden| *hidden != row.hidden) {
                row.hidden = hidden;
                row.revision = say(if hidden { EventKind::Hidden } else { EventKind::Unhidden })?;
            }
            if let Some(wanted) = &patch.labels {
                let mut labels = wanted.clone();
                labels.sort_unstable();
                labels.dedup();
                if labels != row.labels {
                    self.set_labels(job, &labels)?;
                    row.labels.clone_from(&labels);
                    row.revision = say(EventKind::Labelled { labels })?;
                }
            }
            row.store(&self.db)?;
            row.entry().map(Some)
        })
    }

    fn set_labels(&self, job: &JobId, labels: &[Label]) -> Result<(), DatabaseError> {
        let number = "(SELECT number FROM jobs WHERE id = ?)";
        self.db.run(&format!("DELETE FROM labels WHERE job = {number}"), &[job.as_str().into()])?;
        for label in labels {
            self.db.run(
                &format!("INSERT INTO labels (job, label) VALUES ({number}, ?)"),
                &[job.as_str().into(), label.as_str().into()],
            )?;
        }
        Ok(())
    }
}
