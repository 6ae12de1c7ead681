//! Reads of rows: in the service's order as soon as they are loaded, and sorted or filtered once all of them are.

use docket_wire::{BackfillKind, Rows, RowsQuery, Span, UnixMs};

use super::compared::ComparedRead;
use super::rows_page::RowsPage;
use super::table::{ShownTable, TableRead};
use crate::analytics::tables::{AvailableTables, TableKey, pages_of};
use crate::analytics::{
    Analytics, BackfillKey, FetchError, FetchResult, LookupOptions, Operation, OperationStep,
};
use crate::storage::{Database, DatabaseError};

#[derive(Debug)]
pub struct RowsRead {
    key: TableKey,
    span: Span,
    query: RowsQuery,
    lookup: LookupOptions,
    table: Option<TableRead>,
    shown: Option<ShownTable>,
    /// The span that the view compares with. Most reads have none.
    compared: Option<Box<ComparedRead>>,
}

impl RowsRead {
    /// Creates a read of a range's rows.
    #[must_use]
    pub fn new(key: TableKey, span: Span, query: RowsQuery, lookup: LookupOptions) -> Self {
        Self { key, span, query, lookup, table: None, shown: None, compared: None }
    }

    /// The same read, with the span that its view compares with.
    #[must_use]
    pub fn compared_with(self, key: TableKey, span: Span) -> Self {
        let lookup = self.lookup.without_refresh();
        Self { compared: Some(Box::new(ComparedRead::new(key, span, lookup))), ..self }
    }

    /// The complete table for a query that needs all rows. A stale table serves as well, unless it is small enough to
    /// be loaded again while the caller waits.
    fn complete<D: Database>(
        &self,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<Option<ShownTable>, DatabaseError> {
        if !self.query.needs_all() {
            return Ok(None);
        }
        let AvailableTables { current, complete } = analytics.available_tables(&self.key, now)?;
        let Some(table) = complete else { return Ok(None) };
        let is_stale = current.is_none_or(|current| current.id != table.id);
        let is_current = !is_stale && !self.lookup.is_refresh();
        Ok((is_current || table.pages > RowsQuery::PAGES_AT_ONCE).then_some(ShownTable { table, is_stale }))
    }

    fn step_table<D: Database>(
        &mut self,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<OperationStep<ShownTable>, FetchError> {
        if self.table.is_none() {
            if let Some(shown) = self.complete(analytics, now)? {
                return Ok(OperationStep::Done(shown));
            }
            let pages = if self.query.needs_all() {
                0..RowsQuery::PAGES_AT_ONCE
            } else {
                pages_of(self.query.offset, self.query.page_limit())
            };
            let key = self.key.clone();
            self.table = Some(TableRead::new(key, pages, self.lookup.clone(), now));
        }
        self.table.as_mut().ok_or(FetchError::TableExpired)?.step(analytics, now)
    }

    fn view<D: Database>(
        &self,
        analytics: &Analytics<D>,
        ShownTable { table, is_stale }: ShownTable,
        now: UnixMs,
    ) -> Result<Rows, DatabaseError> {
        let query = &self.query;
        let is_partial = !self.key.interval.is_over(table.fetched_from);
        let mut compared = match &self.compared {
            Some(compared) => Some(compared.view(analytics, is_partial, now)?),
            None => None,
        };
        let compared_table = self.compared.as_ref().and_then(|compared| compared.table());
        let RowsPage { rows, before, folders, matched } =
            RowsPage::read(analytics.tables(), &table, compared_table, query)?;
        if let Some(compared) = &mut compared {
            compared.rows = before;
        }
        let (project, kind) = (&self.key.project, BackfillKind::Paths);
        let key = BackfillKey::new(project, kind, &self.span);
        let backfill_error = if table.is_complete() { None } else { analytics.backfill_error(key, now)? };
        // Both spans of a view are needed, so the requests of the other one are not available to this one.
        let backfill = analytics.backfill_progress(key, now)?;
        let other = compared.as_ref().filter(|other| backfill.is_none() && other.backfill.is_none());
        let ahead = other.and_then(|other| other.cost).map_or(0, |cost| cost.requests);
        let shown = rows.len() + folders.len();
        let has_more = if query.needs_all() {
            query.offset.saturating_add(count(shown)) < matched
        } else {
            // A dropped duplicate leaves its position empty, so the number of rows does not say whether others follow.
            let end = query.offset.saturating_add(query.page_limit().into());
            analytics.tables().has_rows_behind(&table, end)?
        };
        Ok(Rows {
            has_more,
            backfill_error,
            partial: is_partial,
            compared,
            cost: analytics.paths_cost(project, &self.span, Some(&table), ahead, now)?,
            backfill,
            interval: self.key.interval.clone(),
            rows,
            folders,
            matched,
            loaded: table.rows,
            complete: table.is_complete(),
            pages_loaded: table.pages,
            duplicates_dropped: table.duplicates_dropped,
            totals_changed: table.totals_changed,
            fetched_from: table.fetched_from,
            fetched_to: table.fetched_to,
            stale: is_stale || self.compared.as_ref().is_some_and(|compared| compared.is_stale()),
            totals: table.totals,
            budget: analytics.budget_view(now)?,
        })
    }
}

impl<D: Database> Operation<D> for RowsRead {
    type Output = Rows;

    fn step(&mut self, analytics: &Analytics<D>, now: UnixMs) -> Result<OperationStep<Rows>, FetchError> {
        loop {
            let shown = match self.shown.take() {
                Some(shown) => shown,
                None => match self.step_table(analytics, now)? {
                    OperationStep::Fetch(request) => return Ok(OperationStep::Fetch(request)),
                    OperationStep::Prefetch(request) => return Ok(OperationStep::Prefetch(request)),
                    OperationStep::Done(shown) => shown,
                },
            };
            // The pages of other tables evict those that were not used for longest.
            analytics.tables().mark_used(shown.table.id, now)?;
            let ShownTable { table, is_stale } = shown;
            let stored = match &mut self.compared {
                Some(compared) => {
                    if let Some(request) = compared.step(analytics, now)? {
                        self.shown = Some(ShownTable { table, is_stale });
                        return Ok(OperationStep::Fetch(request));
                    }
                    // While the other span was loaded, another read may have added pages to the table, or replaced it.
                    analytics.tables().by_id(table.id, &self.key)?
                }
                None => Some(table),
            };
            match stored {
                Some(table) => {
                    return Ok(OperationStep::Done(self.view(
                        analytics,
                        ShownTable { table, is_stale },
                        now,
                    )?));
                }
                None => self.table = None,
            }
        }
    }

    fn apply(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        match (&mut self.table, &mut self.compared) {
            (Some(table), _) if self.shown.is_none() => table.apply(analytics, fetched, now),
            (_, Some(compared)) => compared.apply(analytics, fetched, now),
            _ => Ok(()),
        }
    }
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
