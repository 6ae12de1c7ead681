use docket_wire::{ProjectId, UnixMs};

use super::Analytics;
use crate::audit::{AuditLane, AuditLog, AuditRecord};
use crate::storage::{Database, DatabaseError};

impl<D: Database> Analytics<D> {
    /// The audit log of the key's projects, whose entries are stored for some days.
    pub fn audit(&self, days: u32) -> AuditLog<'_, D> {
        AuditLog::new(&*self.db, AuditLane::Odd, days)
    }

    /// Runs a change and appends the record of it, if it returns one: both are stored, or neither.
    ///
    /// # Errors
    /// The error of the change, or of storage.
    pub fn audited(
        &self,
        days: u32,
        (project, now): (&ProjectId, UnixMs),
        change: &mut dyn FnMut() -> Result<Option<AuditRecord>, DatabaseError>,
    ) -> Result<(), DatabaseError> {
        let done = self.db.atomically(|| match change()? {
            Some(record) => self.audit(days).append(&record.pack(), Some(project), now),
            None => Ok(()),
        });
        if done.is_err() {
            // What a failed transaction wrote is not stored.
            self.requests.take();
            self.shares.borrow_mut().clear();
        }
        done
    }
}
