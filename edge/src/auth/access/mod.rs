//! Data that belongs to no project: tokens, people and their sessions, and their audit log.

pub(crate) mod object;
