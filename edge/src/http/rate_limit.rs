//! What is left of the caller's budgets, in the headers of a response.

use docket_core::rate_limit::{Budget, fields};
use docket_core::storage::DatabaseError;
use docket_wire::UnixMs;

use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::log;

/// Adds the rate limit fields of some budgets. If storage fails, the outcome stands without them: a change is stored
/// already, and the service may have acted.
pub(crate) fn with_rate_limits(
    outcome: Result<Reply, Failure>,
    budgets: Result<Vec<(&str, Budget)>, DatabaseError>,
    now: UnixMs,
) -> Result<Reply, Failure> {
    let fields = match budgets {
        Ok(budgets) => fields(&budgets, now).into_iter(),
        Err(error) => {
            log::error(&error.to_string());
            return outcome;
        }
    };
    match outcome {
        Ok(reply) => Ok(fields.fold(reply, |reply, (name, value)| reply.header(name, value))),
        Err(failure) => Err(fields.fold(failure, |failure, (name, value)| failure.header(name, value))),
    }
}
