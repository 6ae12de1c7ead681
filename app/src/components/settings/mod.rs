//! The state of the deployment and of its projects.

mod backup;
pub(crate) mod deployment;
mod object;
mod polling;
pub(crate) mod project;
pub(crate) mod reads;
mod retention;
mod row;
