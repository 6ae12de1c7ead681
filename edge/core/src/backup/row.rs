//! A row as JSON: an array with null, numbers, texts, and blobs as `{"base64": …}`.

use base64ct::{Base64, Encoding as _};
use serde::{Deserialize, Serialize};

use crate::storage::Value;

/// A value of a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Cell {
    Null,
    Integer(i64),
    Text(String),
    Blob { base64: String },
}

impl From<Value> for Cell {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Integer(number) => Self::Integer(number),
            Value::Text(text) => Self::Text(text),
            Value::Blob(bytes) => Self::Blob { base64: Base64::encode_string(&bytes) },
        }
    }
}

/// A blob that is not base64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a blob is not base64")]
pub struct InvalidBlob;

impl TryFrom<Cell> for Value {
    type Error = InvalidBlob;

    fn try_from(cell: Cell) -> Result<Self, InvalidBlob> {
        Ok(match cell {
            Cell::Null => Self::Null,
            Cell::Integer(number) => Self::Integer(number),
            Cell::Text(text) => Self::Text(text),
            Cell::Blob { base64 } => Self::Blob(Base64::decode_vec(&base64).map_err(|_| InvalidBlob)?),
        })
    }
}
