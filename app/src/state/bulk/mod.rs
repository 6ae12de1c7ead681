//! Several jobs of the list at once.

pub(crate) mod action;
pub(crate) mod discard_all;
pub(crate) mod run;
pub(crate) mod runner;
pub(crate) mod selection;
