use std::fmt;
use std::str::FromStr;

use docket_wire::ColumnValue;

use super::row::from_wire;
use super::table::StoredTable;

/// Where to continue in the tables of an object: after a row of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RowCursor {
    pub(super) table: String,
    /// The key of the last row that was read.
    pub(super) after: Vec<ColumnValue>,
}

impl RowCursor {
    /// Whether it is after a row that the table can have. A client can send any other.
    pub(super) fn is_in(&self, table: &StoredTable) -> bool {
        self.table == table.name
            && self.after.len() == table.key.len()
            && self.after.iter().all(|value| from_wire(value.clone()).is_ok())
    }
}

impl fmt::Display for RowCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let after = serde_json::to_string(&self.after).map_err(|_| fmt::Error)?;
        write!(f, "{}.{after}", self.table)
    }
}

impl FromStr for RowCursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (table, after) = text.split_once('.').ok_or(())?;
        Ok(Self { table: table.to_owned(), after: docket_wire::json::from_str(after).map_err(drop)? })
    }
}
