//! Jobs that were created outside Docket, added to the ledger.

use docket_wire::{CallerName, EventKind, Job, UnixMs};

use crate::jobs::ledger::Ledger;
use crate::jobs::schedule::Audience;
use crate::jobs::store::{EventContext, JobRow};
use crate::storage::{Database, DatabaseError};
use crate::upstream::failure::CallFailure;
use crate::upstream::response::ServiceJob;

impl<D: Database> Ledger<D> {
    /// Adds a job that was created outside Docket, or applies the response to a job that the ledger has. `seen` is its
    /// [revision](crate::jobs::JobReads::job_revision) before the request: if the job changed meanwhile, the response may be older than that.
    pub fn attach(
        &self,
        response: &ServiceJob,
        seen: Option<u64>,
        by: &CallerName,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        self.atomically(|| {
            let job = &response.job;
            let row = match self.jobs().load(&job.id)? {
                Some(row) => (self.events().last_of_job(&job.id)? == seen).then_some(row),
                None => {
                    let mut row = self.new_row(job, now)?;
                    let what = EventKind::Attached { status: job.status.clone() };
                    row.revision = self.events().append(now, EventContext::of_job(&job.id).by(by), &what)?;
                    Some(row)
                }
            };
            if let Some(row) = row {
                self.jobs().store(&self.apply_response(row, response, Audience::Nobody, now)?)?;
            }
            self.record_call(None, now)
        })
    }

    /// Records that a job could not be requested for an import or a match. A 429 pauses the polls as well, because they
    /// are the same operation of the service.
    pub fn record_failed_call(&self, failure: &CallFailure, now: UnixMs) -> Result<(), DatabaseError> {
        self.atomically(|| {
            self.begin_poll_pause(failure, now)?;
            self.record_call(Some(failure), now)
        })
    }

    /// The row of a job that the ledger does not have yet.
    pub(in crate::jobs) fn new_row(&self, job: &Job, now: UnixMs) -> Result<JobRow, DatabaseError> {
        JobRow::new(job, self.jobs().next_added_at(now)?, now)
    }
}
