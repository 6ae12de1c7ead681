//! Which tables there are.

use docket_wire::{UnixMs, VisitorTotals};

use super::{Entry, PAGES_MAX, Table, TableKey, Tables, codec, place};
use crate::storage::{Database, DatabaseError, Value};

/// How often a table is marked as used, at most.
const MARKED_MS: i64 = 60 * 60 * 1000;

/// The tables of a range.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AvailableTables {
    /// The newest table, if its figures are fresh or a backfill is loading it.
    pub current: Option<Table>,
    /// The newest table that has all its pages: the same one, or an older one.
    pub complete: Option<Table>,
}

impl<D: Database> Tables<D> {
    /// The tables of a range. Those of a settled interval stay fresh for good; `is_fresh` says whether others are that were
    /// fetched at a certain moment. While a backfill loads one, it is current as well.
    ///
    /// # Errors
    /// If storage fails.
    pub fn available(
        &self,
        subject: &TableKey,
        is_backfilling: bool,
        is_fresh: &dyn Fn(UnixMs) -> Result<bool, DatabaseError>,
    ) -> Result<AvailableTables, DatabaseError> {
        let tables = self.tables_of(subject)?;
        let current = match tables.first() {
            Some(table)
                if table.settled
                    || (is_backfilling && !table.is_complete())
                    || is_fresh(table.fetched_to)? =>
            {
                Some(table.clone())
            }
            _ => None,
        };
        Ok(AvailableTables { current, complete: tables.into_iter().find(Table::is_complete) })
    }

    /// All tables of a range, the newest first.
    pub(super) fn tables_of(&self, subject: &TableKey) -> Result<Vec<Table>, DatabaseError> {
        let sql = "SELECT id, state FROM tables WHERE table_key = ? ORDER BY id DESC";
        let mut tables = Vec::new();
        for mut row in self.db.run(sql, &[subject.name.as_str().into()])? {
            tables.push(Table::read(row.integer()?, &row.blob()?)?);
        }
        Ok(tables)
    }

    /// A table by its id, if it is still stored and of this range.
    ///
    /// # Errors
    /// If storage fails.
    pub fn by_id(&self, id: i64, subject: &TableKey) -> Result<Option<Table>, DatabaseError> {
        Ok(self.tables_of(subject)?.into_iter().find(|table| table.id == id))
    }

    /// Marks a table as used, so that others are dropped before it.
    ///
    /// # Errors
    /// If storage fails.
    pub fn mark_used(&self, id: i64, now: UnixMs) -> Result<(), DatabaseError> {
        let sql = "UPDATE tables SET used_at = ? WHERE id = ? AND used_at < ?";
        self.db.run(sql, &[now.0.into(), id.into(), now.plus_ms(-MARKED_MS).0.into()]).map(drop)
    }

    /// Whether a page of a table is loaded.
    ///
    /// # Errors
    /// If storage fails.
    pub fn has_page(&self, id: i64, page: u32) -> Result<bool, DatabaseError> {
        let sql = "SELECT 1 FROM table_pages WHERE place = ?";
        Ok(!self.db.run(sql, &[place(id, page).into()])?.is_empty())
    }

    /// One page of a table, in the service's order; none if it is not loaded.
    ///
    /// # Errors
    /// If storage fails.
    pub fn page(&self, id: i64, page: u32) -> Result<Option<Vec<Entry>>, DatabaseError> {
        let sql = "SELECT entries FROM table_pages WHERE place = ?";
        let rows = self.db.run(sql, &[place(id, page).into()])?;
        rows.into_iter().next().map(|mut row| codec::decode(&row.blob()?)).transpose()
    }

    /// All loaded rows of a table, in the service's order.
    pub(super) fn entries(&self, id: i64) -> Result<Vec<Entry>, DatabaseError> {
        let sql = "SELECT entries FROM table_pages WHERE place >= ? AND place < ? ORDER BY place";
        let mut entries = Vec::new();
        for mut row in self.db.run(sql, &[place(id, 0).into(), place(id, PAGES_MAX).into()])? {
            entries.extend(codec::decode(&row.blob()?)?);
        }
        Ok(entries)
    }
}

impl Table {
    /// All but the number, as it is stored. Not in columns, since a count of the service's may be larger than a Durable
    /// Object's integers.
    pub(super) fn state(&self) -> Value {
        let moment = |at: UnixMs| u64::try_from(at.0).unwrap_or(0);
        Value::Blob(codec::encode_numbers([
            self.settled.into(),
            self.last_page.map_or(0, |page| u64::from(page) + 1),
            self.pages.into(),
            self.rows,
            self.duplicates_dropped,
            self.totals.human,
            self.totals.ai,
            self.totals.total,
            self.totals_changed.into(),
            moment(self.fetched_from),
            moment(self.fetched_to),
        ]))
    }

    fn read(id: i64, bytes: &[u8]) -> Result<Self, DatabaseError> {
        let [
            settled,
            behind_last,
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
        let moment = |number: u64| UnixMs(i64::try_from(number).unwrap_or(i64::MAX));
        Ok(Self {
            id,
            settled: settled > 0,
            last_page: behind_last.checked_sub(1).map(page),
            pages: page(pages),
            rows,
            duplicates_dropped,
            totals: VisitorTotals { human, ai, total },
            totals_changed: totals_changed > 0,
            fetched_from: moment(fetched_from),
            fetched_to: moment(fetched_to),
        })
    }
}
