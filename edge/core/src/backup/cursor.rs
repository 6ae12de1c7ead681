use serde::{Deserialize, Serialize};

use super::row::Cell;

/// Where to go on in the tables of an object: after a row of a table, or at its first one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cursor {
    /// The table's name.
    pub(super) table: String,
    /// The key of the last row that was read; empty before the first one.
    pub(super) after: Vec<Cell>,
}
