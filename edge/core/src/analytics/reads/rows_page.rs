//! The rows of one page of a query.

use docket_wire::{Folder, RowsQuery, VisitorRow, VisitorTotals};

use crate::analytics::tables::{ChosenRows, RowEntry, Table, Tables};
use crate::storage::{Database, DatabaseError};

/// The rows or folders of one page of a query.
#[derive(Debug, Default)]
pub(super) struct RowsPage {
    pub(super) rows: Vec<VisitorRow>,
    /// The visitors of the same paths in the compared span, if the view compares.
    pub(super) before: Vec<VisitorTotals>,
    pub(super) folders: Vec<Folder>,
    /// The number of rows or folders on all pages of the query.
    pub(super) matched: u64,
}

impl RowsPage {
    /// Reads the page from stored tables. A view that compares selects nothing until both tables are complete, because a
    /// page that is not loaded is neither new nor gone.
    pub(super) fn read<D: Database>(
        tables: &Tables<D>,
        table: &Table,
        compared: Option<&Table>,
        query: &RowsQuery,
    ) -> Result<Self, DatabaseError> {
        let has_all = table.is_complete() && compared.is_some_and(Table::is_complete);
        if query.needs_comparison() && !has_all {
            return Ok(Self::default());
        }
        if !query.needs_all() {
            let rows = tables.in_order(table, query.offset, query.page_limit())?;
            return Ok(Self { rows, before: Vec::new(), folders: Vec::new(), matched: table.rows });
        }
        let (skip, take) = (index(query.offset), index(query.page_limit().into()));
        let ChosenRows { entries: chosen, before } = tables.choose(table, compared, query)?;
        let before = before.iter().skip(skip).take(take).map(RowEntry::totals).collect();
        if query.by_folder {
            let mut folders = tables.folders(&chosen, query)?;
            let matched = count(folders.len());
            folders.drain(..skip.min(folders.len()));
            folders.truncate(take);
            return Ok(Self { rows: Vec::new(), before, folders, matched });
        }
        let rest = chosen.get(skip..).unwrap_or_default();
        let rows = tables.rows(rest.get(..take).unwrap_or(rest))?;
        Ok(Self { rows, before, folders: Vec::new(), matched: count(chosen.len()) })
    }
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
