use serde::{Deserialize, Serialize};

/// A step of the restore of an object. Each can be repeated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RestoreStep {
    /// Checks that the object has no data, and that this release knows the schema. Changes nothing.
    Check(u32),
    /// Begins with this schema, or starts over. From here to the end the object responds to nothing else.
    Begin(u32),
    /// Stores rows.
    Insert(TableRows),
    /// Ends: the object has all its rows, of which there are so many, and responds again.
    End(u64),
    /// Gives up: the object is empty and responds again.
    Cancel(()),
}

/// Rows of one table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TableRows {
    /// The table's name.
    pub table: String,
    /// Its columns, as the file has them.
    pub columns: Vec<String>,
    /// The values of each row.
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
        /// Its bytes, as hexadecimal digits in lower case.
        hex: String,
    },
}
