//! What an object that could not open its database responds with.

use docket_wire::ProblemCode;

use crate::http::failure::Failure;
pub(crate) use crate::platform::not_open::NotOpen;

/// When to try again while a backup is being restored.
const RESTORING_RETRY_S: u32 = 30;

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
