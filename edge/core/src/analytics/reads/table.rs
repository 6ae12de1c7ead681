//! Reads of path tables.

use std::ops::Range;

use docket_wire::UnixMs;

use super::page_load::{PageLoad, TargetTable};
use crate::analytics::tables::{AvailableTables, Table, TableKey};
use crate::analytics::{Analytics, FetchError, FetchResult, LookupOptions, Operation, OperationStep};
use crate::storage::{Database, DatabaseError};

/// A table to show, and whether it is stale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShownTable {
    pub(crate) table: Table,
    pub(crate) is_stale: bool,
}

/// Loads a range of pages of the current table, as far as it has them. If a page cannot be loaded, outputs an older
/// table or the loaded part.
#[derive(Debug)]
pub(crate) struct TableRead {
    key: TableKey,
    target: TargetTable,
    pages: Range<u32>,
    lookup: LookupOptions,
    load: Option<PageLoad>,
    table: Option<Table>,
    shown: Option<ShownTable>,
}

impl TableRead {
    pub(crate) fn new(key: TableKey, pages: Range<u32>, lookup: LookupOptions, now: UnixMs) -> Self {
        // A refresh creates a new table.
        let since = lookup.is_refresh().then_some(now);
        let target = TargetTable::Current { since };
        Self { key, target, pages, lookup, load: None, table: None, shown: None }
    }

    /// Shows an older complete table or the loaded part if a page could not be loaded. A permanent failure is returned,
    /// because the caller has to see it.
    fn fall_back<D: Database>(
        &mut self,
        analytics: &Analytics<D>,
        error: FetchError,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        let complete = analytics.available_tables(&self.key, now)?.complete;
        // During the request, another read may have replaced the table.
        let part = match self.table.take() {
            Some(table) => analytics.tables().by_id(table.id, &self.key)?.filter(|table| table.pages > 0),
            None => None,
        };
        self.shown = match (complete, part) {
            _ if !error.is_temporary() => return Err(error),
            (Some(table), _) => Some(ShownTable { table, is_stale: true }),
            (None, Some(table)) => Some(ShownTable { table, is_stale: false }),
            (None, None) => return Err(error),
        };
        Ok(())
    }
}

impl<D: Database> Operation<D> for TableRead {
    type Output = ShownTable;

    fn step(
        &mut self,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<OperationStep<ShownTable>, FetchError> {
        loop {
            if let Some(shown) = self.shown.take() {
                return Ok(OperationStep::Done(shown));
            }
            let Some(page) = self.pages.clone().next() else {
                let table = self.table.take().ok_or(FetchError::TableExpired)?;
                return Ok(OperationStep::Done(ShownTable { table, is_stale: false }));
            };
            let load = self.load.get_or_insert_with(|| {
                PageLoad::new(self.key.clone(), self.target, page, self.lookup.clone())
            });
            match load.step(analytics, now) {
                Ok(OperationStep::Fetch(request)) => return Ok(OperationStep::Fetch(request)),
                Ok(OperationStep::Prefetch(request)) => return Ok(OperationStep::Prefetch(request)),
                Ok(OperationStep::Done(table)) => {
                    let is_last = table.last_page.is_some_and(|last| page >= last);
                    self.pages.start = if is_last { self.pages.end } else { page.saturating_add(1) };
                    self.table = Some(table);
                    self.load = None;
                }
                Err(error) => self.fall_back(analytics, error, now)?,
            }
        }
    }

    fn apply(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        let applied = match &mut self.load {
            Some(load) => load.apply(analytics, fetched, now),
            None => Ok(()),
        };
        applied.or_else(|error| self.fall_back(analytics, error, now))
    }
}

impl<D: Database> Analytics<D> {
    /// The tables of a range that are stored.
    pub(crate) fn available_tables(
        &self,
        key: &TableKey,
        now: UnixMs,
    ) -> Result<AvailableTables, DatabaseError> {
        self.tables_during(self.backfill_page(key)?, key, now)
    }

    /// The tables of a range that are stored, for a caller that knows the next page of the backfill, if there is one.
    pub(super) fn tables_during(
        &self,
        backfill_page: Option<u32>,
        key: &TableKey,
        now: UnixMs,
    ) -> Result<AvailableTables, DatabaseError> {
        self.tables().available(key, backfill_page, &|table| {
            let settled = table.is_settled.then(|| key.interval.to.instant());
            self.is_fresh(settled, table.fetched_to, now)
        })
    }

    /// The result of a request, with a stale answer as an error, because a table must not mix old pages with new ones.
    pub(crate) fn not_stale(&self, fetched: FetchResult, lookup: &LookupOptions, now: UnixMs) -> FetchResult {
        let entry = fetched?;
        if entry.is_stale {
            return Err(self.exhausted(lookup, now)?.into());
        }
        Ok(entry)
    }
}
