//! How much has expired, counted up to a limit: each one counted is a row read.

use docket_wire::{RetentionRule, UnixMs};

use super::submissions::closed;
use super::{Expiring, HAS_NO_JOB, IS_OVER, RetentionTable, ended};
use crate::storage::{Database, DatabaseError};

/// What has expired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ExpiredCount {
    pub(crate) count: i64,
    pub(crate) oldest: Option<UnixMs>,
}

impl<D: Database> RetentionTable<'_, D> {
    /// The jobs that were over before a moment.
    pub(crate) fn count_jobs(&self, before: UnixMs, what: Expiring) -> Result<ExpiredCount, DatabaseError> {
        let from = ended(what);
        self.count(&format!("SELECT ended_at AS at FROM jobs {from} AND {IS_OVER} ORDER BY ended_at"), before)
    }

    /// The submissions without a job that were recorded before a moment.
    pub(crate) fn count_closed(&self, before: UnixMs, what: Expiring) -> Result<ExpiredCount, DatabaseError> {
        let from = closed(what);
        self.count(
            &format!(
                "SELECT submitted_at AS at FROM submissions {from} AND {HAS_NO_JOB} AND submitted_at < ?1
                 ORDER BY submitted_at"
            ),
            before,
        )
    }

    fn count(&self, select: &str, before: UnixMs) -> Result<ExpiredCount, DatabaseError> {
        let statement = format!("SELECT COUNT(*), MIN(at) FROM ({select} LIMIT ?2)");
        let limit = i64::from(RetentionRule::COUNTED_MAX).saturating_add(1);
        let rows = self.0.run(&statement, &[before.0.into(), limit.into()])?;
        let Some(mut row) = rows.into_iter().next() else { return Ok(ExpiredCount::default()) };
        Ok(ExpiredCount { count: row.integer()?, oldest: row.integer_or_null()?.map(UnixMs) })
    }
}
