//! Retention: expired data are deleted in small portions, and counted beforehand. They can be requested again, and
//! then stay for a day, so that a backfill of old days has an effect.

mod preview;

use docket_wire::{BackfillKind, DAY_MS, HOUR_MS, UnixMs};

use super::Analytics;
use crate::retention::{expired_before, expires_at};
use crate::storage::{Database, DatabaseError, Row, Value};

/// Rows of each kind that one portion deletes, at most.
const ROWS_MAX: i64 = 100;
/// Data that were requested again stay for this long.
const REQUESTED_AGAIN_MS: i64 = DAY_MS;
/// Checks again after this time what has expired but cannot be deleted yet.
const RECHECK_MS: i64 = HOUR_MS;

/// What one portion deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeletedVisitors {
    /// Totals, rows of days and answers of the service.
    pub rows: usize,
    pub tables: usize,
}

impl DeletedVisitors {
    /// Whether anything was deleted, so that there may be more.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.rows > 0 || self.tables > 0
    }
}

impl<D: Database> Analytics<D> {
    /// Deletes one portion of the data whose days ended longer ago, in a transaction of its own. The caller repeats it
    /// until nothing is deleted.
    pub fn delete_expired(&self, days: Option<u32>, now: UnixMs) -> Result<DeletedVisitors, DatabaseError> {
        let Some(days) = days.filter(|_| self.retention_at.get().is_none_or(|at| at <= now)) else {
            return Ok(DeletedVisitors::default());
        };
        let ends = [expired_before(days, now), now.plus_ms(-REQUESTED_AGAIN_MS)];
        let deleted = self.db.atomically(|| {
            let tables = self.delete_expired_table(ends)?;
            Ok(DeletedVisitors { rows: self.delete_expired_rows(ends)?, tables })
        })?;
        let next = if deleted.is_any() {
            Some(now)
        } else {
            // Data that are requested again expire in a day, whatever else does.
            let first = self.first_end()?.map(|end| expires_at(end, days));
            first.map(|at| at.max(now.plus_ms(RECHECK_MS)).min(now.plus_ms(REQUESTED_AGAIN_MS)))
        };
        self.retention_at.set(next);
        Ok(deleted)
    }

    /// When the first data expire; `None` if they are stored as long as there is room, or there are none.
    pub fn next_retention(&self, days: Option<u32>) -> Result<Option<UnixMs>, DatabaseError> {
        let Some(days) = days else { return Ok(None) };
        if self.retention_at.get().is_none() {
            self.retention_at.set(self.first_end()?.map(|end| expires_at(end, days)));
        }
        Ok(self.retention_at.get())
    }

    /// Lets data that are stored now expire in a day at the latest: they may be older than all that are stored.
    pub(super) fn expect_expiry(&self, now: UnixMs) {
        let at = now.plus_ms(REQUESTED_AGAIN_MS + 1);
        self.retention_at.set(self.retention_at.get().map(|next| next.min(at)));
    }

    /// The end of the first days of which data are stored.
    fn first_end(&self) -> Result<Option<UnixMs>, DatabaseError> {
        let rows = self.db.run(
            "SELECT min(to_at) FROM (
                SELECT (SELECT min(to_at) FROM totals WHERE project = projects.id) AS to_at FROM projects
                UNION ALL SELECT (SELECT min(to_at) FROM day_rows WHERE project = projects.id) FROM projects
                UNION ALL SELECT min(to_at) FROM tables
                UNION ALL SELECT min(to_at) FROM cache_entries
             )",
            &[],
        )?;
        let first = rows.into_iter().next().map_or(Ok(None), |mut row| row.integer_or_null())?;
        Ok(first.map(UnixMs))
    }

    fn delete_expired_table(&self, [to, requested]: [UnixMs; 2]) -> Result<usize, DatabaseError> {
        // The id of a table is the time at which it began. A backfill may take longer than a day, and continues in its table.
        let statement = "SELECT id FROM tables WHERE to_at < ? AND id < ? AND NOT EXISTS (
                SELECT 1 FROM backfills JOIN backfill_requests ON backfill = id
                WHERE kind = ? AND table_key = project || ' ' || date_from || ' ' || date_to
            ) ORDER BY to_at LIMIT 1";
        let paths = BackfillKind::Paths.as_str();
        let expired = self.db.run(statement, &[to.0.into(), requested.0.into(), paths.into()])?;
        let count = expired.len();
        for mut row in expired {
            self.tables.drop_table(row.integer()?)?;
        }
        Ok(count)
    }

    fn delete_expired_rows(&self, [to, requested]: [UnixMs; 2]) -> Result<usize, DatabaseError> {
        let projects = self.db.run("SELECT id FROM projects", &[])?;
        let projects =
            projects.into_iter().map(|mut row: Row| row.integer()).collect::<Result<Vec<_>, _>>()?;
        let (to, requested, limit) = (Value::from(to.0), Value::from(requested.0), Value::from(ROWS_MAX));
        let mut deleted = 0;
        for project in projects {
            for statement in [
                "DELETE FROM totals WHERE (project, from_at, to_at) IN (
                    SELECT project, from_at, to_at FROM totals INDEXED BY totals_ended
                    WHERE project = ? AND to_at < ? AND checked_at < ? ORDER BY to_at LIMIT ?) RETURNING 1",
                "DELETE FROM day_rows WHERE id IN (
                    SELECT id FROM day_rows INDEXED BY day_rows_ended
                    WHERE project = ? AND to_at < ? AND checked_at < ? ORDER BY to_at LIMIT ?) RETURNING 1",
            ] {
                let params = [project.into(), to.clone(), requested.clone(), limit.clone()];
                deleted += self.db.run(statement, &params)?.len();
            }
        }
        let statement = "DELETE FROM cache_entries WHERE request IN (
            SELECT request FROM cache_entries INDEXED BY cache_entries_ended
            WHERE to_at < ? AND fetched_at < ? ORDER BY to_at LIMIT ?) RETURNING 1";
        Ok(deleted + self.db.run(statement, &[to, requested, limit])?.len())
    }
}
