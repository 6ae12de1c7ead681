//! The rows of a snapshot: those of a table, merged with those beside it.

use std::cmp::Ordering;

use docket_wire::ColumnValue;

use super::row::{from_wire, to_wire};
use super::table::{StoredTable, same};
use crate::ordered;
use crate::storage::{Database, DatabaseError, Row};

/// Finds a row as it was before the snapshot, if it has changed since. With the type of the row's column, the comparison would not use the
/// key of the table without types, and read all of it; the sign takes the type away.
pub(super) fn stored(table: &StoredTable, row: &str) -> String {
    let same = same(&table.key, "b.", &format!("+{row}"));
    format!("SELECT 1 FROM {} b WHERE {same}", table.before())
}

/// A row of a table or of the one beside it.
#[derive(Debug)]
pub(super) struct SnapshotRow {
    pub(super) key: Vec<ColumnValue>,
    /// Whether the snapshot does not have it: it is in the table beside it as it was before, or did not exist.
    pub(super) is_hidden: bool,
    /// All its columns.
    pub(super) row: Row,
}

/// The next rows in the order of the key, and fewer than the limit only at the end. There may be a hidden one after one with the same
/// key. A statement that left out the hidden rows would read all of them to find one that it returns.
pub(super) fn rows<D: Database>(
    db: &D,
    table: &StoredTable,
    after: &[ColumnValue],
    limit: usize,
) -> Result<Vec<SnapshotRow>, DatabaseError> {
    let before = table.before();
    let key = table.key_of("");
    let beyond = if after.is_empty() {
        "1".to_owned()
    } else {
        format!("({key}) > ({})", vec!["?"; after.len()].join(", "))
    };
    let params = after.iter().cloned().map(from_wire).collect::<Result<Vec<_>, _>>();
    let params = params.map_err(|invalid| DatabaseError(invalid.to_string()))?;
    let mut rows: Vec<SnapshotRow> = Vec::new();
    for (from, is_hidden) in
        [(&table.name, format!("EXISTS ({})", stored(table, "t."))), (&before, "NOT was_there".to_owned())]
    {
        let columns = table.columns_of("t.");
        let sql = format!(
            "SELECT {}, {is_hidden}, {columns} FROM {from} t WHERE {beyond} ORDER BY {key} LIMIT {limit}",
            table.key_of("t.")
        );
        for mut row in db.run(&sql, &params)? {
            let key = values(&mut row, table.key.len())?;
            let row = SnapshotRow { key, is_hidden: row.integer()? == 1, row };
            ordered::insert(&mut rows, row, SnapshotRow::is_before);
        }
    }
    rows.truncate(limit);
    Ok(rows)
}

impl SnapshotRow {
    /// Whether it comes before another row: a hidden one comes after one with the same key.
    fn is_before(&self, other: &Self) -> bool {
        order(&self.key, &other.key).then(self.is_hidden.cmp(&other.is_hidden)).is_lt()
    }
}

/// The order of two keys of a table in SQLite. All values of a column of a key have the same type.
fn order(one: &[ColumnValue], other: &[ColumnValue]) -> Ordering {
    let orders = one.iter().zip(other).map(|values| match values {
        (ColumnValue::Integer(one), ColumnValue::Integer(other)) => one.cmp(other),
        (ColumnValue::Text(one), ColumnValue::Text(other)) => one.cmp(other),
        (ColumnValue::Blob { hex: one }, ColumnValue::Blob { hex: other }) => one.cmp(other),
        _ => Ordering::Equal,
    });
    orders.fold(Ordering::Equal, Ordering::then)
}

/// The next columns of a row, as a file has them.
pub(super) fn values(row: &mut Row, count: usize) -> Result<Vec<ColumnValue>, DatabaseError> {
    (0..count).map(|_| row.value().map(to_wire)).collect()
}
