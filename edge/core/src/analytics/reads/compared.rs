//! The rows that a view compares with.

use docket_wire::{BackfillKind, ComparedRows, Span, UnixMs};

use super::table::{ShownTable, TableRead};
use crate::analytics::tables::{AvailableTables, Table, TableKey};
use crate::analytics::{
    Analytics, BackfillKey, FetchError, FetchResult, LookupOptions, Operation, OperationStep, PageRequest,
};
use crate::storage::{Database, DatabaseError};

/// A read of the span that a view compares with. It loads only the first page, which usually came with the totals. The other
/// pages need a backfill, because a person sees its cost first. Without the first page, there is nothing to compare with.
#[derive(Debug)]
pub(super) struct ComparedRead {
    key: TableKey,
    span: Span,
    lookup: LookupOptions,
    read: Option<TableRead>,
    is_done: bool,
    shown: Option<ShownTable>,
}

impl ComparedRead {
    pub(super) fn new(key: TableKey, span: Span, lookup: LookupOptions) -> Self {
        Self { key, span, lookup, read: None, is_done: false, shown: None }
    }

    /// The rows, once all steps are done.
    pub(super) fn table(&self) -> Option<&Table> {
        self.shown.as_ref().map(|shown| &shown.table)
    }

    /// Whether the rows should be newer.
    pub(super) fn is_stale(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.is_stale)
    }

    /// Compares with these rows, unless they are old ones of a span that was not over: its later visitors would be missing.
    fn show(&mut self, shown: ShownTable) {
        let is_usable = !shown.is_stale || self.key.interval.is_over(shown.table.fetched_from);
        self.shown = is_usable.then_some(shown);
    }

    /// The page that is needed next.
    pub(super) fn step<D: Database>(
        &mut self,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<Option<PageRequest>, DatabaseError> {
        if self.is_done {
            // It may have been dropped while the view's own table was loaded again.
            if let Some(ShownTable { table, is_stale }) = self.shown.take() {
                let stored = analytics.tables().by_id(table.id, &self.key)?;
                self.shown = stored.map(|table| ShownTable { table, is_stale });
            }
            return Ok(None);
        }
        if self.read.is_none() {
            let AvailableTables { current, complete } = analytics.available_tables(&self.key, now)?;
            let current_id = current.map(|table| table.id);
            if let Some(table) = complete.filter(|table| current_id == Some(table.id)) {
                self.shown = Some(ShownTable { table, is_stale: false });
                self.is_done = true;
                return Ok(None);
            }
            let key = self.key.clone();
            self.read = Some(TableRead::new(key, 0..1, self.lookup.clone(), now));
        }
        let step = self.read.as_mut().map(|read| read.step(analytics, now));
        match step {
            Some(Ok(OperationStep::Fetch(request) | OperationStep::Prefetch(request))) => {
                return Ok(Some(request));
            }
            Some(Ok(OperationStep::Done(shown))) => self.show(shown),
            Some(Err(FetchError::Storage(error))) => return Err(error),
            Some(Err(_)) | None => {}
        }
        self.is_done = true;
        Ok(None)
    }

    /// Takes the result of the page. A failure is no failure of the view: the response says that rows are missing.
    pub(super) fn apply<D: Database>(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        let applied = self.read.as_mut().map(|read| read.apply(analytics, fetched, now));
        match applied {
            Some(Err(FetchError::Storage(error))) => Err(error.into()),
            Some(Err(_)) | None => {
                self.is_done = true;
                Ok(())
            }
            Some(Ok(())) => Ok(()),
        }
    }

    /// The response's part about the span. `is_longer` says whether the other span is not over yet.
    pub(super) fn view<D: Database>(
        &self,
        analytics: &Analytics<D>,
        is_longer: bool,
        now: UnixMs,
    ) -> Result<ComparedRows, DatabaseError> {
        let (project, kind, table) = (&self.key.project, BackfillKind::Paths, self.table());
        let is_complete = table.is_some_and(Table::is_complete);
        if let Some(table) = table {
            analytics.tables().mark_used(table.id, now)?;
        }
        let key = BackfillKey::new(project, kind, &self.span);
        let backfill_error = if is_complete { None } else { analytics.backfill_error(key, now)? };
        Ok(ComparedRows {
            interval: self.key.interval.clone(),
            rows: Vec::new(),
            loaded: table.map_or(0, |table| table.rows),
            complete: is_complete,
            longer: is_longer,
            backfill: analytics.backfill_progress(key, now)?,
            backfill_error,
            cost: analytics.paths_cost(project, &self.span, table, 0, now)?,
        })
    }
}
