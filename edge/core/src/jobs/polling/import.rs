//! Imports of jobs that were created outside Docket: a caller asks for one, or reads a job that the ledger does not have.

use docket_wire::{CallerName, EventKind, UnixMs};

use crate::jobs::ledger::Ledger;
use crate::jobs::schedule::Audience;
use crate::jobs::store::EventContext;
use crate::storage::{Database, DatabaseError};
use crate::upstream::response::ServiceJob;

impl<D: Database> Ledger<D> {
    /// Imports a job that was created outside Docket, or applies the response to a job that the ledger has. `seen` is its
    /// [revision](crate::jobs::JobReads::job_revision) before the request: if the job changed meanwhile, the response may be older than that.
    pub fn import(
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
                    let mut row = self.jobs().new_row(job, now)?;
                    let what = EventKind::Imported { status: job.status.clone() };
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
}
