use docket_wire::{AuditTarget, UnixMs};

use super::{AuditLog, AuditedChange};
use crate::storage::{Database, DatabaseError};

/// A caller's change without an event, as of a template or a note, and what its record needs.
#[derive(Debug, Clone)]
pub struct EventlessChange {
    /// Who changes what.
    pub change: AuditedChange,
    pub now: UnixMs,
}

impl EventlessChange {
    /// Records the change, which is of `target`. The record has the id of the target and never its text, because a text can contain a
    /// prompt.
    pub(crate) fn record<D: Database>(
        self,
        target: AuditTarget,
        log: &AuditLog<'_, D>,
    ) -> Result<(), DatabaseError> {
        log.append(&self.change.record.about(target).pack(), None, self.now)
    }
}
