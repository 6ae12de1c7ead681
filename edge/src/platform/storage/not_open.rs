use docket_core::storage::DatabaseError;
use docket_core::storage::schema::OpenError;

/// Why an object could not open. Every request tries again.
#[derive(Debug, Clone)]
pub(crate) enum NotOpen {
    /// A newer release wrote the database. With the reason, for the log.
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
