//! One module a command.

pub(crate) mod account;
pub(crate) mod bench;
pub(crate) mod build;
pub(crate) mod deploy;
pub(crate) mod dev;
pub(crate) mod docs;
pub(crate) mod doctor;
mod entry;
pub(crate) mod hook;
pub(crate) mod package;
pub(crate) mod size;
pub(crate) mod test;
pub(crate) mod token;
