//! Changes of the queue of backfills, with their records in the audit log.

use docket_wire::{BackfillRequest, ProjectId, UnixMs};

use super::queue::{BackfillKey, KEY_MATCHES};
use crate::analytics::Analytics;
use crate::audit::AuditRecord;
use crate::storage::{Database, DatabaseError};

impl<D: Database> Analytics<D> {
    /// Starts or cancels a backfill by `work`, and appends the record if the queue has one more or one less, or a person
    /// has taken over the backfill of a program.
    ///
    /// # Errors
    /// The error of the work, or of storage.
    pub fn with_backfill_audit<T, E: From<DatabaseError>>(
        &self,
        days: u32,
        project: &ProjectId,
        backfill: &BackfillRequest,
        record: AuditRecord,
        now: UnixMs,
        work: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let key = BackfillKey::new(project, backfill.kind, &backfill.span);
        self.with_audit(days, project, now, || {
            let before = self.queued_as(key)?;
            let done = work()?;
            let is_changed = before != self.queued_as(key)?;
            Ok((done, is_changed.then_some(record)))
        })
    }

    /// The id of a queued backfill and the program that started it, if it is none of a person's.
    fn queued_as(&self, key: BackfillKey<'_>) -> Result<Option<(i64, Option<String>)>, DatabaseError> {
        let sql = format!("SELECT id, program FROM backfills WHERE {KEY_MATCHES}");
        let row = self.db.run(&sql, &key.params())?.pop();
        row.map(|mut row| Ok((row.integer()?, row.text_or_null()?))).transpose()
    }
}
