//! The audit log: records of changes and refusals on their way to the objects that store them, and the routes that show
//! them.

pub(crate) mod messages;
mod refusals;
mod requests;
pub(crate) mod routes;

pub(crate) use refusals::{refuse, refuse_caller};
pub(crate) use requests::{change_of, record_of};
