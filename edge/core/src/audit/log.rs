use docket_wire::{AuditQuery, ProjectId, RetentionRule, UnixMs};

use super::lines::AuditLines;
use super::record::PackedRecord;
use crate::retention;
use crate::storage::{Database, DatabaseError, Value};

/// Stored refusals, at most. The oldest are deleted for new ones.
pub const REFUSALS_MAX: i64 = 5_000;
/// Old entries that one append deletes, at most.
const PURGED_AT_ONCE: i64 = 20;
/// Ids in a millisecond. Ids are below 2^53, and so exact as a double, until the year 2248.
const IDS_PER_MS: i64 = 1024;

/// The table of the log, for the schema of every database that has one.
///
/// `entry` is the [entry](docket_wire::AuditEntry) in JSON, and the other columns are what it is found by. Ids follow the time, so that the primary key
/// serves the order, the pages and the bounds of time, and an append writes one row. `refusal` numbers the refusals
/// without gaps, so that the oldest of too many are found without counting them.
pub const TABLE: &[&str] = &[
    "CREATE TABLE audit (
        id INTEGER PRIMARY KEY, author TEXT, action TEXT NOT NULL, project TEXT, refusal INTEGER, entry TEXT NOT NULL
    ) STRICT",
    "CREATE UNIQUE INDEX audit_refusals ON audit (refusal) WHERE refusal IS NOT NULL",
];

/// The ids that a log gives: two logs whose entries are shown together have different ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditLane {
    /// Even ids.
    Even,
    /// Odd ids.
    Odd,
}

impl AuditLane {
    /// Of how many lanes it is one.
    const COUNT: i64 = 2;

    fn offset(self) -> i64 {
        match self {
            Self::Even => 0,
            Self::Odd => 1,
        }
    }
}

/// The log of one database.
///
/// # Errors
/// Every method fails only if storage fails.
#[derive(Debug)]
pub struct AuditLog<'a, D> {
    db: &'a D,
    lane: AuditLane,
    days: u32,
}

impl<'a, D: Database> AuditLog<'a, D> {
    /// The log in a database, whose entries are stored for some days.
    #[must_use]
    pub fn new(db: &'a D, lane: AuditLane, days: u32) -> Self {
        Self { db, lane, days }
    }

    /// Appends an entry, and deletes some that are too old. The caller runs it in the transaction of the change.
    pub fn append(
        &self,
        record: &PackedRecord,
        project: Option<&ProjectId>,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let last = self.number("SELECT id FROM audit ORDER BY id DESC LIMIT 1")?;
        // A clock that was set back does not change the order.
        let id = first_id(now).saturating_add(self.lane.offset());
        let id = last.map_or(id, |last| id.max(last.saturating_add(AuditLane::COUNT)));
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
        self.purge(now)
    }

    /// Runs a change, and appends the record that it returns with its outcome, if it has changed something: both are
    /// stored, or neither.
    ///
    /// # Errors
    /// The error of the change, or of storage.
    pub fn recorded<T, E: From<DatabaseError>>(
        &self,
        project: Option<&ProjectId>,
        now: UnixMs,
        change: impl FnOnce() -> Result<(T, Option<PackedRecord>), E>,
    ) -> Result<T, E> {
        let (mut change, mut outcome) = (Some(change), None);
        let stored = self.append_of(project, now, &mut || {
            let (value, record) = match change.take().ok_or_else(not_run)?() {
                Ok((value, record)) => (Ok(value), Ok(record)),
                // This only rolls back; the caller gets the error of the change.
                Err(error) => (Err(error), Err(not_run())),
            };
            outcome = Some(value);
            record
        });
        match (outcome, stored) {
            (Some(Err(error)), _) => Err(error),
            (_, Err(error)) => Err(error.into()),
            (outcome, Ok(())) => outcome.unwrap_or_else(|| Err(not_run().into())),
        }
    }

    /// The same for changes of any type: the Worker has this code only once.
    fn append_of(
        &self,
        project: Option<&ProjectId>,
        now: UnixMs,
        change: &mut dyn FnMut() -> Result<Option<PackedRecord>, DatabaseError>,
    ) -> Result<(), DatabaseError> {
        self.db.atomically(|| match change()? {
            Some(record) => self.append(&record, project, now),
            None => Ok(()),
        })
    }

    /// The entries that match a query, newest first; of one project, if the database has several.
    pub fn page(
        &self,
        query: &AuditQuery,
        project: Option<&ProjectId>,
        now: UnixMs,
    ) -> Result<AuditLines, DatabaseError> {
        self.purge(now)?;
        let mut from = "SELECT entry FROM audit WHERE id >= ?".to_owned();
        let since = query.at_since.map_or(0, first_id);
        let mut params: Vec<Value> = vec![since.max(self.oldest_id(now)).into()];
        let mut narrow = |condition: &str, value: Option<Value>| {
            if let Some(value) = value {
                from.push_str(condition);
                params.push(value);
            }
        };
        narrow(" AND id < ?", query.before.map(|before| i64::try_from(before).unwrap_or(i64::MAX).into()));
        narrow(" AND id < ?", query.at_until.map(|until| first_id(until).into()));
        narrow(" AND author = ?", query.author.as_ref().map(|author| author.0.as_str().into()));
        narrow(" AND action = ?", query.action.map(|action| action.as_str().into()));
        narrow(" AND (refusal IS NOT NULL) = ?", query.refused.map(|refused| i64::from(refused).into()));
        narrow(" AND project = ?", project.map(|project| project.as_str().into()));
        let limit = query.page_limit();
        from.push_str(" ORDER BY id DESC LIMIT ?");
        params.push(i64::try_from(limit.saturating_add(1)).unwrap_or(i64::MAX).into());
        let rows = self.db.run(&from, &params)?;
        let mut entries = rows.into_iter().map(|mut row| row.text()).collect::<Result<Vec<_>, _>>()?;
        let has_more = entries.len() > limit;
        entries.truncate(limit);
        Ok(AuditLines { entries, has_more })
    }

    /// For how long entries are stored, and how many are older; of one project, if the database has several. Nothing
    /// older is shown, and appends delete it.
    pub fn retention(
        &self,
        asked_days: Option<u32>,
        project: Option<&ProjectId>,
        now: UnixMs,
    ) -> Result<RetentionRule, DatabaseError> {
        retention::rule(Some(self.days), asked_days, now, |before| {
            // The limit is for all projects together, because each entry that is looked at is a row read.
            let rows = self.db.run(
                "SELECT COUNT(*), MIN(id) FROM (SELECT id, project FROM audit WHERE id < ?1 ORDER BY id LIMIT ?2)
                 WHERE ?3 IS NULL OR project = ?3",
                &[
                    first_id(before).into(),
                    i64::from(RetentionRule::COUNTED_MAX).saturating_add(1).into(),
                    project.map(ProjectId::as_str).into(),
                ],
            )?;
            let Some(mut row) = rows.into_iter().next() else { return Ok((0, None)) };
            let count = row.integer()?;
            Ok((count, row.integer_or_null()?.map(|id| UnixMs(id / IDS_PER_MS))))
        })
    }

    /// Deletes some entries that are too old. An append adds one and deletes more than one, so none stays for long
    /// where entries are added, and elsewhere none is shown.
    fn purge(&self, now: UnixMs) -> Result<(), DatabaseError> {
        self.db
            .run(
                "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE id < ? ORDER BY id LIMIT ?)",
                &[self.oldest_id(now).into(), PURGED_AT_ONCE.into()],
            )
            .map(drop)
    }

    /// The first id that is not too old.
    fn oldest_id(&self, now: UnixMs) -> i64 {
        first_id(retention::expired_before(self.days, now))
    }

    fn number(&self, sql: &str) -> Result<Option<i64>, DatabaseError> {
        let row = self.db.run(sql, &[])?.into_iter().next();
        row.map_or(Ok(None), |mut row| row.integer_or_null())
    }
}

fn not_run() -> DatabaseError {
    DatabaseError("the change did not run".to_owned())
}

/// The first id of a moment.
fn first_id(at: UnixMs) -> i64 {
    at.0.max(0).saturating_mul(IDS_PER_MS)
}
