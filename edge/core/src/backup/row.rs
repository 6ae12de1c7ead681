//! The values of a row, in SQLite and in JSON.

use docket_wire::ColumnValue;

use crate::storage::Value;

/// A blob that is not hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a blob is not in lowercase hexadecimal digits")]
pub(super) struct InvalidBlob;

/// A value as a file has it.
pub(super) fn to_wire(value: Value) -> ColumnValue {
    match value {
        Value::Null => ColumnValue::Null,
        Value::Integer(number) => ColumnValue::Integer(number),
        Value::Text(text) => ColumnValue::Text(text),
        Value::Blob(bytes) => ColumnValue::Blob { hex: base16ct::lower::encode_string(&bytes) },
    }
}

/// A value of a file, for a statement.
pub(super) fn from_wire(value: ColumnValue) -> Result<Value, InvalidBlob> {
    Ok(match value {
        ColumnValue::Null => Value::Null,
        ColumnValue::Integer(number) => Value::Integer(number),
        ColumnValue::Text(text) => Value::Text(text),
        ColumnValue::Blob { hex } => Value::Blob(base16ct::lower::decode_vec(&hex).map_err(|_| InvalidBlob)?),
    })
}
