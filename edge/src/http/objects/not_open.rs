//! What an object that could not open its database responds with.

use docket_core::storage::DatabaseError;
use docket_core::storage::schema::OpenError;
use docket_wire::ProblemCode;

use crate::http::failure::Failure;

/// When to try again while a backup is being restored.
const RESTORING_RETRY_S: u32 = 30;

/// Why an object could not open. Every request tries again.
#[derive(Debug, Clone)]
pub(crate) enum NotOpen {
    /// A later release wrote the database. With the reason, for the log.
    NewerSchema(String),
    /// A backup is being restored.
    Restoring,
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
            NotOpen::Restoring => {
                let error = "A backup is being restored here. Try again when it is done.";
                Self::new(ProblemCode::Restoring, error).retry_after_s(RESTORING_RETRY_S)
            }
            NotOpen::Failed(reason) => Self::internal(reason),
        }
    }
}
