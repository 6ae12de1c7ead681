//! Records of what callers change in the visitors of a project.

use docket_wire::{ProjectId, UnixMs};

use super::Analytics;
use crate::audit::{AuditIdParity, AuditLog, AuditRecord};
use crate::storage::{Database, DatabaseError};

impl<D: Database> Analytics<D> {
    /// The audit log of the key's projects, whose entries are stored for some days.
    pub fn audit(&self, days: u32) -> AuditLog<'_, D> {
        AuditLog::new(&*self.db, AuditIdParity::Odd, days)
    }

    /// Runs a change of a project, and appends the record that it returns, if it has changed something: both are
    /// stored, or neither.
    ///
    /// # Errors
    /// The error of the change, or of storage.
    pub fn with_audit<T, E: From<DatabaseError>>(
        &self,
        days: u32,
        project: &ProjectId,
        now: UnixMs,
        change: impl FnOnce() -> Result<(T, Option<AuditRecord>), E>,
    ) -> Result<T, E> {
        let done = self.audit(days).with_change(Some(project), now, || {
            let (value, record) = change()?;
            Ok((value, record.map(|record| record.pack())))
        });
        if done.is_err() {
            // What a failed transaction wrote is not stored.
            self.requests.take();
            self.shares.borrow_mut().clear();
        }
        done
    }
}
