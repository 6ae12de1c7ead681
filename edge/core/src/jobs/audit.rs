use docket_wire::{AuditTarget, UnixMs};

use super::ledger::Ledger;
use crate::audit::{AuditLane, AuditLog, AuditRecord, AuditedChange};
use crate::storage::{Database, DatabaseError};

/// A caller's change without an event, as of a template or a note, and what its record needs.
#[derive(Debug, Clone)]
pub struct LedgerChange {
    /// Who changes what.
    pub change: AuditedChange,
    /// How long the audit log keeps its entries.
    pub audit_days: u32,
    pub now: UnixMs,
}

impl<D: Database> Ledger<D> {
    /// Records a change of `target`. The record has its id, and never its text, which may hold what a prompt holds.
    pub(super) fn record_change(&self, target: AuditTarget, by: LedgerChange) -> Result<(), DatabaseError> {
        let record = by.change.record.about(target);
        self.audit(by.audit_days).append(&record.pack(), None, by.now)
    }

    /// The project's audit log, whose entries are stored for some days.
    pub fn audit(&self, days: u32) -> AuditLog<'_, D> {
        AuditLog::new(&self.db, AuditLane::Even, days)
    }

    /// Runs a change and appends its record: both are stored, or neither. A change without an event has changed nothing,
    /// and leaves no record.
    pub fn audited<T>(
        &self,
        days: u32,
        now: UnixMs,
        change: impl FnOnce() -> Result<T, DatabaseError>,
        record: impl FnOnce(&T) -> AuditRecord,
    ) -> Result<T, DatabaseError> {
        self.with_rollback(|| {
            self.audit(days).recorded(None, now, || {
                let before = self.revision()?;
                let outcome = change()?;
                let has_changed = self.revision()? != before;
                let record = has_changed.then(|| record(&outcome).pack());
                Ok((outcome, record))
            })
        })
    }
}
