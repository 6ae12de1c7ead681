//! What an object that could not open its database responds with.

use docket_core::storage::DatabaseError;
use docket_core::storage::schema::OpenError;

use crate::http::failure::Failure;

/// Why an object could not open. The object stores it and responds with it to every request.
#[derive(Debug, Clone)]
pub(crate) enum NotOpen {
    /// A later release wrote the database. With the reason, for the log.
    NewerSchema(String),
    /// Storage or configuration failed. With the reason, for the log.
    Failed(String),
}

impl From<OpenError> for NotOpen {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Newer { .. } => Self::NewerSchema(error.to_string()),
            OpenError::Storage(error) => error.into(),
        }
    }
}

impl From<DatabaseError> for NotOpen {
    fn from(error: DatabaseError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<Failure> for NotOpen {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure.to_string())
    }
}

impl From<&NotOpen> for Failure {
    fn from(error: &NotOpen) -> Self {
        match error {
            NotOpen::NewerSchema(reason) => Self::newer_schema(reason),
            NotOpen::Failed(reason) => Self::internal(reason),
        }
    }
}
