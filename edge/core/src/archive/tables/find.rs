//! Which tables there are.

use docket_wire::{UnixMs, VisitorTotals};

use super::{Entry, PAGES_MAX, Subject, Table, Tables, codec, place};
use crate::db::{Database, DatabaseError, Row, Value};

const COLUMNS: &str =
    "id, settled, last_page, pages, rows, shifted, totals, totals_changed, asked_from, asked_to";
/// How often it is noted that a table is used, at most.
const NOTED_MS: i64 = 60 * 60 * 1000;

/// What is held of an interval.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Held {
    /// The newest table, if its figures are still good or it is being gathered.
    pub current: Option<Table>,
    /// The newest table that has all its pages: the same, or an older one.
    pub whole: Option<Table>,
}

impl<D: Database> Tables<D> {
    /// The tables that there are. The figures of a settled interval are good for good; `is_fresh` says whether others are
    /// that were asked for at a certain moment. While somebody gathers them they are as well.
    ///
    /// # Errors
    /// If storage fails.
    pub fn held(
        &self,
        subject: &Subject,
        is_gathering: bool,
        is_fresh: &dyn Fn(UnixMs) -> Result<bool, DatabaseError>,
    ) -> Result<Held, DatabaseError> {
        let sql = format!("SELECT {COLUMNS} FROM tables WHERE subject = ? ORDER BY id DESC");
        let rows = self.db.run(&sql, &[subject.name.as_str().into()])?;
        let tables = rows.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let current = match tables.first() {
            Some(table)
                if table.settled || (is_gathering && !table.is_complete()) || is_fresh(table.asked_to)? =>
            {
                Some(table.clone())
            }
            _ => None,
        };
        Ok(Held { current, whole: tables.into_iter().find(Table::is_complete) })
    }

    /// A table by its number, if it is still held and about this.
    ///
    /// # Errors
    /// If storage fails.
    pub fn by_id(&self, id: i64, subject: &Subject) -> Result<Option<Table>, DatabaseError> {
        let sql = format!("SELECT {COLUMNS} FROM tables WHERE id = ? AND subject = ?");
        let rows = self.db.run(&sql, &[id.into(), subject.name.as_str().into()])?;
        rows.into_iter().next().map(read).transpose()
    }

    /// Notes that a table is of use.
    ///
    /// # Errors
    /// If storage fails.
    pub fn used(&self, id: i64, now: UnixMs) -> Result<(), DatabaseError> {
        let sql = "UPDATE tables SET used_at = ? WHERE id = ? AND used_at < ?";
        self.db.run(sql, &[now.0.into(), id.into(), now.plus_ms(-NOTED_MS).0.into()]).map(drop)
    }

    /// One page of a table, in the service's order; none if it is not held.
    ///
    /// # Errors
    /// If storage fails.
    pub fn page(&self, id: i64, page: u32) -> Result<Option<Vec<Entry>>, DatabaseError> {
        let sql = "SELECT entries FROM table_pages WHERE place = ?";
        let rows = self.db.run(sql, &[place(id, page).into()])?;
        rows.into_iter().next().map(|mut row| codec::decode(&row.blob()?)).transpose()
    }

    /// All rows of a table that are held, in the service's order.
    pub(super) fn entries(&self, id: i64) -> Result<Vec<Entry>, DatabaseError> {
        let sql = "SELECT entries FROM table_pages WHERE place >= ? AND place < ? ORDER BY place";
        let mut entries = Vec::new();
        for mut row in self.db.run(sql, &[place(id, 0).into(), place(id, PAGES_MAX).into()])? {
            entries.extend(codec::decode(&row.blob()?)?);
        }
        Ok(entries)
    }
}

pub(super) fn read(mut row: Row) -> Result<Table, DatabaseError> {
    Ok(Table {
        id: row.integer()?,
        settled: row.integer()? != 0,
        last_page: row.integer_or_null()?.map(narrow).transpose()?,
        pages: narrow(row.integer()?)?,
        rows: narrow(row.integer()?)?,
        shifted: narrow(row.integer()?)?,
        totals: read_totals(&row.blob()?)?,
        totals_changed: row.integer()? != 0,
        asked_from: UnixMs(row.integer()?),
        asked_to: UnixMs(row.integer()?),
    })
}

fn narrow<T: TryFrom<i64>>(number: i64) -> Result<T, DatabaseError> {
    T::try_from(number).map_err(|_| DatabaseError("a count is out of range".to_owned()))
}

/// Totals as bytes: a count of the service's may be larger than a Durable Object's integers.
pub(super) fn totals(totals: &VisitorTotals) -> Value {
    let mut bytes = Vec::new();
    for count in [totals.human, totals.ai, totals.total] {
        codec::put(&mut bytes, count);
    }
    Value::Blob(bytes)
}

fn read_totals(mut bytes: &[u8]) -> Result<VisitorTotals, DatabaseError> {
    let rest = &mut bytes;
    Ok(VisitorTotals { human: codec::take(rest)?, ai: codec::take(rest)?, total: codec::take(rest)? })
}
