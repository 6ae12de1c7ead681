use docket_wire::UnixMs;

use super::ledger::Ledger;
use crate::audit::AuditRecord;
use crate::storage::{Database, DatabaseError};

impl<D: Database> Ledger<D> {
    /// Runs a change, and appends the record that it returns: both are stored, or neither. A change without an event has changed
    /// nothing, and leaves no record. [`AuditLog::with_change`](crate::audit::AuditLog::with_change) would serve as well, with 3 kB more in the Worker.
    pub fn with_audit<T>(
        &self,
        now: UnixMs,
        change: impl FnOnce() -> Result<(T, Option<AuditRecord>), DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let (mut change, mut done) = (Some(change), None);
        self.with_audit_of_all(now, &mut || {
            let change = change.take().ok_or_else(DatabaseError::not_run)?;
            let (value, record) = change()?;
            done = Some(value);
            Ok(record.into_iter().collect())
        })?;
        done.ok_or_else(DatabaseError::not_run)
    }

    /// Makes a change that several callers asked for, with their records: `work` makes it, and returns these. Without type
    /// parameters, so that the Worker has this code only once.
    pub fn with_audit_of_all(
        &self,
        now: UnixMs,
        work: &mut dyn FnMut() -> Result<Vec<AuditRecord>, DatabaseError>,
    ) -> Result<(), DatabaseError> {
        self.atomically(|| {
            let before = self.revision()?;
            let records = work()?;
            if self.revision()? == before {
                return Ok(());
            }
            let log = self.audit();
            records.iter().try_for_each(|record| log.append(&record.pack(), None, now))
        })
    }
}
