use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

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
    /// Gives what the object stores of a project to another id: visitors and backfills, or the rights of tokens. From the first to the
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
    pub rows: Vec<Vec<ColumnValue>>,
}

/// A value of a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StoredValue"))]
#[serde(untagged)]
pub enum ColumnValue {
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

/// serde would buffer every value to see what it is, which costs the Worker code.
impl<'de> Deserialize<'de> for ColumnValue {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(AnyColumn)
    }
}

struct AnyColumn;

/// The members of a BLOB.
#[derive(Deserialize)]
struct Blob {
    hex: String,
}

impl<'de> Visitor<'de> for AnyColumn {
    type Value = ColumnValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("null, a whole number, a text or {\"hex\": text}")
    }

    fn visit_unit<E: de::Error>(self) -> Result<ColumnValue, E> {
        Ok(ColumnValue::Null)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<ColumnValue, E> {
        Ok(ColumnValue::Integer(number))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<ColumnValue, E> {
        i64::try_from(number).map(ColumnValue::Integer).map_err(E::custom)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<ColumnValue, E> {
        Ok(ColumnValue::Text(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<ColumnValue, A::Error> {
        let Blob { hex } = Blob::deserialize(MapAccessDeserializer::new(members))?;
        Ok(ColumnValue::Blob { hex })
    }
}
