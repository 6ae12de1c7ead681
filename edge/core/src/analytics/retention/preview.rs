//! What retention would delete.

use docket_wire::{AnalyticsRetention, ProjectId, RetentionQuery, RetentionRule, UnixMs};

use super::REQUESTED_AGAIN_MS;
use crate::analytics::Analytics;
use crate::retention::rule;
use crate::storage::{Database, DatabaseError};

impl<D: Database> Analytics<D> {
    /// How long the settings store a project's visitors, and what retention would delete now; with other days than those
    /// of the settings, if the query has some. Reads a bounded number of rows.
    pub fn retention(
        &self,
        project: &ProjectId,
        visitors_days: Option<u32>,
        audit_days: u32,
        query: &RetentionQuery,
        now: UnixMs,
    ) -> Result<AnalyticsRetention, DatabaseError> {
        let count = |before| self.count_ended(project, [before, now.plus_ms(-REQUESTED_AGAIN_MS)]);
        Ok(AnalyticsRetention {
            visitors: rule(visitors_days, query.visitors_days, now, count)?,
            audit: self.audit(audit_days).retention(query.audit_days, Some(project), now)?,
        })
    }

    /// Counts what would be deleted: data that were requested a short time ago would not.
    fn count_ended(
        &self,
        project: &ProjectId,
        [before, asked]: [UnixMs; 2],
    ) -> Result<(i64, Option<UnixMs>), DatabaseError> {
        let of_project =
            "project = (SELECT id FROM projects WHERE name = ?2) AND to_at < ?1 AND checked_at < ?4";
        // Keys begin with the project and another character, after which `end` is the next one.
        let of_key = |asked: &str, key: &str, [first, end]: [char; 2]| {
            format!("to_at < ?1 AND {asked} < ?4 AND {key} >= ?2 || '{first}' AND {key} < ?2 || '{end}'")
        };
        let (mut count, mut oldest) = (0, None);
        for (table, condition) in [
            ("totals", of_project.to_owned()),
            ("day_rows", of_project.to_owned()),
            ("tables", of_key("id", "table_key", [' ', '!'])),
            ("cache_entries", of_key("fetched_at", "request", ['?', '@'])),
        ] {
            let statement = format!(
                "SELECT COUNT(*), MIN(to_at) FROM (SELECT to_at FROM {table} WHERE {condition} ORDER BY to_at LIMIT ?3)"
            );
            let limit = i64::from(RetentionRule::COUNTED_MAX).saturating_add(1);
            let params = [before.0.into(), project.as_str().into(), limit.into(), asked.0.into()];
            let rows = self.db.run(&statement, &params)?;
            let Some(mut row) = rows.into_iter().next() else { continue };
            count += row.integer()?;
            oldest = [oldest, row.integer_or_null()?.map(UnixMs)].into_iter().flatten().min();
        }
        Ok((count, oldest))
    }
}
