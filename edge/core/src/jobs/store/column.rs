//! How Rust types are stored in columns.

use docket_wire::{
    CallerName, ErrorReason, JobId, JobStatus, SubmissionId, SubmissionKind, TemplateId, UnixMs,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::storage::{DatabaseError, Row, Value};

/// A type that one column stores.
pub(super) trait Column: Sized {
    fn from_value(value: Value) -> Result<Self, DatabaseError>;
    fn to_value(&self) -> Result<Value, DatabaseError>;
}

/// Reads the next column of a row.
pub(super) fn next<T: Column>(row: &mut Row) -> Result<T, DatabaseError> {
    T::from_value(row.value()?)
}

pub(super) fn to_json(value: &impl Serialize) -> Result<String, DatabaseError> {
    serde_json::to_string(value).map_err(|error| DatabaseError(error.to_string()))
}

pub(super) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, DatabaseError> {
    docket_wire::json::from_str(text).map_err(|error| DatabaseError(error.to_string()))
}

impl Column for String {
    fn from_value(value: Value) -> Result<Self, DatabaseError> {
        match value {
            Value::Text(text) => Ok(text),
            Value::Null | Value::Integer(_) | Value::Blob(_) => {
                Err(DatabaseError("expected text in a column".to_owned()))
            }
        }
    }

    fn to_value(&self) -> Result<Value, DatabaseError> {
        Ok(self.as_str().into())
    }
}

impl Column for i64 {
    fn from_value(value: Value) -> Result<Self, DatabaseError> {
        match value {
            Value::Integer(number) => Ok(number),
            Value::Null | Value::Text(_) | Value::Blob(_) => {
                Err(DatabaseError("expected an integer in a column".to_owned()))
            }
        }
    }

    fn to_value(&self) -> Result<Value, DatabaseError> {
        Ok((*self).into())
    }
}

impl<T: Column> Column for Option<T> {
    fn from_value(value: Value) -> Result<Self, DatabaseError> {
        match value {
            Value::Null => Ok(None),
            Value::Integer(_) | Value::Text(_) | Value::Blob(_) => T::from_value(value).map(Some),
        }
    }

    fn to_value(&self) -> Result<Value, DatabaseError> {
        self.as_ref().map_or(Ok(Value::Null), Column::to_value)
    }
}

/// Stores a type as an integer, by its conversions from and to `i64`.
macro_rules! integer_column {
    ($type:ty, $read:expr, $write:expr) => {
        impl Column for $type {
            fn from_value(value: Value) -> Result<Self, DatabaseError> {
                let number = i64::from_value(value)?;
                let read: fn(i64) -> Option<Self> = $read;
                read(number).ok_or_else(|| DatabaseError(format!("a column is out of range: {number}")))
            }

            fn to_value(&self) -> Result<Value, DatabaseError> {
                let write: fn(&Self) -> i64 = $write;
                Ok(write(self).into())
            }
        }
    };
}

integer_column!(UnixMs, |number| Some(Self(number)), |at| at.0);
integer_column!(u16, |number| Self::try_from(number).ok(), |number| i64::from(*number));
integer_column!(u32, |number| Self::try_from(number).ok(), |number| i64::from(*number));
// Revisions stay far below 2^53, which is what a column can store exactly.
integer_column!(u64, |number| Self::try_from(number).ok(), |number| *number as i64);
integer_column!(bool, |number| Some(number != 0), |flag| i64::from(*flag));

/// Stores a type as text, by its conversions from `String` and to `&str`.
macro_rules! text_column {
    ($type:ty, $read:expr, $write:expr) => {
        impl Column for $type {
            fn from_value(value: Value) -> Result<Self, DatabaseError> {
                let read: fn(String) -> Result<Self, DatabaseError> = $read;
                read(String::from_value(value)?)
            }

            fn to_value(&self) -> Result<Value, DatabaseError> {
                let write: fn(&Self) -> Result<String, DatabaseError> = $write;
                Ok(write(self)?.into())
            }
        }
    };
}

fn invalid(error: impl std::fmt::Display) -> DatabaseError {
    DatabaseError(error.to_string())
}

text_column!(JobId, |text| Self::try_from(text).map_err(invalid), |id| Ok(id.as_str().to_owned()));
text_column!(SubmissionId, |text| Self::try_from(text).map_err(invalid), |id| Ok(id.as_str().to_owned()));
text_column!(TemplateId, |text| Self::try_from(text).map_err(invalid), |id| Ok(id.as_str().to_owned()));
text_column!(JobStatus, |text| Ok(Self::from(text)), |status| Ok(status.as_str().to_owned()));
text_column!(
    SubmissionKind,
    |text| match text.as_str() {
        "create" => Ok(Self::Create),
        "follow_up" => Ok(Self::FollowUp),
        unknown => Err(DatabaseError(format!("unknown kind of submission: {unknown}"))),
    },
    |kind| Ok(match kind {
        Self::Create => "create",
        Self::FollowUp => "follow_up",
    }
    .to_owned())
);
text_column!(CallerName, |text| Ok(Self(text)), |name| Ok(name.0.clone()));
text_column!(ErrorReason, |text| from_json(&text), to_json);
