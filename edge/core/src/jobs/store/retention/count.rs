//! How much has expired, counted up to a limit: each one counted is a row read.

use docket_wire::{RetentionRule, UnixMs};

use super::{HAS_NO_JOB, HAS_PROMPTS, IS_CLOSED, IS_OVER, RetentionTable};
use crate::storage::{Database, DatabaseError};

/// What has expired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::jobs) struct ExpiredCount {
    pub(in crate::jobs) count: i64,
    pub(in crate::jobs) oldest: Option<UnixMs>,
}

impl<D: Database> RetentionTable<'_, D> {
    /// The jobs that were over before a moment; with `has_prompts`, those whose prompts are stored.
    pub(in crate::jobs) fn count_jobs(
        &self,
        before: UnixMs,
        has_prompts: bool,
    ) -> Result<ExpiredCount, DatabaseError> {
        let from = if has_prompts {
            format!("INDEXED BY jobs_prompts WHERE {HAS_PROMPTS} AND {IS_OVER}")
        } else {
            format!("INDEXED BY jobs_ended WHERE ended_at IS NOT NULL AND {IS_OVER}")
        };
        self.count(&format!("SELECT ended_at AS at FROM jobs {from} ORDER BY ended_at"), before)
    }

    /// The submissions without a job that were recorded before a moment; with `has_prompt`, those whose prompts are stored.
    pub(in crate::jobs) fn count_closed(
        &self,
        before: UnixMs,
        has_prompt: bool,
    ) -> Result<ExpiredCount, DatabaseError> {
        let index = if has_prompt { "submissions_closed_prompts" } else { "submissions_closed" };
        let stored = if has_prompt { " AND prompt_days IS NULL" } else { "" };
        self.count(
            &format!(
                "SELECT submitted_at AS at FROM submissions INDEXED BY {index}
                 WHERE {IS_CLOSED}{stored} AND {HAS_NO_JOB} AND submitted_at < ?1 ORDER BY submitted_at"
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
