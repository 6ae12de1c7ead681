//! Finds the table of an export.

use docket_wire::{Span, UnixMs};

use super::{ExportQuery, ExportRun};
use crate::analytics::reads::{ShownTable, TableRead};
use crate::analytics::tables::TableKey;
use crate::analytics::{
    Analytics, FetchError, FetchResult, LookupOptions, Operation, OperationStep, Priority,
};
use crate::storage::Database;

/// Finds the table of an export and loads its first page, or finds the table of an export that is resumed.
#[derive(Debug)]
pub struct ExportStart {
    key: TableKey,
    span: Span,
    query: ExportQuery,
    lookup: LookupOptions,
    table: Option<TableRead>,
}

impl ExportStart {
    /// Creates the start of an export. Its requests have [`Priority::Export`], whatever `lookup` says.
    #[must_use]
    pub fn new(key: TableKey, span: Span, query: ExportQuery, lookup: LookupOptions) -> Self {
        let lookup = LookupOptions { priority: Priority::Export, ..lookup };
        Self { key, span, query, lookup, table: None }
    }

    fn run(&self, shown: ShownTable) -> ExportRun {
        ExportRun::new(self.key.clone(), self.span.clone(), self.query.clone(), self.lookup.clone(), shown)
    }
}

impl<D: Database> Operation<D> for ExportStart {
    type Output = ExportRun;

    fn step(
        &mut self,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<OperationStep<ExportRun>, FetchError> {
        if let Some(id) = self.query.table {
            let table = analytics.tables().by_id(id, &self.key)?.ok_or(FetchError::TableExpired)?;
            let current = analytics.available_tables(&self.key, now)?.current;
            let is_stale = current.is_none_or(|current| current.id != id);
            return Ok(OperationStep::Done(self.run(ShownTable { table, is_stale })));
        }
        let table = self
            .table
            .get_or_insert_with(|| TableRead::new(self.key.clone(), 0..1, self.lookup.clone(), now));
        table.step(analytics, now)?.and_then(|shown| Ok(self.run(shown)))
    }

    fn apply(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        match &mut self.table {
            Some(table) => table.apply(analytics, fetched, now),
            None => Ok(()),
        }
    }
}
