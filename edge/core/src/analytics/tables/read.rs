//! Reading stored tables.

use docket_wire::{HOUR_MS, ProjectId, UnixMs, VisitorTotals};

use super::{PAGES_MAX, RowEntry, Table, TableKey, Tables, codec, place};
use crate::storage::{Database, DatabaseError, Value};

/// A table is marked as used at most this often, because every write is billed.
const MARKED_MS: i64 = HOUR_MS;
/// Tables that an estimate reads, at most: every row that is read is billed.
const NEWEST: u32 = 20;

/// The tables of a range that a read can show.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AvailableTables {
    /// The newest table, if its data are fresh or a backfill is loading it.
    pub current: Option<Table>,
    /// The newest table that has all its pages: the current one, or an older one.
    pub complete: Option<Table>,
}

impl<D: Database> Tables<D> {
    /// The tables of a range. A table is current if `is_fresh` says so, or while a backfill loads it. `backfill_page` is the next page
    /// of that backfill.
    pub fn available(
        &self,
        key: &TableKey,
        backfill_page: Option<u32>,
        is_fresh: &dyn Fn(&Table) -> Result<bool, DatabaseError>,
    ) -> Result<AvailableTables, DatabaseError> {
        let tables = self.tables_of(key)?;
        let current = match tables.first() {
            Some(table)
                // Another table would lack the pages that the backfill has loaded.
                if backfill_page.is_some_and(|page| page > 0 || !table.is_complete()) || is_fresh(table)? =>
            {
                Some(table.clone())
            }
            _ => None,
        };
        Ok(AvailableTables { current, complete: tables.into_iter().find(Table::is_complete) })
    }

    /// All tables of a range, newest first.
    pub(super) fn tables_of(&self, key: &TableKey) -> Result<Vec<Table>, DatabaseError> {
        let sql = "SELECT id, state FROM tables WHERE table_key = ? ORDER BY id DESC";
        let mut tables = Vec::new();
        for mut row in self.db.run(sql, &[key.name.as_str().into()])? {
            tables.push(Table::read(row.integer()?, &row.blob()?)?);
        }
        Ok(tables)
    }

    /// The most pages of a table of a project, of those that have all of theirs and are among the newest of all. A single day has
    /// fewer than a year, and what somebody loaded last says nothing about what somebody loads next.
    pub fn most_pages(&self, project: &ProjectId) -> Result<Option<u32>, DatabaseError> {
        let sql = format!("SELECT id, state, table_key FROM tables ORDER BY id DESC LIMIT {NEWEST}");
        let mut pages = None;
        for mut row in self.db.run(&sql, &[])? {
            let (table, key) = (Table::read(row.integer()?, &row.blob()?)?, row.text()?);
            let of_project = key.strip_prefix(project.as_str()).is_some_and(|rest| rest.starts_with(' '));
            if of_project && table.is_complete() {
                pages = pages.max(Some(table.pages));
            }
        }
        Ok(pages)
    }

    /// The table with this id, if it is still stored and belongs to this range.
    pub fn by_id(&self, id: i64, key: &TableKey) -> Result<Option<Table>, DatabaseError> {
        Ok(self.tables_of(key)?.into_iter().find(|table| table.id == id))
    }

    /// Marks a table as used, so that others are evicted before it.
    pub fn mark_used(&self, id: i64, now: UnixMs) -> Result<(), DatabaseError> {
        let sql = "UPDATE tables SET used_at = ? WHERE id = ? AND used_at < ?";
        self.db.run(sql, &[now.0.into(), id.into(), now.plus_ms(-MARKED_MS).0.into()]).map(drop)
    }

    /// Whether a page of a table is stored.
    pub fn has_page(&self, id: i64, page: u32) -> Result<bool, DatabaseError> {
        let sql = "SELECT 1 FROM table_pages WHERE place = ?";
        Ok(!self.db.run(sql, &[place(id, page).into()])?.is_empty())
    }

    /// One page of a table, in the service's order; `None` if it is not stored.
    pub fn page(&self, id: i64, page: u32) -> Result<Option<Vec<RowEntry>>, DatabaseError> {
        let sql = "SELECT entries FROM table_pages WHERE place = ?";
        let rows = self.db.run(sql, &[place(id, page).into()])?;
        rows.into_iter().next().map(|mut row| codec::decode(&row.blob()?)).transpose()
    }

    /// All stored rows of a table, in the service's order.
    pub(super) fn entries(&self, id: i64) -> Result<Vec<RowEntry>, DatabaseError> {
        let sql = "SELECT entries FROM table_pages WHERE place >= ? AND place < ? ORDER BY place";
        let mut entries = Vec::new();
        for mut row in self.db.run(sql, &[place(id, 0).into(), place(id, PAGES_MAX).into()])? {
            entries.extend(codec::decode(&row.blob()?)?);
        }
        Ok(entries)
    }
}

impl Table {
    /// The stored form of everything except the id. It is a blob, because the service's counts may exceed the integers
    /// that a Durable Object can store in columns.
    pub(super) fn state(&self) -> Value {
        let millis = |at: UnixMs| u64::try_from(at.0).unwrap_or(0);
        Value::Blob(codec::encode_numbers([
            self.is_settled.into(),
            self.last_page.map_or(0, |page| u64::from(page) + 1),
            self.pages.into(),
            self.rows,
            self.duplicates_dropped,
            self.totals.human,
            self.totals.ai,
            self.totals.total,
            self.totals_changed.into(),
            millis(self.fetched_from),
            millis(self.fetched_to),
        ]))
    }

    fn read(id: i64, bytes: &[u8]) -> Result<Self, DatabaseError> {
        let [
            settled,
            last_page_plus_one,
            pages,
            rows,
            duplicates_dropped,
            human,
            ai,
            total,
            totals_changed,
            fetched_from,
            fetched_to,
        ] = codec::decode_numbers(bytes)?;
        let page = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let time = |number: u64| UnixMs(i64::try_from(number).unwrap_or(i64::MAX));
        Ok(Self {
            id,
            is_settled: settled > 0,
            last_page: last_page_plus_one.checked_sub(1).map(page),
            pages: page(pages),
            rows,
            duplicates_dropped,
            totals: VisitorTotals { human, ai, total },
            totals_changed: totals_changed > 0,
            fetched_from: time(fetched_from),
            fetched_to: time(fetched_to),
        })
    }
}
