//! Pages of an audit log.

use docket_wire::{AuditQuery, ProjectId, RetentionRule, UnixMs};

use super::id::{first_id, moment_of};
use super::lines::AuditLines;
use super::log::AuditLog;
use crate::retention;
use crate::storage::{Database, DatabaseError, Value};

impl<D: Database> AuditLog<'_, D> {
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
        let limit = query.page_limit() as usize;
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
        let mut is_cut = false;
        let rule = retention::rule(Some(self.days), asked_days, now, |before| {
            // The limit counts the entries of all projects, because each of them is a row read.
            let rows = self.db.run(
                "SELECT COUNT(*) FILTER (WHERE is_shown), MIN(id) FILTER (WHERE is_shown), COUNT(*) FROM
                 (SELECT id, ?3 IS NULL OR project = ?3 AS is_shown FROM audit WHERE id < ?1 ORDER BY id LIMIT ?2)",
                &[
                    first_id(before).into(),
                    i64::from(RetentionRule::COUNTED_MAX).saturating_add(1).into(),
                    project.map(ProjectId::as_str).into(),
                ],
            )?;
            let Some(mut row) = rows.into_iter().next() else { return Ok((0, None)) };
            let (count, oldest) = (row.integer()?, row.integer_or_null()?.map(moment_of));
            is_cut = row.integer()? > i64::from(RetentionRule::COUNTED_MAX);
            Ok((count, oldest))
        })?;
        Ok(RetentionRule { more: rule.more || is_cut, ..rule })
    }
}
