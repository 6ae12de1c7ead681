use docket_wire::{JobFilter, LiveMessage, UnixMs};

use crate::jobs::ledger::Ledger;
use crate::jobs::store::JobRow;
use crate::storage::{Database, DatabaseError};

/// A console that missed more events than this gets a snapshot.
const CATCH_UP_MAX: u64 = 500;

impl<D: Database> Ledger<D> {
    /// What a console at revision `since` missed: the changes, or a snapshot if there are too many or the
    /// revision is not one of this ledger.
    pub fn catch_up(&self, since: Option<u64>, now: UnixMs) -> Result<LiveMessage, DatabaseError> {
        let revision = self.revision()?;
        match since {
            Some(since) if since <= revision && revision - since <= CATCH_UP_MAX => {
                self.changes(since, revision)
            }
            _ => Ok(LiveMessage::Snapshot(self.snapshot(&JobFilter::default(), now)?)),
        }
    }

    fn changes(&self, since: u64, revision: u64) -> Result<LiveMessage, DatabaseError> {
        let jobs = self.jobs().changed_after(since)?;
        Ok(LiveMessage::Changes {
            since,
            revision,
            events: self.events().after(since)?,
            jobs: jobs.into_iter().map(JobRow::entry).collect::<Result<_, _>>()?,
            submissions: self.submissions().changed_after(since)?,
        })
    }
}
