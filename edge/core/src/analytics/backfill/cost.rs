//! What a backfill would cost, before it starts.

use docket_wire::{BackfillCost, BackfillKind, ProjectId, Span, UnixMs};

use super::queue::{BackfillKey, KEY_MATCHES};
use crate::analytics::tables::{PAGE_ROWS, Table};
use crate::analytics::{Analytics, LookupOptions};
use crate::storage::{Database, DatabaseError};

impl<D: Database> Analytics<D> {
    /// What it costs to load a number of days; `None` without any.
    pub(crate) fn days_cost(
        &self,
        key: BackfillKey<'_>,
        days: u32,
        now: UnixMs,
    ) -> Result<Option<BackfillCost>, DatabaseError> {
        let cost = |days| self.cost(key, days, 0, now);
        (days > 0).then_some(days).map(cost).transpose()
    }

    /// How many of the days with these bounds no other backfill of people loads.
    pub(crate) fn days_to_load(
        &self,
        key: BackfillKey<'_>,
        days: &[(String, String)],
        now: UnixMs,
    ) -> Result<u32, DatabaseError> {
        if days.is_empty() {
            return Ok(0);
        }
        // The requests for totals bring them, unless the project's rows are too large.
        let kinds = match self.day_rows(key.project, now)? {
            PAGE_ROWS => [BackfillKind::DayPaths, BackfillKind::Days],
            _ => [BackfillKind::DayPaths; 2],
        };
        let sql = format!(
            "SELECT date_from, date_to FROM backfills JOIN backfill_requests ON backfill = id
             WHERE id IS NOT (SELECT id FROM backfills WHERE {KEY_MATCHES})
             AND program IS NULL AND project = ?1 AND kind IN (?6, ?7)"
        );
        let params = key.params().into_iter().chain(kinds.map(|kind| kind.as_str().into()));
        let mut coming = Vec::new();
        for mut row in self.db.run(&sql, &params.collect::<Vec<_>>())? {
            coming.push((row.text()?, row.text()?));
        }
        Ok(days.iter().map(|day| u32::from(!coming.contains(day))).sum())
    }

    /// The cost of loading the rows of a span that `table` lacks, after `ahead` other requests that the person needs. The service does
    /// not say how many rows there are, so the estimate is that of the project's recent complete tables with the most. `None` if there
    /// is none.
    pub(crate) fn paths_cost(
        &self,
        project: &ProjectId,
        span: &Span,
        table: Option<&Table>,
        ahead: u32,
        now: UnixMs,
    ) -> Result<Option<BackfillCost>, DatabaseError> {
        if table.is_some_and(Table::is_complete) {
            return Ok(None);
        }
        let loaded = table.map_or(0, |table| table.pages);
        let Some(missing) = self.missing_pages(project, loaded)? else { return Ok(None) };
        self.cost(BackfillKey::new(project, BackfillKind::Paths, span), missing, ahead, now).map(Some)
    }

    /// The pages that a table with `loaded` of them lacks, if it is as long as the longest of the project's recent complete ones.
    /// The last page of the table is not known, so at least one more is needed.
    fn missing_pages(&self, project: &ProjectId, loaded: u32) -> Result<Option<u32>, DatabaseError> {
        let pages = self.tables().most_pages(project)?;
        Ok(pages.map(|pages| pages.saturating_sub(loaded).max(1)))
    }

    fn cost(
        &self,
        key: BackfillKey<'_>,
        requests: u32,
        ahead: u32,
        now: UnixMs,
    ) -> Result<BackfillCost, DatabaseError> {
        let ahead = ahead.saturating_add(self.queued_before(key)?);
        let (budget, done_at) =
            self.forecast(&LookupOptions::background(None), requests.saturating_add(ahead), now)?;
        let left = self.budget(&LookupOptions::person(), now)?.remaining;
        Ok(BackfillCost {
            requests,
            estimated: key.kind == BackfillKind::Paths,
            available: budget.remaining.saturating_sub(ahead),
            reserved: left.saturating_sub(budget.remaining),
            done_at,
        })
    }

    /// The requests of people's backfills that are queued before this one. A backfill of paths has only its next
    /// request in the queue, so its further ones are estimated.
    fn queued_before(&self, key: BackfillKey<'_>) -> Result<u32, DatabaseError> {
        let sql = format!(
            "SELECT project, kind, total, count(*) FROM backfills JOIN backfill_requests ON backfill = id
             WHERE program IS NULL
             AND id < ifnull((SELECT id FROM backfills WHERE {KEY_MATCHES}), {})
             GROUP BY id",
            i64::MAX
        );
        let mut ahead = 0_u32;
        for mut row in self.db.run(&sql, &key.params())? {
            let (project, kind): (ProjectId, String) = (row.parsed()?, row.text()?);
            let number = |n: i64| u32::try_from(n).unwrap_or(u32::MAX);
            let (total, queued) = (number(row.integer()?), number(row.integer()?));
            let is_of_paths = BackfillKind::parse(&kind) == Some(BackfillKind::Paths);
            let missing =
                if is_of_paths { self.missing_pages(&project, total.saturating_sub(queued))? } else { None };
            ahead = ahead.saturating_add(missing.unwrap_or(queued));
        }
        Ok(ahead)
    }
}
