//! The values of a row, in SQLite and in JSON.

use docket_wire::StoredValue;

use crate::storage::Value;

/// A blob that is not hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a blob is not in lowercase hexadecimal digits")]
pub(super) struct InvalidBlob;

/// A value as a file has it.
pub(super) fn to_wire(value: Value) -> StoredValue {
    match value {
        Value::Null => StoredValue::Null,
        Value::Integer(number) => StoredValue::Integer(number),
        Value::Text(text) => StoredValue::Text(text),
        Value::Blob(bytes) => StoredValue::Blob { hex: base16ct::lower::encode_string(&bytes) },
    }
}

/// A value of a file, for a statement.
pub(super) fn from_wire(value: StoredValue) -> Result<Value, InvalidBlob> {
    Ok(match value {
        StoredValue::Null => Value::Null,
        StoredValue::Integer(number) => Value::Integer(number),
        StoredValue::Text(text) => Value::Text(text),
        StoredValue::Blob { hex } => Value::Blob(base16ct::lower::decode_vec(&hex).map_err(|_| InvalidBlob)?),
    })
}
