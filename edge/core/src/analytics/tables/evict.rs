//! Dropping tables: replaced ones, and the least recently used ones when the storage is full.

use super::{BYTES_MAX, PAGES_MAX, PATHS_MAX, TableKey, Tables, place};
use crate::storage::{Database, DatabaseError};

/// One of so many stored pages evicts tables, because it reads all of them, and every row that is read is billed.
const PAGES_PER_EVICTION: i64 = 16;

impl<D: Database> Tables<D> {
    /// Drops the tables that a new one replaces. The newest complete table stays, because it is shown until the new one is loaded.
    /// Returns the newest id of all tables.
    pub(super) fn drop_replaced(&self, key: &TableKey) -> Result<i64, DatabaseError> {
        let newest = self.max_id("SELECT max(id) FROM tables")?;
        let mut is_shown = false;
        for table in self.tables_of(key)? {
            if is_shown || !table.is_complete() {
                self.drop_table(table.id)?;
            }
            is_shown |= table.is_complete();
        }
        self.drop_all_if_full()?;
        Ok(newest)
    }

    fn max_id(&self, sql: &str) -> Result<i64, DatabaseError> {
        let mut rows = self.db.run(sql, &[])?;
        Ok(rows.pop().map(|mut row| row.integer_or_null()).transpose()?.flatten().unwrap_or(0))
    }

    /// Deletes the dictionary and everything that refers to it, if it has too many paths.
    pub(super) fn drop_all_if_full(&self) -> Result<(), DatabaseError> {
        if self.max_id("SELECT max(id) FROM paths")? > PATHS_MAX {
            // Ids begin again, so no row of the old ones may stay.
            for sql in
                ["DELETE FROM tables", "DELETE FROM table_pages", "DELETE FROM day_rows", "DELETE FROM paths"]
            {
                self.db.run(sql, &[])?;
            }
        }
        Ok(())
    }

    /// After this page of a table was stored, evicts others if it is this page's turn. The id of the table counts, too: otherwise
    /// tables of few pages would never evict any.
    pub(super) fn evict_after_page(&self, table: i64, page: u32) -> Result<(), DatabaseError> {
        if table.wrapping_add(i64::from(page)) % PAGES_PER_EVICTION == 0 { self.evict(table) } else { Ok(()) }
    }

    /// Drops the least recently used tables except `kept`, until all together fit [`BYTES_MAX`].
    fn evict(&self, kept: i64) -> Result<(), DatabaseError> {
        let rows = self.db.run(
            "SELECT id FROM (
                SELECT id, sum(bytes) OVER (ORDER BY id = ?1 DESC, used_at DESC, id DESC) AS so_far FROM tables
             ) WHERE so_far > ?2 AND id <> ?1",
            &[kept.into(), BYTES_MAX.into()],
        )?;
        for mut row in rows {
            self.drop_table(row.integer()?)?;
        }
        Ok(())
    }

    pub(crate) fn drop_table(&self, id: i64) -> Result<(), DatabaseError> {
        self.db.run("DELETE FROM tables WHERE id = ?", &[id.into()])?;
        let sql = "DELETE FROM table_pages WHERE place >= ? AND place < ?";
        self.db.run(sql, &[place(id, 0).into(), place(id, PAGES_MAX).into()]).map(drop)
    }
}
