use docket_wire::UnixMs;

use super::store::TokenStore;
use crate::audit::{AuditLane, AuditLog, PackedRecord};
use crate::storage::{Database, DatabaseError};

impl<D: Database> TokenStore<D> {
    /// The audit log beside the tokens, whose entries are stored for some days.
    pub fn audit(&self, days: u32) -> AuditLog<'_, D> {
        AuditLog::new(&self.db, AuditLane::Even, days)
    }

    /// Runs a change of the tokens and appends the record of it: both are stored, or neither. What changes no token leaves
    /// no record.
    pub fn audited<T>(
        &self,
        days: u32,
        now: UnixMs,
        change: impl FnOnce() -> Result<T, DatabaseError>,
        record: &PackedRecord,
    ) -> Result<T, DatabaseError> {
        self.db.atomically(|| {
            let before = self.revision()?;
            let done = change()?;
            if self.revision()? != before {
                self.audit(days).append(record, None, now)?;
            }
            Ok(done)
        })
    }
}
