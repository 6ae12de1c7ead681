//! What a backfill would cost, before it starts.

use docket_wire::{BackfillCost, BackfillKind, ProjectId, Span, UnixMs};

use super::queue::{KEY_MATCHES, key_params};
use crate::analytics::tables::Table;
use crate::analytics::{Analytics, Lookup};
use crate::storage::{Database, DatabaseError};

impl<D: Database> Analytics<D> {
    /// What it costs to load a number of days; `None` without any.
    pub(in crate::analytics) fn days_cost(
        &self,
        backfill: (&ProjectId, BackfillKind, &Span),
        days: u32,
        now: UnixMs,
    ) -> Result<Option<BackfillCost>, DatabaseError> {
        let cost = |days| self.cost(backfill, days, false, now);
        (days > 0).then_some(days).map(cost).transpose()
    }

    /// What it costs to load all rows of a span, of which a table has some. The service does not say how many there are, so
    /// the number is that of the last table of the project that has all of its rows; `None` if there is no such table.
    pub(in crate::analytics) fn paths_cost(
        &self,
        project: &ProjectId,
        span: &Span,
        table: Option<&Table>,
        now: UnixMs,
    ) -> Result<Option<BackfillCost>, DatabaseError> {
        if table.is_some_and(Table::is_complete) {
            return Ok(None);
        }
        let Some(pages) = self.tables().pages_of_last_complete(project)? else { return Ok(None) };
        // The last page of the table is not known, so at least one more request is needed.
        let missing = pages.saturating_sub(table.map_or(0, |table| table.pages)).max(1);
        self.cost((project, BackfillKind::Paths, span), missing, true, now).map(Some)
    }

    fn cost(
        &self,
        (project, kind, span): (&ProjectId, BackfillKind, &Span),
        requests: u32,
        estimated: bool,
        now: UnixMs,
    ) -> Result<BackfillCost, DatabaseError> {
        // Requests of other backfills come first, since they are queued already.
        let sql = format!(
            "SELECT count(*) FROM backfill_requests WHERE backfill IN (SELECT id FROM backfills WHERE program IS NULL)
             AND backfill NOT IN (SELECT id FROM backfills WHERE {KEY_MATCHES})"
        );
        let ahead = match self.db.run(&sql, &key_params(project, kind, span))?.pop() {
            Some(mut row) => u32::try_from(row.integer()?).unwrap_or(u32::MAX),
            None => 0,
        };
        let (budget, done_at) =
            self.forecast(&Lookup::background(None), requests.saturating_add(ahead), now)?;
        let available = budget.remaining.saturating_sub(ahead);
        Ok(BackfillCost { requests, estimated, available, done_at })
    }
}
