use serde::{Deserialize, Serialize};

use crate::ProjectId;

/// A step of the restore of an object. `end` and `cancel` can be taken once, and each other step again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RestoreStep {
    /// Checks that the object has no data, and that this release knows the schema. It changes nothing.
    Check(u32),
    /// Starts, or restarts, a restore with this schema. Until the end of the restore, the object responds to nothing
    /// else.
    Begin(u32),
    /// Stores rows.
    Insert(TableRows),
    /// Ends the restore, with the total number of rows. The object responds again.
    End(u64),
    /// Cancels the restore. The object is empty, and responds again.
    Cancel(()),
    /// Gives what the object stores of a project to another id: figures and backfills, or the rights of tokens. From the first to the
    /// second. It needs no restore, and what the other id has of its own stays.
    MoveProject([ProjectId; 2]),
}

/// Rows of one table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TableRows {
    /// Name of the table.
    pub table: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The values of each row, in the order of the columns.
    pub rows: Vec<Vec<StoredValue>>,
}

/// A value of a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum StoredValue {
    /// NULL.
    Null,
    /// INTEGER.
    Integer(i64),
    /// TEXT.
    Text(String),
    /// BLOB.
    Blob {
        /// The bytes, as lowercase hexadecimal digits.
        hex: String,
    },
}
