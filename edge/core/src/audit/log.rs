use docket_wire::{AuditTarget, ProjectId, UnixMs};

use super::cache::AuditCache;
use super::id::{AuditIdParity, first_id, next_id};
use super::record::{AuditedChange, PackedRecord};
use crate::retention;
use crate::storage::{Database, DatabaseError};

/// Stored refusals, at most. The oldest are deleted for new ones.
pub const REFUSALS_MAX: i64 = 5_000;
/// Old entries that one append deletes, at most.
const PURGED_AT_ONCE: i64 = 20;

/// The log of one database: its table `audit`.
///
/// `entry` is the [entry](docket_wire::AuditEntry) in JSON, and queries use the other columns. Ids follow
/// the time, so that the primary key serves the order, the pages and the bounds of time, and an append writes one row.
/// `refusal` numbers the refusals without gaps, so that the oldest of too many are found without counting them.
#[derive(Debug)]
pub struct AuditLog<'a, D> {
    pub(super) db: &'a D,
    parity: AuditIdParity,
    pub(super) days: u32,
    cache: Option<&'a AuditCache>,
}

impl<'a, D: Database> AuditLog<'a, D> {
    /// The log in a database, whose entries are stored for some days.
    #[must_use]
    pub fn new(db: &'a D, parity: AuditIdParity, days: u32) -> Self {
        Self { db, parity, days, cache: None }
    }

    /// The same log, with what is known of it.
    #[must_use]
    pub fn with_cache(self, cache: &'a AuditCache) -> Self {
        Self { cache: Some(cache), ..self }
    }

    /// Appends an entry, and deletes some that are too old. The caller runs it in the transaction of the change.
    pub fn append(
        &self,
        record: &PackedRecord,
        project: Option<&ProjectId>,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let last = match self.cache.and_then(|cache| cache.last.get()) {
            Some(last) => Some(last),
            None => self.number("SELECT id FROM audit ORDER BY id DESC LIMIT 1")?,
        };
        let id = next_id(self.parity, last, now);
        let refusal = match record.refusal_of {
            Some(_) => {
                let last = self.number("SELECT MAX(refusal) FROM audit WHERE refusal IS NOT NULL")?;
                Some(last.unwrap_or_default().saturating_add(1))
            }
            None => None,
        };
        let entry = format!("{{\"id\":{id},\"at\":\"{now}\",{}", record.members);
        self.db.run(
            "INSERT INTO audit (id, author, action, project, refusal, entry) VALUES (?, ?, ?, ?, ?, ?)",
            &[
                id.into(),
                record.author.as_deref().into(),
                record.action.as_str().into(),
                project.map(ProjectId::as_str).into(),
                refusal.into(),
                entry.into(),
            ],
        )?;
        if let Some(refusal) = refusal {
            let too_many = refusal.saturating_sub(REFUSALS_MAX);
            self.db.run("DELETE FROM audit WHERE refusal <= ?", &[too_many.into()])?;
        }
        if let Some(cache) = self.cache {
            cache.last.set(Some(id));
            if cache.oldest.get().is_some_and(|oldest| oldest >= self.oldest_id(now)) {
                return Ok(());
            }
        }
        self.purge(now)?;
        if let Some(cache) = self.cache {
            cache.oldest.set(self.number("SELECT id FROM audit ORDER BY id LIMIT 1")?);
        }
        Ok(())
    }

    /// Appends the record of a caller's change of `target`, as of a template or a note. The record has the id of the target and never
    /// its text, because a text can contain a prompt. The caller runs it in the transaction of the change.
    pub(crate) fn append_change(
        &self,
        change: AuditedChange,
        target: AuditTarget,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        self.append(&change.into_record().about(target).pack(), None, now)
    }

    /// Runs a change in a transaction, and appends the record that it returns, if it has changed something.
    ///
    /// # Errors
    /// The error of the change, or of storage.
    pub fn with_change<T, E: From<DatabaseError>>(
        &self,
        project: Option<&ProjectId>,
        now: UnixMs,
        change: impl FnOnce() -> Result<(T, Option<PackedRecord>), E>,
    ) -> Result<T, E> {
        let mut failed = None;
        let done = self.db.atomically(|| {
            let (value, record) = match change() {
                Ok(done) => done,
                Err(error) => {
                    failed = Some(error);
                    // This only rolls back; the caller gets the error of the change.
                    return Err(DatabaseError::not_run());
                }
            };
            if let Some(record) = record {
                self.append(&record, project, now)?;
            }
            Ok(value)
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(done?),
        }
    }

    /// Deletes some entries that are too old. An append adds one and deletes several, so they do not accumulate, and no
    /// read shows them.
    pub(super) fn purge(&self, now: UnixMs) -> Result<(), DatabaseError> {
        self.db
            .run(
                "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE id < ? ORDER BY id LIMIT ?)",
                &[self.oldest_id(now).into(), PURGED_AT_ONCE.into()],
            )
            .map(drop)
    }

    /// The first id that is not too old.
    pub(super) fn oldest_id(&self, now: UnixMs) -> i64 {
        first_id(retention::expired_before(self.days, now))
    }

    fn number(&self, sql: &str) -> Result<Option<i64>, DatabaseError> {
        let row = self.db.run(sql, &[])?.into_iter().next();
        row.map_or(Ok(None), |mut row| row.integer_or_null())
    }
}
