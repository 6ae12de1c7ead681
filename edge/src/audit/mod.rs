//! The audit log: records of changes and refusals on their way to the objects that store them.

mod changes;
pub(crate) mod messages;
mod refusals;

pub(crate) use changes::change_of;
pub(crate) use refusals::refuse;
